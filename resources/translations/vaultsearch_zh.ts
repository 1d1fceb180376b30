<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh" sourcelanguage="en">
 <context>
  <name>gui.actions.actions</name>
  <message>
   <source>&amp;File</source>
   <translation>文件(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Search</source>
   <translation>搜索(&amp;S)</translation>
  </message>
  <message>
   <source>&amp;Passage</source>
   <translation>段落(&amp;P)</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <source>Search another folder of notes</source>
   <translation>搜索另一个笔记文件夹</translation>
  </message>
  <message>
   <source>Search all vaults</source>
   <translation>搜索所有仓库</translation>
  </message>
  <message>
   <source>Search all vaults, or go back to the last one</source>
   <translation>搜索所有仓库，或回到上一个仓库</translation>
  </message>
  <message>
   <source>Open the sample vault</source>
   <translation>打开示例仓库</translation>
  </message>
  <message>
   <source>Try it with fifty sample notes</source>
   <translation>用五十篇示例笔记试一试</translation>
  </message>
  <message>
   <source>Check for changes</source>
   <translation>检查更改</translation>
  </message>
  <message>
   <source>Update the index now</source>
   <translation>立即更新索引</translation>
  </message>
  <message>
   <source>Stop indexing</source>
   <translation>停止索引</translation>
  </message>
  <message>
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>停止索引；已索引的笔记仍可搜索</translation>
  </message>
  <message>
   <source>Pause indexing</source>
   <translation>暂停索引</translation>
  </message>
  <message>
   <source>Ignore changes until you resume. Indexed notes stay searchable.</source>
   <translation>在继续之前忽略更改。已索引的笔记仍可搜索。</translation>
  </message>
  <message>
   <source>Rebuild index…</source>
   <translation>重建索引…</translation>
  </message>
  <message>
   <source>Rebuild the index from scratch</source>
   <translation>从头重建索引</translation>
  </message>
  <message>
   <source>Search quality…</source>
   <translation>搜索质量…</translation>
  </message>
  <message>
   <source>Test how well search finds your own notes</source>
   <translation>测试搜索能否准确找到你自己的笔记</translation>
  </message>
  <message>
   <source>Settings…</source>
   <translation>设置…</translation>
  </message>
  <message>
   <source>Vaults, models, ranking, appearance, privacy</source>
   <translation>仓库、模型、排序、外观、隐私</translation>
  </message>
  <message>
   <source>Duplicates and broken links…</source>
   <translation>重复内容与失效链接…</translation>
  </message>
  <message>
   <source>Find duplicates, broken links and orphaned notes</source>
   <translation>查找重复内容、失效链接和孤立笔记</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <source>Quit vaultsearch</source>
   <translation>退出 vaultsearch</translation>
  </message>
  <message>
   <source>Go to the search field</source>
   <translation>转到搜索框</translation>
  </message>
  <message>
   <source>Focus the search field</source>
   <translation>聚焦搜索框</translation>
  </message>
  <message>
   <source>Show suggestions</source>
   <translation>显示建议</translation>
  </message>
  <message>
   <source>Suggest operators, tags, folders and properties</source>
   <translation>显示运算符、标签、文件夹和属性的建议</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>保存此搜索</translation>
  </message>
  <message>
   <source>Add this search to the sidebar</source>
   <translation>将此搜索添加到侧边栏</translation>
  </message>
  <message>
   <source>Search with clipboard text</source>
   <translation>用剪贴板文本搜索</translation>
  </message>
  <message>
   <source>Find notes for each topic of the copied text: a draft, a transcript, a chat</source>
   <translation>为复制的文本（草稿、会议记录、聊天记录）中的每个主题查找笔记</translation>
  </message>
  <message>
   <source>Forget what I opened for this question</source>
   <translation>清除此提问的打开记录</translation>
  </message>
  <message>
   <source>Stop ranking notes higher because you opened them for this or a similar question</source>
   <translation>不再因为曾为此提问或类似提问打开过笔记而提升其排名</translation>
  </message>
  <message>
   <source>Private mode</source>
   <translation>隐私模式</translation>
  </message>
  <message>
   <source>Don't remember searches or opened notes while this is on</source>
   <translation>开启期间不记录搜索和打开的笔记</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <source>Clear the search field</source>
   <translation>清空搜索框</translation>
  </message>
  <message>
   <source>Meaning + words</source>
   <translation>语义 + 关键词</translation>
  </message>
  <message>
   <source>Search by meaning and keywords together</source>
   <translation>同时按语义和关键词搜索</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>语义</translation>
  </message>
  <message>
   <source>Search by meaning, whatever the wording</source>
   <translation>按语义搜索，不拘泥于用词</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>关键词</translation>
  </message>
  <message>
   <source>Keyword search; rare words count most</source>
   <translation>关键词搜索，越少见的词权重越高</translation>
  </message>
  <message>
   <source>Exact text</source>
   <translation>精确文本</translation>
  </message>
  <message>
   <source>Exact text or /regex/</source>
   <translation>精确文本或 /正则表达式/</translation>
  </message>
  <message>
   <source>Open in Obsidian</source>
   <translation>在 Obsidian 中打开</translation>
  </message>
  <message>
   <source>Open the note at this heading in Obsidian</source>
   <translation>在 Obsidian 中打开笔记并定位到此标题</translation>
  </message>
  <message>
   <source>Open in the default editor</source>
   <translation>用默认编辑器打开</translation>
  </message>
  <message>
   <source>Open the file in your default editor</source>
   <translation>用默认编辑器打开文件</translation>
  </message>
  <message>
   <source>Copy passage</source>
   <translation>复制段落</translation>
  </message>
  <message>
   <source>Copy the passage with its source</source>
   <translation>复制段落及其出处</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>复制为上下文</translation>
  </message>
  <message>
   <source>Copy the basket, or the top results, as cited context for an AI chat</source>
   <translation>将收集篮或排名靠前的结果连同出处复制，作为 AI 对话的上下文</translation>
  </message>
  <message>
   <source>Add to or remove from basket</source>
   <translation>添加到收集篮或从中移除</translation>
  </message>
  <message>
   <source>Add the selected passage to the basket, or remove it</source>
   <translation>将选中的段落添加到收集篮，或从中移除</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>显示或隐藏收集篮</translation>
  </message>
  <message>
   <source>Forget that I opened this</source>
   <translation>清除此笔记的打开记录</translation>
  </message>
  <message>
   <source>Stop ranking this note higher because you opened it for this or a similar question</source>
   <translation>不再因为曾为此提问或类似提问打开过此笔记而提升其排名</translation>
  </message>
  <message>
   <source>Show or hide the sidebar</source>
   <translation>显示或隐藏侧边栏</translation>
  </message>
  <message>
   <source>Show or hide saved searches, tags, folders and dates</source>
   <translation>显示或隐藏已保存的搜索、标签、文件夹和日期</translation>
  </message>
  <message>
   <source>Show or hide the note</source>
   <translation>显示或隐藏笔记</translation>
  </message>
  <message>
   <source>Show or hide the note beside the list</source>
   <translation>显示或隐藏列表旁的笔记</translation>
  </message>
  <message>
   <source>Note outline</source>
   <translation>笔记大纲</translation>
  </message>
  <message>
   <source>Show or hide the note's headings</source>
   <translation>显示或隐藏笔记的标题大纲</translation>
  </message>
  <message>
   <source>Related notes</source>
   <translation>相关笔记</translation>
  </message>
  <message>
   <source>Similar notes, backlinks, outgoing links, unlinked mentions</source>
   <translation>相似笔记、反向链接、出链、未链接的提及</translation>
  </message>
  <message>
   <source>Answers in this note</source>
   <translation>此笔记中的回答</translation>
  </message>
  <message>
   <source>Show or hide the sentences that answer your question</source>
   <translation>显示或隐藏回答你提问的句子</translation>
  </message>
  <message>
   <source>Next match in note</source>
   <translation>笔记中的下一处匹配</translation>
  </message>
  <message>
   <source>Next match</source>
   <translation>下一处匹配</translation>
  </message>
  <message>
   <source>Previous match in note</source>
   <translation>笔记中的上一处匹配</translation>
  </message>
  <message>
   <source>Previous match</source>
   <translation>上一处匹配</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <source>Back to the previous note</source>
   <translation>回到上一篇笔记</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <source>Forward to the next note</source>
   <translation>前进到下一篇笔记</translation>
  </message>
  <message>
   <source>Group by note</source>
   <translation>按笔记分组</translation>
  </message>
  <message>
   <source>One row per note, with its other passages folded below</source>
   <translation>每篇笔记显示一行，其余段落折叠在下方</translation>
  </message>
  <message>
   <source>Best first</source>
   <translation>按相关度排序</translation>
  </message>
  <message>
   <source>Best matches first</source>
   <translation>最相关的排在最前</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>按修改时间排序</translation>
  </message>
  <message>
   <source>Most recently changed first</source>
   <translation>最近修改的排在最前</translation>
  </message>
  <message>
   <source>By title</source>
   <translation>按标题排序</translation>
  </message>
  <message>
   <source>Sort by note title</source>
   <translation>按笔记标题排序</translation>
  </message>
  <message>
   <source>Find a command…</source>
   <translation>查找命令…</translation>
  </message>
  <message>
   <source>Run any command</source>
   <translation>执行任何命令</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <source>All keyboard shortcuts</source>
   <translation>所有键盘快捷键</translation>
  </message>
  <message>
   <source>Into the results and down</source>
   <translation>进入结果列表并向下移动</translation>
  </message>
  <message>
   <source>Up the results and back to the field</source>
   <translation>在结果列表中向上移动，直至回到搜索框</translation>
  </message>
  <message>
   <source>In the empty field: recent searches</source>
   <translation>搜索框为空时：最近的搜索</translation>
  </message>
  <message>
   <source>Grouped by note: show the note's other passages</source>
   <translation>按笔记分组时：展开其余段落</translation>
  </message>
  <message>
   <source>Grouped by note: hide them again</source>
   <translation>按笔记分组时：重新折叠</translation>
  </message>
  <message>
   <source>Accept the suggestion; otherwise move to the next area</source>
   <translation>采纳建议；否则移到下一个区域</translation>
  </message>
  <message>
   <source>After a filter: select it, again to remove it</source>
   <translation>光标在筛选条件之后时：先选中它，再按一次移除</translation>
  </message>
  <message>
   <source>In the sidebar: filter by a tag, folder or period, or remove the filter</source>
   <translation>在侧边栏中：按标签、文件夹或时间段筛选，或移除筛选</translation>
  </message>
  <message>
   <source>Rename, delete or restore a saved search</source>
   <translation>重命名、删除或恢复已保存的搜索</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.command_palette</name>
  <message>
   <source>Type a command</source>
   <translation>输入命令</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>命令</translation>
  </message>
  <message>
   <source>Commands and their shortcuts</source>
   <translation>命令及其快捷键</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.shortcuts_sheet</name>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.chips</name>
  <message>
   <source>{} (Backspace removes it)</source>
   <translation>{}（按 Backspace 移除）</translation>
  </message>
  <message>
   <source>Filter {}</source>
   <translation>筛选 {}</translation>
  </message>
  <message>
   <source>Active filters</source>
   <translation>当前筛选条件</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.hint_line</name>
  <message>
   <source>Search tips</source>
   <translation>搜索技巧</translation>
  </message>
  <message>
   <source>Add to the search field</source>
   <translation>填入搜索框</translation>
  </message>
  <message>
   <source>Try {} · {}</source>
   <translation>试试 {} · {}</translation>
  </message>
  <message>
   <source>this tag or its nested tags</source>
   <translation>该标签或其子标签</translation>
  </message>
  <message>
   <source>in this folder</source>
   <translation>在此文件夹中</translation>
  </message>
  <message>
   <source>notes with this property; [name:value] for its value</source>
   <translation>具有该属性的笔记；[name:value] 可限定属性值</translation>
  </message>
  <message>
   <source>exact phrase</source>
   <translation>完全匹配的短语</translation>
  </message>
  <message>
   <source>excludes notes with this word</source>
   <translation>排除含有该词的笔记</translation>
  </message>
  <message>
   <source>notes since then; also before: and on:</source>
   <translation>该日期以来的笔记；也可用 before: 和 on:</translation>
  </message>
  <message>
   <source>open tasks; task-done: for finished ones</source>
   <translation>未完成的任务；task-done: 查找已完成的任务</translation>
  </message>
  <message>
   <source>either word</source>
   <translation>两个词之一</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.proposals_list</name>
  <message>
   <source>Search suggestions</source>
   <translation>搜索建议</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_field</name>
  <message>
   <source>Search your notes</source>
   <translation>搜索你的笔记</translation>
  </message>
  <message>
   <source>Select the text</source>
   <translation>选中文本</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>清除搜索</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_pane</name>
  <message>
   <source>Search mode</source>
   <translation>搜索模式</translation>
  </message>
  <message>
   <source>Search mode (Ctrl+1 to Ctrl+4)</source>
   <translation>搜索模式（Ctrl+1 至 Ctrl+4）</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.vault_chooser</name>
  <message>
   <source>No vault</source>
   <translation>未打开仓库</translation>
  </message>
  <message>
   <source>Vault: {}</source>
   <translation>仓库：{}</translation>
  </message>
  <message>
   <source>Choose a vault</source>
   <translation>选择仓库</translation>
  </message>
  <message>
   <source>{} is unavailable. Is its drive connected?</source>
   <translation>{} 无法访问。它所在的驱动器连接了吗？</translation>
  </message>
  <message>
   <source>{} (unavailable)</source>
   <translation>{}（无法访问）</translation>
  </message>
 </context>
 <context>
  <name>gui.basket.sheet</name>
  <message>
   <source>Passages in the basket</source>
   <translation>收集篮中的段落</translation>
  </message>
  <message>
   <source>Basket</source>
   <translation>收集篮</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <source>Copy everything, to paste into a chat</source>
   <translation>复制全部，以便粘贴到对话中</translation>
  </message>
  <message>
   <source>Remove all (can be undone)</source>
   <translation>全部移除（可撤销）</translation>
  </message>
  <message>
   <source>Close the basket (Esc)</source>
   <translation>关闭收集篮（Esc）</translation>
  </message>
  <message>
   <source>Close the basket</source>
   <translation>关闭收集篮</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>清空</translation>
  </message>
  <message>
   <source>Press Space on a result to add it.</source>
   <translation>在结果上按空格键即可添加。</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <source>Markdown</source>
   <translation>Markdown</translation>
  </message>
  <message>
   <source>XML</source>
   <translation>XML</translation>
  </message>
  <message>
   <source>Plain text</source>
   <translation>纯文本</translation>
  </message>
  <message>
   <source>Tokens used</source>
   <translation>已用 token</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.indexing</name>
  <message>
   <source>Rebuild index</source>
   <translation>重建索引</translation>
  </message>
  <message>
   <source>Rebuild the index from scratch?</source>
   <translation>要从头重建索引吗？</translation>
  </message>
  <message>
   <source>Keyword search is back within seconds, search by meaning as notes are indexed.</source>
   <translation>关键词搜索几秒内即可恢复，语义搜索随索引进度逐步恢复。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.long_query</name>
  <message>
   <source>Not enough text to search with</source>
   <translation>文本太少，无法搜索</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>仍在建立索引…</translation>
  </message>
  <message>
   <source>No similar notes so far</source>
   <translation>暂无相似的笔记</translation>
  </message>
  <message>
   <source>No notes similar to this text</source>
   <translation>没有与这段文本相似的笔记</translation>
  </message>
  <message>
   <source>Try another text, or ask a question.</source>
   <translation>换一段文本，或直接提问。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.passages</name>
  <message>
   <source>No result selected</source>
   <translation>未选中结果</translation>
  </message>
  <message>
   <source>Couldn't open Obsidian. Ctrl+Enter opens the file instead.</source>
   <translation>无法打开 Obsidian。按 Ctrl+Enter 可改为打开文件。</translation>
  </message>
  <message>
   <source>No app could open {}.</source>
   <translation>没有应用能打开 {}。</translation>
  </message>
  <message>
   <source>Added to the basket</source>
   <translation>已添加到收集篮</translation>
  </message>
  <message>
   <source>Removed from the basket</source>
   <translation>已从收集篮移除</translation>
  </message>
  <message>
   <source>External link</source>
   <translation>外部链接</translation>
  </message>
  <message>
   <source>Open this page in your browser?</source>
   <translation>要在浏览器中打开此网页吗？</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <source>Copied the passage with its source</source>
   <translation>已复制段落及其出处</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.reading</name>
  <message>
   <source>No note with that name</source>
   <translation>没有该名称的笔记</translation>
  </message>
  <message>
   <source>No more matches</source>
   <translation>没有更多匹配</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.related</name>
  <message>
   <source>Type a question to see its answers in this note</source>
   <translation>输入问题，即可在此查看本笔记中的回答</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>No related notes</source>
   <translation>没有相关笔记</translation>
  </message>
  <message>
   <source>No answer in this note</source>
   <translation>此笔记中没有回答</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.relaxations</name>
  <message>
   <source>{}: {}</source>
   <translation>{}：{}</translation>
  </message>
  <message>
   <source>{}: 1 note contains the words</source>
   <translation>{}：1 篇笔记含有这些词</translation>
  </message>
  <message>
   <source>{}: {} contain the words</source>
   <translation>{}：{}含有这些词</translation>
  </message>
  <message>
   <source>1 note contains “{}”</source>
   <translation>1 篇笔记含有“{}”</translation>
  </message>
  <message>
   <source>{} contain “{}”</source>
   <translation>{}含有“{}”</translation>
  </message>
  <message>
   <source>“{}” instead of “{}”</source>
   <translation>用“{}”代替“{}”</translation>
  </message>
  <message>
   <source>Without {}</source>
   <translation>去掉 {}</translation>
  </message>
  <message>
   <source>Without any filters</source>
   <translation>去掉所有筛选条件</translation>
  </message>
  <message>
   <source>{} without quotes</source>
   <translation>{} 去掉引号</translation>
  </message>
  <message>
   <source>Search by meaning ({})</source>
   <translation>按语义搜索（{}）</translation>
  </message>
  <message>
   <source>Search by keywords ({})</source>
   <translation>按关键词搜索（{}）</translation>
  </message>
  <message>
   <source>Search for exact text ({})</source>
   <translation>按精确文本搜索（{}）</translation>
  </message>
  <message>
   <source>Search by meaning and keywords ({})</source>
   <translation>按语义和关键词搜索（{}）</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.settings</name>
  <message>
   <source>{}: saved.</source>
   <translation>{}：已保存。</translation>
  </message>
  <message>
   <source>{}: saved and in effect.</source>
   <translation>{}：已保存并生效。</translation>
  </message>
  <message>
   <source>The affected notes are re-indexed in the background.</source>
   <translation>受影响的笔记正在后台重新索引。</translation>
  </message>
  <message>
   <source>Index of {} deleted.</source>
   <translation>{} 的索引已删除。</translation>
  </message>
  <message>
   <source>{} Until then the old value applies.</source>
   <translation>{} 在此之前仍使用原来的值。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.sidebar</name>
  <message>
   <source>No search to save yet</source>
   <translation>还没有可保存的搜索</translation>
  </message>
  <message>
   <source>Already saved as “{}”</source>
   <translation>此前已保存为“{}”</translation>
  </message>
  <message>
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>已保存。按 Ctrl+B 查看已保存的搜索</translation>
  </message>
  <message>
   <source>Saved. F2 renames it</source>
   <translation>已保存。按 F2 重命名</translation>
  </message>
  <message>
   <source>Deleted “{}”. Ctrl+Z restores it</source>
   <translation>已删除“{}”。按 Ctrl+Z 恢复</translation>
  </message>
  <message>
   <source>Restored “{}”</source>
   <translation>“{}”已恢复</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.usage</name>
  <message>
   <source>This result's rank doesn't come from past use</source>
   <translation>此结果的排名与以往的使用无关</translation>
  </message>
  <message>
   <source>Ask a question first</source>
   <translation>请先提问</translation>
  </message>
  <message>
   <source>Forgotten</source>
   <translation>已清除</translation>
  </message>
 </context>
 <context>
  <name>gui.phrases</name>
  <message>
   <source>1 note</source>
   <translation>1 篇笔记</translation>
  </message>
  <message>
   <source>{} notes</source>
   <translation>{} 篇笔记</translation>
  </message>
  <message>
   <source>1 passage</source>
   <translation>1 个段落</translation>
  </message>
  <message>
   <source>{} passages</source>
   <translation>{} 个段落</translation>
  </message>
  <message>
   <source>{} in {}</source>
   <translation>{}，来自 {}</translation>
  </message>
  <message>
   <source>you opened this for “{}”</source>
   <translation>曾为“{}”打开</translation>
  </message>
  <message>
   <source>you copied this for “{}”</source>
   <translation>曾为“{}”复制</translation>
  </message>
  <message>
   <source>you added this to the basket for “{}”</source>
   <translation>曾为“{}”添加到收集篮</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>top {} shown</source>
   <translation>显示前 {}</translation>
  </message>
  <message>
   <source>1 note contains any of these words</source>
   <translation>1 篇笔记含有这些词</translation>
  </message>
  <message>
   <source>1 note matches</source>
   <translation>1 篇笔记符合</translation>
  </message>
  <message>
   <source>{} notes contain any of these words</source>
   <translation>{} 篇笔记含有其中任一词</translation>
  </message>
  <message>
   <source>{} notes match</source>
   <translation>{} 篇笔记符合</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>仍在建立索引…</translation>
  </message>
  <message>
   <source>The notes are not indexed yet</source>
   <translation>笔记尚未建立索引</translation>
  </message>
  <message>
   <source>Still indexing for meaning…</source>
   <translation>仍在建立语义索引…</translation>
  </message>
  <message>
   <source>{} of {}</source>
   <translation>{} / {}</translation>
  </message>
  <message>
   <source>Indexed for meaning so far: {}</source>
   <translation>目前已建立语义索引：{}</translation>
  </message>
  <message>
   <source>Indexed so far: {}</source>
   <translation>目前已建立索引：{}</translation>
  </message>
  <message>
   <source>Keyword matches only: {} in English.</source>
   <translation>仅按关键词匹配：{}（英文）。</translation>
  </message>
  <message>
   <source>All vaults</source>
   <translation>所有仓库</translation>
  </message>
  <message>
   <source>{} of {} vaults</source>
   <translation>{} / {} 个仓库</translation>
  </message>
  <message>
   <source>{} vaults</source>
   <translation>{} 个仓库</translation>
  </message>
  <message>
   <source>another program is indexing changes</source>
   <translation>另一个程序正在索引更改</translation>
  </message>
  <message>
   <source>before {}</source>
   <translation>{} 年之前</translation>
  </message>
  <message>
   <source>All {}</source>
   <translation>全部 {}</translation>
  </message>
  <message>
   <source>{} that match</source>
   <translation>匹配的 {}</translation>
  </message>
  <message>
   <source>{} in the list</source>
   <translation>列表中的 {}</translation>
  </message>
  <message>
   <source>paused: changes are ignored</source>
   <translation>已暂停：忽略更改</translation>
  </message>
  <message>
   <source>indexing stopped: {} of {} notes by keywords, {} by meaning</source>
   <translation>索引已停止：可按关键词查找 {} / {} 篇笔记，按语义 {} 篇</translation>
  </message>
  <message>
   <source>meaning ready for {} of {}</source>
   <translation>语义索引已完成 {} / {}</translation>
  </message>
  <message>
   <source>up to date</source>
   <translation>已是最新</translation>
  </message>
  <message>
   <source>not indexed yet</source>
   <translation>尚未索引</translation>
  </message>
  <message>
   <source>checked every few seconds</source>
   <translation>每隔几秒检查一次</translation>
  </message>
  <message>
   <source>{} indexed by {}</source>
   <translation>{}，使用 {} 索引</translation>
  </message>
  <message>
   <source>unknown language</source>
   <translation>未识别的语言</translation>
  </message>
  <message>
   <source>{} d ago</source>
   <translation>{} 天前</translation>
  </message>
  <message>
   <source>{} h ago</source>
   <translation>{} 小时前</translation>
  </message>
  <message>
   <source>{} min ago</source>
   <translation>{} 分钟前</translation>
  </message>
  <message>
   <source>just now</source>
   <translation>刚刚</translation>
  </message>
  <message>
   <source>{} s ago</source>
   <translation>{} 秒前</translation>
  </message>
  <message>
   <source>Indexing {} of {}</source>
   <translation>正在索引 {} / {}</translation>
  </message>
  <message>
   <source>keywords searchable</source>
   <translation>关键词已可搜索</translation>
  </message>
  <message>
   <source>Summarizing {} of {}</source>
   <translation>正在生成摘要 {} / {}</translation>
  </message>
  <message>
   <source>Finishing…</source>
   <translation>正在收尾…</translation>
  </message>
  <message>
   <source>Scanning the folder…</source>
   <translation>正在扫描文件夹…</translation>
  </message>
  <message>
   <source>about {} s</source>
   <translation>约 {} 秒</translation>
  </message>
  <message>
   <source>about {} min</source>
   <translation>约 {} 分钟</translation>
  </message>
  <message>
   <source>about {} h</source>
   <translation>约 {} 小时</translation>
  </message>
  <message>
   <source>Stopped. Notes indexed so far are searchable.</source>
   <translation>已停止。已索引的笔记可以搜索。</translation>
  </message>
  <message>
   <source>{} added</source>
   <translation>新增 {} 篇</translation>
  </message>
  <message>
   <source>{} changed</source>
   <translation>更新 {} 篇</translation>
  </message>
  <message>
   <source>{} removed</source>
   <translation>移除 {} 篇</translation>
  </message>
  <message>
   <source>1 problem</source>
   <translation>1 个问题</translation>
  </message>
  <message>
   <source>{} problems</source>
   <translation>{} 个问题</translation>
  </message>
  <message>
   <source>Copied {}, {} of {} tokens</source>
   <translation>已复制 {}，{} / {} 个 token</translation>
  </message>
  <message>
   <source>{} left out (over budget)</source>
   <translation>{} 未纳入（超出预算）</translation>
  </message>
  <message>
   <source>Copied {}</source>
   <translation>已复制 {}</translation>
  </message>
  <message>
   <source>Your text ({} words) covers {} topics</source>
   <translation>你的文本（{} 个词）涉及 {} 个主题</translation>
  </message>
  <message>
   <source>Your text ({} words)</source>
   <translation>你的文本（{} 个词）</translation>
  </message>
  <message>
   <source>{} of {} tokens</source>
   <translation>{} / {} 个 token</translation>
  </message>
  <message>
   <source>Basket {}</source>
   <translation>收集篮 {}</translation>
  </message>
  <message>
   <source>{}, {} of {}</source>
   <translation>{}，{} / {}</translation>
  </message>
  <message>
   <source>{} tokens</source>
   <translation>{} 个 token</translation>
  </message>
  <message>
   <source>merged with neighbour</source>
   <translation>已与相邻段落合并</translation>
  </message>
  <message>
   <source>over budget</source>
   <translation>超出预算</translation>
  </message>
  <message>
   <source>Meaning ready for {} of {}</source>
   <translation>语义索引已完成 {} / {}</translation>
  </message>
  <message>
   <source>{}/s</source>
   <translation>{}/秒</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.dialog</name>
  <message>
   <source>Search quality</source>
   <translation>搜索质量</translation>
  </message>
  <message>
   <source>We make questions from your headings, links, aliases and first sentences, ask them of a copy of the index without those texts, and count how often search puts the right passage first: by meaning, by keywords, by both, and with reranking.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, longer in a large vault; you can keep searching.</source>
   <translation>程序用你的标题、链接、别名和首句生成问题，在去除了这些文本的索引副本上提问，并统计正确段落排在首位的比例：按语义、按关键词、两者结合，以及加上重排序。

任何内容都不会离开本机，你的笔记也不会被更改。测试需要几分钟，仓库较大时更久；其间可以照常搜索。</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <source>Test now</source>
   <translation>开始测试</translation>
  </message>
  <message>
   <source>Stop test</source>
   <translation>停止测试</translation>
  </message>
  <message>
   <source>Copy results</source>
   <translation>复制结果</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>正在开始…</translation>
  </message>
  <message>
   <source>Stopped. No results saved.</source>
   <translation>已停止。未保存任何结果。</translation>
  </message>
  <message>
   <source>Test again</source>
   <translation>重新测试</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.phrases</name>
  <message>
   <source>Right answer first (Hit@1)</source>
   <translation>正确答案排在首位（Hit@1）</translation>
  </message>
  <message>
   <source>Rank within the top ten (nDCG@10)</source>
   <translation>在前十名中的排名（nDCG@10）</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>语义</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>关键词</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>两者结合</translation>
  </message>
  <message>
   <source>With reranking</source>
   <translation>加上重排序</translation>
  </message>
  <message>
   <source>Making questions from your notes</source>
   <translation>正在根据你的笔记生成问题</translation>
  </message>
  <message>
   <source>Copying the index</source>
   <translation>正在复制索引</translation>
  </message>
  <message>
   <source>Scanning the folder</source>
   <translation>正在扫描文件夹</translation>
  </message>
  <message>
   <source>not tested</source>
   <translation>未测试</translation>
  </message>
  <message>
   <source>{:.2f} ({:.2f} to {:.2f})</source>
   <translation>{:.2f} ({:.2f}–{:.2f})</translation>
  </message>
  <message>
   <source>{}: {:,} of {:,}</source>
   <translation>{}：{:,} / {:,}</translation>
  </message>
  <message>
   <source>{:,} questions from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</source>
   <translation>{:,} 个问题取自你的笔记。1 表示完美，0 表示从未找到；每个条形上的线段是 95 % 置信区间。</translation>
  </message>
  <message>
   <source>{:,} {}: {}</source>
   <translation>{:,} 个“{}”问题：{}</translation>
  </message>
  <message>
   <source>Search mode</source>
   <translation>搜索模式</translation>
  </message>
  <message>
   <source>Typical time</source>
   <translation>典型用时</translation>
  </message>
  <message>
   <source>{:,.0f} ms</source>
   <translation>{:,.0f} 毫秒</translation>
  </message>
  <message>
   <source>Testing “{}”</source>
   <translation>正在测试“{}”</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.report</name>
  <message>
   <source>Results by search mode, as bars</source>
   <translation>各搜索模式的结果（条形图）</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>Questions asked</source>
   <translation>提问内容</translation>
  </message>
  <message>
   <source>What this tells you, and what it doesn't</source>
   <translation>这些结果能说明什么，不能说明什么</translation>
  </message>
  <message>
   <source>Results by search mode, with confidence intervals</source>
   <translation>各搜索模式的结果及其置信区间</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.headings</name>
  <message>
   <source>Parent headings</source>
   <translation>上级标题</translation>
  </message>
  <message>
   <source>Note outline</source>
   <translation>笔记大纲</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.note_view</name>
  <message>
   <source>Note</source>
   <translation>笔记</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.places</name>
  <message>
   <source>Similar</source>
   <translation>相似笔记</translation>
  </message>
  <message>
   <source>Backlinks</source>
   <translation>反向链接</translation>
  </message>
  <message>
   <source>Outgoing links</source>
   <translation>出链</translation>
  </message>
  <message>
   <source>Unlinked mentions</source>
   <translation>未链接的提及</translation>
  </message>
  <message>
   <source>Broken links</source>
   <translation>失效链接</translation>
  </message>
  <message>
   <source>Answers in {}</source>
   <translation>{} 中的回答</translation>
  </message>
  <message>
   <source>{} times</source>
   <translation>{} 次</translation>
  </message>
  <message>
   <source>in {}</source>
   <translation>位于 {}</translation>
  </message>
  <message>
   <source>Orphaned notes</source>
   <translation>孤立笔记</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.preview_pane</name>
  <message>
   <source>Related notes</source>
   <translation>相关笔记</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.vault_report_dialog</name>
  <message>
   <source>Duplicates and broken links</source>
   <translation>重复内容与失效链接</translation>
  </message>
  <message>
   <source>Comparing all passages…</source>
   <translation>正在比较所有段落…</translation>
  </message>
  <message>
   <source>No duplicates or broken links</source>
   <translation>没有重复内容，也没有失效链接</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_delegate</name>
  <message>
   <source>less likely</source>
   <translation>可能性较低</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_list</name>
  <message>
   <source>Search results</source>
   <translation>搜索结果</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_model</name>
  <message>
   <source>in the basket</source>
   <translation>已在收集篮中</translation>
  </message>
  <message>
   <source>{} more passages</source>
   <translation>另有 {} 个段落</translation>
  </message>
  <message>
   <source>{}: date from the note's properties</source>
   <translation>{}：取自笔记属性的日期</translation>
  </message>
  <message>
   <source>{}: date from the note's name</source>
   <translation>{}：取自笔记名称的日期</translation>
  </message>
  <message>
   <source>{}: last saved</source>
   <translation>{}：最后保存日期</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_pane</name>
  <message>
   <source>Type to search your notes</source>
   <translation>输入以搜索你的笔记</translation>
  </message>
  <message>
   <source>Ask a question, or search for exact words.</source>
   <translation>输入问题，或搜索确切的词语。</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>No results for “{}”</source>
   <translation>没有找到“{}”</translation>
  </message>
  <message>
   <source>No results for “{}” yet</source>
   <translation>暂未找到“{}”</translation>
  </message>
  <message>
   <source>No note contains exactly this text.</source>
   <translation>没有笔记包含完全相同的文本。</translation>
  </message>
  <message>
   <source>No note contains these words.</source>
   <translation>没有笔记含有这些词。</translation>
  </message>
  <message>
   <source>Try removing a filter or using other words.</source>
   <translation>试试去掉一个筛选条件，或换用其他词。</translation>
  </message>
  <message>
   <source>Topics in the text</source>
   <translation>文本中的主题</translation>
  </message>
  <message>
   <source>All topics</source>
   <translation>所有主题</translation>
  </message>
 </context>
 <context>
  <name>gui.results.suggestions</name>
  <message>
   <source>Suggested searches</source>
   <translation>建议的搜索</translation>
  </message>
  <message>
   <source>Try other words.</source>
   <translation>试试其他词。</translation>
  </message>
  <message>
   <source>Index your notes for another language</source>
   <translation>为另一种语言建立索引</translation>
  </message>
  <message>
   <source>Undo: don't index your notes for {}</source>
   <translation>撤销：不为{}建立索引</translation>
  </message>
  <message>
   <source>Index your notes for {} ({})</source>
   <translation>为{}建立索引（{}）</translation>
  </message>
 </context>
 <context>
  <name>gui.rows.row_painter</name>
  <message>
   <source>{} more</source>
   <translation>另有 {} 个</translation>
  </message>
 </context>
 <context>
  <name>gui.rows.row_text</name>
  <message>
   <source>d MMM</source>
   <translation>M月d日</translation>
  </message>
  <message>
   <source>d MMM yyyy</source>
   <translation>yyyy年M月d日</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.about_page</name>
  <message>
   <source>About</source>
   <translation>关于</translation>
  </message>
  <message>
   <source>Answers from your own notes as you type, entirely on your computer. MIT License.</source>
   <translation>边输入边从你自己的笔记中得到答案，一切都在本机完成。MIT 许可证。</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>Settings file (edit it only while the program is closed): {}</source>
   <translation>设置文件（仅在程序关闭时编辑）：{}</translation>
  </message>
  <message>
   <source>Log of errors (contains nothing from your notes): {}</source>
   <translation>错误日志（不含笔记内容）：{}</translation>
  </message>
  <message>
   <source>Show log</source>
   <translation>显示日志</translation>
  </message>
  <message>
   <source>Show settings file</source>
   <translation>显示设置文件</translation>
  </message>
  <message>
   <source>vaultsearch {}
Python {}, Qt {}, {}</source>
   <translation>vaultsearch {}
Python {}，Qt {}，{}</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.appearance_page</name>
  <message>
   <source>Appearance</source>
   <translation>外观</translation>
  </message>
  <message>
   <source>Follow system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>主题</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>&amp;Theme</source>
   <translation>主题(&amp;T)</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>语言(&amp;L)</translation>
  </message>
  <message>
   <source>Text size follows the system.</source>
   <translation>字体大小跟随系统。</translation>
  </message>
  <message>
   <source>System tray</source>
   <translation>系统托盘</translation>
  </message>
  <message>
   <source>Show a tray icon</source>
   <translation>显示托盘图标</translation>
  </message>
  <message>
   <source>Closing the window hides it to the tray; Ctrl+Q quits</source>
   <translation>关闭窗口时隐藏到托盘；按 Ctrl+Q 退出</translation>
  </message>
  <message>
   <source>Esc in the empty field hides the window to the tray</source>
   <translation>搜索框为空时按 Esc 隐藏到托盘</translation>
  </message>
  <message>
   <source>vaultsearch --toggle shows or hides the window; bind it to a shortcut in your desktop's settings.</source>
   <translation>vaultsearch --toggle 可显示或隐藏窗口；请在桌面设置中为它绑定快捷键。</translation>
  </message>
  <message>
   <source>This desktop has no tray, so closing the window quits.</source>
   <translation>此桌面没有系统托盘，关闭窗口即退出程序。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.download_box</name>
  <message>
   <source>Show download details…</source>
   <translation>显示下载详情…</translation>
  </message>
  <message>
   <source>Download</source>
   <translation>下载</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Download progress</source>
   <translation>下载进度</translation>
  </message>
  <message>
   <source>A larger cross-encoder can be downloaded from the model hub. This contacts the model hub; nothing is downloaded until you confirm.</source>
   <translation>可以从模型中心下载更大的交叉编码器。此操作会连接模型中心；在你确认之前不会下载任何内容。</translation>
  </message>
  <message>
   <source>Contacting the model hub…</source>
   <translation>正在连接模型中心…</translation>
  </message>
  <message>
   <source>Download {}</source>
   <translation>下载 {}</translation>
  </message>
  <message>
   <source>{}, version {}: {} from {}, into the model cache on this computer.</source>
   <translation>{}，版本 {}：{}，来自 {}，存入本机的模型缓存。</translation>
  </message>
  <message>
   <source>Nothing was downloaded.</source>
   <translation>未下载任何内容。</translation>
  </message>
  <message>
   <source>Downloading {} from {}…</source>
   <translation>正在下载 {}，来自 {}…</translation>
  </message>
  <message>
   <source>Downloaded and verified. Used from the next start.</source>
   <translation>已下载并通过校验，下次启动后使用。</translation>
  </message>
  <message>
   <source>Cancelled. The partial download is kept and will resume.</source>
   <translation>已取消。已下载的部分会保留，下次继续。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ignore_page</name>
  <message>
   <source>Exclusions</source>
   <translation>排除项</translation>
  </message>
  <message>
   <source>One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. Excluded notes are neither indexed nor found.</source>
   <translation>每行一条规则，语法同 .gitignore：Archive/ 表示文件夹，*.tmp.md 表示一类文件，!keep.md 表示例外。被排除的笔记不会被索引，也不会被搜到。</translation>
  </message>
  <message>
   <source>All vaults</source>
   <translation>所有仓库</translation>
  </message>
  <message>
   <source>Exclusions for all vaults</source>
   <translation>所有仓库的排除项</translation>
  </message>
  <message>
   <source>This vault</source>
   <translation>此仓库</translation>
  </message>
  <message>
   <source>Exclusions for this vault</source>
   <translation>此仓库的排除项</translation>
  </message>
  <message>
   <source>From files in the vault</source>
   <translation>来自仓库中的文件</translation>
  </message>
  <message>
   <source>Links to outside the vault</source>
   <translation>指向仓库外的链接</translation>
  </message>
  <message>
   <source>No vault is open.</source>
   <translation>没有打开的仓库。</translation>
  </message>
  <message>
   <source>{}: {} rules</source>
   <translation>{}：{} 条规则</translation>
  </message>
  <message>
   <source>No exclusions in Obsidian or in .vaultsearchignore.</source>
   <translation>Obsidian 和 .vaultsearchignore 中均无排除项。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.models_page</name>
  <message>
   <source>Models</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Models in use</source>
   <translation>正在使用的模型</translation>
  </message>
  <message>
   <source>English, and languages the other model doesn't know</source>
   <translation>英语，以及另一模型不支持的语言</translation>
  </message>
  <message>
   <source>Other languages</source>
   <translation>其他语言</translation>
  </message>
  <message>
   <source>&amp;English</source>
   <translation>英语(&amp;E)</translation>
  </message>
  <message>
   <source>&amp;Other languages</source>
   <translation>其他语言(&amp;O)</translation>
  </message>
  <message>
   <source>Changing a model re-indexes the affected notes in the background.</source>
   <translation>更换模型会在后台重新索引受影响的笔记。</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>本机上的模型</translation>
  </message>
  <message>
   <source>Models on this computer</source>
   <translation>本机上的模型</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Used for</source>
   <translation>用途</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>来源</translation>
  </message>
  <message>
   <source>Verification</source>
   <translation>校验</translation>
  </message>
  <message>
   <source>Checking models…</source>
   <translation>正在检查模型…</translation>
  </message>
  <message>
   <source>Show folder of converted models</source>
   <translation>显示转换后模型的文件夹</translation>
  </message>
  <message>
   <source>A stronger cross-encoder</source>
   <translation>更强的交叉编码器</translation>
  </message>
  <message>
   <source>verified</source>
   <translation>已校验</translation>
  </message>
  <message>
   <source>checksum mismatch</source>
   <translation>校验值不符</translation>
  </message>
  <message>
   <source>no checksum known</source>
   <translation>无已知校验值</translation>
  </message>
  <message>
   <source>language model</source>
   <translation>语言模型</translation>
  </message>
  <message>
   <source>cross-encoder</source>
   <translation>交叉编码器</translation>
  </message>
  <message>
   <source>installed</source>
   <translation>随程序安装</translation>
  </message>
  <message>
   <source>converted</source>
   <translation>已转换</translation>
  </message>
  <message>
   <source>downloaded</source>
   <translation>已下载</translation>
  </message>
  <message>
   <source>Recommended</source>
   <translation>推荐</translation>
  </message>
  <message>
   <source>None: use the model above for all</source>
   <translation>无：全部使用上面的模型</translation>
  </message>
  <message>
   <source>Choose folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <source>Choose a folder with a sentence-transformers model</source>
   <translation>选择包含 sentence-transformers 模型的文件夹</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameter_row</name>
  <message>
   <source>Reset</source>
   <translation>重置</translation>
  </message>
  <message>
   <source>Reset to default</source>
   <translation>恢复默认值</translation>
  </message>
  <message>
   <source>Reset {}</source>
   <translation>重置 {}</translation>
  </message>
  <message>
   <source>Default: {}</source>
   <translation>默认值：{}</translation>
  </message>
  <message>
   <source>empty</source>
   <translation>空</translation>
  </message>
  <message>
   <source>Set on the command line for this run. {}</source>
   <translation>本次运行由命令行指定。{}</translation>
  </message>
  <message>
   <source>{} · changing this re-indexes your notes</source>
   <translation>{} · 更改后将重新索引笔记</translation>
  </message>
  <message>
   <source>on</source>
   <translation>启用</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameters_page</name>
  <message>
   <source>Files to index</source>
   <translation>要索引的文件</translation>
  </message>
  <message>
   <source>Passages</source>
   <translation>段落</translation>
  </message>
  <message>
   <source>Indexing by meaning</source>
   <translation>语义索引</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>Search by meaning</source>
   <translation>语义搜索</translation>
  </message>
  <message>
   <source>Token-level search</source>
   <translation>token 级搜索</translation>
  </message>
  <message>
   <source>Keyword search</source>
   <translation>关键词搜索</translation>
  </message>
  <message>
   <source>Exact text search</source>
   <translation>精确文本搜索</translation>
  </message>
  <message>
   <source>Combining keywords and meaning</source>
   <translation>合并关键词与语义</translation>
  </message>
  <message>
   <source>Note titles</source>
   <translation>笔记标题</translation>
  </message>
  <message>
   <source>Reranking</source>
   <translation>重排序</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>复制为上下文</translation>
  </message>
  <message>
   <source>Related notes</source>
   <translation>相关笔记</translation>
  </message>
  <message>
   <source>Duplicates</source>
   <translation>重复内容</translation>
  </message>
  <message>
   <source>Answers in a note</source>
   <translation>笔记中的回答</translation>
  </message>
  <message>
   <source>Advanced</source>
   <translation>高级</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>搜索设置</translation>
  </message>
  <message>
   <source>No matching setting.</source>
   <translation>没有匹配的设置。</translation>
  </message>
  <message>
   <source>Also applies to the command line. Most people never need this page.</source>
   <translation>对命令行同样有效。大多数人用不到这一页。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.privacy_page</name>
  <message>
   <source>Privacy</source>
   <translation>隐私</translation>
  </message>
  <message>
   <source>Your notes and questions never leave this computer, and there is no telemetry. The network is used only to download a model, and only when you ask for it. Anything you open elsewhere is handled by that app.</source>
   <translation>你的笔记和提问绝不会离开本机，也没有任何遥测。网络只用于下载模型，而且仅在你要求时使用。在其他应用中打开的内容由该应用处理。</translation>
  </message>
  <message>
   <source>Search history</source>
   <translation>搜索历史</translation>
  </message>
  <message>
   <source>Remember my searches, in a file only I can read</source>
   <translation>记住我的搜索，保存在仅我本人可读的文件中</translation>
  </message>
  <message>
   <source>Clear history</source>
   <translation>清除历史</translation>
  </message>
  <message>
   <source>Learn from what I open</source>
   <translation>从打开的笔记中学习</translation>
  </message>
  <message>
   <source>Rank notes higher that I opened, copied or added to the basket for the same question</source>
   <translation>提问相同时，提升我曾打开、复制或添加到收集篮的笔记的排名</translation>
  </message>
  <message>
   <source>Second place at most, for 60 days</source>
   <translation>最高升到第二位，持续 60 天</translation>
  </message>
  <message>
   <source>Forget all</source>
   <translation>全部清除</translation>
  </message>
  <message>
   <source>Stored on this computer</source>
   <translation>保存在本机的数据</translation>
  </message>
  <message>
   <source>Item</source>
   <translation>项目</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <source>Location</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>显示</translation>
  </message>
  <message>
   <source>Delete index…</source>
   <translation>删除索引…</translation>
  </message>
  <message>
   <source>An index contains the text of your notes so that they can be searched. Deleting it deletes no notes.</source>
   <translation>索引包含笔记的文本，以供搜索。删除索引不会删除任何笔记。</translation>
  </message>
  <message>
   <source>Index of {}</source>
   <translation>{} 的索引</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Recent searches</source>
   <translation>最近的搜索</translation>
  </message>
  <message>
   <source>Opened notes</source>
   <translation>打开过的笔记</translation>
  </message>
  <message>
   <source>Converted models</source>
   <translation>转换后的模型</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>Delete index</source>
   <translation>删除索引</translation>
  </message>
  <message>
   <source>Delete the index of {}?</source>
   <translation>要删除 {} 的索引吗？</translation>
  </message>
  <message>
   <source>Your notes are not changed. To search them again, they must be re-indexed.</source>
   <translation>笔记不会改变。若要再次搜索，需要重新建立索引。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ranking_page</name>
  <message>
   <source>Ranking</source>
   <translation>排序</translation>
  </message>
  <message>
   <source>Keywords and meaning each find candidates. These steps then rank them, one after another; each step's results are shown as soon as they are ready.</source>
   <translation>关键词和语义各自找出候选段落，再由以下步骤依次排序；每一步的结果一经得出便立即显示。</translation>
  </message>
  <message>
   <source>Recommended order</source>
   <translation>推荐顺序</translation>
  </message>
  <message>
   <source>Custom order</source>
   <translation>自定义顺序</translation>
  </message>
  <message>
   <source>Ranking steps</source>
   <translation>排序步骤</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>上移</translation>
  </message>
  <message>
   <source>Move up (Alt+Up)</source>
   <translation>上移（Alt+Up）</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>下移</translation>
  </message>
  <message>
   <source>Move down (Alt+Down)</source>
   <translation>下移（Alt+Down）</translation>
  </message>
  <message>
   <source>The order is set on the command line for this run.</source>
   <translation>本次运行的顺序由命令行指定。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.vaults_page</name>
  <message>
   <source>Vaults</source>
   <translation>仓库</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <source>Add a folder…</source>
   <translation>添加文件夹…</translation>
  </message>
  <message>
   <source>Remove from list</source>
   <translation>从列表中移除</translation>
  </message>
  <message>
   <source>Your notes and their index stay; delete the index under Privacy</source>
   <translation>笔记及其索引均会保留；可在“隐私”中删除索引</translation>
  </message>
  <message>
   <source>Folders you have opened. Nothing is ever written to them.</source>
   <translation>曾打开的文件夹。程序绝不会向其中写入任何内容。</translation>
  </message>
  <message>
   <source> · open</source>
   <translation> · 已打开</translation>
  </message>
  <message>
   <source> · unavailable; connect its drive</source>
   <translation> · 无法访问；请连接它所在的驱动器</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.window</name>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>页面</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.delegate</name>
  <message>
   <source>Name of the saved search</source>
   <translation>已保存搜索的名称</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.histogram</name>
  <message>
   <source>Notes by date</source>
   <translation>按日期统计的笔记</translation>
  </message>
  <message>
   <source>d MMM yyyy</source>
   <translation>yyyy年M月d日</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.model</name>
  <message>
   <source>Tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <source>Saved searches</source>
   <translation>已保存的搜索</translation>
  </message>
  <message>
   <source>Ctrl+D saves a search</source>
   <translation>按 Ctrl+D 保存搜索</translation>
  </message>
  <message>
   <source>{} more…</source>
   <translation>另外 {} 个…</translation>
  </message>
  <message>
   <source>{} (click to remove)</source>
   <translation>{}（点击移除）</translation>
  </message>
  <message>
   <source>{}, active</source>
   <translation>{}，已启用</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.sidebar</name>
  <message>
   <source>Any time instead of {}</source>
   <translation>改为不限时间，取代 {}</translation>
  </message>
  <message>
   <source>Exact text search can't be filtered</source>
   <translation>精确文本搜索不支持筛选</translation>
  </message>
  <message>
   <source>Date</source>
   <translation>日期</translation>
  </message>
  <message>
   <source>Any time</source>
   <translation>不限时间</translation>
  </message>
  <message>
   <source>Remove the date filter</source>
   <translation>移除日期筛选</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.tree</name>
  <message>
   <source>Saved searches, tags and folders</source>
   <translation>已保存的搜索、标签和文件夹</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <source>Rename</source>
   <translation>重命名</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>删除</translation>
  </message>
 </context>
 <context>
  <name>gui.status_line</name>
  <message>
   <source>Indexing progress</source>
   <translation>索引进度</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Continue</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Index the remaining notes</source>
   <translation>继续索引其余笔记</translation>
  </message>
  <message>
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>停止索引；已索引的笔记仍可搜索</translation>
  </message>
  <message>
   <source>Show what couldn't be read, and why</source>
   <translation>显示哪些内容无法读取及其原因</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>显示或隐藏收集篮</translation>
  </message>
  <message>
   <source>Private</source>
   <translation>隐私</translation>
  </message>
  <message>
   <source>Searches and opened notes are not remembered</source>
   <translation>不记录搜索和打开的笔记</translation>
  </message>
  <message>
   <source>Ranking in use</source>
   <translation>当前使用的排序</translation>
  </message>
 </context>
 <context>
  <name>gui.welcome</name>
  <message>
   <source>Recent vaults</source>
   <translation>最近打开的仓库</translation>
  </message>
  <message>
   <source>Obsidian vaults</source>
   <translation>Obsidian 仓库</translation>
  </message>
  <message>
   <source>Drop a folder of notes here</source>
   <translation>将笔记文件夹拖到此处</translation>
  </message>
  <message>
   <source>Then ask it anything. Your notes stay on this computer.</source>
   <translation>然后尽管提问。你的笔记始终留在本机。</translation>
  </message>
  <message>
   <source>Open {}</source>
   <translation>打开 {}</translation>
  </message>
 </context>
 <context>
  <name>gui.window.dialogs</name>
  <message>
   <source>Choose a folder of notes</source>
   <translation>选择笔记文件夹</translation>
  </message>
  <message>
   <source>Something went wrong</source>
   <translation>出错了</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>This is a bug in vaultsearch, not a problem with your notes, which were not touched. You can carry on. The report says what happened. It isn't sent anywhere unless you send it.</source>
   <translation>这是 vaultsearch 的程序错误，与你的笔记无关，笔记未受影响，可以继续使用。报告说明了发生的情况。除非你自己发送，否则它不会传到任何地方。</translation>
  </message>
  <message>
   <source>Copy report</source>
   <translation>复制报告</translation>
  </message>
  <message>
   <source>Show log</source>
   <translation>显示日志</translation>
  </message>
  <message>
   <source>Problems while indexing</source>
   <translation>索引时的问题</translation>
  </message>
  <message>
   <source>Show file</source>
   <translation>显示文件</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>笔记</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>原因</translation>
  </message>
 </context>
 <context>
  <name>gui.window.drops</name>
  <message>
   <source>Drop a folder to search it, or a note or text to search with</source>
   <translation>拖放文件夹以搜索其内容，或拖放笔记、文本以用它搜索</translation>
  </message>
 </context>
 <context>
  <name>gui.window.lifecycle</name>
  <message>
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <source>Hide the window</source>
   <translation>隐藏窗口</translation>
  </message>
  <message>
   <source>Show the window</source>
   <translation>显示窗口</translation>
  </message>
 </context>
 <context>
  <name>gui.window.main_window</name>
  <message>
   <source>Opening {}…</source>
   <translation>正在打开 {}…</translation>
  </message>
  <message>
   <source>Something went wrong: see the report in the window.</source>
   <translation>出错了：请查看窗口中的报告。</translation>
  </message>
 </context>
 <context>
  <name>core.parameters</name>
  <message>
   <source>larger notes, in bytes, are skipped and reported</source>
   <translation>超过此字节数的笔记会被跳过并列出</translation>
  </message>
  <message>
   <source>also follow links to files and folders outside the vault</source>
   <translation>同时跟随指向仓库外文件和文件夹的链接</translation>
  </message>
  <message>
   <source>longest passage, in tokens of the model; title and headings come on top</source>
   <translation>段落的最大长度，以模型的 token 计；不含笔记标题和各级标题</translation>
  </message>
  <message>
   <source>tokens repeated from the end of one passage at the start of the next</source>
   <translation>上一段落末尾在下一段落开头重复的 token 数</translation>
  </message>
  <message>
   <source>the installed default, a folder with a sentence-transformers model, or the name of one in the local hub cache</source>
   <translation>随程序安装的默认模型、包含 sentence-transformers 模型的文件夹，或本机模型缓存中的模型名称</translation>
  </message>
  <message>
   <source>the model for all languages but English: named like embedding_model; none (embedding_model for all); or auto: the installed one with the default embedding_model, none with another</source>
   <translation>英语以外所有语言使用的模型：写法与 embedding_model 相同；none 表示全部使用 embedding_model；auto 表示与默认的 embedding_model 搭配时用随程序安装的模型，与其他模型搭配时不用</translation>
  </message>
  <message>
   <source>language of notes without a `lang` property, as a code such as de; auto detects it per note</source>
   <translation>没有 `lang` 属性的笔记的语言，用 de 这样的代码表示；auto 逐篇识别</translation>
  </message>
  <message>
   <source>language of all questions, as a code; auto detects it per question</source>
   <translation>所有提问的语言，用代码表示；auto 逐个识别</translation>
  </message>
  <message>
   <source>plain embeds each passage alone; late embeds short neighbouring passages together; colbert also keeps a vector for every few tokens</source>
   <translation>plain 单独嵌入每个段落；late 将相邻的短段落一起嵌入；colbert 另外为每几个 token 保存一个向量</translation>
  </message>
  <message>
   <source>passages encoded at once</source>
   <translation>一次编码的段落数</translation>
  </message>
  <message>
   <source>candidates by meaning</source>
   <translation>按语义选取的候选段落数</translation>
  </message>
  <message>
   <source>fewest candidates by meaning from the multilingual model: several may say the same in different languages</source>
   <translation>多语言模型按语义选取的候选段落数下限：不同语言的多个段落可能内容相同</translation>
  </message>
  <message>
   <source>weight of the whole note's meaning in that of its passages</source>
   <translation>整篇笔记的语义在其段落语义中所占的权重</translation>
  </message>
  <message>
   <source>tokens that share a vector if chunking_mode is colbert; 1 for one each</source>
   <translation>chunking_mode 为 colbert 时共用一个向量的 token 数；1 表示每个 token 各有一个</translation>
  </message>
  <message>
   <source>weight of token vectors relative to meaning if chunking_mode is colbert</source>
   <translation>chunking_mode 为 colbert 时，token 向量相对于语义的权重</translation>
  </message>
  <message>
   <source>candidates by token vectors</source>
   <translation>按 token 向量选取的候选段落数</translation>
  </message>
  <message>
   <source>candidates by keywords</source>
   <translation>按关键词选取的候选段落数</translation>
  </message>
  <message>
   <source>candidates by exact text</source>
   <translation>按精确文本选取的候选段落数</translation>
  </message>
  <message>
   <source>combine keywords and meaning by their scores, or by reciprocal ranks</source>
   <translation>按得分或按排名的倒数合并关键词与语义的结果</translation>
  </message>
  <message>
   <source>weight of keywords in the combined score; the rest is meaning</source>
   <translation>关键词在总分中所占的权重；其余归语义</translation>
  </message>
  <message>
   <source>the same for passages found by the multilingual model</source>
   <translation>同上，用于由多语言模型找到的段落</translation>
  </message>
  <message>
   <source>weight of the similarity of question and title beside meaning and keywords; 0 for none</source>
   <translation>问题与标题的相似度在语义和关键词之外的权重；0 表示不计</translation>
  </message>
  <message>
   <source>bonus to that similarity for the share of the question's words in a title or alias</source>
   <translation>标题或别名所含问题词语的比例为该相似度带来的加分</translation>
  </message>
  <message>
   <source>constant of reciprocal rank fusion; higher values even out the ranks</source>
   <translation>倒数排名融合的常数；数值越大，名次间的差异越小</translation>
  </message>
  <message>
   <source>ranking steps joined by +; auto is best_sentence, late_interaction, then cross_encoder if its weights are installed</source>
   <translation>以 + 连接的排序步骤；auto 依次为 best_sentence、late_interaction，已安装权重时再加 cross_encoder</translation>
  </message>
  <message>
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one from `vaultsearch models download`, else the installed one</source>
   <translation>交叉编码器：文件夹、本机模型缓存中的模型名称，或 auto：优先使用 `vaultsearch models download` 下载的模型，否则使用随程序安装的模型</translation>
  </message>
  <message>
   <source>passages whose sentences the multilingual model reads one by one; the others stay below</source>
   <translation>由多语言模型逐句读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>weight of a passage's best sentence in its meaning; the rest is the whole passage</source>
   <translation>最佳句子在段落语义中所占的权重；其余归整个段落</translation>
  </message>
  <message>
   <source>passages read by late interaction; the others stay below</source>
   <translation>由延迟交互读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>weight of late interaction against the order before it (1: equal)</source>
   <translation>延迟交互相对于原有顺序的权重（1：相等）</translation>
  </message>
  <message>
   <source>weight of the cross-encoder against the order before it (1: equal)</source>
   <translation>交叉编码器相对于原有顺序的权重（1：相等）</translation>
  </message>
  <message>
   <source>passages read by the cross-encoder; the others stay below</source>
   <translation>由交叉编码器读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>weight of relevance against variety (1: relevance only)</source>
   <translation>相关性相对于多样性的权重（1：只看相关性）</translation>
  </message>
  <message>
   <source>days after which a note counts as half as fresh</source>
   <translation>笔记的时效性减半所需的天数</translation>
  </message>
  <message>
   <source>weight of freshness in the order; the rest is relevance (0: none)</source>
   <translation>时效性在排序中所占的权重；其余归相关性（0：不考虑）</translation>
  </message>
  <message>
   <source>weight of links from and to the best notes (0: none)</source>
   <translation>与最相关笔记之间的链接的权重（0：不考虑）</translation>
  </message>
  <message>
   <source>passages with a lower probability of answering are hidden</source>
   <translation>构成回答的概率低于此值的段落会被隐藏</translation>
  </message>
  <message>
   <source>document lists a few passages per note, none all of them</source>
   <translation>document 每篇笔记只列出少数段落，none 列出全部</translation>
  </message>
  <message>
   <source>passages listed per note</source>
   <translation>每篇笔记列出的段落数</translation>
  </message>
  <message>
   <source>related notes listed</source>
   <translation>列出的相关笔记数</translation>
  </message>
  <message>
   <source>share of text that two passages must have in common to be duplicates</source>
   <translation>两个段落的文本相同比例达到此值才视为重复</translation>
  </message>
  <message>
   <source>overlap between pieces of a long text, as a share of chunk_size</source>
   <translation>长文本各段之间的重叠，占 chunk_size 的比例</translation>
  </message>
  <message>
   <source>shorter paragraphs or messages of a long text, in tokens, are joined with the next</source>
   <translation>长文本中短于此 token 数的段落或消息与下一个合并</translation>
  </message>
  <message>
   <source>candidates for each piece of a long text</source>
   <translation>长文本每一段的候选段落数</translation>
  </message>
  <message>
   <source>lowest cosine for a passage to be similar to a piece; -1 for the value fitted to the model, or none if there is no such value</source>
   <translation>段落与长文本某一段相似所需的最低余弦值；-1 表示使用为该模型拟合的值，没有则不设</translation>
  </message>
  <message>
   <source>the same for the multilingual model</source>
   <translation>同上，用于多语言模型</translation>
  </message>
  <message>
   <source>ann uses the vector index if there is one, exact compares with every passage</source>
   <translation>ann 使用向量索引（如果有），exact 与每个段落比较</translation>
  </message>
  <message>
   <source>partitions of the vector index that ann searches</source>
   <translation>ann 查找的向量索引分区数</translation>
  </message>
  <message>
   <source>passages looked at per candidate: several may be from one note</source>
   <translation>每选取一个候选段落要查看的段落数：其中几个可能来自同一篇笔记</translation>
  </message>
  <message>
   <source>document takes few passages per note, semantic skips those that repeat a better one, none takes all</source>
   <translation>document 每篇笔记只取少数段落，semantic 跳过与更好段落意思重复的，none 全取</translation>
  </message>
  <message>
   <source>passages per note with the strategy document</source>
   <translation>document 策略下每篇笔记的段落数</translation>
  </message>
  <message>
   <source>lowest cosine for two passages to say the same with the strategy semantic</source>
   <translation>semantic 策略下，两个段落视为意思相同的最低余弦值</translation>
  </message>
  <message>
   <source>notes listed for all topics together, and at most for each</source>
   <translation>所有主题合计以及每个主题最多列出的笔记数</translation>
  </message>
  <message>
   <source>weight of similarity against variety within a topic (1: similarity only)</source>
   <translation>在一个主题内，相似度相对于多样性的权重（1：只看相似度）</translation>
  </message>
  <message>
   <source>weight of the whole text's similarity in that of one of its pieces</source>
   <translation>与整段文本的相似度在与其中一段的相似度里所占的权重</translation>
  </message>
  <message>
   <source>passages listed in the window</source>
   <translation>窗口中列出的段落数</translation>
  </message>
  <message>
   <source>recent searches to remember; 0 remembers none and clears the history</source>
   <translation>记住的最近搜索数；0 表示不记录，并清除历史</translation>
  </message>
  <message>
   <source>in the window, rank notes higher that were opened, copied or added to the basket for the question; off remembers nothing new</source>
   <translation>在窗口中，提升曾为该提问打开、复制或添加到收集篮的笔记的排名；关闭后不再记录新内容</translation>
  </message>
  <message>
   <source>lowest cosine for two questions to count as the same</source>
   <translation>两个提问视为相同所需的最低余弦值</translation>
  </message>
  <message>
   <source>token budget of a copied context</source>
   <translation>复制上下文的 token 预算</translation>
  </message>
  <message>
   <source>passages considered for a copied context</source>
   <translation>复制上下文时考虑的段落数</translation>
  </message>
  <message>
   <source>sentences quoted per note</source>
   <translation>每篇笔记引用的句子数</translation>
  </message>
  <message>
   <source>lowest probability, 0 to 1, that a note's best sentence answers for anything to be quoted</source>
   <translation>笔记的最佳句子构成回答的概率须达到此值（0 到 1）才会引用</translation>
  </message>
 </context>
 <context>
  <name>core.values.rerankers</name>
  <message>
   <source>Best sentence</source>
   <translation>最佳句子</translation>
  </message>
  <message>
   <source>Languages other than English: compares the question with single sentences. Cost: small; reads the sentences of {} passages.</source>
   <translation>英语以外的语言：将问题与单个句子比较。开销：小；读取 {} 个段落的句子。</translation>
  </message>
  <message>
   <source>Ranking: best sentence</source>
   <translation>排序：最佳句子</translation>
  </message>
  <message>
   <source>Late interaction</source>
   <translation>延迟交互</translation>
  </message>
  <message>
   <source>English: compares word by word. Cost: small; reads {} passages.</source>
   <translation>英语：逐词比较。开销：小；读取 {} 个段落。</translation>
  </message>
  <message>
   <source>Ranking: late interaction</source>
   <translation>排序：延迟交互</translation>
  </message>
  <message>
   <source>Cross-encoder</source>
   <translation>交叉编码器</translation>
  </message>
  <message>
   <source>English: reads question and passage together. Cost: largest; reads {} passages for every question. Needs its own model.</source>
   <translation>英语：将问题与段落放在一起读取。开销：最大；每次提问读取 {} 个段落。需要专用模型。</translation>
  </message>
  <message>
   <source>Ranking: cross-encoder</source>
   <translation>排序：交叉编码器</translation>
  </message>
  <message>
   <source>Variety</source>
   <translation>多样性</translation>
  </message>
  <message>
   <source>Adds variety. Cost: almost none.</source>
   <translation>增加多样性。开销：几乎没有。</translation>
  </message>
  <message>
   <source>Ranking: variety</source>
   <translation>排序：多样性</translation>
  </message>
  <message>
   <source>Freshness</source>
   <translation>时效性</translation>
  </message>
  <message>
   <source>Ranks newer notes higher. Cost: none.</source>
   <translation>提升较新笔记的排名。开销：无。</translation>
  </message>
  <message>
   <source>Ranking: freshness</source>
   <translation>排序：时效性</translation>
  </message>
  <message>
   <source>Links</source>
   <translation>链接</translation>
  </message>
  <message>
   <source>Ranks notes higher that are linked with the best ones. Cost: small.</source>
   <translation>提升与最相关笔记互有链接的笔记的排名。开销：小。</translation>
  </message>
  <message>
   <source>Ranking: links</source>
   <translation>排序：链接</translation>
  </message>
  <message>
   <source>Threshold</source>
   <translation>阈值</translation>
  </message>
  <message>
   <source>Hides weak matches. Cost: none; needs probabilities from an earlier step.</source>
   <translation>隐藏较弱的匹配。开销：无；需要前面的步骤给出概率。</translation>
  </message>
  <message>
   <source>Ranking: threshold</source>
   <translation>排序：阈值</translation>
  </message>
  <message>
   <source>One per note</source>
   <translation>每篇笔记一个</translation>
  </message>
  <message>
   <source>Lists a few passages per note. Cost: none.</source>
   <translation>每篇笔记只列出少数段落。开销：无。</translation>
  </message>
  <message>
   <source>Ranking: passages per note</source>
   <translation>排序：每篇笔记的段落</translation>
  </message>
 </context>
 <context>
  <name>core.languages.names</name>
  <message>
   <source>Afrikaans</source>
   <translation>南非荷兰语</translation>
  </message>
  <message>
   <source>Catalan</source>
   <translation>加泰罗尼亚语</translation>
  </message>
  <message>
   <source>Czech</source>
   <translation>捷克语</translation>
  </message>
  <message>
   <source>Danish</source>
   <translation>丹麦语</translation>
  </message>
  <message>
   <source>German</source>
   <translation>德语</translation>
  </message>
  <message>
   <source>English</source>
   <translation>英语</translation>
  </message>
  <message>
   <source>Spanish</source>
   <translation>西班牙语</translation>
  </message>
  <message>
   <source>Estonian</source>
   <translation>爱沙尼亚语</translation>
  </message>
  <message>
   <source>Basque</source>
   <translation>巴斯克语</translation>
  </message>
  <message>
   <source>Finnish</source>
   <translation>芬兰语</translation>
  </message>
  <message>
   <source>French</source>
   <translation>法语</translation>
  </message>
  <message>
   <source>Galician</source>
   <translation>加利西亚语</translation>
  </message>
  <message>
   <source>Croatian</source>
   <translation>克罗地亚语</translation>
  </message>
  <message>
   <source>Hungarian</source>
   <translation>匈牙利语</translation>
  </message>
  <message>
   <source>Indonesian</source>
   <translation>印度尼西亚语</translation>
  </message>
  <message>
   <source>Icelandic</source>
   <translation>冰岛语</translation>
  </message>
  <message>
   <source>Italian</source>
   <translation>意大利语</translation>
  </message>
  <message>
   <source>Lithuanian</source>
   <translation>立陶宛语</translation>
  </message>
  <message>
   <source>Latvian</source>
   <translation>拉脱维亚语</translation>
  </message>
  <message>
   <source>Dutch</source>
   <translation>荷兰语</translation>
  </message>
  <message>
   <source>Norwegian</source>
   <translation>挪威语</translation>
  </message>
  <message>
   <source>Polish</source>
   <translation>波兰语</translation>
  </message>
  <message>
   <source>Portuguese</source>
   <translation>葡萄牙语</translation>
  </message>
  <message>
   <source>Romanian</source>
   <translation>罗马尼亚语</translation>
  </message>
  <message>
   <source>Slovak</source>
   <translation>斯洛伐克语</translation>
  </message>
  <message>
   <source>Slovenian</source>
   <translation>斯洛文尼亚语</translation>
  </message>
  <message>
   <source>Swedish</source>
   <translation>瑞典语</translation>
  </message>
  <message>
   <source>Swahili</source>
   <translation>斯瓦希里语</translation>
  </message>
  <message>
   <source>Turkish</source>
   <translation>土耳其语</translation>
  </message>
  <message>
   <source>Vietnamese</source>
   <translation>越南语</translation>
  </message>
  <message>
   <source>Belarusian</source>
   <translation>白俄罗斯语</translation>
  </message>
  <message>
   <source>Bulgarian</source>
   <translation>保加利亚语</translation>
  </message>
  <message>
   <source>Kazakh</source>
   <translation>哈萨克语</translation>
  </message>
  <message>
   <source>Macedonian</source>
   <translation>马其顿语</translation>
  </message>
  <message>
   <source>Mongolian</source>
   <translation>蒙古语</translation>
  </message>
  <message>
   <source>Russian</source>
   <translation>俄语</translation>
  </message>
  <message>
   <source>Serbian</source>
   <translation>塞尔维亚语</translation>
  </message>
  <message>
   <source>Ukrainian</source>
   <translation>乌克兰语</translation>
  </message>
  <message>
   <source>Arabic</source>
   <translation>阿拉伯语</translation>
  </message>
  <message>
   <source>Persian</source>
   <translation>波斯语</translation>
  </message>
  <message>
   <source>Urdu</source>
   <translation>乌尔都语</translation>
  </message>
  <message>
   <source>Hindi</source>
   <translation>印地语</translation>
  </message>
  <message>
   <source>Marathi</source>
   <translation>马拉地语</translation>
  </message>
  <message>
   <source>Nepali</source>
   <translation>尼泊尔语</translation>
  </message>
  <message>
   <source>Chinese</source>
   <translation>中文</translation>
  </message>
  <message>
   <source>Japanese</source>
   <translation>日语</translation>
  </message>
  <message>
   <source>Korean</source>
   <translation>韩语</translation>
  </message>
  <message>
   <source>Thai</source>
   <translation>泰语</translation>
  </message>
  <message>
   <source>Lao</source>
   <translation>老挝语</translation>
  </message>
  <message>
   <source>Khmer</source>
   <translation>高棉语</translation>
  </message>
  <message>
   <source>Burmese</source>
   <translation>缅甸语</translation>
  </message>
  <message>
   <source>Greek</source>
   <translation>希腊语</translation>
  </message>
  <message>
   <source>Hebrew</source>
   <translation>希伯来语</translation>
  </message>
  <message>
   <source>Georgian</source>
   <translation>格鲁吉亚语</translation>
  </message>
  <message>
   <source>Armenian</source>
   <translation>亚美尼亚语</translation>
  </message>
  <message>
   <source>Bengali</source>
   <translation>孟加拉语</translation>
  </message>
  <message>
   <source>Tamil</source>
   <translation>泰米尔语</translation>
  </message>
  <message>
   <source>Telugu</source>
   <translation>泰卢固语</translation>
  </message>
  <message>
   <source>Malayalam</source>
   <translation>马拉雅拉姆语</translation>
  </message>
  <message>
   <source>Kannada</source>
   <translation>卡纳达语</translation>
  </message>
  <message>
   <source>Gujarati</source>
   <translation>古吉拉特语</translation>
  </message>
  <message>
   <source>Punjabi</source>
   <translation>旁遮普语</translation>
  </message>
  <message>
   <source>Sinhala</source>
   <translation>僧伽罗语</translation>
  </message>
  <message>
   <source>Amharic</source>
   <translation>阿姆哈拉语</translation>
  </message>
 </context>
 <context>
  <name>core.evaluation.generated_questions</name>
  <message>
   <source>headings</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>link texts</source>
   <translation>链接文本</translation>
  </message>
  <message>
   <source>aliases</source>
   <translation>别名</translation>
  </message>
  <message>
   <source>first sentences</source>
   <translation>首句</translation>
  </message>
  <message>
   <source>a heading; the passages below it are the answer</source>
   <translation>用标题提问，答案是其下的段落</translation>
  </message>
  <message>
   <source>the text of a link; the linked note is the answer</source>
   <translation>用链接文本提问，答案是链接指向的笔记</translation>
  </message>
  <message>
   <source>an alias; its note is the answer</source>
   <translation>用别名提问，答案是其笔记</translation>
  </message>
  <message>
   <source>the first sentence of a note; the rest of the note is the answer</source>
   <translation>用笔记的首句提问，答案是该笔记的其余部分</translation>
  </message>
  <message>
   <source>Use these figures to compare models and settings on your own notes: if one wins by more than its interval, it is likely to serve you better.</source>
   <translation>这些数据可用于在你自己的笔记上比较模型和设置：优势超出置信区间的，很可能更适合你。</translation>
  </message>
  <message>
   <source>They say little about search quality as such: nobody asked these questions, each has only one right answer here although there may be others, and the question's own text was removed from the notes.</source>
   <translation>它们难以说明搜索本身的好坏：这些问题并非真人提出，每个问题只认一个答案，尽管其他答案也可能正确，而且问题文本已从笔记中去除。</translation>
  </message>
  <message>
   <source>Headings and link texts are shorter than typical questions, first sentences longer: look at the kind most like what you type.</source>
   <translation>标题和链接文本比一般的提问短，首句则更长：请参考与你的输入最接近的那一类。</translation>
  </message>
 </context>
 <context>
  <name>core.search.engine</name>
  <message>
   <source>Leave it out, or write it as a filter, such as "a phrase", content:word or tag:name.</source>
   <translation>请去掉它，或写成筛选条件，例如 "短语"、content:词 或 tag:名称。</translation>
  </message>
 </context>
 <context>
  <name>core.query.grammar</name>
  <message>
   <source>Extra closing parenthesis ignored.</source>
   <translation>多余的右括号已忽略。</translation>
  </message>
  <message>
   <source>Too many nested parentheses; the inner ones are ignored.</source>
   <translation>括号嵌套过深，内层已忽略。</translation>
  </message>
  <message>
   <source>Closing parenthesis assumed at the end.</source>
   <translation>已视为末尾有右括号。</translation>
  </message>
  <message>
   <source>Too many operators in a row; the first ones are ignored.</source>
   <translation>连续的运算符过多，前面的已忽略。</translation>
  </message>
  <message>
   <source>OR needs a word on both sides and is ignored.</source>
   <translation>OR 两侧都需要词，已忽略。</translation>
  </message>
 </context>
 <context>
  <name>core.query.reading</name>
  <message>
   <source>AND is searched as a word; to require several words, use parentheses: (this that).</source>
   <translation>AND 按普通词搜索；要同时包含多个词，请用括号：(甲 乙)。</translation>
  </message>
  <message>
   <source>NOT is searched as a word; to exclude a word, use a minus: -this.</source>
   <translation>NOT 按普通词搜索；要排除一个词，请用减号：-甲。</translation>
  </message>
  <message>
   <source>Closing / missing; searched as plain words.</source>
   <translation>缺少结尾的 /，已按普通词搜索。</translation>
  </message>
  <message>
   <source>Notes and canvases are searched; attachments aren't yet.</source>
   <translation>目前只搜索笔记和白板，尚不搜索附件。</translation>
  </message>
  <message>
   <source>Closing " assumed at the end.</source>
   <translation>已视为末尾有 "。</translation>
  </message>
  <message>
   <source>Closing ] assumed at the end.</source>
   <translation>已视为末尾有 ]。</translation>
  </message>
 </context>
 <context>
  <name>core.search.retrieval</name>
  <message>
   <source>Correct it, or remove the slashes.</source>
   <translation>请修正，或去掉斜杠。</translation>
  </message>
  <message>
   <source>Make it simpler: nested repeats are slow.</source>
   <translation>请简化：嵌套的重复太慢。</translation>
  </message>
 </context>
</TS>
