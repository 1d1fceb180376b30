<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh" sourcelanguage="en">
 <context>
  <name>vaultsearch</name>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;File</source>
   <translation>文件(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Search</source>
   <translation>搜索(&amp;S)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Passage</source>
   <translation>段落(&amp;P)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Note</source>
   <translation>笔记(&amp;N)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>No text selected in the note</source>
   <translation>笔记中未选择文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>No link selected in the note</source>
   <translation>笔记中未选择链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open in Obsidian</source>
   <translation>在 Obsidian 中打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the note at this heading in Obsidian</source>
   <translation>在 Obsidian 中打开笔记并定位到此标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open in the default editor</source>
   <translation>用默认编辑器打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the file in its default app, a PDF at the page if the app can</source>
   <translation>用默认应用打开文件；若应用支持，PDF 会打开到该页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Actions for the passage…</source>
   <translation>段落操作…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Everything that can be done with the passage and its note</source>
   <translation>可对该段落及其笔记执行的所有操作</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show in file manager</source>
   <translation>在文件管理器中显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the note's file in the file manager</source>
   <translation>在文件管理器中显示笔记文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy passage</source>
   <translation>复制段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the passage with its source</source>
   <translation>复制段落及其出处</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Copy as context</source>
   <translation>复制为上下文</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the basket, or the top results, as cited context for an AI chat</source>
   <translation>将收集篮或排名靠前的结果连同出处复制，作为 AI 对话的上下文</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Copy answer</source>
   <translation>复制答案</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the sentences of the answer, each with a link to its note</source>
   <translation>复制答案中的句子，每句附上其笔记的链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Answer in the whole note</source>
   <translation>在笔记中显示答案</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the note of the answer, and all its sentences that answer</source>
   <translation>显示答案所在的笔记，以及其中回答问题的所有句子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>More like this answer</source>
   <translation>更多类似答案的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the sentences of the answer</source>
   <translation>用答案的句子搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy code block</source>
   <translation>复制代码块</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the block of code under the pointer, or the first one in sight</source>
   <translation>复制指针下的代码块，否则复制可见的第一个</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy link to passage</source>
   <translation>复制段落链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]</source>
   <translation>复制指向标题的链接，采用 Obsidian 写法：[[笔记#标题]]</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy obsidian:// link</source>
   <translation>复制 obsidian:// 链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy a link that opens the note in Obsidian from any app</source>
   <translation>复制可从任何应用在 Obsidian 中打开此笔记的链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy file path</source>
   <translation>复制文件路径</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the path of the note's file</source>
   <translation>复制笔记文件的路径</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add to or remove from basket</source>
   <translation>添加到收集篮或从中移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add the selected passage to the basket, or remove it</source>
   <translation>将选中的段落添加到收集篮，或从中移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Look closer</source>
   <translation>放大查看</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the picture large, or more of the passage; among pictures, Space does it, too</source>
   <translation>放大显示图片，或显示段落的更多内容；在图片墙中按空格键也可以</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show or hide the basket</source>
   <translation>显示或隐藏收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>More like this passage</source>
   <translation>更多类似段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the whole text of the passage</source>
   <translation>用该段落的全文搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Compare two passages</source>
   <translation>比较两个段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show two selected passages side by side, with what differs marked</source>
   <translation>并排显示两个选中的段落，并标出差异</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Hide this folder from results</source>
   <translation>在结果中隐藏此文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add a filter that excludes the note's folder; remove it to see the folder again</source>
   <translation>添加排除该笔记所在文件夹的筛选；移除后即可恢复显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all results</source>
   <translation>选择所有结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all results, to copy them, drag them or add them to the basket</source>
   <translation>选择所有结果，以便复制、拖动或添加到收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Context menu</source>
   <translation>上下文菜单</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the menu of the selected results, or of the note</source>
   <translation>打开所选结果或笔记的菜单</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Forget that I opened this</source>
   <translation>清除此笔记的打开记录</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Stop ranking this note higher because you opened it for this or a similar question</source>
   <translation>不再因为曾为此提问或类似提问打开过此笔记而提升其排名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy selected text</source>
   <translation>复制所选文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the text selected in the note</source>
   <translation>复制笔记中所选的文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search for selected text</source>
   <translation>搜索所选文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the text selected in the note</source>
   <translation>用笔记中所选的文本搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all text</source>
   <translation>全选文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all text of the note</source>
   <translation>选择笔记的全部文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open link</source>
   <translation>打开链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open this link</source>
   <translation>打开此链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy link address</source>
   <translation>复制链接地址</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the address of this link</source>
   <translation>复制此链接的地址</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/proposals_list.py" />
   <source>Search suggestions</source>
   <translation>搜索建议</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/proposals_list.py" />
   <source>today, yesterday, this week, last week, this month, last month, this year, last year</source>
   <translation>今天, 昨天, 本周, 上周, 这个月, 上个月, 今年, 去年</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Search your notes</source>
   <translation>搜索你的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <source>Select the text</source>
   <translation>选中文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Clear search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} (Backspace removes it)</source>
   <translation>{}（按 Backspace 移除）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Filter {}</source>
   <translation>筛选 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{}, from “{}”</source>
   <translation>{}，来自“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Click here or press Tab to see notes of these days only</source>
   <translation>点击此处或按 Tab 键，只显示这些日期的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Proposed filter: {}</source>
   <translation>建议的筛选：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Active filters</source>
   <translation>当前筛选条件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>No vault</source>
   <translation>未打开仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Choose a vault</source>
   <translation>选择仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Vault: {}</source>
   <translation>仓库：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} is unavailable. Is its drive connected?</source>
   <translation>{} 无法访问。它所在的驱动器连接了吗？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} (unavailable)</source>
   <translation>{}（无法访问）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Search mode</source>
   <translation>搜索模式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Search mode (Ctrl+1 to Ctrl+5)</source>
   <translation>搜索模式（Ctrl+1 至 Ctrl+5）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Passages in the basket</source>
   <translation>收集篮中的段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Basket</source>
   <translation>收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Tokens used</source>
   <translation>已用 token</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Copy everything, to paste into a chat</source>
   <translation>复制全部，以便粘贴到对话中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Remove all (can be undone)</source>
   <translation>全部移除（可撤销）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Take changed passages from the notes as they are now</source>
   <translation>用笔记的当前内容替换已更改的段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Update</source>
   <translation>更新</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Update changed passages</source>
   <translation>更新已更改的段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Close the basket (Esc)</source>
   <translation>关闭收集篮（Esc）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Close the basket</source>
   <translation>关闭收集篮</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>%Ln token(s)</source>
   <translation>
    <numerusform>%Ln 个 token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>merged with neighbour</source>
   <translation>已与相邻段落合并</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>over budget</source>
   <translation>超出预算</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Clear</source>
   <translation>清空</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Press Space on a result to add it.</source>
   <translation>在结果上按空格键即可添加。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Markdown</source>
   <translation>Markdown</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>XML</source>
   <translation>XML</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Plain text</source>
   <translation>纯文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Beside Obsidian</source>
   <translation>Obsidian 旁</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Notes that belong to it</source>
   <translation>与之相关的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Enter copies a link · Ctrl+Enter shows the note · Drag takes the link</source>
   <translation>Enter 复制链接 · Ctrl+Enter 显示笔记 · 拖动带走链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>No note is open in Obsidian</source>
   <translation>Obsidian 中没有打开的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Nothing belongs to this note yet</source>
   <translation>还没有与此笔记相关的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>No matching note: Enter searches in the main window</source>
   <translation>没有匹配的笔记：按 Enter 在主窗口中搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/overlays.py" />
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Notes</source>
   <translation>笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied {}</source>
   <translation>已复制 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Stopped.</source>
   <translation>已停止。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Set up a language model first</source>
   <translation>请先设置语言模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Type a question first</source>
   <translation>请先输入问题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>{} is not this computer. Nothing was sent.</source>
   <translation>{} 不是本机，未发送任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/dropping.py" />
   <source>Drop a folder to search it, or a note or text to search with</source>
   <translation>拖放文件夹以搜索其内容，或拖放笔记、文本以用它搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Rebuild index</source>
   <translation>重建索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Rebuild the index from scratch?</source>
   <translation>要从头重建索引吗？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Keyword search is back within seconds, search by meaning as notes are indexed.</source>
   <translation>关键词搜索几秒内即可恢复，语义搜索随索引进度逐步恢复。</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln word(s)</source>
   <translation>
    <numerusform>%Ln 个词</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Text to search with</source>
   <translation>搜索文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Write or paste a draft, a transcript or a chat</source>
   <translation>写下或粘贴草稿、转录或聊天记录</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Search with this text (Ctrl+Enter)</source>
   <translation>用此文本搜索（Ctrl+Enter）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Not enough text to search with</source>
   <translation>文本太少，无法搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>No notes similar to this text</source>
   <translation>没有与这段文本相似的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Try another text, or ask a question.</source>
   <translation>换一段文本，或直接提问。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Still indexing…</source>
   <translation>仍在建立索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>No similar notes so far</source>
   <translation>暂无相似的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No result selected</source>
   <translation>未选中结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>{} is deleted: there is nothing to open.</source>
   <translation>{} 已被删除，无法打开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Couldn't open Obsidian. Copy the answer instead.</source>
   <translation>无法打开 Obsidian。请改为复制答案。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No app could open {}.</source>
   <translation>没有应用能打开 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Added to the basket</source>
   <translation>已添加到收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Removed from the basket</source>
   <translation>已从收集篮移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Couldn't open Obsidian. Ctrl+Enter opens the file instead.</source>
   <translation>无法打开 Obsidian。按 Ctrl+Enter 可改为打开文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Obsidian not found</source>
   <translation>未找到 Obsidian</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No app opens Obsidian's links.</source>
   <translation>没有应用可以打开 Obsidian 的链接。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open the note in your default editor, or install Obsidian and start it once.</source>
   <translation>请用默认编辑器打开笔记，或安装 Obsidian 并启动一次。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Always use the default editor (see Settings &gt; Appearance)</source>
   <translation>始终使用默认编辑器（见“设置 &gt; 外观”）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open in editor</source>
   <translation>在编辑器中打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>External link</source>
   <translation>外部链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open this page in your browser?</source>
   <translation>要在浏览器中打开此网页吗？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>No note with that name</source>
   <translation>没有该名称的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>Copied the whole note, as Markdown</source>
   <translation>已将整篇笔记复制为 Markdown</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>The old text is gone</source>
   <translation>旧文本已不存在</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>No more matches</source>
   <translation>没有更多匹配</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>This result's rank doesn't come from past use</source>
   <translation>此结果的排名与以往的使用无关</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>Ask a question first</source>
   <translation>请先提问</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>Forgotten</source>
   <translation>已清除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>Copied: {}</source>
   <translation>已复制：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>Type a question to see its answers in this note</source>
   <translation>输入问题，即可在此查看本笔记中的回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>No answer in this note</source>
   <translation>此笔记中没有回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>No related notes</source>
   <translation>没有相关笔记</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>%Ln file(s) contain “{}”</source>
   <translation>
    <numerusform>%Ln 个文件含有“{}”</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>“{}” instead of “{}”</source>
   <translation>用“{}”代替“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Without {}</source>
   <translation>去掉 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Without any filters</source>
   <translation>去掉所有筛选条件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>{} without quotes</source>
   <translation>{} 去掉引号</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by meaning and keywords ({})</source>
   <translation>按语义和关键词搜索（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by meaning ({})</source>
   <translation>按语义搜索（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by keywords ({})</source>
   <translation>按关键词搜索（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search for exact text ({})</source>
   <translation>按精确文本搜索（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search along links ({})</source>
   <translation>沿链接搜索（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>{}: {}</source>
   <translation>{}：{}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>{}: %Ln file(s) contain the words</source>
   <translation>
    <numerusform>{}：%Ln 个文件含有这些词</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied {} with their sources</source>
   <translation>已复制 {} 及其出处</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied the passage with its source</source>
   <translation>已复制段落及其出处</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln link(s)</source>
   <translation>
    <numerusform>已复制 %Ln 个链接</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln path(s)</source>
   <translation>
    <numerusform>已复制 %Ln 个路径</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Answer copied</source>
   <translation>已复制答案</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>There is no answer to copy</source>
   <translation>没有可复制的答案</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Code copied</source>
   <translation>代码已复制</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>There is no code in sight</source>
   <translation>当前看不到代码</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/zoom.py" />
   <source>Zoom: {} %</source>
   <translation>缩放：{}%</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/reading/note_view.py" />
   <source>Note</source>
   <translation>笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/reading/canvas_view.py" />
   <source>Canvas</source>
   <translation>白板</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>PDF</source>
   <translation>PDF</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Picture</source>
   <translation>图片</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Audio or video</source>
   <translation>音频或视频</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Document</source>
   <translation>文档</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>E-book</source>
   <translation>电子书</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Web page</source>
   <translation>网页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Presentation</source>
   <translation>演示文稿</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Spreadsheet</source>
   <translation>电子表格</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>E-mail</source>
   <translation>邮件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Jupyter notebook</source>
   <translation>Jupyter 笔记本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Obsidian base</source>
   <translation>Obsidian 数据库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Drawing</source>
   <translation>绘图</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Source code</source>
   <translation>源代码</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>slide {}</source>
   <translation>第 {} 张</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>p. {}</source>
   <translation>第 {} 页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Page {} of the file</source>
   <translation>文件第 {} 页</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln PDF(s) read</source>
   <translation>
    <numerusform>已读取 {}/%Ln 个 PDF</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln file(s) read</source>
   <translation>
    <numerusform>已读取 {}/%Ln 个文件</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln need(s) text recognition, which is off</source>
   <translation>
    <numerusform>%Ln 个需要文字识别（已关闭）</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln waiting for text recognition</source>
   <translation>
    <numerusform>%Ln 个等待文字识别</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} failed</source>
   <translation>{} 个失败</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>without an ending</source>
   <translation>无扩展名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>others</source>
   <translation>其他</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Not read: {}</source>
   <translation>未读取：{}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln other problem(s)</source>
   <translation>
    <numerusform>另有 %Ln 个问题</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>%Ln problem(s)</source>
   <translation>
    <numerusform>%Ln 个问题</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Page {}</source>
   <translation>第 {} 页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Slide {}</source>
   <translation>幻灯片 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Text in picture</source>
   <translation>图片中的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Properties</source>
   <translation>属性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Speaker notes</source>
   <translation>演讲者备注</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Header and footer</source>
   <translation>页眉和页脚</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>From</source>
   <translation>发件人</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>To</source>
   <translation>收件人</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Cc</source>
   <translation>抄送</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Attached</source>
   <translation>附件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Forwarded message</source>
   <translation>转发的邮件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Filters</source>
   <translation>筛选条件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Formulas</source>
   <translation>公式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Columns</source>
   <translation>列</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Shown as</source>
   <translation>显示为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Sorted by</source>
   <translation>排序方式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Grouped by</source>
   <translation>分组方式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>At most</source>
   <translation>最多</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>all of</source>
   <translation>全部满足</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>any of</source>
   <translation>任一满足</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>none of</source>
   <translation>均不满足</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <source>Notes by date</source>
   <translation>按日期统计的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <source>before {}</source>
   <translation>{} 年之前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>MMM yyyy</source>
   <translation>yyyy年M月</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>d MMM yyyy</source>
   <translation>yyyy年M月d日</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Type a command</source>
   <translation>输入命令</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Commands</source>
   <translation>命令</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Commands and their shortcuts</source>
   <translation>命令及其快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No matching command</source>
   <translation>没有匹配的命令</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Go to note</source>
   <translation>转到笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Enter opens in Obsidian · Ctrl+Enter in the editor · Tab shows it here</source>
   <translation>Enter 在 Obsidian 中打开 · Ctrl+Enter 在编辑器中打开 · Tab 在此显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No match in the notes indexed so far</source>
   <translation>目前已索引的笔记中没有匹配项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No matching note</source>
   <translation>没有匹配的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>alias</source>
   <translation>别名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>file name</source>
   <translation>文件名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>heading</source>
   <translation>标题</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln note(s)</source>
   <translation>
    <numerusform>%Ln 篇笔记</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s)</source>
   <translation>
    <numerusform>%Ln 个文件</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln passage(s)</source>
   <translation>
    <numerusform>%Ln 个段落</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} in {}</source>
   <translation>{}，来自 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you opened this for “{}”</source>
   <translation>曾为“{}”打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you copied this for “{}”</source>
   <translation>曾为“{}”复制</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you added this to the basket for “{}”</source>
   <translation>曾为“{}”添加到收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>changed since</source>
   <translation>此后已更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>deleted since</source>
   <translation>此后已删除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>as it was on {}</source>
   <translation>{} 时的样子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>new on {}</source>
   <translation>{} 新增</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>deleted on {}</source>
   <translation>{} 删除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>changed on {}</source>
   <translation>{} 更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>“{}” under {}</source>
   <translation>“{}”在“{}”下</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>“{}” elsewhere</source>
   <translation>“{}”在别处</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} is on another computer: there is no file here.</source>
   <translation>{} 在另一台电脑上：这里没有文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Top {}</source>
   <translation>前 {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) with these words</source>
   <translation>
    <numerusform>%Ln 个文件含有这些词</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) match</source>
   <translation>
    <numerusform>%Ln 个文件符合</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>The notes are not indexed yet</source>
   <translation>笔记尚未建立索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Still indexing for meaning…</source>
   <translation>仍在建立语义索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>{} of {}</source>
   <translation>{} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed for meaning so far: {}</source>
   <translation>目前已建立语义索引：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed so far: {}</source>
   <translation>目前已建立索引：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} was moved from {} to {}; index, basket and searches were kept</source>
   <translation>{} 已从 {} 移动到 {}；索引、收集篮和搜索均已保留</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>All vaults</source>
   <translation>所有仓库</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln vault(s)</source>
   <translation>
    <numerusform>{} / %Ln 个仓库</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln vault(s)</source>
   <translation>
    <numerusform>%Ln 个仓库</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>another program is indexing changes</source>
   <translation>另一个程序正在索引更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>All {}</source>
   <translation>全部 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} that match</source>
   <translation>匹配的 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} in the list</source>
   <translation>列表中的 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>published {}</source>
   <translation>发布于{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>paused: changes are ignored</source>
   <translation>已暂停：忽略更改</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>indexing stopped: {} of %Ln file(s) by keywords, {} by meaning</source>
   <translation>
    <numerusform>索引已停止：可按关键词查找 {} / %Ln 个文件，按语义 {} 个</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>meaning ready for {} of {}</source>
   <translation>语义索引已完成 {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>not all up to date</source>
   <translation>未全部更新</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>up to date</source>
   <translation>已是最新</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>not indexed yet</source>
   <translation>尚未索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>checked every few seconds</source>
   <translation>每隔几秒检查一次</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} indexed by {}</source>
   <translation>{}，使用 {} 索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Best results</source>
   <translation>最佳结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Quick results</source>
   <translation>快速结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>unknown language</source>
   <translation>未识别的语言</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} d ago</source>
   <translation>{} 天前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} h ago</source>
   <translation>{} 小时前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} min ago</source>
   <translation>{} 分钟前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>just now</source>
   <translation>刚刚</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} s ago</source>
   <translation>{} 秒前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>until {}</source>
   <translation>到 {} 为止</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>since {}</source>
   <translation>自 {} 起</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {}</source>
   <translation>正在索引 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed {} for keywords; now for meaning…</source>
   <translation>已按关键词索引 {}，正在建立语义索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {} of {}</source>
   <translation>正在索引 {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>keywords searchable</source>
   <translation>关键词已可搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Meaning ready for {} of {}</source>
   <translation>语义索引已完成 {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Summarizing {} of {}</source>
   <translation>正在生成摘要 {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Texts by your language model: {} of {}</source>
   <translation>语言模型的文本 {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Finishing…</source>
   <translation>正在收尾…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Scanning the folder…</source>
   <translation>正在扫描文件夹…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {} has stopped until you open it again</source>
   <translation>{} 的索引已停止，再次打开时继续</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing all vaults has stopped until you open them again</source>
   <translation>所有仓库的索引已停止，再次打开时继续</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} s</source>
   <translation>约 {} 秒</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} min</source>
   <translation>约 {} 分钟</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} h</source>
   <translation>约 {} 小时</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Stopped. Files indexed so far are searchable.</source>
   <translation>已停止。已索引的文件可以搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} added</source>
   <translation>新增 {} 篇</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} changed</source>
   <translation>更新 {} 篇</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} removed</source>
   <translation>移除 {} 篇</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} moved</source>
   <translation>移动 {} 篇</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Copied {}, {} of %Ln token(s)</source>
   <translation>
    <numerusform>已复制 {}，{} / %Ln 个 token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} left out (over budget)</source>
   <translation>{} 未纳入（超出预算）</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Your text ({}) covers %Ln topic(s)</source>
   <translation>
    <numerusform>你的文本（{}）涉及 %Ln 个主题</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Your text ({})</source>
   <translation>你的文本（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Changed since you added it. Press Enter to update.</source>
   <translation>添加后已更改。按 Enter 更新。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>No longer in your notes</source>
   <translation>已不在笔记中</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln token(s)</source>
   <translation>
    <numerusform>{} / %Ln 个 token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Basket {}</source>
   <translation>收集篮 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{}, {} of {}</source>
   <translation>{} · {} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Right answer first (Hit@1)</source>
   <translation>正确答案排在首位（Hit@1）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Rank within the top ten (nDCG@10)</source>
   <translation>在前十名中的排名（nDCG@10）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Meaning</source>
   <translation>语义</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Words</source>
   <translation>关键词</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Both</source>
   <translation>两者结合</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>With reranking</source>
   <translation>加上重排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Making questions from your notes</source>
   <translation>正在根据你的笔记生成问题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Copying the index</source>
   <translation>正在复制索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Scanning the folder</source>
   <translation>正在扫描文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>not tested</source>
   <translation>未测试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{:.2f} ({:.2f} to {:.2f})</source>
   <translation>{:.2f} ({:.2f}–{:.2f})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Testing “{}”</source>
   <translation>正在测试“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{}: {} of {}</source>
   <translation>{}：{} / {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{} {}: {}</source>
   <translation>{} 个“{}”问题：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Typical time</source>
   <translation>典型用时</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{} ms</source>
   <translation>{} 毫秒</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Results by search mode, as bars</source>
   <translation>各搜索模式的结果（条形图）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Questions asked</source>
   <translation>提问内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>What this tells you, and what it doesn't</source>
   <translation>这些结果能说明什么，不能说明什么</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</source>
   <translation>
    <numerusform>%Ln 个问题取自你的笔记。1 表示完美，0 表示从未找到；每个条形上的线段是 95 % 置信区间。</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) not answered first</source>
   <translation>
    <numerusform>%Ln 个问题的答案未排在首位</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>place {}</source>
   <translation>第 {} 位</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>not found</source>
   <translation>未找到</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>first: {}</source>
   <translation>首位：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Results by search mode, with confidence intervals</source>
   <translation>各搜索模式的结果及其置信区间</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Search quality</source>
   <translation>搜索质量</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>We make questions from your headings, links, aliases and first sentences, ask them of a copy of the index without those texts, and count how often search puts the right passage first: by meaning, by keywords, by both, and with reranking.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, longer in a large vault; you can keep searching.</source>
   <translation>程序用你的标题、链接、别名和首句生成问题，在去除了这些文本的索引副本上提问，并统计正确段落排在首位的比例：按语义、按关键词、两者结合，以及加上重排序。

任何内容都不会离开本机，你的笔记也不会被更改。测试需要几分钟，仓库较大时更久；其间可以照常搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Test now</source>
   <translation>开始测试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Stop test</source>
   <translation>停止测试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Copy results</source>
   <translation>复制结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Starting…</source>
   <translation>正在开始…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Stopped. No results saved.</source>
   <translation>已停止。未保存任何结果。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Test again</source>
   <translation>重新测试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Find in this note</source>
   <translation>在此笔记中查找</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Close (Esc)</source>
   <translation>关闭（Esc）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Counting…</source>
   <translation>正在计数…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>No matches</source>
   <translation>无匹配项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This note was deleted, moved or renamed</source>
   <translation>此笔记已被删除、移动或改名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This change</source>
   <translation>此次更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Changes since</source>
   <translation>此后的更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Copy the old text</source>
   <translation>复制旧文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions of “{}”</source>
   <translation>“{}”的版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions with these words</source>
   <translation>包含这些词的版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions</source>
   <translation>版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Choose two with Ctrl to compare them with each other</source>
   <translation>按住 Ctrl 选择两个版本进行相互比较</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Changes since this version</source>
   <translation>自此版本以来的更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Reading the history…</source>
   <translation>正在读取历史…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Previous change</source>
   <translation>上一处更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Next change</source>
   <translation>下一处更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>deleted</source>
   <translation>已删除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This note has no versions: its folder is in no git repository, or it is new there.</source>
   <translation>此笔记没有版本：其文件夹不在 Git 仓库中，或笔记尚未提交。</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln version(s)</source>
   <translation>
    <numerusform>%Ln 个版本</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Compare passages</source>
   <translation>比较段落</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln sentence(s) in both</source>
   <translation>
    <numerusform>两者共有 %Ln 句</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>only here</source>
   <translation>仅此处</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>other words</source>
   <translation>用词不同</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Map of the notes</source>
   <translation>笔记地图</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Map</source>
   <translation>地图</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Search: what is found is lit</source>
   <translation>搜索并高亮匹配的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Save as a picture…</source>
   <translation>另存为图片…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Search in this topic</source>
   <translation>在此主题中搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Add to basket</source>
   <translation>添加到收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Comparing all notes…</source>
   <translation>正在比较所有笔记…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Arrows go from note to note · + and - zoom, 0 shows all · Enter shows the note · Shift and the mouse draw a line around notes</source>
   <translation>方向键在笔记间移动 · + 和 - 缩放，0 显示全部 · Enter 显示笔记 · 按住 Shift 用鼠标圈选笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Lit: {}</source>
   <translation>已高亮：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>In the basket: {}</source>
   <translation>已放入收集篮：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Saved: {}</source>
   <translation>已保存：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>{} can't be written</source>
   <translation>无法写入 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Compare the two passages</source>
   <translation>比较这两个段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Click to copy</source>
   <translation>点击复制</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Similar</source>
   <translation>相似笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Suggested links</source>
   <translation>建议的链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Suggested tags</source>
   <translation>建议的标签</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Backlinks</source>
   <translation>反向链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Outgoing links</source>
   <translation>出链</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Unlinked mentions</source>
   <translation>未链接的提及</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Broken links</source>
   <translation>失效链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Answers in {}</source>
   <translation>{} 中的回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>in {}</source>
   <translation>位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Orphaned notes</source>
   <translation>孤立笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>lines {} to {}</source>
   <translation>第 {} 至 {} 行</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>longest: keep?</source>
   <translation>最长：保留？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Filter: tag:, path:, after:</source>
   <translation>筛选：tag:、path:、after:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Filter of related notes</source>
   <translation>相关笔记的筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Best first</source>
   <translation>按相关度排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Newest first</source>
   <translation>按修改时间排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>By title</source>
   <translation>按标题排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Order of related notes</source>
   <translation>相关笔记的顺序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Not linked</source>
   <translation>未链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Only notes that no link joins to this one</source>
   <translation>仅显示与此笔记没有链接的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Notes above</source>
   <translation>上级笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Parent headings</source>
   <translation>上级标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Note outline</source>
   <translation>笔记大纲</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Related notes</source>
   <translation>相关笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/sheets_view.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <source>Pages</source>
   <translation>页面</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/sheets_view.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>text in picture</source>
   <translation>图片中的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Topics</source>
   <translation>主题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Find a topic or a note, or ask a question</source>
   <translation>查找主题或笔记，或提出问题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Still indexing: these are the topics of the notes indexed so far.</source>
   <translation>仍在索引：这些是目前已索引笔记的主题。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Central notes</source>
   <translation>核心笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No topics yet: too few notes have to do with one another</source>
   <translation>尚无主题：相互关联的笔记太少</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No topic</source>
   <translation>没有主题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>By the language model: {}</source>
   <translation>由语言模型撰写：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Telling passages</source>
   <translation>代表性段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Duplicates and broken links</source>
   <translation>重复内容与失效链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Copy duplicates as a list</source>
   <translation>将重复内容复制为列表</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Tasks in Markdown: which passage of each group to keep</source>
   <translation>Markdown 任务：每组保留哪个段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Comparing all passages…</source>
   <translation>正在比较所有段落…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No duplicates or broken links</source>
   <translation>没有重复内容，也没有失效链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>“{}”</source>
   <translation>“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>Answer</source>
   <translation>回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>Answer: {}</source>
   <translation>回答：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>From your notes</source>
   <translation>来自你的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recent searches and notes</source>
   <translation>最近的搜索和笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Hide “{}”</source>
   <translation>隐藏“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Show “{}”</source>
   <translation>显示“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Recent searches</source>
   <translation>最近的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Saved searches</source>
   <translation>已保存的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Tasks due</source>
   <translation>到期任务</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recently opened</source>
   <translation>最近打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recently changed</source>
   <translation>最近修改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>On this day</source>
   <translation>历史上的今天</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>A year ago</source>
   <translation>一年前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Often linked to, long not opened</source>
   <translation>常被链接但久未打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Notes without links</source>
   <translation>没有链接的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Try asking</source>
   <translation>试试这样问</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Search tips</source>
   <translation>搜索技巧</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln new since yesterday</source>
   <translation>
    <numerusform>昨天以来新增 %Ln 条</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>this tag or its nested tags</source>
   <translation>该标签或其子标签</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>in this folder</source>
   <translation>在此文件夹中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>notes with this property; [name:value] for its value</source>
   <translation>具有该属性的笔记；[name:value] 可限定属性值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>exact phrase</source>
   <translation>完全匹配的短语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>excludes notes with this word</source>
   <translation>排除含有该词的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>notes since then; also before: and on:</source>
   <translation>该日期以来的笔记；也可用 before: 和 on:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>open tasks; task-done: for finished ones</source>
   <translation>未完成的任务；task-done: 查找已完成的任务</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>either word</source>
   <translation>两个词之一</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Asked: {}</source>
   <translation>提问：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} on {}</source>
   <translation>{}（{}）</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) not in your notes</source>
   <translation>
    <numerusform>%Ln 句不在你的笔记中</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) to compare yourself</source>
   <translation>
    <numerusform>%Ln 句请自行核对</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Searching your notes…</source>
   <translation>正在搜索笔记…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} searches for “{}”…</source>
   <translation>{} 正在搜索“{}”…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} reads {}…</source>
   <translation>{} 正在阅读 {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Sending {} to {}…</source>
   <translation>正在将 {} 发送到 {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} is writing… {} sent</source>
   <translation>{} 正在回答… 已发送 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Probably nothing in your notes answers this. Nothing was sent.</source>
   <translation>笔记中可能没有答案，未发送任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Probably nothing in your notes answers this. No passage was sent.</source>
   <translation>笔记中可能没有答案，未发送任何段落。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} found no answer in {}.</source>
   <translation>{} 在 {} 中没有找到答案。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>asking again…</source>
   <translation>再次询问中…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>not in your notes</source>
   <translation>不在你的笔记中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>not in {}</source>
   <translation>不在 {} 中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Ask anyway</source>
   <translation>仍要询问</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Settings…</source>
   <translation>设置…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Save as a note</source>
   <translation>保存为笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>What was sent</source>
   <translation>发送的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Obsidian makes a new note of it</source>
   <translation>由 Obsidian 新建一篇笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>A language model was asked: the question and passages were sent to it</source>
   <translation>已询问语言模型：问题和段落已发送给它</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Answer of the language model</source>
   <translation>语言模型的回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Ask a follow-up question…</source>
   <translation>继续提问…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>compare</source>
   <translation>请核对</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>compare: asked again, the model said no</source>
   <translation>请核对：再次询问时，模型说“否”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>What was sent to {}</source>
   <translation>发送到 {} 的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/pictures.py" />
   <source>Search results as pictures</source>
   <translation>以图片显示的搜索结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_list.py" />
   <source>related, without your words</source>
   <translation>相关内容，不含搜索词</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_list.py" />
   <source>Search results</source>
   <translation>搜索结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>Topic: {}</source>
   <translation>主题：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: date from the note's properties</source>
   <translation>{}：取自笔记属性的日期</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: date from the note's name</source>
   <translation>{}：取自笔记名称的日期</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: last saved</source>
   <translation>{}：最后保存日期</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>in the basket</source>
   <translation>已在收集篮中</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>%Ln more passage(s)</source>
   <translation>
    <numerusform>另有 %Ln 个段落</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>ascending</source>
   <translation>升序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>descending</source>
   <translation>降序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>Sort by {}</source>
   <translation>按{}排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Ask a question, or search for exact words.</source>
   <translation>输入问题，或搜索确切的词语。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Keep typing, or choose a suggestion</source>
   <translation>请继续输入，或选择一个建议</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No results for “{}” yet</source>
   <translation>暂未找到“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Type to search your notes</source>
   <translation>输入以搜索你的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No note contains exactly this text.</source>
   <translation>没有笔记包含完全相同的文本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No note contains these words.</source>
   <translation>没有笔记含有这些词。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Try removing a filter or using other words.</source>
   <translation>试试去掉一个筛选条件，或换用其他词。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No results for “{}”</source>
   <translation>没有找到“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Keyword matches only: {} in English.</source>
   <translation>仅按关键词匹配：{}（英文）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Show text</source>
   <translation>显示文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Order of the results</source>
   <translation>结果排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Order: {}</source>
   <translation>排序：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Date</source>
   <translation>日期</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Suggested searches</source>
   <translation>建议的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Try other words.</source>
   <translation>试试其他词。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Notes with this title</source>
   <translation>标题相符的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Other spelling</source>
   <translation>其他拼写</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Search for “{}”</source>
   <translation>搜索“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Search as typed</source>
   <translation>按输入的内容搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Did you mean “{}”?</source>
   <translation>你是不是要找“{}”？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Showing results for {}</source>
   <translation>显示 {} 的结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Index your notes for another language</source>
   <translation>为另一种语言建立索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Undo: don't index your notes for {}</source>
   <translation>撤销：不为{}建立索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Index your notes for {} ({})</source>
   <translation>为{}建立索引（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Sort by</source>
   <translation>排序依据</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>More properties</source>
   <translation>更多属性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Search results as a table</source>
   <translation>表格形式的搜索结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Click to sort, right-click to choose columns</source>
   <translation>单击排序，右键选择列</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>Topics in the text</source>
   <translation>文本中的主题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>All topics</source>
   <translation>所有主题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>lines {} to {} of the text</source>
   <translation>文本第 {} 至 {} 行</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Heading</source>
   <translation>小标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Kind</source>
   <translation>类型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>yes</source>
   <translation>是</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>no</source>
   <translation>否</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_painter.py" />
   <source>{} more in this note</source>
   <translation>此笔记另有 {} 处</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>via {}</source>
   <translation>经由 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>d MMM</source>
   <translation>M月d日</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>link: {}</source>
   <translation>链接：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>(empty note)</source>
   <translation>（空笔记）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>(no text)</source>
   <translation>（无文字）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Answers from your own notes as you type, entirely on your computer. MIT License.</source>
   <translation>边输入边从你自己的笔记中得到答案，一切都在本机完成。MIT 许可证。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show releases</source>
   <translation>查看发布版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show licenses</source>
   <translation>查看许可证</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>vaultsearch doesn't look for updates. The releases open in your browser.</source>
   <translation>vaultsearch 不会检查更新。发布页面将在浏览器中打开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Settings file (edit it only while the program is closed): {}</source>
   <translation>设置文件（仅在程序关闭时编辑）：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Log of errors (contains nothing from your notes): {}</source>
   <translation>错误日志（不含笔记内容）：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Show log</source>
   <translation>显示日志</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show settings file</source>
   <translation>显示设置文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>vaultsearch {}
Python {}, Qt {}, {}</source>
   <translation>vaultsearch {}
Python {}，Qt {}，{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed as an application, in {}</source>
   <translation>以应用程序方式安装，位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Started from an AppImage</source>
   <translation>从 AppImage 启动</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed as a package of the system, in {}</source>
   <translation>以系统软件包安装，位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with pipx, in {}</source>
   <translation>通过 pipx 安装，位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with uv, in {}</source>
   <translation>通过 uv 安装，位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with pip, in {}</source>
   <translation>通过 pip 安装，位于 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>other models and GPUs</source>
   <translation>其他模型与 GPU</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>simplified for traditional characters</source>
   <translation>简繁体互搜</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>the global shortcut</source>
   <translation>全局快捷键支持</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>text in pictures</source>
   <translation>图片中的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>answers by a language model</source>
   <translation>语言模型的回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>indexes in a bucket</source>
   <translation>存储桶中的索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Not installed: {}.</source>
   <translation>未安装：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Follow system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>on</source>
   <translation>启用</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>off</source>
   <translation>停用</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Theme</source>
   <translation>颜色主题(&amp;T)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Language</source>
   <translation>语言(&amp;L)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Width of lines</source>
   <translation>行宽(&amp;W)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Narrow</source>
   <translation>窄</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Medium</source>
   <translation>中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Wide</source>
   <translation>宽</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Density</source>
   <translation>密度(&amp;D)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Comfortable</source>
   <translation>宽松</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Compact</source>
   <translation>紧凑</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>L&amp;ines of text</source>
   <translation>文本行数(&amp;I)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Enter opens notes in</source>
   <translation>按 Enter 打开笔记的应用(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Default editor</source>
   <translation>默认编辑器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Show a tray icon</source>
   <translation>显示托盘图标</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Closing the window hides it to the tray; Ctrl+Q quits</source>
   <translation>关闭窗口时隐藏到托盘；按 Ctrl+Q 退出</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Esc in the empty field hides the window to the tray</source>
   <translation>搜索框为空时按 Esc 隐藏到托盘</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Open as a small window: search field and results only</source>
   <translation>以小窗口打开：仅搜索框和结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Text size follows the system.</source>
   <translation>字体大小跟随系统。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Results list</source>
   <translation>结果列表</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Ctrl+Enter opens them in the other one.</source>
   <translation>按 Ctrl+Enter 用另一个应用打开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>System tray</source>
   <translation>系统托盘</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>vaultsearch --toggle shows or hides the window; bind it to a shortcut in your desktop's settings.</source>
   <translation>vaultsearch --toggle 可显示或隐藏窗口；请在桌面设置中为它绑定快捷键。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>This desktop has no tray, so closing the window quits.</source>
   <translation>此桌面没有系统托盘，关闭窗口即退出程序。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Start</source>
   <translation>启动</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Start vaultsearch when you log in</source>
   <translation>登录时启动 vaultsearch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>It starts in the tray, or minimized without a tray icon.</source>
   <translation>启动后驻留在系统托盘；没有托盘图标时最小化。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Reading notes</source>
   <translation>阅读笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Same as the system</source>
   <translation>与系统相同</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Font</source>
   <translation>字体</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Font</source>
   <translation>字体(&amp;F)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Ctrl++ and Ctrl+- make the letters larger and smaller.</source>
   <translation>Ctrl++ 和 Ctrl+- 放大和缩小字体。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. Excluded notes are neither indexed nor found.</source>
   <translation>每行一条规则，语法同 .gitignore：Archive/ 表示文件夹，*.tmp.md 表示一类文件，!keep.md 表示例外。被排除的笔记不会被索引，也不会被搜到。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>Exclusions for all vaults</source>
   <translation>所有仓库的排除项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>This vault</source>
   <translation>此仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>Exclusions for this vault</source>
   <translation>此仓库的排除项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>From files in the vault</source>
   <translation>来自仓库中的文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>No vault is open.</source>
   <translation>没有打开的仓库。</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>{}: %Ln rule(s)</source>
   <translation>
    <numerusform>{}：%Ln 条规则</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>No exclusions in Obsidian or in .vaultsearchignore.</source>
   <translation>Obsidian 和 .vaultsearchignore 中均无排除项。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Other files in the vault are searched like notes. Excluded folders stay excluded.</source>
   <translation>仓库中的其他文件与笔记一样可被搜索。已排除的文件夹仍然排除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Largest PDF, book or presentation</source>
   <translation>PDF、电子书或演示文稿的最大大小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Largest note or other file</source>
   <translation>笔记或其他文件的最大大小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source> MB</source>
   <translation> MB</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Recognize text in pictures and scanned pages</source>
   <translation>识别图片和扫描页中的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Show problems…</source>
   <translation>显示问题…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Needs the extra “ocr”: Settings &gt; About tells how to add it.</source>
   <translation>需要附加组件“ocr”：添加方法见“设置 &gt; 关于”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Pictures and scanned pages waiting: {}, {}.</source>
   <translation>等待识别的图片和扫描页：{}，{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>It runs in the background on one core, never on battery.</source>
   <translation>在后台使用一个核心运行，使用电池时暂停。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Text found in {}; {} can't be read.</source>
   <translation>{} 个已识别出文字；{} 个无法识别。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Paused on battery.</source>
   <translation>使用电池时暂停。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Paused while you search.</source>
   <translation>搜索时暂停。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Show download details…</source>
   <translation>显示下载详情…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download</source>
   <translation>下载</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download progress</source>
   <translation>下载进度</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A larger cross-encoder can be downloaded from the model hub. This contacts the model hub; nothing is downloaded until you confirm.</source>
   <translation>可以从模型中心下载更大的交叉编码器。此操作会连接模型中心；在你确认之前不会下载任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Contacting the model hub…</source>
   <translation>正在连接模型中心…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download {}</source>
   <translation>下载 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>{}, version {}: {} from {}, into the model cache on this computer.</source>
   <translation>{}，版本 {}：{}，来自 {}，存入本机的模型缓存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Nothing was downloaded.</source>
   <translation>未下载任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Downloading {} from {}…</source>
   <translation>正在下载 {}，来自 {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Downloaded and verified. Used from the next start.</source>
   <translation>已下载并通过校验，下次启动后使用。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Cancelled. The partial download is kept and will resume.</source>
   <translation>已取消。已下载的部分会保留，下次继续。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>None</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Other</source>
   <translation>其他</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Server</source>
   <translation>服务器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Address</source>
   <translation>地址</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Key, if it needs one</source>
   <translation>密钥（如需要）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Store key</source>
   <translation>保存密钥</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Delete key</source>
   <translation>删除密钥</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Test</source>
   <translation>测试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Outcome of the test</source>
   <translation>测试结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Testing {}…</source>
   <translation>正在测试 {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>The key is stored.</source>
   <translation>密钥已保存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>The key is deleted.</source>
   <translation>密钥已删除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Use {}</source>
   <translation>使用 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Use this model</source>
   <translation>使用此模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>This server reads your notes. While it doesn't run, they are searched by keywords only.</source>
   <translation>此服务器读取你的笔记。它未运行时，只能按关键词搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>All notes are read again by this server, and each question is sent to it. Until that is done, and whenever the server doesn't run, notes are searched by keywords only.</source>
   <translation>所有笔记将由此服务器重新读取，每个问题也会发送给它。在此完成之前，以及服务器未运行时，只能按关键词搜索笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>At the speed of the test, that takes {} for the {} in this vault.</source>
   <translation>按测试时的速度，需要{}（此仓库共有 {}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Test it first.</source>
   <translation>请先测试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Models in use</source>
   <translation>正在使用的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>English, and languages the other model doesn't know</source>
   <translation>英语，以及另一模型不支持的语言</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Other languages</source>
   <translation>其他语言</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>&amp;English</source>
   <translation>英语(&amp;E)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>&amp;Other languages</source>
   <translation>其他语言(&amp;O)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Changing a model re-indexes the affected notes in the background.</source>
   <translation>更换模型会在后台重新索引受影响的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>On this computer</source>
   <translation>本机上的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Used for</source>
   <translation>用途</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Source</source>
   <translation>来源</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Verification</source>
   <translation>校验</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Models on this computer</source>
   <translation>本机上的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Checking models…</source>
   <translation>正在检查模型…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Show folder of converted models</source>
   <translation>显示转换后模型的文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A stronger cross-encoder</source>
   <translation>更强的交叉编码器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>verified</source>
   <translation>已校验</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>checksum mismatch</source>
   <translation>校验值不符</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>no checksum known</source>
   <translation>无已知校验值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>embedding model</source>
   <translation>嵌入模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>cross-encoder</source>
   <translation>交叉编码器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>installed</source>
   <translation>随程序安装</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>converted</source>
   <translation>已转换</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>downloaded</source>
   <translation>已下载</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Recommended</source>
   <translation>推荐</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>None: use the model above for all</source>
   <translation>无：全部使用上面的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose server…</source>
   <translation>选择服务器…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose a folder with a sentence-transformers model</source>
   <translation>选择包含 sentence-transformers 模型的文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A language model of your own can answer a question from your notes: press Ctrl+Enter in the search field. Every sentence is checked against the passages that it cites. Off until you set a server here.</source>
   <translation>你自己的语言模型可以根据笔记回答问题：在搜索框中按 Ctrl+Enter。每句话都会与其引用的段落核对。在此设置服务器之前为关闭状态。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Answer a query that ends with a question mark by itself</source>
   <translation>自动回答以问号结尾的查询</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>What is sent</source>
   <translation>发送的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Each question sends the question and the text of the passages found for it, and nothing else; a conversation also its former questions and answers. A server on this computer keeps that here. Before anything goes to another computer, you are asked. “What was sent” beside an answer shows the exact text. Keys are stored in your system's store of passwords, or else in a file that only you can read.</source>
   <translation>每个问题只发送该问题和为其找到的段落文本；对话还会发送之前的问题和回答。使用本机服务器时，这些内容不会离开本机。在发送到另一台电脑之前会先询问你。回答旁的“发送的内容”显示确切文本。密钥保存在系统的密码存储中，否则保存在只有你能读取的文件中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>{}.</source>
   <translation>{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset</source>
   <translation>重置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset to default</source>
   <translation>恢复默认值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset {}</source>
   <translation>重置 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Default: {}</source>
   <translation>默认值：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>empty</source>
   <translation>空</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Set on the command line for this run. {}</source>
   <translation>本次运行由命令行指定。{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>{} · changing this re-indexes your notes</source>
   <translation>{} · 更改后将重新索引笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Files to index</source>
   <translation>要索引的文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Files of other kinds</source>
   <translation>其他类型的文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Passages</source>
   <translation>段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Indexing by meaning</source>
   <translation>语义索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Languages</source>
   <translation>语言</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Finding candidates</source>
   <translation>查找候选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Combining keywords and meaning</source>
   <translation>合并关键词与语义</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reranking</source>
   <translation>重排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Searching with a long text</source>
   <translation>用长文本搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Learning from use</source>
   <translation>从使用中学习</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Language model</source>
   <translation>语言模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Search settings</source>
   <translation>搜索设置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>No matching setting.</source>
   <translation>没有匹配的设置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Also applies to the command line. Most people never need this page.</source>
   <translation>对命令行同样有效。大多数人用不到这一页。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Your notes and questions don't leave this computer, and there is no telemetry. The network is used only when you ask for it: to download a model, and to ask a language model if you set one up. Anything you open elsewhere is handled by that app.</source>
   <translation>你的笔记和问题不会离开本机，也没有遥测。只有在你要求时才使用网络：下载模型，或询问你设置的语言模型。在其他应用中打开的内容由该应用处理。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Search history</source>
   <translation>搜索历史</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Remember my searches, in a file only I can read</source>
   <translation>记住我的搜索，保存在仅我本人可读的文件中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Clear history</source>
   <translation>清除历史</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Learn from what I open</source>
   <translation>从打开的笔记中学习</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Rank notes higher that I opened, copied or added to the basket for the same question</source>
   <translation>提问相同时，提升我曾打开、复制或添加到收集篮的笔记的排名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Second place at most, for 60 days</source>
   <translation>最高升到第二位，持续 60 天</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Forget all</source>
   <translation>全部清除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Versions of notes</source>
   <translation>笔记版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Keep what my notes were for a year, where git doesn't</source>
   <translation>在没有 git 的地方，保留笔记一年内的旧版本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>For Ctrl+H, asof:, changed: and deleted:; 200 MB at most, in a file only I can read</source>
   <translation>用于 Ctrl+H、asof:、changed: 和 deleted:；最多 200 MB，存于只有我能读取的文件中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Other programs</source>
   <translation>其他程序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Let other programs search</source>
   <translation>允许其他程序搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Token</source>
   <translation>令牌</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Copy token</source>
   <translation>复制令牌</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Stored on this computer</source>
   <translation>保存在本机的数据</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Item</source>
   <translation>项目</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Location</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Show</source>
   <translation>显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete index…</source>
   <translation>删除索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>An index contains the text of your notes so that they can be searched. Deleting it deletes no notes.</source>
   <translation>索引包含笔记的文本，以供搜索。删除索引不会删除任何笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Such as the plugin for Obsidian: on this computer alone, and only with a token.</source>
   <translation>例如 Obsidian 插件：仅限本机，且必须使用令牌。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>They find the vault at {}, and need the token. They can't change anything.</source>
   <translation>它们通过 {} 访问仓库，并需要令牌。它们无法更改任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Index of {}, with {} of versions</source>
   <translation>{} 的索引（含 {} 版本）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Index of {}</source>
   <translation>{} 的索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Opened notes</source>
   <translation>打开过的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Converted models</source>
   <translation>转换后的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Your notes are not changed. To search them again, they must be re-indexed.</source>
   <translation>笔记不会改变。若要再次搜索，需要重新建立索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>The versions that were kept of them are deleted, too.</source>
   <translation>保留的版本也会被删除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete index</source>
   <translation>删除索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete the index of {}?</source>
   <translation>要删除 {} 的索引吗？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Keywords and meaning each find candidates. These steps then rank them, one after another; each step's results are shown as soon as they are ready.</source>
   <translation>关键词和语义各自找出候选段落，再由以下步骤依次排序；每一步的结果一经得出便立即显示。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Recommended order</source>
   <translation>推荐顺序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Custom order</source>
   <translation>自定义顺序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Ranking steps</source>
   <translation>排序步骤</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Up</source>
   <translation>上移</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Move up (Alt+Up)</source>
   <translation>上移（Alt+↑）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Down</source>
   <translation>下移</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Move down (Alt+Down)</source>
   <translation>下移（Alt+↓）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>The order is set on the command line for this run.</source>
   <translation>本次运行的顺序由命令行指定。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Command</source>
   <translation>命令</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys</source>
   <translation>按键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Commands and their keys</source>
   <translation>命令及其按键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys of the selected command</source>
   <translation>所选命令的按键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>No keys</source>
   <translation>不设按键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Default</source>
   <translation>默认</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>{} already stands for “{}”.</source>
   <translation>{} 已用于“{}”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Show or hide vaultsearch from any program by these keys.</source>
   <translation>在任何程序中用这些按键显示或隐藏 vaultsearch。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Global shortcut</source>
   <translation>全局快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Or bind the command vaultsearch --toggle to a shortcut in your desktop's keyboard settings.</source>
   <translation>也可以在桌面的键盘设置中为命令 vaultsearch --toggle 绑定快捷键。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Esc hides it, Enter opens the note and hides it. Also applies to vaultsearch --toggle.</source>
   <translation>Esc 隐藏窗口，Enter 打开笔记并隐藏窗口。同样适用于 vaultsearch --toggle。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys in the window</source>
   <translation>窗口中的按键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>This desktop lets no program bind a shortcut.</source>
   <translation>此桌面不允许程序绑定快捷键。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Active: {}</source>
   <translation>已启用：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>No shortcut. Click the field and press the keys.</source>
   <translation>未设置快捷键。点击输入框并按下按键。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Vault</source>
   <translation>仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Index size</source>
   <translation>索引大小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Last change</source>
   <translation>最近更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Add a folder…</source>
   <translation>添加文件夹…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Your notes and their index stay; delete the index under Privacy</source>
   <translation>笔记及其索引均会保留；可在“隐私”中删除索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Remove from list</source>
   <translation>从列表中移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Folders you have opened. Nothing is ever written to them.</source>
   <translation>曾打开的文件夹。程序绝不会向其中写入任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>open</source>
   <translation>已打开</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>unavailable; connect its drive</source>
   <translation>不可用；请连接其所在驱动器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>published by another computer</source>
   <translation>由另一台电脑发布</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>{} of %Ln file(s) indexed</source>
   <translation>
    <numerusform>已索引 {} / %Ln 个文件</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>indexed</source>
   <translation>已索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>indexing isn't finished</source>
   <translation>索引尚未完成</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Vaults</source>
   <translation>仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Exclusions</source>
   <translation>排除项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Models</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Ranking</source>
   <translation>排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Advanced</source>
   <translation>高级</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Appearance</source>
   <translation>外观</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Shortcuts</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Privacy</source>
   <translation>隐私</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>About</source>
   <translation>关于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Status</source>
   <translation>状态</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Find a setting</source>
   <translation>查找设置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>No setting is named so</source>
   <translation>没有匹配的设置</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Saved</source>
   <translation>已保存</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>The affected notes are re-indexed in the background.</source>
   <translation>受影响的笔记正在后台重新索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Index of {} deleted.</source>
   <translation>{} 的索引已删除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>{} Until then the old value applies.</source>
   <translation>{} 在此之前仍使用原来的值。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Any time instead of {}</source>
   <translation>改为不限时间，取代 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Exact text search can't be filtered</source>
   <translation>精确文本搜索不支持筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Any time</source>
   <translation>不限时间</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Remove the date filter</source>
   <translation>移除日期筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>This note is in no folder</source>
   <translation>此笔记不在任何文件夹中</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>This search takes no filters</source>
   <translation>此搜索不支持筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>No search to save yet</source>
   <translation>还没有可保存的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Already saved as “{}”</source>
   <translation>此前已保存为“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>已保存。按 Ctrl+B 查看已保存的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Saved. F2 renames it</source>
   <translation>已保存。按 F2 重命名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Deleted “{}”. Ctrl+Z restores it</source>
   <translation>已删除“{}”。按 Ctrl+Z 恢复</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Restored “{}”</source>
   <translation>“{}”已恢复</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Ctrl+D saves a search</source>
   <translation>按 Ctrl+D 保存搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Folders</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{} more…</source>
   <translation>另外 {} 个…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{}, active</source>
   <translation>{}，已启用</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{} (click to remove)</source>
   <translation>{}（点击移除）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Name of the saved search</source>
   <translation>已保存搜索的名称</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Saved searches, tags and folders</source>
   <translation>已保存的搜索、标签和文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Rename</source>
   <translation>重命名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Delete</source>
   <translation>删除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Looking for a newer publication…</source>
   <translation>正在查找更新的发布…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Indexing progress</source>
   <translation>索引进度</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Continue</source>
   <translation>继续</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Index the remaining files</source>
   <translation>继续索引其余文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Stop indexing; files indexed so far stay searchable</source>
   <translation>停止索引；已索引的文件仍可搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show what couldn't be read, and why</source>
   <translation>显示哪些内容无法读取及其原因</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show what happened, to copy it. It contains nothing from your notes.</source>
   <translation>显示发生了什么，以便复制。其中不含你笔记的任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Closed unexpectedly last time: report</source>
   <translation>上次意外退出：报告</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Private</source>
   <translation>隐私</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Searches and opened notes are not remembered</source>
   <translation>不记录搜索和打开的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Ranked by {}</source>
   <translation>排序模型：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/translations.py" />
   <source>, </source>
   <translation>、</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Recent vaults</source>
   <translation>最近打开的仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Obsidian vaults</source>
   <translation>Obsidian 仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Open {}</source>
   <translation>打开 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Drop your notes here</source>
   <translation>将笔记拖到这里</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>An Obsidian vault, or any folder of notes, PDFs or documents. Nothing is written into it, and nothing is sent anywhere.</source>
   <translation>Obsidian 仓库，或任何包含笔记、PDF 或文档的文件夹。不会向其中写入任何内容，也不会向外发送任何数据。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Add vaultsearch to the applications menu</source>
   <translation>将 vaultsearch 添加到应用程序菜单</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>With each question that you ask the language model, the question and the text of the passages found for it would be sent there. Nothing was sent yet. You are asked once for each host.</source>
   <translation>每次询问语言模型时，问题和为其找到的段落文本都会发送到那里。目前尚未发送任何内容。每个主机只询问一次。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>If you choose it for embeddings, the text of every note in every vault that you open would be sent there, now and whenever a note changes, and each question as you type it. No note was sent yet. You are asked once for each host; whoever runs it can read your notes.</source>
   <translation>如果选择它来生成嵌入，你打开的每个仓库中每篇笔记的文本都会发送到那里（现在以及每次笔记更改时），你输入的每个问题也会发送。目前尚未发送任何笔记。每台主机只询问一次；运行它的人可以阅读你的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>Send notes to another computer?</source>
   <translation>要把笔记发送到另一台电脑吗？</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>{} is not this computer.</source>
   <translation>{} 不是本机。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>Send to {}</source>
   <translation>发送到 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Choose a folder of notes</source>
   <translation>选择笔记文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Open a published index</source>
   <translation>打开已发布的索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Its folder, or its address, such as s3://bucket/notes.</source>
   <translation>它的文件夹或地址，例如 s3://bucket/notes。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Select two passages to compare: Shift+Down, or Ctrl+click</source>
   <translation>请选择两个段落进行比较：Shift+↓ 或 Ctrl+单击</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>One of the passages is gone</source>
   <translation>其中一个段落已不存在</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Folder not opened</source>
   <translation>未打开文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Choose another folder…</source>
   <translation>选择其他文件夹…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>List copied</source>
   <translation>已复制列表</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Something went wrong</source>
   <translation>出错了</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>This is a bug in vaultsearch, not a problem with your notes, which were not touched. You can carry on. The report says what happened. It isn't sent anywhere unless you send it.</source>
   <translation>这是 vaultsearch 的程序错误，与你的笔记无关，笔记未受影响，可以继续使用。报告说明了发生的情况。除非你自己发送，否则它不会传到任何地方。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Copy report</source>
   <translation>复制报告</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Problems while indexing</source>
   <translation>索引时的问题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Show file</source>
   <translation>显示文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Reason</source>
   <translation>原因</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Filter by key or command</source>
   <translation>按按键或命令筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>No matching shortcut</source>
   <translation>没有匹配的快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Moving around</source>
   <translation>移动</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <source>Hide the window</source>
   <translation>隐藏窗口</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <source>Show the window</source>
   <translation>显示窗口</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/main_window.py" />
   <source>Opening {}…</source>
   <translation>正在打开 {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/main_window.py" />
   <source>Something went wrong: see the report in the window.</source>
   <translation>出错了：请查看窗口中的报告。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Manual</source>
   <translation>手册</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <source>Search the manual</source>
   <translation>搜索手册</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy {}</source>
   <translation>复制 {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln link(s)</source>
   <translation>
    <numerusform>复制 %Ln 个链接</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln obsidian:// link(s)</source>
   <translation>
    <numerusform>复制 %Ln 个 obsidian:// 链接</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln file path(s)</source>
   <translation>
    <numerusform>复制 %Ln 个文件路径</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>More like these {}</source>
   <translation>更多类似这 {} 的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Remove from basket</source>
   <translation>从收集篮移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Remove {} from basket</source>
   <translation>从收集篮移除 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Add {} to basket</source>
   <translation>将 {} 添加到收集篮</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose a note first</source>
   <translation>请先选择一篇笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault first</source>
   <translation>请先打开仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault first, or wait until indexing is done</source>
   <translation>请先打开仓库，或等待索引完成</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose a folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search another folder of notes</source>
   <translation>搜索另一个笔记文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a published index…</source>
   <translation>打开已发布的索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search an index that another computer has published to a bucket</source>
   <translation>搜索另一台电脑发布到存储桶的索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search all vaults</source>
   <translation>搜索所有仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search all vaults, or go back to the last one</source>
   <translation>搜索所有仓库，或回到上一个仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a second vault first</source>
   <translation>请先打开第二个仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open the sample vault</source>
   <translation>打开示例仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Try it with fifty sample notes</source>
   <translation>用五十篇示例笔记试一试</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Check for changes</source>
   <translation>检查更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Update the index now</source>
   <translation>立即更新索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop indexing</source>
   <translation>停止索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>停止索引；已索引的笔记仍可搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Nothing is being indexed</source>
   <translation>当前没有正在进行的索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Pause indexing</source>
   <translation>暂停索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Ignore changes until you resume. Indexed notes stay searchable.</source>
   <translation>在继续之前忽略更改。已索引的笔记仍可搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault that is indexed here first</source>
   <translation>请先打开在此处索引的仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rebuild index…</source>
   <translation>重建索引…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rebuild the index from scratch</source>
   <translation>从头重建索引</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault that is indexed here first, or wait until indexing is done</source>
   <translation>请先打开在此处索引的仓库，或等待索引完成</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search quality…</source>
   <translation>搜索质量…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Test how well search finds your own notes</source>
   <translation>测试搜索能否准确找到你自己的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a single vault with notes first</source>
   <translation>请先打开单个含有笔记的仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Vaults, models, ranking, appearance, privacy</source>
   <translation>仓库、模型、排序、外观、隐私</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Topics…</source>
   <translation>主题…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>What your notes are about</source>
   <translation>笔记都讲了什么</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Map…</source>
   <translation>地图…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>A dot for each note, near to those it belongs with</source>
   <translation>每篇笔记一个点，靠近与其相关的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Duplicates and broken links…</source>
   <translation>重复内容与失效链接…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find duplicates, broken links and orphaned notes</source>
   <translation>查找重复内容、失效链接和孤立笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault with notes first</source>
   <translation>请先打开含有笔记的仓库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Quit vaultsearch</source>
   <translation>退出 vaultsearch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Go to the search field</source>
   <translation>转到搜索框</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Focus the search field</source>
   <translation>聚焦搜索框</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Ask the language model</source>
   <translation>询问语言模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Have your own language model answer the question in the field from your notes (Ctrl+Enter there)</source>
   <translation>让你自己的语言模型根据笔记回答搜索框中的问题（在框中按 Ctrl+Enter）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Go to note…</source>
   <translation>转到笔记…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find a note or heading by a few letters of its name</source>
   <translation>输入名称中的几个字即可找到笔记或标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show suggestions</source>
   <translation>显示建议</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Suggest operators, tags, folders and properties</source>
   <translation>显示运算符、标签、文件夹和属性的建议</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Save this search</source>
   <translation>保存此搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Add this search to the sidebar</source>
   <translation>将此搜索添加到侧边栏</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with clipboard text</source>
   <translation>用剪贴板文本搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find notes for each topic of the copied text: a draft, a transcript, a chat</source>
   <translation>为复制的文本（草稿、会议记录、聊天记录）中的每个主题查找笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with a text…</source>
   <translation>用文本搜索…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the text that you searched with, or write one: edit it and search again</source>
   <translation>显示搜索所用的文本，或新写一段：编辑后再次搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with the other spelling</source>
   <translation>用另一种拼写搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search for the words as you typed them, or with the suggested spelling</source>
   <translation>按输入的原样搜索，或用建议的拼写搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forget what I opened for this question</source>
   <translation>清除此提问的打开记录</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop ranking notes higher because you opened them for this or a similar question</source>
   <translation>不再因为曾为此提问或类似提问打开过笔记而提升其排名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Private mode</source>
   <translation>隐私模式</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Don't remember searches or opened notes while this is on</source>
   <translation>开启期间不记录搜索和打开的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Clear the search field</source>
   <translation>清空搜索框</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Meaning + words</source>
   <translation>语义 + 关键词</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search by meaning and keywords together</source>
   <translation>同时按语义和关键词搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search by meaning, whatever the wording</source>
   <translation>按语义搜索，不拘泥于用词</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Keyword search; rare words count most</source>
   <translation>关键词搜索，越少见的词权重越高</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Exact text</source>
   <translation>精确文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Exact text or /regex/</source>
   <translation>精确文本或 /正则表达式/</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Along links</source>
   <translation>沿链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Notes one or two links away from the best answers</source>
   <translation>距最佳答案一两个链接的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the sidebar</source>
   <translation>显示或隐藏侧边栏</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide saved searches, tags, folders and dates</source>
   <translation>显示或隐藏已保存的搜索、标签、文件夹和日期</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note</source>
   <translation>显示或隐藏笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note beside the list</source>
   <translation>显示或隐藏列表旁的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note's headings</source>
   <translation>显示或隐藏笔记的标题大纲</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>No note with headings is shown</source>
   <translation>未显示带标题的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Versions…</source>
   <translation>版本…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the note's versions in its git repository, and what has changed since one</source>
   <translation>显示笔记在其 Git 仓库中的版本，以及此后的更改</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Similar notes, backlinks, outgoing links, unlinked mentions</source>
   <translation>相似笔记、反向链接、出链、未链接的提及</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Unfold the answer</source>
   <translation>展开回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show all sentences of the answer, or only the first</source>
   <translation>显示回答的所有句子，或只显示第一句</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Answers in this note</source>
   <translation>此笔记中的回答</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the sentences that answer your question</source>
   <translation>显示或隐藏回答你提问的句子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find in note…</source>
   <translation>在笔记中查找…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find text in the note and go from match to match</source>
   <translation>在笔记中查找文字，并逐个跳转到匹配项</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as text</source>
   <translation>以文本显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the text of a PDF or a canvas instead of how it looks</source>
   <translation>显示 PDF 或白板的文本，而不是其外观</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>No PDF or canvas is shown</source>
   <translation>未显示 PDF 或白板</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Next match in note</source>
   <translation>笔记中的下一处匹配</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Next match</source>
   <translation>下一处匹配</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Previous match in note</source>
   <translation>笔记中的上一处匹配</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Previous match</source>
   <translation>上一处匹配</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Back to the previous note</source>
   <translation>回到上一篇笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>There is no earlier note</source>
   <translation>没有更早的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forward to the next note</source>
   <translation>前进到下一篇笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>There is no later note</source>
   <translation>没有更晚的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions</source>
   <translation>在小窗口中跟随 Obsidian 中打开的笔记：相关笔记、反向链接、提及</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom in</source>
   <translation>放大</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Larger text in list and note</source>
   <translation>放大列表和笔记的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom out</source>
   <translation>缩小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Smaller text in list and note</source>
   <translation>缩小列表和笔记的文字</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Actual size</source>
   <translation>实际大小</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom back to 100 %</source>
   <translation>恢复到 100%</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Group by note</source>
   <translation>按笔记分组</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>One row per note, with its other passages folded below</source>
   <translation>每篇笔记显示一行，其余段落折叠在下方</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as table</source>
   <translation>以表格显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a table with columns you choose</source>
   <translation>以表格显示结果，列可自选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as pictures</source>
   <translation>以图片显示</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a wall of pictures</source>
   <translation>将结果显示为图片墙</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Timeline</source>
   <translation>时间线</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show above the results of which days, weeks, months or years they are</source>
   <translation>在结果上方显示它们分布在哪些天、周、月或年</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Table columns…</source>
   <translation>表格列…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose the table's columns, and the one to sort by</source>
   <translation>选择表格的列和排序依据</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a table first</source>
   <translation>请先以表格显示结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Best matches first</source>
   <translation>最相关的排在最前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Most recently changed first</source>
   <translation>最近修改的排在最前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Oldest first</source>
   <translation>按时间从旧到新</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Oldest notes first</source>
   <translation>最早的笔记在前</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by note title</source>
   <translation>按笔记标题排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>By column</source>
   <translation>按列</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by the chosen column of the table</source>
   <translation>按表格中所选的列排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by a column of the table first</source>
   <translation>请先按表格的某一列排序</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find a command…</source>
   <translation>查找命令…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Run any command</source>
   <translation>执行任何命令</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the manual in a window beside the vault, at the page on what has the focus</source>
   <translation>在单独的窗口中显示手册，并翻到对应的页面</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>All keyboard shortcuts</source>
   <translation>所有键盘快捷键</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Into the results and down</source>
   <translation>进入结果列表并向下移动</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Up the results and back to the field</source>
   <translation>在结果列表中向上移动，直至回到搜索框</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the empty field: recent searches and notes, example questions</source>
   <translation>搜索框为空时：最近的搜索和笔记、示例问题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the empty field: recent searches</source>
   <translation>搜索框为空时：最近的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Select several results; Ctrl+click adds one or removes it</source>
   <translation>选择多个结果；Ctrl+单击可添加或移除一个</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Grouped by note: show the note's other passages</source>
   <translation>按笔记分组时：展开其余段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Grouped by note: hide them again</source>
   <translation>按笔记分组时：重新折叠</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the text to search with: search again</source>
   <translation>在搜索文本中：再次搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Accept the suggestion; otherwise move to the next area</source>
   <translation>采纳建议；否则移到下一个区域</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>After a filter: select it, again to remove it</source>
   <translation>光标在筛选条件之后时：先选中它，再按一次移除</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the sidebar: filter by a tag, folder or period, or remove the filter</source>
   <translation>在侧边栏中：按标签、文件夹或时间段筛选，或移除筛选</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rename, delete or restore a saved search</source>
   <translation>重命名、删除或恢复已保存的搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Move a saved search; or drag it</source>
   <translation>移动已保存的搜索；也可拖动</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also follow links to files and folders outside the vault</source>
   <translation>同时跟随指向仓库外文件和文件夹的链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also compare all files every so many minutes, as for a drive that tells of no changes; 0 does not</source>
   <translation>此外每隔若干分钟比较所有文件（例如不通知更改的驱动器）；0 表示不比较</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>days for which the texts of changed notes are kept beside the index, where they are in no git repository; 0 keeps none</source>
   <translation>在没有 git 仓库的地方，已更改笔记的文本保存在索引旁的天数；0 表示不保存</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>kinds of files to search beside notes, joined by +; none for notes alone</source>
   <translation>除笔记外要搜索的文件类型，用 + 连接；none 表示只搜索笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>larger PDFs, books and presentations, in megabytes, are skipped and reported</source>
   <translation>更大的 PDF、电子书和演示文稿（以 MB 计）会被跳过并报告</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>larger notes and files of other kinds, in megabytes, are skipped and reported</source>
   <translation>更大的笔记和其他类型的文件（以 MB 计）会被跳过并报告</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>recognize the text in pictures and scanned pages in the background; needs the extra `ocr`</source>
   <translation>在后台识别图片和扫描页中的文字；需要附加组件 `ocr`</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>longest passage, in tokens of the model; title and headings come on top</source>
   <translation>段落的最大长度，以模型的 token 计；不含笔记标题和各级标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>tokens repeated from the end of one passage at the start of the next</source>
   <translation>上一段落末尾在下一段落开头重复的 token 数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the installed default, a folder with a sentence-transformers model, the name of one in the local hub cache, or the address of an OpenAI-compatible server with a model, such as http://127.0.0.1:11434/v1#nomic-embed-text</source>
   <translation>自带的默认模型、包含 sentence-transformers 模型的文件夹、本地 hub 缓存中某个模型的名称，或与 OpenAI 兼容的服务器地址及模型，例如 http://127.0.0.1:11434/v1#nomic-embed-text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the model for all languages but English: named like embedding_model; none (embedding_model for all); or auto: the installed one with the default embedding_model, none with another</source>
   <translation>英语以外所有语言使用的模型：写法与 embedding_model 相同；none 表示全部使用 embedding_model；auto 表示与默认的 embedding_model 搭配时用随程序安装的模型，与其他模型搭配时不用</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>plain embeds each passage alone; late embeds short neighbouring passages together; colbert also keeps a vector for every few tokens</source>
   <translation>plain 单独嵌入每个段落；late 将相邻的短段落一起嵌入；colbert 另外为每几个 token 保存一个向量</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>language of notes without a `lang` property, as a code such as de; auto detects it per note</source>
   <translation>没有 `lang` 属性的笔记的语言，用 de 这样的代码表示；auto 逐篇识别</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>language of all questions, as a code; auto detects it per question</source>
   <translation>所有提问的语言，用代码表示；auto 逐个识别</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>a further retriever: model_texts finds passages by what your language model has written about them</source>
   <translation>另一种检索方式：model_texts 通过语言模型为段落撰写的文本查找段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>combine keywords and meaning by their scores, or by reciprocal ranks</source>
   <translation>按得分或按排名的倒数合并关键词与语义的结果</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of keywords in the combined score; the rest is meaning</source>
   <translation>关键词在总分中所占的权重；其余归语义</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>ranking steps joined by +; auto is best_sentence, late_interaction, then cross_encoder if its weights are installed</source>
   <translation>以 + 连接的排序步骤；auto 依次为 best_sentence、late_interaction，已安装权重时再加 cross_encoder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one from `vaultsearch models download`, else the installed one</source>
   <translation>交叉编码器：文件夹、本机模型缓存中的模型名称，或 auto：优先使用 `vaultsearch models download` 下载的模型，否则使用随程序安装的模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages read by the cross-encoder, of short queries a quarter; the others stay below</source>
   <translation>交叉编码器读取的段落数，短查询为其四分之一；其余排在后面</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>days after which a note counts as half as fresh</source>
   <translation>笔记的时效性减半所需的天数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of freshness in the order; the rest is relevance (0: none)</source>
   <translation>时效性在排序中所占的权重；其余归相关性（0：不考虑）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of links from and to the best notes (0: none)</source>
   <translation>与最相关笔记之间的链接的权重（0：不考虑）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages with a lower probability of answering are hidden</source>
   <translation>构成回答的概率低于此值的段落会被隐藏</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages listed per note; 0 lists all of them</source>
   <translation>每篇笔记列出的段落数；0 表示全部列出</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>candidates for each segment of a long text</source>
   <translation>长文本每个片段的候选数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>notes listed for all topics together, and at most for each</source>
   <translation>所有主题合计以及每个主题最多列出的笔记数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>lowest cosine for a passage to be similar to a segment; -1 for the value fitted to the model, or none if there is no such value</source>
   <translation>段落与片段相似所需的最低余弦值；-1 表示采用为该模型拟合的值，若没有则不设</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages listed in the window</source>
   <translation>窗口中列出的段落数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>recent searches to remember; 0 remembers none and clears the history</source>
   <translation>记住的最近搜索数；0 表示不记录，并清除历史</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>in the window, rank notes higher that were opened, copied or added to the basket for the question; off remembers nothing new</source>
   <translation>在窗口中，提升曾为该提问打开、复制或添加到收集篮的笔记的排名；关闭后不再记录新内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>token budget of a copied context</source>
   <translation>复制上下文的 token 预算</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>address of a language model's OpenAI-compatible server, such as http://127.0.0.1:11434/v1; none if empty</source>
   <translation>语言模型的 OpenAI 兼容服务器地址，例如 http://127.0.0.1:11434/v1；留空表示不使用</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>name of the language model on that server</source>
   <translation>该服务器上语言模型的名称</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>searches and readings of notes that the language model may do by itself before it answers</source>
   <translation>语言模型在回答前可自行搜索和阅读笔记的次数</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>address of a server with /rerank in Cohere's shape, for the ranking step rerank_server</source>
   <translation>带 /rerank（Cohere 格式）的服务器地址，用于排序步骤 rerank_server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>name of the model for reranking on that server</source>
   <translation>该服务器上用于重排序的模型名称</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also search with other wordings of a question by the language model, after the first answer</source>
   <translation>首个结果之后，还用语言模型给出的其他说法搜索</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>ask the language model again whether the cited passages say the sentences of its answer</source>
   <translation>再次询问语言模型：所引段落是否支持其回答中的句子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>answer a query with a question mark as soon as one pauses, without Ctrl+Enter</source>
   <translation>停顿时自动回答带问号的查询，无需 Ctrl+Enter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>{} is set to {}, but must be {}.</source>
   <translation>{} 的值为 {}，应为 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>Change it, or remove it for the default {}.</source>
   <translation>请更改，或移除它以使用默认值 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>Unknown parameter {}.</source>
   <translation>未知参数 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>`vaultsearch config` lists all of them.</source>
   <translation>`vaultsearch config` 可列出全部参数。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>has the property</source>
   <translation>具有属性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>dated after</source>
   <translation>日期晚于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>dated before</source>
   <translation>日期早于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>dated</source>
   <translation>日期为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>notes as they were on</source>
   <translation>笔记当时的样子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>what came into notes or went in</source>
   <translation>笔记中新增或删去的内容</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>notes that are gone</source>
   <translation>已删除的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>contains, with exactly this case</source>
   <translation>包含（区分大小写）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>contains, ignoring case</source>
   <translation>包含（不区分大小写）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>the latest note</source>
   <translation>最新的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>the earliest note</source>
   <translation>最早的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>file name contains</source>
   <translation>文件名包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>path contains</source>
   <translation>路径包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>content contains</source>
   <translation>内容包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>title contains</source>
   <translation>标题包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a heading contains</source>
   <translation>某个小标题包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>tagged</source>
   <translation>带有标签</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>links to</source>
   <translation>链接到</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a line contains</source>
   <translation>某一行包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a block contains</source>
   <translation>某个块包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a section contains</source>
   <translation>某一节包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a task contains</source>
   <translation>某个任务包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>an open task contains</source>
   <translation>某个未完成任务包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a finished task contains</source>
   <translation>某个已完成任务包含</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a passage is in</source>
   <translation>某个段落的语言为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>is a file of the type</source>
   <translation>文件类型为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>is on the topic</source>
   <translation>属于主题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>speaks of</source>
   <translation>谈到</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>hangs beneath</source>
   <translation>上级笔记为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>as it was on</source>
   <translation>当时的样子：</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>changed</source>
   <translation>更改于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>edited</source>
   <translation>修改于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>created</source>
   <translation>创建于</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>with a task due</source>
   <translation>任务到期日为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>about</source>
   <translation>内容涉及的时间为</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>contains {}</source>
   <translation>包含 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} (matching case)</source>
   <translation>{}（区分大小写）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} (ignoring case)</source>
   <translation>{}（不区分大小写）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>not ({})</source>
   <translation>不满足（{}）</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} and {}</source>
   <translation>{} 且 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>each passage contains {}</source>
   <translation>每个段落都包含 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} or {}</source>
   <translation>{} 或 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>not {}</source>
   <translation>不含 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>has the property {}</source>
   <translation>具有属性 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} has no value</source>
   <translation>属性 {} 没有值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} {} {}</source>
   <translation>属性 {} {} {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} is “{}”</source>
   <translation>属性 {} 为“{}”</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} contains {}</source>
   <translation>属性 {} 包含 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Best sentence</source>
   <translation>最佳句子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Languages other than English: compares the question with single sentences. Cost: small; reads the sentences of {} passages.</source>
   <translation>英语以外的语言：将问题与单个句子比较。开销：小；读取 {} 个段落的句子。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: best sentence</source>
   <translation>排序：最佳句子</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Late interaction</source>
   <translation>延迟交互</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>English: compares word by word. Cost: small; reads {} passages.</source>
   <translation>英语：逐词比较。开销：小；读取 {} 个段落。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: late interaction</source>
   <translation>排序：延迟交互</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Cross-encoder</source>
   <translation>交叉编码器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>English: reads question and passage together. Cost: largest; reads {} passages for every question. Needs its own model.</source>
   <translation>英语：将问题与段落放在一起读取。开销：最大；每次提问读取 {} 个段落。需要专用模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: cross-encoder</source>
   <translation>排序：交叉编码器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Variety</source>
   <translation>多样性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Adds variety. Cost: almost none.</source>
   <translation>增加多样性。开销：几乎没有。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: variety</source>
   <translation>排序：多样性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Freshness</source>
   <translation>时效性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranks newer notes higher. Cost: none.</source>
   <translation>提升较新笔记的排名。开销：无。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: freshness</source>
   <translation>排序：时效性</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Links</source>
   <translation>链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranks notes higher that are linked with the best ones. Cost: small.</source>
   <translation>提升与最相关笔记互有链接的笔记的排名。开销：小。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: links</source>
   <translation>排序：链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Rerank server</source>
   <translation>重排序服务器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Has your own server score 20 passages (address in Advanced). Cost: a request for every question.</source>
   <translation>让你自己的服务器为 20 个段落评分（地址在“高级”中设置）。开销：每个问题一次请求。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: rerank server</source>
   <translation>排序：重排序服务器</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Has your language model order the first 10 passages. Cost: a request for every question.</source>
   <translation>让你的语言模型为前 10 个段落排序。开销：每个问题一次请求。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: language model</source>
   <translation>排序：语言模型</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Threshold</source>
   <translation>阈值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Hides weak matches. Cost: none; needs probabilities from an earlier step.</source>
   <translation>隐藏较弱的匹配。开销：无；需要前面的步骤给出概率。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: threshold</source>
   <translation>排序：阈值</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>One per note</source>
   <translation>每篇笔记一个</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Lists a few passages per note. Cost: none.</source>
   <translation>每篇笔记只列出少数段落。开销：无。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: passages per note</source>
   <translation>排序：每篇笔记的段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Afrikaans</source>
   <translation>南非荷兰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Catalan</source>
   <translation>加泰罗尼亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Czech</source>
   <translation>捷克语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Danish</source>
   <translation>丹麦语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>German</source>
   <translation>德语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>English</source>
   <translation>英语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Spanish</source>
   <translation>西班牙语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Estonian</source>
   <translation>爱沙尼亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Basque</source>
   <translation>巴斯克语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Finnish</source>
   <translation>芬兰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>French</source>
   <translation>法语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Galician</source>
   <translation>加利西亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Croatian</source>
   <translation>克罗地亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hungarian</source>
   <translation>匈牙利语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Indonesian</source>
   <translation>印度尼西亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Icelandic</source>
   <translation>冰岛语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Italian</source>
   <translation>意大利语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Lithuanian</source>
   <translation>立陶宛语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Latvian</source>
   <translation>拉脱维亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Dutch</source>
   <translation>荷兰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Norwegian</source>
   <translation>挪威语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Polish</source>
   <translation>波兰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Portuguese</source>
   <translation>葡萄牙语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Romanian</source>
   <translation>罗马尼亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Slovak</source>
   <translation>斯洛伐克语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Slovenian</source>
   <translation>斯洛文尼亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Swedish</source>
   <translation>瑞典语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Swahili</source>
   <translation>斯瓦希里语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Turkish</source>
   <translation>土耳其语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Vietnamese</source>
   <translation>越南语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Belarusian</source>
   <translation>白俄罗斯语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Bulgarian</source>
   <translation>保加利亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Kazakh</source>
   <translation>哈萨克语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Macedonian</source>
   <translation>马其顿语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Mongolian</source>
   <translation>蒙古语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Russian</source>
   <translation>俄语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Serbian</source>
   <translation>塞尔维亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Ukrainian</source>
   <translation>乌克兰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Arabic</source>
   <translation>阿拉伯语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Persian</source>
   <translation>波斯语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Urdu</source>
   <translation>乌尔都语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hindi</source>
   <translation>印地语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Marathi</source>
   <translation>马拉地语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Nepali</source>
   <translation>尼泊尔语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Chinese</source>
   <translation>中文</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Japanese</source>
   <translation>日语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Korean</source>
   <translation>韩语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Thai</source>
   <translation>泰语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Lao</source>
   <translation>老挝语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Khmer</source>
   <translation>高棉语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Burmese</source>
   <translation>缅甸语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Greek</source>
   <translation>希腊语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hebrew</source>
   <translation>希伯来语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Georgian</source>
   <translation>格鲁吉亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Armenian</source>
   <translation>亚美尼亚语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Bengali</source>
   <translation>孟加拉语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Tamil</source>
   <translation>泰米尔语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Telugu</source>
   <translation>泰卢固语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Malayalam</source>
   <translation>马拉雅拉姆语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Kannada</source>
   <translation>卡纳达语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Gujarati</source>
   <translation>古吉拉特语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Punjabi</source>
   <translation>旁遮普语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Sinhala</source>
   <translation>僧伽罗语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Amharic</source>
   <translation>阿姆哈拉语</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>headings</source>
   <translation>标题</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>link texts</source>
   <translation>链接文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>aliases</source>
   <translation>别名</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>first sentences</source>
   <translation>首句</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>a heading; the passages below it are the answer</source>
   <translation>用标题提问，答案是其下的段落</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>the text of a link; the linked note is the answer</source>
   <translation>用链接文本提问，答案是链接指向的笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>an alias; its note is the answer</source>
   <translation>用别名提问，答案是其笔记</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>the first sentence of a note; the rest of the note is the answer</source>
   <translation>用笔记的首句提问，答案是该笔记的其余部分</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>Use these figures to compare models and settings on your own notes: if one wins by more than its interval, it is likely to serve you better.</source>
   <translation>这些数据可用于在你自己的笔记上比较模型和设置：优势超出置信区间的，很可能更适合你。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>They say little about search quality as such: nobody asked these questions, each has only one right answer here although there may be others, and the question's own text was removed from the notes.</source>
   <translation>它们难以说明搜索本身的好坏：这些问题并非真人提出，每个问题只认一个答案，尽管其他答案也可能正确，而且问题文本已从笔记中去除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>Headings and link texts are shorter than typical questions, first sentences longer: look at the kind most like what you type.</source>
   <translation>标题和链接文本比一般的提问短，首句则更长：请参考与你的输入最接近的那一类。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/context/formats.py" />
   <source>No answer in this note.</source>
   <translation>此笔记中没有回答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>The vault is closed.</source>
   <translation>仓库已关闭。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>Open it again.</source>
   <translation>请重新打开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>Search for it; a new note is found once it is indexed.</source>
   <translation>请搜索它；新笔记在索引后即可找到。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>No note called {}.</source>
   <translation>没有名为 {} 的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>The path of {} isn't valid UTF-8.</source>
   <translation>{} 的路径不是有效的 UTF-8。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>Rename the folder.</source>
   <translation>请重命名该文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>A question is answered from a whole note.</source>
   <translation>问题要根据整篇笔记来回答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>Leave out the lines, or the question.</source>
   <translation>请去掉行号，或去掉问题。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>It has lines 1 to {}.</source>
   <translation>它有第 1 至 {} 行。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>{} has no such lines.</source>
   <translation>{} 中没有这些行。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/file_changes.py" />
   <source>The notes of {} aren't on this computer, nor are their versions.</source>
   <translation>{} 的笔记及其版本不在这台电脑上。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/file_changes.py" />
   <source>Connect their drive, or ask where they are.</source>
   <translation>请连接它们所在的驱动器，或在存放它们的电脑上查询。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The repository of {} leads to another folder, which isn't read.</source>
   <translation>{} 的仓库指向另一个文件夹，该文件夹不会被读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Keep the whole repository in the folder, or have versions saved in Settings &gt; Privacy.</source>
   <translation>请将整个仓库保存在该文件夹中，或在“设置 &gt; 隐私”中启用保存版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The text of {} on {} isn't in this repository.</source>
   <translation>{} 在 {} 的文本不在此仓库中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>It may be a shallow or partial clone: fetch the whole history.</source>
   <translation>它可能是浅克隆或部分克隆：请获取完整历史。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>{} is in no git repository.</source>
   <translation>{} 不在 Git 仓库中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Have versions saved in Settings &gt; Privacy, or keep the notes in one.</source>
   <translation>请在“设置 &gt; 隐私”中开启版本保存，或将笔记放入 git 仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>There is no commit of {} or before.</source>
   <translation>没有 {} 或更早的提交。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The history here begins on {}: the clone is shallow.</source>
   <translation>此处的历史始于 {}：该克隆是浅克隆。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Ask for a later day.</source>
   <translation>请查询更晚的日期。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Check the repository with git status.</source>
   <translation>请用 git status 检查仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>A history needs git, which isn't installed.</source>
   <translation>历史需要 git，但它尚未安装。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Install git, and ask again.</source>
   <translation>请安装 git 后重试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <location filename="../../vaultsearch/service/commands.py" />
   <source>Try again.</source>
   <translation>请重试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The repository of {} holds too much to be read.</source>
   <translation>{} 的仓库内容过多，无法读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Look at it with git itself.</source>
   <translation>请直接用 git 查看。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Update git.</source>
   <translation>请更新 git。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Delete {}.</source>
   <translation>请删除 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <location filename="../../vaultsearch/service/areas/past.py" />
   <location filename="../../vaultsearch/service/vault.py" />
   <source>Free some space on the disk.</source>
   <translation>请释放一些磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The versions can't be saved: {}.</source>
   <translation>无法保存版本：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The text of {} on {} isn't saved any more.</source>
   <translation>{} 在 {} 的文本已不再保留。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Choose a later version.</source>
   <translation>请选择较新的版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Versions are saved here since {}.</source>
   <translation>此处自 {} 起保存版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The saved versions can't be read: {}.</source>
   <translation>无法读取已保存的版本：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>No versions are saved here.</source>
   <translation>此处没有保存版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Have them saved in Settings &gt; Privacy.</source>
   <translation>可在“设置 &gt; 隐私”中开启。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Index rebuilt because of a new version, a new model or other passages.</source>
   <translation>因版本、模型或段落划分变化，已重建索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Another model has read these notes, so nothing is found by meaning.</source>
   <translation>这些笔记由另一个模型读取，因此无法按含义查找。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Choose the model that has read them, or index them again.</source>
   <translation>请选择读取它们的模型，或重新索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>The index in {} is damaged.</source>
   <translation>{} 中的索引已损坏。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>Index the vault again, or ask a published index again: what is damaged is made anew.</source>
   <translation>请重新索引此仓库；若是已发布的索引，请再次查询：损坏的部分会重新生成。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>No disk space left for the index in {}.</source>
   <translation>{} 中的索引没有可用的磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>Free some space; notes indexed so far are searchable, the rest follows later.</source>
   <translation>请释放一些空间；已索引的笔记可以搜索，其余稍后继续。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} is no place that an index can be published to.</source>
   <translation>{} 不是可以发布索引的位置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Use a folder, or s3://, gs:// or az://.</source>
   <translation>请使用文件夹，或 s3://、gs://、az://。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The address of a bucket holds no key.</source>
   <translation>存储桶地址中不能包含密钥。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Set the keys of the store in the environment, or in its profile.</source>
   <translation>请在环境变量或其配置文件中设置存储密钥。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>An object store needs the extra “store”.</source>
   <translation>对象存储需要附加组件“store”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} does not keep what is copied to it.</source>
   <translation>{} 没有保留复制到其中的内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check its drive, or its network.</source>
   <translation>请检查它的驱动器或网络。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} is not a folder.</source>
   <translation>{} 不是文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another place.</source>
   <translation>请选择其他位置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} holds other files.</source>
   <translation>{} 中有其他文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose an empty folder, or a new one.</source>
   <translation>请选择空文件夹或新文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Somebody else published to {} meanwhile.</source>
   <translation>期间有其他人发布到了 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Publish again.</source>
   <translation>请重新发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another prefix.</source>
   <translation>请选择其他前缀。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} can't be used ({}).</source>
   <translation>无法使用 {}（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check the address, the network, and the credentials in your environment.</source>
   <translation>请检查地址、网络和环境中的凭据。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>No index is published in {}.</source>
   <translation>{} 中没有发布的索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Publish one on the other computer: vaultsearch publish VAULT PLACE</source>
   <translation>请在另一台电脑上发布：vaultsearch publish VAULT PLACE</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>What is published in {} can't be read ({}).</source>
   <translation>无法读取 {} 中发布的内容（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Wait until the folder is synced, or publish again.</source>
   <translation>请等待文件夹同步完成，或重新发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The index in {} was published by another version.</source>
   <translation>{} 中的索引由其他版本发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Use the same version of vaultsearch on both computers.</source>
   <translation>请在两台电脑上使用相同版本的 vaultsearch。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The index in {} is not there whole ({}).</source>
   <translation>{} 中的索引不完整（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Wait until the folder is synced, or publish again on the other computer.</source>
   <translation>请等待文件夹同步完成，或在另一台电脑上重新发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>If you publish there, add --take-over; else choose another place.</source>
   <translation>如果是你在那里发布，请添加 --take-over；否则请选择其他位置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} publishes “{}” there, since {}.</source>
   <translation>{} 在那里发布“{}”，始于 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another place, or add --take-over to publish there from now on.</source>
   <translation>请选择其他位置，或添加 --take-over 从现在起在那里发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>No space is left in {}.</source>
   <translation>{} 中没有剩余空间。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Free some space there; publish again.</source>
   <translation>请在那里释放一些空间，然后重新发布。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check the folder, its drive and its permissions.</source>
   <translation>请检查该文件夹、它的驱动器和权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>There was not enough memory to read this; it is tried again.</source>
   <translation>内存不足，无法读取；将会重试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Unexpected error while reading ({}: {}).</source>
   <translation>读取时发生意外错误（{}：{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>No permission to read this file.</source>
   <translation>没有读取此文件的权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>The disk is full; this is read once there is space.</source>
   <translation>磁盘已满；有空间后会读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Can't be read: {}.</source>
   <translation>无法读取：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading took longer than {} s; it was skipped.</source>
   <translation>读取超过 {} 秒，已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading it needed more than {} MB of memory; it was skipped.</source>
   <translation>读取时需要超过 {} MB 内存，已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>The process that reads it was ended by the system; it is tried again.</source>
   <translation>读取它的进程被系统终止；将会重试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading this note crashed; it was skipped.</source>
   <translation>读取此笔记时崩溃，已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading this file crashed; it was skipped.</source>
   <translation>读取此文件时崩溃，已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>{} makes vectors of another dimension now.</source>
   <translation>{} 现在生成的向量维度不同。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>If its server has another model under this name, run: vaultsearch index --rebuild</source>
   <translation>如果服务器上此名称对应另一个模型，请运行：vaultsearch index --rebuild</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>Indexing a passage of this note by meaning crashed; it is found by keywords only.</source>
   <translation>此笔记的一个段落在建立语义索引时崩溃，只能按关键词找到。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Notes were re-indexed for keywords because of a new version; their meaning is kept.</source>
   <translation>因版本更新，已为笔记重建关键词索引；语义索引保留不变。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>No notes or documents in {}.</source>
   <translation>{} 中没有笔记或文档。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Choose another folder, or check Exclusions.</source>
   <translation>请选择其他文件夹，或检查排除项。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Notes in other languages were re-indexed for the new model.</source>
   <translation>已为新模型重新索引其他语言的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Token vectors removed because of the new chunking mode.</source>
   <translation>因切分模式变化，已移除 token 向量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Token vectors rebuilt because of the new chunking mode or pooling.</source>
   <translation>因切分模式或合并方式变化，已重建 token 向量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/recognition.py" />
   <source>Its text can't be recognized ({}).</source>
   <translation>无法识别其文字（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/recognition.py" />
   <source>Recognizing its text crashed, needed too much memory or took longer than {} s; it was skipped.</source>
   <translation>文字识别崩溃、占用内存过多或超过 {} 秒；已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/token_filling.py" />
   <source>Indexing the tokens of a passage of this note crashed; it was skipped.</source>
   <translation>此笔记的一个段落在索引 token 时崩溃，已跳过。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/token_table.py" />
   <source>This index has no token vectors.</source>
   <translation>此索引没有 token 向量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/token_table.py" />
   <source>Set embedding.chunking_mode to colbert, and index the vault again.</source>
   <translation>请将 embedding.chunking_mode 设为 colbert，并重新索引仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>The index in {} can't be written{}.</source>
   <translation>无法写入 {} 中的索引{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>Notes indexed so far are searchable; check the folder's permissions or its disk.</source>
   <translation>已索引的笔记可以搜索；请检查文件夹的权限或其磁盘。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>The index is being updated by another program (process {}).</source>
   <translation>另一个程序正在更新索引（进程 {}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>Close the other window or wait for the other command; you can keep searching.</source>
   <translation>请关闭另一个窗口或等待另一条命令结束；其间仍可搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>This application can't be extended; vaultsearch installed with pip can.</source>
   <translation>此应用程序无法扩展；通过 pip 安装的 vaultsearch 可以。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>Add it: run {} in a terminal.</source>
   <translation>添加方法：在终端中运行 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>Other models need the extra “models”.</source>
   <translation>其他模型需要附加组件“models”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/chats.py" />
   <source>The table needs the columns timestamp, author and message.</source>
   <translation>表格需要 timestamp、author 和 message 列。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>No text to search with.</source>
   <translation>没有可用于搜索的文本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>The text is long: only its first {} characters were used.</source>
   <translation>文本过长：只使用了前 {} 个字符。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>No notes similar to this text.</source>
   <translation>没有与这段文本相似的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Try again; if it keeps failing, rebuild the index.</source>
   <translation>请重试；若仍失败，请重建索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>The search failed: {}.</source>
   <translation>搜索失败：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Your notes are still being indexed.</source>
   <translation>你的笔记仍在建立索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Try again in a moment, or run: vaultsearch index FOLDER</source>
   <translation>请稍后再试，或运行：vaultsearch index 文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>This text is in your notes: {}. Listed are others.</source>
   <translation>这段文本就在你的笔记中：{}。此处列出其他笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: your question and the passages found for it would be sent there.</source>
   <translation>{} 不是本机：你的问题和为其找到的段落会发送到那里。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: the text of all your notes, and each question, would be sent there.</source>
   <translation>{} 不是本机：你所有笔记的文本和每个问题都会发送到那里。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: the text of your notes would be sent there.</source>
   <translation>{} 不是本机：你的笔记的文本会发送到那里。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it: vaultsearch ask --allow {}</source>
   <translation>未发送任何内容。要允许，请运行：vaultsearch ask --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it, press Test in Settings &gt; Models, or run: vaultsearch index --allow {}</source>
   <translation>未发送任何内容。如要允许，请在“设置 &gt; 模型”中点击“测试”，或运行：vaultsearch index --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it: vaultsearch index --allow {}</source>
   <translation>未发送任何内容。要允许，请运行：vaultsearch index --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>No language model is set.</source>
   <translation>未设置语言模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Set its address and name: Settings &gt; Language model, or base_url and model under [parameters.ask] in the settings file.</source>
   <translation>请设置其地址和名称：“设置 &gt; 语言模型”，或设置文件的 [parameters.ask] 下的 base_url 和 model。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not the address of a server.</source>
   <translation>{} 不是服务器地址。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Use an address such as http://127.0.0.1:11434/v1.</source>
   <translation>请使用类似 http://127.0.0.1:11434/v1 的地址。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>There is no chat at {}.</source>
   <translation>{} 没有聊天接口。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Start it, or correct the address in Settings &gt; Language model.</source>
   <translation>请启动服务器，或在“设置 &gt; 语言模型”中更正地址。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter another one in Settings &gt; Language model.</source>
   <translation>请在“设置 &gt; 语言模型”中输入其他密钥。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Load it there, or choose one of the list in Settings &gt; Language model.</source>
   <translation>请在那里加载，或在“设置 &gt; 语言模型”的列表中选择。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>There are no embeddings at {}.</source>
   <translation>{} 没有嵌入接口。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Start it, or correct the address in Settings &gt; Models.</source>
   <translation>请启动它，或在“设置 &gt; 模型”中更正地址。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter another one in Settings &gt; Models.</source>
   <translation>请在“设置 &gt; 模型”中输入其他密钥。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Load it there, or choose one of the list in Settings &gt; Models.</source>
   <translation>请在那里加载它，或在“设置 &gt; 模型”的列表中选择一个。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is busy, or its quota is used up.</source>
   <translation>{} 正忙，或配额已用完。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again in a while.</source>
   <translation>请稍后再试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} leads to another address, which is not followed.</source>
   <translation>{} 指向另一个地址，不予跟随。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter the address of the server itself.</source>
   <translation>请输入服务器本身的地址。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages.</source>
   <translation>请查看服务器自身的消息。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the question with status {}.</source>
   <translation>{} 以状态 {} 拒绝了问题。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages: the question may be longer than the model's context.</source>
   <translation>请查看服务器自身的消息：问题可能超出模型的上下文长度。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed ({}).</source>
   <translation>{} 出错了（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} thought, but wrote no answer.</source>
   <translation>{} 只进行了思考，没有写出回答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Ask again, or choose a model that thinks less.</source>
   <translation>请再问一次，或选择思考较少的模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>{} sent no text.</source>
   <translation>{} 没有发送文本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Check that the model can chat.</source>
   <translation>请检查该模型是否支持聊天。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>It works: {} answered after {} s.</source>
   <translation>可用：{} 在 {} 秒后作答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} took longer than {} s to answer.</source>
   <translation>{} 超过 {} 秒未作答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again once the model is loaded, or choose a smaller one.</source>
   <translation>请在模型加载后重试，或选择较小的模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>The certificate of {} is not trusted.</source>
   <translation>{} 的证书不受信任。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Only those of public authorities are.</source>
   <translation>只信任公共机构颁发的证书。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>No server answers at {}.</source>
   <translation>{} 没有服务器应答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} sent something that is no answer.</source>
   <translation>{} 发送的内容不是回答。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Check that it is an OpenAI-compatible server.</source>
   <translation>请检查它是否为 OpenAI 兼容服务器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} broke off in the middle of the answer.</source>
   <translation>{} 在回答中途断开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Ask again.</source>
   <translation>请再次询问。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is still loading the model.</source>
   <translation>{} 仍在加载模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again in a moment.</source>
   <translation>请稍后再试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed with status {}.</source>
   <translation>{} 失败，状态 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} has no model {}.</source>
   <translation>{} 没有模型 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Correct the path of the address; most end in /v1.</source>
   <translation>请更正地址路径；大多以 /v1 结尾。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the key.</source>
   <translation>{} 拒绝了密钥。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the question ({}).</source>
   <translation>{} 拒绝了该问题（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} makes no embeddings with {}.</source>
   <translation>{} 无法用 {} 生成嵌入。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Choose a model that is made for embeddings; llama.cpp is to be started with --embeddings.</source>
   <translation>请选择用于嵌入的模型；llama.cpp 需要以 --embeddings 启动。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses texts ({}).</source>
   <translation>{} 拒绝了文本（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages: a passage may be longer than the model's context.</source>
   <translation>请查看服务器自身的消息：段落可能超过模型的上下文长度。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed twice and is left alone for {} s.</source>
   <translation>{} 已失败两次，{} 秒内不再询问。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Test it in Settings &gt; Language model to try at once.</source>
   <translation>要立即重试，请在“设置 &gt; 语言模型”中测试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Other models need sentence-transformers and torch, which can't be loaded ({}).</source>
   <translation>其他模型需要 sentence-transformers 和 torch，但无法加载（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Choose another with embedding.embedding_model.</source>
   <translation>请用 embedding.embedding_model 选择其他模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>The model in {} needs to run its own code ({}).</source>
   <translation>{} 中的模型需要运行自己的代码（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Choose a model that doesn't.</source>
   <translation>请选择其他模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} isn't on this computer.</source>
   <translation>本机没有模型 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Download it: vaultsearch models download {}</source>
   <translation>请下载：vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Reinstall vaultsearch, or choose another model.</source>
   <translation>请重新安装 vaultsearch，或选择其他模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be read: {}.</source>
   <translation>{} 无法读取：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} has the wrong checksum (sha256 {}…, expected {}…).</source>
   <translation>{} 的校验值不符（sha256 {}…，应为 {}…）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose another with embedding.embedding_model; no other format is supported.</source>
   <translation>请用 embedding.embedding_model 选择另一个；不支持其他格式。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} doesn't contain model.safetensors.</source>
   <translation>{} 不包含 model.safetensors。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} is neither a folder nor in the local hub cache.</source>
   <translation>模型 {} 既不是文件夹，也不在本机模型缓存中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose a folder that contains it, or download it: vaultsearch models download {}</source>
   <translation>请选择包含它的文件夹，或下载：vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be downloaded: {}.</source>
   <translation>{} 无法下载：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} doesn't contain {}: {}.</source>
   <translation>{} 不包含 {}：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} arrived damaged and was removed.</source>
   <translation>{} 下载后已损坏，已删除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Connect to the network and try again, or copy the model's folder from another machine and choose it with reranker.reranker_model or embedding.embedding_model.</source>
   <translation>请连接网络后重试，或从另一台电脑复制模型文件夹，并用 reranker.reranker_model 或 embedding.embedding_model 选择它。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} has no weights as safetensors.</source>
   <translation>模型 {} 没有 safetensors 格式的权重。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose another; no other format is supported.</source>
   <translation>请选择其他模型；不支持其他格式。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} of {} arrived damaged (sha256 {}…, expected {}…), and was removed.</source>
   <translation>{}（{}）下载后已损坏（sha256 {}…，应为 {}…），已删除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Download it again: vaultsearch models download {}</source>
   <translation>请重新下载：vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>HF_HUB_OFFLINE is set, so nothing can be downloaded.</source>
   <translation>已设置 HF_HUB_OFFLINE，因此无法下载。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Unset it and try again.</source>
   <translation>请取消设置后重试。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} isn't the name of a model on the hub.</source>
   <translation>{} 不是模型中心的模型名称。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Names look like OWNER/MODEL, such as cross-encoder/ms-marco-MiniLM-L-6-v2.</source>
   <translation>名称的格式为 所有者/模型，例如 cross-encoder/ms-marco-MiniLM-L-6-v2。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>You need to accept the terms of the model {} first.</source>
   <translation>需要先接受模型 {} 的条款。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Accept them at {}/{} and log in with `hf auth login`.</source>
   <translation>请在 {}/{} 接受条款，并用 `hf auth login` 登录。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The hub at {} has no public model {}.</source>
   <translation>{} 上没有公开的模型 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Check the name there.</source>
   <translation>请在那里核对名称。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be downloaded from {}: {}.</source>
   <translation>{} 无法从 {} 下载：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/multilingual_choice.py" />
   <source>There is no folder for the converted {}.</source>
   <translation>没有用于存放转换后的 {} 的文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/multilingual_choice.py" />
   <source>Set embedding.multilingual_model to {}.</source>
   <translation>请将 embedding.multilingual_model 设为 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/onnx_models.py" />
   <location filename="../../vaultsearch/core/models/tokens.py" />
   <source>Reinstall vaultsearch.</source>
   <translation>请重新安装 vaultsearch。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/onnx_models.py" />
   <source>The weights of {} have the wrong checksum (sha256 {}…, expected {}…).</source>
   <translation>{} 的权重校验和不符（sha256 {}…，应为 {}…）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>The address {} names no model.</source>
   <translation>地址 {} 没有指定模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>Write it behind the address, as in {}.</source>
   <translation>请将模型写在地址之后，例如 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>A server's model needs the extra “ask”.</source>
   <translation>使用服务器上的模型需要附加组件“ask”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>{} sent vectors of different dimensions.</source>
   <translation>{} 发送的向量维度不一致。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>Choose a model that is made for embeddings.</source>
   <translation>请选择用于生成嵌入的模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>{} sent vectors that cannot be used.</source>
   <translation>{} 返回了无法使用的向量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>It works: {} makes vectors of {} dimensions.</source>
   <translation>可用：{} 生成 {} 维向量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>The picture can't be read ({}).</source>
   <translation>无法读取图片（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Too large for text recognition: {} pixels.</source>
   <translation>图片过大，无法识别文字：{} 像素。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Text in {} can't be recognized; install tesseract with its language.</source>
   <translation>无法识别{}文字；请安装带有该语言的 tesseract。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Its script can't be recognized; Latin, Chinese and Japanese can. For Cyrillic, install tesseract with rus.</source>
   <translation>无法识别其文字；可识别拉丁文、中文和日文。西里尔文请安装带有 rus 的 tesseract。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/lookup.py" />
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>/{}/ takes too long on {}.</source>
   <translation>/{}/ 在 {} 上耗时过长。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/lookup.py" />
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Make it simpler: nested repeats are slow.</source>
   <translation>请简化：嵌套的重复太慢。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>A query can have {} characters; this one has {}.</source>
   <translation>查询最多 {} 个字符，当前为 {} 个。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Shorten it, or search with it as a text: paste it into the window, or use search --from-file FILE or search_passage.</source>
   <translation>请缩短，或把它作为文本来搜索：粘贴到窗口中，或使用 search --from-file 文件 或 search_passage。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>“{}” isn't a filter: plain words only rank notes.</source>
   <translation>“{}”不是筛选条件：普通词只影响排序。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Leave it out, or write it as a filter, such as "a phrase", content:word or tag:name.</source>
   <translation>请去掉它，或写成筛选条件，例如 "短语"、content:词 或 tag:名称。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>The filter “{}” can't be used.</source>
   <translation>无法使用筛选条件“{}”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>The past can only be searched.</source>
   <translation>过去的内容只能搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Leave asof:, changed: and deleted: out.</source>
   <translation>请去掉 asof:、changed: 和 deleted:。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Extra closing parenthesis ignored.</source>
   <translation>多余的右括号已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Too many nested parentheses; the inner ones are ignored.</source>
   <translation>括号嵌套过深，内层已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing parenthesis assumed at the end.</source>
   <translation>已视为末尾有右括号。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Too many operators in a row; the first ones are ignored.</source>
   <translation>连续的运算符过多，前面的已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>OR needs a word on both sides and is ignored.</source>
   <translation>OR 两侧都需要词，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{} needs a value and is ignored.</source>
   <translation>{} 需要一个值，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>AND is searched as a word; to require several words, use parentheses: (this that).</source>
   <translation>AND 按普通词搜索；要同时包含多个词，请用括号：(甲 乙)。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>NOT is searched as a word; to exclude a word, use a minus: -this.</source>
   <translation>NOT 按普通词搜索；要排除一个词，请用减号：-甲。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing / missing; searched as plain words.</source>
   <translation>缺少结尾的 /，已按普通词搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing ] missing; searched as plain words.</source>
   <translation>缺少结尾的 ]，已按普通词搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{}: isn't an operator; searched as plain words.</source>
   <translation>{}: 不是运算符，已按普通词搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Perhaps {} is meant.</source>
   <translation>您可能想输入 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing " assumed at the end.</source>
   <translation>已视为末尾有 "。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing ] assumed at the end.</source>
   <translation>已视为末尾有 ]。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>/{}/ isn't a valid regular expression ({}); searched as plain text.</source>
   <translation>/{}/ 不是有效的正则表达式（{}），已按普通文本搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>“{}” is neither a number nor a date, so nothing is {} it.</source>
   <translation>“{}”既不是数字也不是日期，因此没有内容符合 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{}: needs a date such as 2026-05-12, 2026-05, today or last week, and is ignored.</source>
   <translation>{}: 需要日期，如 2026-05-12、2026-05、今天或上周，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/scope.py" />
   <source>The past can't be one side of an OR, or within another operator.</source>
   <translation>过去的内容不能作为 OR 的一侧，也不能放在其他运算符内。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/scope.py" />
   <source>Put the other filters in parentheses: asof:2025-06-01 (tag:a OR tag:b).</source>
   <translation>请把其他筛选条件放进括号：asof:2025-06-01 (tag:a OR tag:b)。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>both link to {}</source>
   <translation>都链接到 {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>both linked from {}</source>
   <translation>都被 {} 链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>shares #{}</source>
   <translation>同有 #{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>link to each other</source>
   <translation>互相链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>links here</source>
   <translation>链接到此</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>linked from here</source>
   <translation>由此链接</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar topic: {}</source>
   <translation>主题相近：{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar topic</source>
   <translation>主题相近</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar overall</source>
   <translation>整体相似</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>Leave it out of reranker.chain.</source>
   <translation>请将其从 reranker.chain 中去掉。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>Set ask.rerank_url and ask.rerank_model, or leave rerank_server out of reranker.chain.</source>
   <translation>请设置 ask.rerank_url 和 ask.rerank_model，或从 reranker.chain 中去掉 rerank_server。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>No server for reranking is set.</source>
   <translation>未设置重排序服务器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/cross_encoder.py" />
   <source>Choose another with reranker.reranker_model, or remove cross_encoder from reranker.chain.</source>
   <translation>请用 reranker.reranker_model 选择其他模型，或从 reranker.chain 中移除 cross_encoder。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>No clear answer in your notes. Closest matches:</source>
   <translation>笔记中没有明确的回答。最接近的内容：</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>Notes without “{}”; for “{}” itself, put it in quotation marks.</source>
   <translation>不含“{}”的笔记；要搜索“{}”本身，请加引号。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>Also searched for {}.</source>
   <translation>还搜索了 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>/{}/ isn't a valid regular expression: {}.</source>
   <translation>/{}/ 不是有效的正则表达式：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Correct it, or remove the slashes.</source>
   <translation>请修正，或去掉斜杠。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Keyword matches. Searching by meaning…</source>
   <translation>关键词匹配结果。正在按语义搜索…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/usage_store.py" />
   <source>The record of opened notes couldn't be cleared ({}).</source>
   <translation>无法清除打开笔记的记录（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/usage_store.py" />
   <source>Delete {} yourself.</source>
   <translation>请自行删除 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/query.py" />
   <source>“{}” isn't in your notes; searched for {} too.</source>
   <translation>笔记中没有“{}”，已同时搜索 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/sync.py" />
   <source>No text on its pages; it is probably a scan.</source>
   <translation>页面上没有文字，可能是扫描件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/sync.py" />
   <source>Its fonts don't say which letters its pages show; text recognition can read them.</source>
   <translation>其字体没有说明页面上是哪些字符；可通过文字识别读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Not a valid canvas: {}.</source>
   <translation>不是有效的白板：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Open it in Obsidian, or restore an older version.</source>
   <translation>请在 Obsidian 中打开，或恢复旧版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Not a valid canvas: it has no cards.</source>
   <translation>不是有效的白板：没有卡片。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Open it in Obsidian.</source>
   <translation>请在 Obsidian 中打开。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Its cards can't be read and were ignored.</source>
   <translation>其中的卡片无法读取，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Its arrows can't be read and were ignored.</source>
   <translation>其中的连线无法读取，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>{} of its cards couldn't be read.</source>
   <translation>其中 {} 张卡片无法读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/containment.py" />
   <source>Links to a place outside the vault; allow that in Settings &gt; Exclusions.</source>
   <translation>指向仓库之外；可在“设置 &gt; 排除项”中允许。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/containment.py" />
   <source>Or copy the file into the vault.</source>
   <translation>或将文件复制到仓库中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Open it in the program that made it, and save it again.</source>
   <translation>请在创建它的程序中打开并重新保存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>The file is empty.</source>
   <translation>文件为空。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Remove it, or restore an older version.</source>
   <translation>请删除该文件，或恢复较早的版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It isn't {}, or is damaged, so it can't be read.</source>
   <translation>文件已损坏或不是预期格式（{}），无法读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It is in the format of Office before 2007, which isn't read.</source>
   <translation>Office 2007 之前的格式无法读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Save it as docx, xlsx or pptx.</source>
   <translation>请另存为 docx、xlsx 或 pptx。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It is damaged, incomplete, or of another type than its name says.</source>
   <translation>文件已损坏、不完整，或类型与其名称不符。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It would unpack to more than can be read safely.</source>
   <translation>解压后过大，无法安全读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Split it into smaller documents.</source>
   <translation>请将其拆分为较小的文档。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Save a copy without one to have it indexed.</source>
   <translation>请另存一份不带密码的副本以便索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>It is protected by a password.</source>
   <translation>文件受密码保护。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Its XML declares entities, which may be harmful.</source>
   <translation>其 XML 声明了实体，可能有害。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>an Excalidraw drawing</source>
   <translation>Excalidraw 绘图</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>The drawing has no elements.</source>
   <translation>绘图中没有元素。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>Open it in Excalidraw, and save it again.</source>
   <translation>请在 Excalidraw 中打开并重新保存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>a calendar or address book</source>
   <translation>日历或通讯录</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>a mail</source>
   <translation>邮件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>It isn't a mail: it has no sender, subject or date.</source>
   <translation>不是邮件：没有发件人、主题或日期。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/notebooks.py" />
   <source>a Jupyter notebook</source>
   <translation>Jupyter 笔记本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/notebooks.py" />
   <source>The notebook has no cells.</source>
   <translation>笔记本没有单元格。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Not a valid base.</source>
   <translation>不是有效的 Base。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Open it in Obsidian, or restore it.</source>
   <translation>请在 Obsidian 中打开，或恢复该文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Not a valid base: it has no views.</source>
   <translation>不是有效的 Base：没有视图。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>an Obsidian base</source>
   <translation>Obsidian 数据库</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/open_document.py" />
   <source>an OpenDocument file</source>
   <translation>OpenDocument 文件</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/outlines.py" />
   <source>an outline</source>
   <translation>大纲</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/powerpoint.py" />
   <source>a PowerPoint presentation</source>
   <translation>PowerPoint 演示文稿</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>Only its first {} cells were read.</source>
   <translation>仅读取了前 {} 个单元格。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>an Excel workbook</source>
   <translation>Excel 工作簿</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>a table of comma-separated values</source>
   <translation>分隔符表格</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a rich text</source>
   <translation>富文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>It isn't a rich text.</source>
   <translation>不是有效的富文本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in reStructuredText</source>
   <translation>reStructuredText 文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in AsciiDoc</source>
   <translation>AsciiDoc 文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in Typst's markup</source>
   <translation>Typst 文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in Org's markup</source>
   <translation>Org 文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in LaTeX</source>
   <translation>LaTeX 文本</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>a web page</source>
   <translation>网页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>a saved web page</source>
   <translation>保存的网页</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>There is no page in it.</source>
   <translation>其中没有页面。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>The page is too large.</source>
   <translation>页面过大。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Save it without its pictures.</source>
   <translation>请在不含图片的情况下保存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>an e-book in the EPUB format</source>
   <translation>EPUB 电子书</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Its shop's copy protection keeps it from being read.</source>
   <translation>书店的版权保护使其无法读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Exclude the file.</source>
   <translation>请排除该文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/word.py" />
   <source>a Word document</source>
   <translation>Word 文档</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>This isn't text, so it can't be indexed.</source>
   <translation>这不是文本，无法索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>If it is a text, save it as UTF-8; if not, rename it so that its ending says what it is.</source>
   <translation>如果是文本，请另存为 UTF-8；否则请改名，让扩展名说明它是什么。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>Not valid {} throughout; characters replaced: {}.</source>
   <translation>部分内容不是有效的 {}，已替换 {} 个字符。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>Not UTF-8; read as {}.</source>
   <translation>不是 UTF-8，已按 {} 读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The properties aren't closed by a line with three dashes.</source>
   <translation>属性没有以三个短横线的一行结束。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The properties couldn't all be read ({}); the text was.</source>
   <translation>部分属性无法读取（{}），正文已读取。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The property {} occurs twice; the last one counts.</source>
   <translation>属性 {} 出现两次，以最后一个为准。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>This rule is ignored.</source>
   <translation>此规则已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>The excluded files /{}/ take too long to match.</source>
   <translation>忽略文件规则 /{}/ 匹配耗时过长。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>Obsidian's excluded files can't be read ({}).</source>
   <translation>无法读取 Obsidian 的忽略文件列表（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>The excluded files {} aren't a valid regular expression ({}).</source>
   <translation>忽略文件规则 {} 不是有效的正则表达式（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>Can't be read ({}).</source>
   <translation>无法读取（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>{} isn't a valid pattern.</source>
   <translation>{} 不是有效的规则。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/inline_text.py" />
   <source>The paragraph at line {} has too many open brackets; links and tags were ignored.</source>
   <translation>第 {} 行的段落有过多未关闭的括号，已忽略链接和标签。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/inline_text.py" />
   <source>The paragraph at line {} is so long that its links and tags were ignored.</source>
   <translation>第 {} 行的段落过长，已忽略链接和标签。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Number {} was {}, which is no longer in the index.</source>
   <translation>编号 {} 是 {}，它已不在索引中。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Search again, or name the note.</source>
   <translation>请重新搜索，或指明笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>{} is the name of {} notes.</source>
   <translation>{} 是 {} 篇笔记的名称。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Name one by its path: {}.</source>
   <translation>请用路径指明其中一篇：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>List all files that couldn't be read: vaultsearch files --failed.</source>
   <translation>vaultsearch files --failed 列出所有无法读取的文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>No note has the number {}; numbers are those of the last context or search: {}.</source>
   <translation>没有编号为 {} 的笔记；编号取自最近一次上下文或搜索：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Search first (vaultsearch search), or name the note.</source>
   <translation>请先搜索（vaultsearch search），或指明笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/markdown.py" />
   <source>It takes too long or too much memory to read; its first million characters are searched as plain text.</source>
   <translation>读取耗时过长或占用内存过多；仅按纯文本搜索前一百万个字符。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Only the first {} of {} pages were indexed.</source>
   <translation>只索引了前 {} 页（共 {} 页）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Its fonts don't say which letters are on these pages: {}.</source>
   <translation>其字体没有说明这些页面上是哪些字符：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Words whose fonts don't say their letters were left out: {}.</source>
   <translation>以下数量的词因字体未说明其字符而被省略：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Save a copy without one.</source>
   <translation>请另存一份不带密码的副本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Not a valid PDF; it is damaged or incomplete.</source>
   <translation>不是有效的 PDF，文件已损坏或不完整。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Restore it from a backup.</source>
   <translation>请从备份中恢复。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Page {} is damaged.</source>
   <translation>第 {} 页已损坏。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Delete it, or restore it from a backup.</source>
   <translation>请删除，或从备份中恢复。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Its name ends in {}, but its content is something else.</source>
   <translation>文件名以 {} 结尾，但内容不是这种格式。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Rename it.</source>
   <translation>请重命名。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The folder {} doesn't exist.</source>
   <translation>文件夹 {} 不存在。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Connect its drive, or open it where it is now.</source>
   <translation>请连接它所在的驱动器，或在新位置打开该文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes in {}: the folder is empty.</source>
   <translation>{} 中没有笔记：该文件夹为空。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Choose another folder, or connect its drive.</source>
   <translation>请选择其他文件夹，或连接它所在的驱动器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The folder can't be read: {}.</source>
   <translation>无法读取该文件夹：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Not a regular file.</source>
   <translation>不是普通文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The file name isn't valid UTF-8; rename it.</source>
   <translation>文件名不是有效的 UTF-8，请重命名。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Too large: {} MB; the limit is {} MB.</source>
   <translation>文件过大：{} MB，上限为 {} MB。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>All notes and documents in {} are excluded.</source>
   <translation>{} 中的所有笔记和文档都已被排除。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Check the excluded files in Obsidian, and .vaultsearchignore.</source>
   <translation>请检查 Obsidian 的忽略文件和 .vaultsearchignore。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Choose the folder that contains your notes or documents, or connect its drive.</source>
   <translation>请选择包含笔记或文档的文件夹，或连接其所在的驱动器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Turn on more kinds of files in Settings &gt; Files, or choose another folder.</source>
   <translation>请在“设置 &gt; 文件”中启用更多文件类型，或选择其他文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes or documents in {}: it is empty.</source>
   <translation>{} 中没有笔记或文档：文件夹是空的。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes or documents in {}, only files such as {}.</source>
   <translation>{} 中没有笔记或文档，只有 {} 等文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>The worker process stopped unexpectedly.</source>
   <translation>工作进程意外停止。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>It is being restarted.</source>
   <translation>正在重新启动。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>The process that reads and encodes notes can't be started.</source>
   <translation>无法启动读取和编码笔记的进程。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>Close other programs to free memory, then index again; nothing is lost.</source>
   <translation>请关闭其他程序以释放内存，然后重新建立索引；不会丢失任何内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/autostart.py" />
   <source>The start at login couldn't be changed ({}).</source>
   <translation>无法更改登录时启动（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/autostart.py" />
   <source>Change it in your system's settings.</source>
   <translation>请在系统设置中更改。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/global_shortcut.py" />
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>Another program uses these keys. Choose others.</source>
   <translation>其他程序正在使用这些按键。请换一组。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The X server can't be reached.</source>
   <translation>无法连接 X 服务器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>This keyboard doesn't have these keys. Choose others.</source>
   <translation>此键盘没有这些按键。请换一组。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The shortcut was not confirmed.</source>
   <translation>快捷键未被确认。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The global shortcut needs the extra “shortcut”.</source>
   <translation>全局快捷键需要附加组件“shortcut”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>On macOS, the application brings its own entry.</source>
   <translation>在 macOS 上，应用程序自带菜单项。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>Install the .dmg.</source>
   <translation>请安装 .dmg 文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>The applications menu couldn't be changed ({}).</source>
   <translation>无法更改应用程序菜单（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>Check your permissions.</source>
   <translation>请检查你的权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>This change can't be saved, and is lost when the program ends.</source>
   <translation>此更改无法保存，程序结束后将丢失。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>These exclusions can't be saved, and don't apply.</source>
   <translation>这些排除规则无法保存，因此不生效。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>The index in {} couldn't be deleted ({}).</source>
   <translation>无法删除 {} 中的索引（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>Delete the folder yourself.</source>
   <translation>请自行删除该文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>The download of {} was interrupted.</source>
   <translation>{} 的下载已中断。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>Try again; the partial download is kept.</source>
   <translation>请重试；已下载的部分会保留。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/window_server.py" />
   <source>Other programs can't search: the ports {} to {} are in use.</source>
   <translation>其他程序无法搜索：端口 {} 到 {} 已被占用。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/window_server.py" />
   <source>Close a program that listens there, such as vaultsearch serve.</source>
   <translation>请关闭占用这些端口的程序，例如 vaultsearch serve。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>No passage fits in a budget of {} tokens.</source>
   <translation>{} 个词元的预算放不下任何段落。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>Raise context.budget in the settings file.</source>
   <translation>请在设置文件中调高 context.budget。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>The model's answer was cut off before its end.</source>
   <translation>模型的回答在结束前被截断。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/passages.py" />
   <source>The basket can't be saved in {} ({}).</source>
   <translation>无法将收集篮保存到 {}（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/passages.py" />
   <source>Free some space, or check the folder's permissions.</source>
   <translation>请释放一些空间，或检查该文件夹的权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>By words alone: too many notes of then differ from today's.</source>
   <translation>仅按词语：当时与今天不同的笔记太多。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes of then are being read.</source>
   <translation>正在读取当时的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes of then can't be kept: {}.</source>
   <translation>无法保存当时的笔记：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes as they were on {}.</source>
   <translation>{} 时的笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Notes that are gone, as they were last.</source>
   <translation>已删除的笔记，显示其最后的内容。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Changes until {}.</source>
   <translation>截至 {} 的更改。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Changes from {} to {}.</source>
   <translation>{} 至 {} 的更改。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>The search failed.</source>
   <translation>搜索失败。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>Only notes in a git repository have versions.</source>
   <translation>只有 Git 仓库中的笔记才有版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>The first is of {}.</source>
   <translation>第一个版本是 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>{} has no version of {} or before.</source>
   <translation>{} 没有 {} 或更早的版本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/evaluation.py" />
   <source>No questions can be made from these notes: they have no suitable headings, link texts, aliases or first sentences.</source>
   <translation>无法根据这些笔记生成问题：没有合适的标题、链接文本、别名或首句。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/evaluation.py" />
   <source>Give some notes headings, links or aliases, then measure again.</source>
   <translation>请先为一些笔记添加标题、链接或别名，然后再次测量。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>The settings name no vault.</source>
   <translation>设置中没有任何仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>No vault has been indexed yet.</source>
   <translation>尚未索引任何仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Run: vaultsearch index FOLDER</source>
   <translation>请运行：vaultsearch index 文件夹</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Can't be opened ({}). Check its permissions.</source>
   <translation>无法打开（{}）。请检查其权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>No vault can be opened.</source>
   <translation>没有可以打开的仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Search quality is tested for one vault at a time.</source>
   <translation>搜索质量一次只能测试一个仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Choose a vault beside the search field.</source>
   <translation>请在搜索框旁选择一个仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Not indexed yet.</source>
   <translation>尚未索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Open it once to index it.</source>
   <translation>打开一次即可索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>A key has no spaces, and no other letters than a to z.</source>
   <translation>密钥中没有空格，也没有 a 到 z 以外的字母。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>Copy it once more.</source>
   <translation>请重新复制。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>{} offers no model.</source>
   <translation>{} 没有提供模型。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>It answers. Choose one of its {} models.</source>
   <translation>服务器有响应。请从其 {} 个模型中选择一个。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} is not a known vault.</source>
   <translation>{} 不是已知的仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>Run: vaultsearch vaults</source>
   <translation>运行：vaultsearch vaults</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} is still there.</source>
   <translation>{} 还在。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Run: vaultsearch index {}</source>
   <translation>请运行：vaultsearch index {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>Run first: vaultsearch vaults forget {}</source>
   <translation>请先运行：vaultsearch vaults forget {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} has an index of its own.</source>
   <translation>{} 有自己的索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>{} is published by another computer, which indexes it; here it is only searched.</source>
   <translation>{} 由另一台电脑发布并索引；此处只能搜索。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>To index your own copy of its notes, run: vaultsearch index VAULT --from PLACE</source>
   <translation>要索引自己的笔记副本，请运行：vaultsearch index VAULT --from PLACE</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>It is not known any more where {} is published.</source>
   <translation>已不知道 {} 发布在何处。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>Open the place again.</source>
   <translation>请重新打开该位置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>No links lead on from the answers to this.</source>
   <translation>这些答案没有链接通向其他笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>The passages were cut with other settings: index the vault again.</source>
   <translation>这些段落是按其他设置切分的：请重新索引仓库。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>“{}” couldn't be read:</source>
   <translation>无法读取“{}”：</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>“{}” isn't a date.</source>
   <translation>“{}”不是日期。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>Write it like {}:2025-06-01.</source>
   <translation>请写成 {}:2025-06-01。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>The notes of {} on that day are too large to be kept.</source>
   <translation>{} 在那一天的笔记太大，无法保存。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>Look at them with git itself.</source>
   <translation>请直接用 git 查看它们。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>The languages of your questions can't be saved in {} ({}).</source>
   <translation>无法将提问的语言保存到 {}（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>Check the folder's permissions.</source>
   <translation>请检查该文件夹的权限。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>Index rebuilt.</source>
   <translation>已重建索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>The index was made by another version or model.</source>
   <translation>索引由其他版本或模型创建。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Another process has the language model write these texts.</source>
   <translation>另一个进程正在让语言模型撰写这些文本。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Wait for it, or stop it.</source>
   <translation>请等待其完成，或将其停止。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The index was damaged and has been rebuilt.</source>
   <translation>索引曾损坏，已重建。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The keyword index was damaged and has been rebuilt.</source>
   <translation>关键词索引曾损坏，已重建。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} has not been indexed yet.</source>
   <translation>{} 尚未索引。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The index of {} was made by an older version.</source>
   <translation>{} 的索引由旧版本创建。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} doesn't exist.</source>
   <translation>{} 不存在。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Check the path, or connect its drive.</source>
   <translation>请检查路径，或连接它所在的驱动器。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Choose the folder with your notes.</source>
   <translation>请选择存放笔记的文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/text_recognition.py" />
   <source>Text recognition needs the extra “ocr”.</source>
   <translation>文字识别需要附加组件“ocr”。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/vault.py" />
   <source>No disk space left for the export.</source>
   <translation>没有可用于导出的磁盘空间。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Nothing is indexed until it is corrected or deleted, as it may exclude notes.</source>
   <translation>在修正或删除该文件之前不会编入索引，因为其中可能排除了一些笔记。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The folder for indexes, {}, is inside the vault.</source>
   <translation>索引文件夹 {} 位于仓库之内。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Choose the folder with your notes, or set `indexes` in {} to another.</source>
   <translation>请选择存放笔记的文件夹，或将 {} 中的 `indexes` 设为别的文件夹。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>VAULTSEARCH_HOME {}: {}.</source>
   <translation>VAULTSEARCH_HOME {}：{}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Set it to another folder, or unset it.</source>
   <translation>请设为其他文件夹，或取消设置。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>[{}] in the settings is ignored: write it as [parameters.{}].</source>
   <translation>设置中的 [{}] 已忽略：应写作 [parameters.{}]。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Unknown entry {} in the settings; it is ignored.</source>
   <translation>设置中有未知条目 {}；已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>{} in the settings is ignored: expected {}.</source>
   <translation>设置中的 {} 已忽略：应为 {}。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The settings in {} can't be read ({}).</source>
   <translation>无法读取 {} 中的设置（{}）。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Correct the file, or delete it.</source>
   <translation>请修正或删除该文件。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Take it out, and run: vaultsearch ask --key</source>
   <translation>请将其删除，并运行：vaultsearch ask --key</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Unknown parameter {} in the settings; it is ignored.</source>
   <translation>设置中有未知参数 {}，已忽略。</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The default is used.</source>
   <translation>使用默认值。</translation>
  </message>
 </context>
</TS>
