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
   <source>Search all vaults at once, or once more the last one alone</source>
   <translation>同时搜索所有仓库，或重新只搜索上一个仓库</translation>
  </message>
  <message>
   <source>Open the sample vault</source>
   <translation>打开示例仓库</translation>
  </message>
  <message>
   <source>Try it on fifty notes that come with the program</source>
   <translation>用程序自带的五十篇笔记试一试</translation>
  </message>
  <message>
   <source>Read changes again</source>
   <translation>重新读取更改</translation>
  </message>
  <message>
   <source>Bring the index up to date with the notes</source>
   <translation>按笔记的最新内容更新索引</translation>
  </message>
  <message>
   <source>Stop reading</source>
   <translation>停止读取</translation>
  </message>
  <message>
   <source>Stop reading the notes; what was read can be searched</source>
   <translation>停止读取笔记；已读取的内容可以搜索</translation>
  </message>
  <message>
   <source>Pause reading</source>
   <translation>暂停读取</translation>
  </message>
  <message>
   <source>Read no changes until this is chosen again; what was read can be searched</source>
   <translation>不再读取更改，直到再次选择此项；已读取的内容可以搜索</translation>
  </message>
  <message>
   <source>Read everything again…</source>
   <translation>全部重新读取…</translation>
  </message>
  <message>
   <source>Build the index anew, from every note</source>
   <translation>根据所有笔记重建索引</translation>
  </message>
  <message>
   <source>Search quality…</source>
   <translation>搜索质量…</translation>
  </message>
  <message>
   <source>Measure how well your own notes are found, with questions made of them</source>
   <translation>用取自笔记的问题，测量你自己的笔记能否被准确找到</translation>
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
   <source>Duplicates and loose ends…</source>
   <translation>重复内容与松散链接…</translation>
  </message>
  <message>
   <source>List what stands twice in your notes, links that lead nowhere, and notes without any link</source>
   <translation>列出笔记中重复的内容、无处可去的链接和没有任何链接的笔记</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <source>End the program</source>
   <translation>退出程序</translation>
  </message>
  <message>
   <source>Go to the search field</source>
   <translation>转到搜索框</translation>
  </message>
  <message>
   <source>Go to the search field and select what stands there</source>
   <translation>转到搜索框并选中其中的内容</translation>
  </message>
  <message>
   <source>Complete the query</source>
   <translation>补全查询</translation>
  </message>
  <message>
   <source>Propose operators, tags, folders and properties for what is being typed</source>
   <translation>为正在输入的内容提供运算符、标签、文件夹和属性的建议</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>保存此搜索</translation>
  </message>
  <message>
   <source>Keep this search in the sidebar</source>
   <translation>将此搜索保存到侧边栏</translation>
  </message>
  <message>
   <source>Search with the copied text</source>
   <translation>用复制的文本搜索</translation>
  </message>
  <message>
   <source>Find notes for each topic of the text on the clipboard: a draft, a transcript, a chat</source>
   <translation>为剪贴板中文本的每个主题查找笔记：草稿、会议记录或聊天记录</translation>
  </message>
  <message>
   <source>Forget what I opened for this question</source>
   <translation>清除为此提问打开过的记录</translation>
  </message>
  <message>
   <source>No longer raise notes because you opened them for this question or one like it</source>
   <translation>不再因为曾为此提问或类似提问打开过笔记而将其排前</translation>
  </message>
  <message>
   <source>Private mode</source>
   <translation>隐私模式</translation>
  </message>
  <message>
   <source>Remember no searches and no opened notes while this is on</source>
   <translation>开启期间，不记录搜索，也不记录打开的笔记</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <source>Clear the search field</source>
   <translation>清空搜索框</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>混合</translation>
  </message>
  <message>
   <source>Search by meaning and by words at once</source>
   <translation>同时按语义和关键词搜索</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>语义</translation>
  </message>
  <message>
   <source>Search by meaning, whatever the words</source>
   <translation>按语义搜索，不拘泥于用词</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>关键词</translation>
  </message>
  <message>
   <source>Search for the words, rare words counting most</source>
   <translation>按关键词搜索，越少见的词权重越高</translation>
  </message>
  <message>
   <source>Literal</source>
   <translation>精确</translation>
  </message>
  <message>
   <source>Search for exactly these characters, as a pattern</source>
   <translation>精确匹配这些字符，或使用正则表达式</translation>
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
   <source>Open the note's file in the editor that the system has for it</source>
   <translation>用系统为该文件设定的编辑器打开笔记文件</translation>
  </message>
  <message>
   <source>Copy the passage</source>
   <translation>复制段落</translation>
  </message>
  <message>
   <source>Copy the passage with its citation</source>
   <translation>复制段落及其出处</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>复制为上下文</translation>
  </message>
  <message>
   <source>Copy the basket, or else the best passages, with citations, as context for a language model</source>
   <translation>将收集篮中的段落（若为空则取最相关的段落）连同出处复制为语言模型的上下文</translation>
  </message>
  <message>
   <source>Put in the basket, or take out</source>
   <translation>放入或移出收集篮</translation>
  </message>
  <message>
   <source>Put the selected passage in the basket, or take it out</source>
   <translation>将选中的段落放入收集篮，或从中移出</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>显示或隐藏收集篮</translation>
  </message>
  <message>
   <source>Show or hide the passages in the basket, and what they take of the budget</source>
   <translation>显示或隐藏收集篮中的段落及其预算占用</translation>
  </message>
  <message>
   <source>Forget that I opened this</source>
   <translation>清除打开过此笔记的记录</translation>
  </message>
  <message>
   <source>No longer raise this note because you opened it for this question or one like it</source>
   <translation>不再因为曾为此提问或类似提问打开过此笔记而将其排前</translation>
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
   <source>Outline of the note</source>
   <translation>笔记大纲</translation>
  </message>
  <message>
   <source>Show or hide the note's headings beside it</source>
   <translation>在笔记旁显示或隐藏其标题大纲</translation>
  </message>
  <message>
   <source>What has to do with the note</source>
   <translation>相关内容</translation>
  </message>
  <message>
   <source>Show or hide notes like the one shown, links to it and from it, and places that name it</source>
   <translation>显示或隐藏当前笔记的相似笔记、反向链接、出链，以及提到它的位置</translation>
  </message>
  <message>
   <source>Quotes that answer</source>
   <translation>回答问题的引文</translation>
  </message>
  <message>
   <source>Show or hide what in the note answers the question, word for word</source>
   <translation>显示或隐藏笔记中逐字回答问题的内容</translation>
  </message>
  <message>
   <source>Next match in the note</source>
   <translation>笔记中的下一处匹配</translation>
  </message>
  <message>
   <source>Go to the next word of the note that answers the query</source>
   <translation>转到笔记中下一个符合查询的词</translation>
  </message>
  <message>
   <source>Previous match in the note</source>
   <translation>笔记中的上一处匹配</translation>
  </message>
  <message>
   <source>Go to the word before, of those in the note that answer the query</source>
   <translation>转到笔记中上一个符合查询的词</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <source>Go back to what you read before</source>
   <translation>返回之前阅读的内容</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <source>Go forward again</source>
   <translation>再次前进</translation>
  </message>
  <message>
   <source>Group by note</source>
   <translation>按笔记分组</translation>
  </message>
  <message>
   <source>Show a row for each note, its other passages folded beneath it</source>
   <translation>每篇笔记显示一行，其余段落折叠在下方</translation>
  </message>
  <message>
   <source>Best first</source>
   <translation>按相关度排序</translation>
  </message>
  <message>
   <source>List the passages that answer best first</source>
   <translation>将最相关的段落排在最前</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>按修改时间排序</translation>
  </message>
  <message>
   <source>List the passages of the notes that were changed last first</source>
   <translation>将最近修改的笔记的段落排在最前</translation>
  </message>
  <message>
   <source>By title</source>
   <translation>按标题排序</translation>
  </message>
  <message>
   <source>List the passages by the titles of their notes</source>
   <translation>按笔记标题排列段落</translation>
  </message>
  <message>
   <source>Find a command…</source>
   <translation>查找命令…</translation>
  </message>
  <message>
   <source>Find anything that can be done here by a few letters, and do it</source>
   <translation>输入几个字母即可查找并执行任何命令</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <source>Show every key that does something here</source>
   <translation>显示所有可用的快捷键</translation>
  </message>
  <message>
   <source>From the field into the list, and along it</source>
   <translation>从搜索框进入列表，并在其中移动</translation>
  </message>
  <message>
   <source>Along the list, and from its first row back to the field</source>
   <translation>在列表中移动，从首行回到搜索框</translation>
  </message>
  <message>
   <source>In the empty field: your recent queries</source>
   <translation>搜索框为空时：最近的查询</translation>
  </message>
  <message>
   <source>Grouped by note: show the note's other passages</source>
   <translation>按笔记分组时：展开该笔记的其余段落</translation>
  </message>
  <message>
   <source>Grouped by note: fold them again</source>
   <translation>按笔记分组时：重新折叠</translation>
  </message>
  <message>
   <source>Take the proposal; else field, conditions, way of searching, sidebar, list, note</source>
   <translation>采纳建议；无建议时依次切换搜索框、条件、搜索方式、侧边栏、列表、笔记</translation>
  </message>
  <message>
   <source>Behind a condition and a space: select the condition, then take it out</source>
   <translation>光标在条件和空格之后时：先选中该条件，再将其移除</translation>
  </message>
  <message>
   <source>In the sidebar: narrow the search to a tag, a folder or a period, or widen it again</source>
   <translation>在侧边栏中：将搜索限定于某个标签、文件夹或时间段，或取消限定</translation>
  </message>
  <message>
   <source>Rename a saved search, delete it, bring it back</source>
   <translation>重命名、删除或恢复已保存的搜索</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.command_palette</name>
  <message>
   <source>What to do</source>
   <translation>要执行的操作</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>命令</translation>
  </message>
  <message>
   <source>Commands and their keys</source>
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
   <source>{} (Backspace takes it out)</source>
   <translation>{}（按 Backspace 移除）</translation>
  </message>
  <message>
   <source>Condition {}</source>
   <translation>条件 {}</translation>
  </message>
  <message>
   <source>What was understood</source>
   <translation>识别出的条件</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.hint_line</name>
  <message>
   <source>What can be asked for</source>
   <translation>查询示例</translation>
  </message>
  <message>
   <source>Put it into the search field</source>
   <translation>填入搜索框</translation>
  </message>
  <message>
   <source>Try {} · {}</source>
   <translation>试试 {} · {}</translation>
  </message>
  <message>
   <source>notes with that tag, or one beneath it</source>
   <translation>带有该标签或其子标签的笔记</translation>
  </message>
  <message>
   <source>notes whose path holds that</source>
   <translation>路径中含有该内容的笔记</translation>
  </message>
  <message>
   <source>notes that have this property; [name:value] asks for its value</source>
   <translation>具有该属性的笔记；[name:value] 可限定属性值</translation>
  </message>
  <message>
   <source>notes that hold exactly this, word by word</source>
   <translation>逐字包含该内容的笔记</translation>
  </message>
  <message>
   <source>leaves out the notes that hold this word</source>
   <translation>排除含有该词的笔记</translation>
  </message>
  <message>
   <source>notes since then; before: and on: take dates, too</source>
   <translation>该日期以来的笔记；before: 和 on: 也接受日期</translation>
  </message>
  <message>
   <source>open tasks; task-done: finds finished ones</source>
   <translation>未完成的任务；task-done: 查找已完成的任务</translation>
  </message>
  <message>
   <source>notes that hold one of the two</source>
   <translation>包含两者之一的笔记</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.proposals_list</name>
  <message>
   <source>Proposals for the query</source>
   <translation>查询建议</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_field</name>
  <message>
   <source>Search your notes</source>
   <translation>搜索你的笔记</translation>
  </message>
  <message>
   <source>Select what stands in the field</source>
   <translation>选中搜索框中的内容</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>清除搜索</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_pane</name>
  <message>
   <source>Way of searching</source>
   <translation>搜索方式</translation>
  </message>
  <message>
   <source>Way of searching (Ctrl+1 to Ctrl+4)</source>
   <translation>搜索方式（Ctrl+1 至 Ctrl+4）</translation>
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
   <source>{} is not there at the moment</source>
   <translation>{} 目前无法访问</translation>
  </message>
  <message>
   <source>{}: away</source>
   <translation>{}：未连接</translation>
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
   <source>Copy all of it, to paste into a chat</source>
   <translation>复制全部内容，以便粘贴到对话中</translation>
  </message>
  <message>
   <source>Take all passages out; this can be undone</source>
   <translation>移出所有段落；此操作可撤销</translation>
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
   <source>Empty</source>
   <translation>清空</translation>
  </message>
  <message>
   <source>Space puts the selected passage in here, or takes it out.</source>
   <translation>按空格键可将选中的段落放入此处，或从中移出。</translation>
  </message>
  <message>
   <source>How it is written</source>
   <translation>输出格式</translation>
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
   <source>How much of the budget is used</source>
   <translation>预算的使用量</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.indexing</name>
  <message>
   <source>Read everything again</source>
   <translation>全部重新读取</translation>
  </message>
  <message>
   <source>Build the index anew, from every note?</source>
   <translation>要根据所有笔记重建索引吗？</translation>
  </message>
  <message>
   <source>Words can be searched again within seconds, meaning as the notes are read.</source>
   <translation>关键词搜索几秒后即可恢复，语义搜索则随笔记的读取逐步恢复。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.long_query</name>
  <message>
   <source>There is too little text to search with</source>
   <translation>文本太少，无法用来搜索</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>仍在建立索引…</translation>
  </message>
  <message>
   <source>Nothing so far comes near this text</source>
   <translation>目前没有与此文本相近的内容</translation>
  </message>
  <message>
   <source>Nothing in your notes comes near this text</source>
   <translation>笔记中没有与这段文本相近的内容</translation>
  </message>
  <message>
   <source>Another text, or a question in your own words, may find more.</source>
   <translation>换一段文本，或用自己的话提问，也许能找到更多。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.passages</name>
  <message>
   <source>No passage is selected</source>
   <translation>未选中段落</translation>
  </message>
  <message>
   <source>Obsidian could not be opened. Ctrl+Enter opens the file itself.</source>
   <translation>无法打开 Obsidian。按 Ctrl+Enter 可直接打开文件。</translation>
  </message>
  <message>
   <source>No program opened {}.</source>
   <translation>没有程序能打开 {}。</translation>
  </message>
  <message>
   <source>Put in the basket</source>
   <translation>已放入收集篮</translation>
  </message>
  <message>
   <source>Taken out of the basket</source>
   <translation>已移出收集篮</translation>
  </message>
  <message>
   <source>A link out of your notes</source>
   <translation>笔记中的外部链接</translation>
  </message>
  <message>
   <source>Open this page in the browser?</source>
   <translation>要在浏览器中打开此网页吗？</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <source>Copied the passage with its citation</source>
   <translation>已复制段落及其出处</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.reading</name>
  <message>
   <source>There is no note of that name</source>
   <translation>没有该名称的笔记</translation>
  </message>
  <message>
   <source>No other word of this note answers the query</source>
   <translation>本笔记中没有其他符合查询的词</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.related</name>
  <message>
   <source>Type a question, and its answers in this note are quoted here</source>
   <translation>输入问题，这里会引用此笔记中的回答</translation>
  </message>
  <message>
   <source>Looking…</source>
   <translation>正在查找…</translation>
  </message>
  <message>
   <source>Nothing has to do with this note</source>
   <translation>没有与此笔记相关的内容</translation>
  </message>
  <message>
   <source>Nothing here answers it</source>
   <translation>这里没有内容回答它</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.relaxations</name>
  <message>
   <source>{}: {}</source>
   <translation>{}：{}</translation>
  </message>
  <message>
   <source>{}: 1 note mentions the words</source>
   <translation>{}：1 篇笔记提到这些词</translation>
  </message>
  <message>
   <source>{}: {} mention the words</source>
   <translation>{}：{}提到这些词</translation>
  </message>
  <message>
   <source>1 note mentions “{}”</source>
   <translation>1 篇笔记提到“{}”</translation>
  </message>
  <message>
   <source>{} mention “{}”</source>
   <translation>{}提到“{}”</translation>
  </message>
  <message>
   <source>“{}” instead of “{}”</source>
   <translation>“{}”而非“{}”</translation>
  </message>
  <message>
   <source>Without {}</source>
   <translation>去掉 {}</translation>
  </message>
  <message>
   <source>Without any condition</source>
   <translation>去掉所有条件</translation>
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
   <source>Search for the words ({})</source>
   <translation>按词语搜索（{}）</translation>
  </message>
  <message>
   <source>Search literally ({})</source>
   <translation>精确搜索（{}）</translation>
  </message>
  <message>
   <source>Search by meaning and words ({})</source>
   <translation>按语义和词语搜索（{}）</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.settings</name>
  <message>
   <source>{} is changed.</source>
   <translation>{} 已更改。</translation>
  </message>
  <message>
   <source>{} is changed, and holds already.</source>
   <translation>{} 已更改，并已生效。</translation>
  </message>
  <message>
   <source>The notes that this concerns are read again, in the background.</source>
   <translation>相关笔记正在后台重新读取。</translation>
  </message>
  <message>
   <source>The index of {} is deleted.</source>
   <translation>{} 的索引已删除。</translation>
  </message>
  <message>
   <source>{} Until then the former value holds.</source>
   <translation>{} 在此之前仍使用原来的值。</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.sidebar</name>
  <message>
   <source>There is no search to save yet</source>
   <translation>还没有可保存的搜索</translation>
  </message>
  <message>
   <source>Saved already as “{}”</source>
   <translation>此前已保存为“{}”</translation>
  </message>
  <message>
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>已保存。按 Ctrl+B 查看已保存的搜索</translation>
  </message>
  <message>
   <source>Saved. F2 gives it another name</source>
   <translation>已保存。按 F2 重命名</translation>
  </message>
  <message>
   <source>Deleted “{}”. Ctrl+Z brings it back</source>
   <translation>已删除“{}”。按 Ctrl+Z 恢复</translation>
  </message>
  <message>
   <source>“{}” is back</source>
   <translation>“{}”已恢复</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.usage</name>
  <message>
   <source>Nothing you did moved this result</source>
   <translation>此结果的位置与以往的使用无关</translation>
  </message>
  <message>
   <source>Ask the question first</source>
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
   <translation>曾为“{}”打开过</translation>
  </message>
  <message>
   <source>you copied this for “{}”</source>
   <translation>曾为“{}”复制过</translation>
  </message>
  <message>
   <source>you put this in the basket for “{}”</source>
   <translation>曾为“{}”放入收集篮</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>the best {} listed</source>
   <translation>仅列出最佳的 {}</translation>
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
   <source>{} of {}</source>
   <translation>{} / {}</translation>
  </message>
  <message>
   <source>Still indexing the meaning ({})…</source>
   <translation>仍在建立语义索引（{}）…</translation>
  </message>
  <message>
   <source>Meaning indexed so far: {}</source>
   <translation>目前已建立语义索引：{}</translation>
  </message>
  <message>
   <source>Still indexing ({})…</source>
   <translation>仍在建立索引（{}）…</translation>
  </message>
  <message>
   <source>Indexed so far: {}</source>
   <translation>目前已建立索引：{}</translation>
  </message>
  <message>
   <source>Found by words alone: {} in English.</source>
   <translation>仅按词匹配：{}（英文）。</translation>
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
   <source>another program is reading changes</source>
   <translation>另一个程序正在读取更改</translation>
  </message>
  <message>
   <source>before {}</source>
   <translation>{} 年之前</translation>
  </message>
  <message>
   <source>Counted: all {}</source>
   <translation>统计范围：全部 {}</translation>
  </message>
  <message>
   <source>Counted: the {} that match</source>
   <translation>统计范围：匹配的 {}</translation>
  </message>
  <message>
   <source>Counted: the {} in the list</source>
   <translation>统计范围：列表中的 {}</translation>
  </message>
  <message>
   <source>paused: changes are not read</source>
   <translation>已暂停：不读取更改</translation>
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
   <source>not read yet</source>
   <translation>尚未读取</translation>
  </message>
  <message>
   <source>looked through every few seconds</source>
   <translation>每隔几秒检查一次</translation>
  </message>
  <message>
   <source>{} reads {}</source>
   <translation>{} 读取 {}</translation>
  </message>
  <message>
   <source>undetermined</source>
   <translation>未识别</translation>
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
   <source>Reading {} of {}</source>
   <translation>正在读取 {} / {}</translation>
  </message>
  <message>
   <source>words searchable</source>
   <translation>关键词已可搜索</translation>
  </message>
  <message>
   <source>Summing up {} of {}</source>
   <translation>正在生成摘要 {} / {}</translation>
  </message>
  <message>
   <source>Tidying up…</source>
   <translation>正在整理…</translation>
  </message>
  <message>
   <source>Looking through the folder…</source>
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
   <source>Stopped; what was read can be searched</source>
   <translation>已停止；已读取的内容可以搜索</translation>
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
   <source>{} did not fit</source>
   <translation>{} 个放不下</translation>
  </message>
  <message>
   <source>Copied {}</source>
   <translation>已复制 {}</translation>
  </message>
  <message>
   <source>Searched with a text of {} words on {} topics.</source>
   <translation>已用一段 {} 个词、{} 个主题的文本搜索。</translation>
  </message>
  <message>
   <source>Searched with a text of {} words.</source>
   <translation>已用一段 {} 个词的文本搜索。</translation>
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
   <source>joined to its neighbour</source>
   <translation>已与相邻段落合并</translation>
  </message>
  <message>
   <source>does not fit</source>
   <translation>放不下</translation>
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
   <source>Questions are made of your own notes: of headings, link texts, aliases and first sentences. They are asked of a copy of the index from which they were taken out, by meaning, by words, by both together and with reranking, and it is counted how often the right passage comes first.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, more in a large vault; you can search meanwhile.</source>
   <translation>问题取自你自己的笔记：标题、链接文本、别名和首句。程序会制作一份去除了这些内容的索引副本，分别按语义、按关键词、两者结合以及加上重排序来提问，并统计正确段落排在首位的比例。

任何内容都不会离开本机，你的笔记也不会被更改。测量需要几分钟，仓库较大时更久；其间你可以照常搜索。</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <source>Measure now</source>
   <translation>开始测量</translation>
  </message>
  <message>
   <source>Stop measuring</source>
   <translation>停止测量</translation>
  </message>
  <message>
   <source>Copy figures</source>
   <translation>复制数据</translation>
  </message>
  <message>
   <source>Beginning…</source>
   <translation>正在开始…</translation>
  </message>
  <message>
   <source>Stopped; nothing of it was kept.</source>
   <translation>已停止；未保留任何结果。</translation>
  </message>
  <message>
   <source>Measure again</source>
   <translation>重新测量</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.phrases</name>
  <message>
   <source>The right answer came first (Hit@1)</source>
   <translation>正确答案排在首位（Hit@1）</translation>
  </message>
  <message>
   <source>How high it stood among the first ten (nDCG@10)</source>
   <translation>正确答案在前十名中的位置（nDCG@10）</translation>
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
   <source>Together</source>
   <translation>两者结合</translation>
  </message>
  <message>
   <source>With reranking</source>
   <translation>加上重排序</translation>
  </message>
  <message>
   <source>Making questions of your notes</source>
   <translation>正在根据你的笔记生成问题</translation>
  </message>
  <message>
   <source>Preparing a copy of the index</source>
   <translation>正在准备索引副本</translation>
  </message>
  <message>
   <source>Looking through the folder</source>
   <translation>正在扫描文件夹</translation>
  </message>
  <message>
   <source>not measured</source>
   <translation>未测量</translation>
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
   <source>{:,} questions were made of your notes. 1 would be perfect, 0 means never found; the line across a bar is the range that the true figure lies in, 19 times out of 20.</source>
   <translation>已根据你的笔记生成 {:,} 个问题。1 表示完美，0 表示从未找到；条形上的线段是真实数值所在的范围，20 次中有 19 次成立。</translation>
  </message>
  <message>
   <source>{:,} {}: {}</source>
   <translation>{:,} 个“{}”问题：{}</translation>
  </message>
  <message>
   <source>Searched by</source>
   <translation>搜索方式</translation>
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
   <source>Asking: {}</source>
   <translation>正在提问：{}</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.report</name>
  <message>
   <source>Figures by way of searching, as bars</source>
   <translation>各搜索方式的数据（条形图）</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>What was asked</source>
   <translation>提问内容</translation>
  </message>
  <message>
   <source>What this can tell, and what not</source>
   <translation>这些数据能说明什么，不能说明什么</translation>
  </message>
  <message>
   <source>Figures by way of searching, with their ranges</source>
   <translation>各搜索方式的数据及其范围</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.headings</name>
  <message>
   <source>The headings above</source>
   <translation>上级标题</translation>
  </message>
  <message>
   <source>Outline of the note</source>
   <translation>笔记大纲</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.note_view</name>
  <message>
   <source>The note</source>
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
   <source>Links here</source>
   <translation>反向链接</translation>
  </message>
  <message>
   <source>Links to</source>
   <translation>出链</translation>
  </message>
  <message>
   <source>Named here, not linked</source>
   <translation>提到此笔记但未链接</translation>
  </message>
  <message>
   <source>Links that lead nowhere</source>
   <translation>无效链接</translation>
  </message>
  <message>
   <source>Quotes from {}</source>
   <translation>引自 {}</translation>
  </message>
  <message>
   <source>Written {} times</source>
   <translation>出现 {} 次</translation>
  </message>
  <message>
   <source>in {}</source>
   <translation>位于 {}</translation>
  </message>
  <message>
   <source>Notes without any link</source>
   <translation>没有任何链接的笔记</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.preview_pane</name>
  <message>
   <source>What has to do with this note</source>
   <translation>与此笔记相关的内容</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.vault_report_dialog</name>
  <message>
   <source>Duplicates and loose ends</source>
   <translation>重复内容与松散链接</translation>
  </message>
  <message>
   <source>Comparing all passages…</source>
   <translation>正在比较所有段落…</translation>
  </message>
  <message>
   <source>Nothing stands twice, and no link leads nowhere</source>
   <translation>没有重复内容，也没有无处可去的链接</translation>
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
   <source>Passages found</source>
   <translation>找到的段落</translation>
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
   <source>{}: the date in the note's properties</source>
   <translation>{}：笔记属性中的日期</translation>
  </message>
  <message>
   <source>{}: the date in the note's name</source>
   <translation>{}：笔记名称中的日期</translation>
  </message>
  <message>
   <source>{}: the day the note was last saved</source>
   <translation>{}：笔记最后一次保存的日期</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_pane</name>
  <message>
   <source>Type to search your notes</source>
   <translation>输入以搜索你的笔记</translation>
  </message>
  <message>
   <source>Ask in your own words, or for the very words.</source>
   <translation>可以用自己的话提问，也可以查找原词。</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>Nothing found for “{}”</source>
   <translation>未找到与“{}”相关的内容</translation>
  </message>
  <message>
   <source>Nothing found so far for “{}”</source>
   <translation>目前未找到“{}”</translation>
  </message>
  <message>
   <source>No passage holds exactly these characters.</source>
   <translation>没有段落恰好包含这些字符。</translation>
  </message>
  <message>
   <source>No passage holds these words.</source>
   <translation>没有段落包含这些词。</translation>
  </message>
  <message>
   <source>Fewer conditions, or other words, may find something.</source>
   <translation>减少条件或换用其他词，也许能找到。</translation>
  </message>
  <message>
   <source>Topics of the text</source>
   <translation>文本的主题</translation>
  </message>
  <message>
   <source>All topics</source>
   <translation>所有主题</translation>
  </message>
 </context>
 <context>
  <name>gui.results.suggestions</name>
  <message>
   <source>What would find something</source>
   <translation>能找到内容的搜索</translation>
  </message>
  <message>
   <source>Other words may find more.</source>
   <translation>换用其他词，也许能找到更多。</translation>
  </message>
  <message>
   <source>Index your notes for another language</source>
   <translation>为另一种语言索引笔记</translation>
  </message>
  <message>
   <source>Undo: don't index your notes for {}</source>
   <translation>撤销：不为{}索引笔记</translation>
  </message>
  <message>
   <source>Index your notes for {} ({})</source>
   <translation>为{}索引笔记（{}）</translation>
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
   <source>Answers from your own notes while you type, entirely on your machine. MIT licence.</source>
   <translation>边输入边从你自己的笔记中得到答案，一切都在本机完成。MIT 许可证。</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>The settings, which may be edited by hand while the program is closed: {}</source>
   <translation>设置文件，可在程序关闭时手动编辑：{}</translation>
  </message>
  <message>
   <source>The log, which says what went wrong and holds nothing of your notes: {}</source>
   <translation>日志，记录出错情况，不含你的笔记内容：{}</translation>
  </message>
  <message>
   <source>Show the log</source>
   <translation>显示日志</translation>
  </message>
  <message>
   <source>Show the settings file</source>
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
   <source>As the system</source>
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
   <source>The size of letters is the system's.</source>
   <translation>字体大小跟随系统。</translation>
  </message>
  <message>
   <source>Tray</source>
   <translation>系统托盘</translation>
  </message>
  <message>
   <source>Have an icon in the tray</source>
   <translation>在系统托盘中显示图标</translation>
  </message>
  <message>
   <source>Closing the window hides it there; Ctrl+Q ends the program</source>
   <translation>关闭窗口时隐藏到托盘；按 Ctrl+Q 退出程序</translation>
  </message>
  <message>
   <source>Esc in the empty field hides it there</source>
   <translation>搜索框为空时按 Esc 隐藏到托盘</translation>
  </message>
  <message>
   <source>vaultsearch --toggle brings the window up or away: give it a shortcut of your desktop's.</source>
   <translation>vaultsearch --toggle 可显示或隐藏窗口：请在桌面环境中为它设置一个快捷键。</translation>
  </message>
  <message>
   <source>This desktop has no tray: closing the window ends the program.</source>
   <translation>此桌面没有系统托盘：关闭窗口即退出程序。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.download_box</name>
  <message>
   <source>Ask what would be fetched…</source>
   <translation>查询下载内容…</translation>
  </message>
  <message>
   <source>Fetch</source>
   <translation>下载</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>How much of the model has arrived</source>
   <translation>模型的下载进度</translation>
  </message>
  <message>
   <source>A larger cross-encoder can be fetched from the model hub. Asking what it is uses the network; nothing is fetched before you say so.</source>
   <translation>可以从模型中心下载更大的交叉编码器。查询其信息需要使用网络；未经你确认，不会下载任何内容。</translation>
  </message>
  <message>
   <source>Asking the hub…</source>
   <translation>正在查询模型中心…</translation>
  </message>
  <message>
   <source>Fetch {}</source>
   <translation>下载 {}</translation>
  </message>
  <message>
   <source>{} in its state {}: {} from {}, into the hub's cache on this computer.</source>
   <translation>{}，版本 {}：{}，来自 {}，将存入模型中心在本机的缓存。</translation>
  </message>
  <message>
   <source>Nothing was fetched.</source>
   <translation>未下载任何内容。</translation>
  </message>
  <message>
   <source>Fetching {} from {}…</source>
   <translation>正在下载 {}，来自 {}…</translation>
  </message>
  <message>
   <source>The model is here, and verified. It orders the answers from the next start on.</source>
   <translation>模型已下载并通过校验，下次启动后将用于结果排序。</translation>
  </message>
  <message>
   <source>Given up. What has arrived is kept, and another try goes on from there.</source>
   <translation>已取消。已下载的部分会保留，再次下载时将从中断处继续。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ignore_page</name>
  <message>
   <source>Exclusions</source>
   <translation>排除项</translation>
  </message>
  <message>
   <source>One rule a line, in gitignore's syntax: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. What is left out is neither read nor found.</source>
   <translation>每行一条规则，采用 gitignore 语法：Archive/ 表示文件夹，*.tmp.md 表示一类文件，!keep.md 表示例外。排除的内容既不会被读取，也不会被搜索到。</translation>
  </message>
  <message>
   <source>In every vault</source>
   <translation>所有仓库</translation>
  </message>
  <message>
   <source>Left out of every vault</source>
   <translation>所有仓库的排除规则</translation>
  </message>
  <message>
   <source>In this vault</source>
   <translation>此仓库</translation>
  </message>
  <message>
   <source>Left out of this vault</source>
   <translation>此仓库的排除规则</translation>
  </message>
  <message>
   <source>By files, too</source>
   <translation>文件中的排除规则</translation>
  </message>
  <message>
   <source>Links out of the vault</source>
   <translation>指向库外的链接</translation>
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
   <source>Neither Obsidian's list of excluded files nor a file .vaultsearchignore leaves anything out.</source>
   <translation>Obsidian 的忽略文件列表和 .vaultsearchignore 文件均未排除任何内容。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.models_page</name>
  <message>
   <source>Models</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>What reads the notes</source>
   <translation>读取笔记的模型</translation>
  </message>
  <message>
   <source>English, and whatever the other does not read</source>
   <translation>英语，以及另一模型不读取的内容</translation>
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
   <source>With another model, what it concerns is read again, in the background.</source>
   <translation>更换模型后，相关内容会在后台重新读取。</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>本机模型</translation>
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
   <source>For</source>
   <translation>用途</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <source>From</source>
   <translation>来源</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <source>Looking, and verifying the weights…</source>
   <translation>正在查找并校验权重…</translation>
  </message>
  <message>
   <source>Show the folder of models made here</source>
   <translation>显示本机生成的模型所在的文件夹</translation>
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
   <source>NOT what they should be</source>
   <translation>与预期不符！</translation>
  </message>
  <message>
   <source>no digest known</source>
   <translation>无已知校验值</translation>
  </message>
  <message>
   <source>embedding model</source>
   <translation>嵌入模型</translation>
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
   <source>exported here</source>
   <translation>本机导出</translation>
  </message>
  <message>
   <source>downloaded</source>
   <translation>已下载</translation>
  </message>
  <message>
   <source>As recommended</source>
   <translation>推荐</translation>
  </message>
  <message>
   <source>None: the model above reads them all</source>
   <translation>无：全部由上面的模型读取</translation>
  </message>
  <message>
   <source>From a folder…</source>
   <translation>从文件夹选择…</translation>
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
   <source>Have the default again</source>
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
   <source>Set on the command line, for this run. {}</source>
   <translation>本次运行由命令行指定。{}</translation>
  </message>
  <message>
   <source>{} · another value has the notes read again</source>
   <translation>{} · 更改后将重新读取笔记</translation>
  </message>
  <message>
   <source>on</source>
   <translation>启用</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameters_page</name>
  <message>
   <source>Which files are read</source>
   <translation>读取哪些文件</translation>
  </message>
  <message>
   <source>How notes are cut into passages</source>
   <translation>如何将笔记切分为段落</translation>
  </message>
  <message>
   <source>How passages are read by meaning</source>
   <translation>如何按语义读取段落</translation>
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
   <source>Search by token vectors</source>
   <translation>token 向量搜索</translation>
  </message>
  <message>
   <source>Search by words</source>
   <translation>关键词搜索</translation>
  </message>
  <message>
   <source>Search literally</source>
   <translation>精确搜索</translation>
  </message>
  <message>
   <source>How words and meaning become one ranking</source>
   <translation>如何将关键词和语义合并为一个排序</translation>
  </message>
  <message>
   <source>What a note's title counts</source>
   <translation>笔记标题的分量</translation>
  </message>
  <message>
   <source>Ranking anew</source>
   <translation>重排序</translation>
  </message>
  <message>
   <source>The window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <source>Copying as context</source>
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
   <source>Quoting notes</source>
   <translation>引用笔记</translation>
  </message>
  <message>
   <source>Parameters</source>
   <translation>参数</translation>
  </message>
  <message>
   <source>Find a parameter</source>
   <translation>查找参数</translation>
  </message>
  <message>
   <source>No parameter speaks of that.</source>
   <translation>没有匹配的参数。</translation>
  </message>
  <message>
   <source>What is set here holds for the command line, too. Hardly anybody needs to.</source>
   <translation>此处的设置对命令行同样有效。一般无需更改。</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.privacy_page</name>
  <message>
   <source>Privacy</source>
   <translation>隐私</translation>
  </message>
  <message>
   <source>Your notes and your questions do not leave this computer: nothing of them is sent anywhere, and nobody is told that you use this program. The network is used for one thing, fetching a model, and only when you ask for it. What you open in Obsidian, an editor or the browser is theirs.</source>
   <translation>你的笔记和提问不会离开本机：其中任何内容都不会发送到别处，也不会有人得知你在使用本程序。网络只用于一件事，即下载模型，而且仅在你要求时进行。你在 Obsidian、编辑器或浏览器中打开的内容由它们各自处理。</translation>
  </message>
  <message>
   <source>Recent questions</source>
   <translation>最近的提问</translation>
  </message>
  <message>
   <source>Remember what I searched for, in a file that only I can read</source>
   <translation>记住我的搜索，保存在仅我本人可读的文件中</translation>
  </message>
  <message>
   <source>Forget them now</source>
   <translation>立即清除</translation>
  </message>
  <message>
   <source>Learning from what you open</source>
   <translation>从打开的笔记中学习</translation>
  </message>
  <message>
   <source>A note that I open, copy or put in the basket rises for the same question later</source>
   <translation>我打开、复制或放入收集篮的笔记，以后遇到相同提问时排得更靠前</translation>
  </message>
  <message>
   <source>To the second place at most, for 60 days</source>
   <translation>最高排到第二位，持续 60 天</translation>
  </message>
  <message>
   <source>Forget all</source>
   <translation>全部清除</translation>
  </message>
  <message>
   <source>Kept on this computer</source>
   <translation>保存在本机的数据</translation>
  </message>
  <message>
   <source>What</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <source>Where</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>显示</translation>
  </message>
  <message>
   <source>Delete the index…</source>
   <translation>删除索引…</translation>
  </message>
  <message>
   <source>An index holds the text of your notes, so that it can be searched. Deleting it deletes no note.</source>
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
   <source>Recent queries</source>
   <translation>最近的查询</translation>
  </message>
  <message>
   <source>Opened notes</source>
   <translation>打开过的笔记</translation>
  </message>
  <message>
   <source>Models made here</source>
   <translation>本机生成的模型</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>Delete an index</source>
   <translation>删除索引</translation>
  </message>
  <message>
   <source>Delete the index of {}?</source>
   <translation>要删除 {} 的索引吗？</translation>
  </message>
  <message>
   <source>The notes stay as they are. To search them again, they are read again.</source>
   <translation>笔记保持不变。若要再次搜索，需要重新读取。</translation>
  </message>
  <message>
   <source>Delete the index</source>
   <translation>删除索引</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ranking_page</name>
  <message>
   <source>Ranking</source>
   <translation>排序</translation>
  </message>
  <message>
   <source>Words and meaning each find candidates. These steps then put them in order, one after the other; what each one gives is shown as soon as it is there.</source>
   <translation>关键词和语义各自找出候选段落，再由以下步骤依次排序；每一步的结果一经得出便立即显示。</translation>
  </message>
  <message>
   <source>The recommended order</source>
   <translation>推荐顺序</translation>
  </message>
  <message>
   <source>An order of my own</source>
   <translation>自定义顺序</translation>
  </message>
  <message>
   <source>Steps of the ranking</source>
   <translation>排序步骤</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>上移</translation>
  </message>
  <message>
   <source>Have the step earlier (Alt+Up)</source>
   <translation>将此步骤提前（Alt+Up）</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>下移</translation>
  </message>
  <message>
   <source>Have the step later (Alt+Down)</source>
   <translation>将此步骤延后（Alt+Down）</translation>
  </message>
  <message>
   <source>The order is set on the command line, for this run.</source>
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
   <source>Take off the list</source>
   <translation>从列表中移除</translation>
  </message>
  <message>
   <source>The notes stay as they are, and their index, too; Privacy deletes that</source>
   <translation>笔记及其索引均保持不变；可在“隐私”中删除索引</translation>
  </message>
  <message>
   <source>The folders of notes that were opened here. Nothing is ever written into them.</source>
   <translation>曾在此打开的笔记文件夹。程序绝不会向其中写入任何内容。</translation>
  </message>
  <message>
   <source> · open</source>
   <translation> · 已打开</translation>
  </message>
  <message>
   <source> · away: connect the drive that it is on</source>
   <translation> · 未连接：请连接它所在的驱动器</translation>
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
   <source>What came of it</source>
   <translation>操作结果</translation>
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
   <source>When the notes are from</source>
   <translation>笔记的时间分布</translation>
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
   <source>{} (a click takes it out of the query)</source>
   <translation>{}（点击可从查询中移除）</translation>
  </message>
  <message>
   <source>{}, chosen</source>
   <translation>{}，已选中</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.sidebar</name>
  <message>
   <source>Any time instead of {}</source>
   <translation>不限时间，取代 {}</translation>
  </message>
  <message>
   <source>A literal search cannot be narrowed</source>
   <translation>精确搜索无法缩小范围</translation>
  </message>
  <message>
   <source>When</source>
   <translation>时间</translation>
  </message>
  <message>
   <source>Any time</source>
   <translation>不限时间</translation>
  </message>
  <message>
   <source>Take this period out of the query</source>
   <translation>从查询中移除此时间段</translation>
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
   <source>How far the reading is</source>
   <translation>读取进度</translation>
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
   <source>Go on indexing the notes that are left</source>
   <translation>继续为其余笔记建立索引</translation>
  </message>
  <message>
   <source>Stop reading; what was read can be searched</source>
   <translation>停止读取；已读取的内容可以搜索</translation>
  </message>
  <message>
   <source>Show what could not be read, whole or in part, and why</source>
   <translation>显示哪些内容全部或部分无法读取及其原因</translation>
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
   <translation>不记录搜索，也不记录打开的笔记</translation>
  </message>
  <message>
   <source>What puts the best passages first</source>
   <translation>将最相关的段落排在最前的方法</translation>
  </message>
 </context>
 <context>
  <name>gui.welcome</name>
  <message>
   <source>Opened before</source>
   <translation>以前打开过的</translation>
  </message>
  <message>
   <source>Vaults that Obsidian knows</source>
   <translation>Obsidian 中的仓库</translation>
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
   <source>The report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>This is a mistake in the program, not in your notes, and your notes were not touched. You can go on. The report says what happened; it is sent nowhere unless you do it.</source>
   <translation>这是程序的错误，与你的笔记无关，笔记也未受任何影响。你可以继续使用。报告说明了发生的情况；除非你自己发送，否则它不会传到任何地方。</translation>
  </message>
  <message>
   <source>Copy report</source>
   <translation>复制报告</translation>
  </message>
  <message>
   <source>Show the log</source>
   <translation>显示日志</translation>
  </message>
  <message>
   <source>Problems while reading</source>
   <translation>读取时的问题</translation>
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
   <source>Drop a folder to search in it, a note or a text to search with it</source>
   <translation>拖放文件夹以在其中搜索，拖放笔记或文本以用它搜索</translation>
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
   <source>Something went wrong: the window has a report.</source>
   <translation>出错了：请在窗口中查看报告。</translation>
  </message>
 </context>
 <context>
  <name>core.parameters</name>
  <message>
   <source>notes larger than this many bytes are reported and left out</source>
   <translation>大于此字节数的笔记会被列出并略过</translation>
  </message>
  <message>
   <source>notes are read through links, too, that lead to files and folders outside of the vault</source>
   <translation>也通过指向库外文件和文件夹的链接读取笔记</translation>
  </message>
  <message>
   <source>longest passage, in tokens of the embedding model; title and headings come on top</source>
   <translation>段落的最大长度，以嵌入模型的 token 计；不含笔记标题和各级标题</translation>
  </message>
  <message>
   <source>tokens of a passage that are repeated at the start of the next one</source>
   <translation>段落末尾在下一段落开头重复的 token 数</translation>
  </message>
  <message>
   <source>the installed default, a folder with a sentence-transformers model, or the name of one in the local hub cache</source>
   <translation>随程序安装的默认模型、包含 sentence-transformers 模型的文件夹，或模型中心本机缓存中的模型名称</translation>
  </message>
  <message>
   <source>what reads all languages but English: named as embedding_model is, none (embedding_model reads them all), or auto: the installed one beside the default embedding_model, none beside another</source>
   <translation>读取英语以外所有语言的模型：写法与 embedding_model 相同；none 表示全部由 embedding_model 读取；auto 表示与默认的 embedding_model 搭配时用随程序安装的模型，与其他模型搭配时不用</translation>
  </message>
  <message>
   <source>the language of all notes that do not say theirs in a property `lang`, by its code such as de; auto tells it note by note</source>
   <translation>未在属性 `lang` 中注明语言的所有笔记的语言，用 de 这样的代码表示；auto 逐篇识别</translation>
  </message>
  <message>
   <source>the language of all questions, by its code; auto tells it question by question</source>
   <translation>所有提问的语言，用代码表示；auto 逐个识别</translation>
  </message>
  <message>
   <source>plain embeds each passage alone; late embeds short ones of a note together, so that each knows its neighbours; colbert keeps a vector for every few tokens besides, to be asked one by one</source>
   <translation>plain 单独嵌入每个段落；late 将同一笔记的短段落一起嵌入，使其了解相邻内容；colbert 另外为每几个 token 保存一个向量，供逐一比对</translation>
  </message>
  <message>
   <source>passages encoded at once</source>
   <translation>一次编码的段落数</translation>
  </message>
  <message>
   <source>passages taken by meaning</source>
   <translation>按语义选取的段落数</translation>
  </message>
  <message>
   <source>passages taken by meaning at least where the multilingual model looks for them: several may say the same in different languages</source>
   <translation>由多语言模型查找时，按语义至少选取的段落数：不同语言的多个段落可能内容相同</translation>
  </message>
  <message>
   <source>what the meaning of the whole note counts in that of its passages</source>
   <translation>整篇笔记的语义在其段落语义中所占的权重</translation>
  </message>
  <message>
   <source>tokens of a passage that share a vector, where chunking_mode is colbert; 1 keeps each token's own</source>
   <translation>chunking_mode 为 colbert 时，段落中共用一个向量的 token 数；1 表示每个 token 各有一个</translation>
  </message>
  <message>
   <source>what token vectors count of what meaning counts, where chunking_mode is colbert</source>
   <translation>chunking_mode 为 colbert 时，token 向量在语义权重中所占的比例</translation>
  </message>
  <message>
   <source>passages taken by token vectors</source>
   <translation>按 token 向量选取的段落数</translation>
  </message>
  <message>
   <source>passages taken by words</source>
   <translation>按关键词选取的段落数</translation>
  </message>
  <message>
   <source>passages taken literally</source>
   <translation>按精确匹配选取的段落数</translation>
  </message>
  <message>
   <source>how the legs become one ranking: by their scores, or by reciprocal ranks</source>
   <translation>如何将各路结果合并为一个排序：按得分，或按排名的倒数</translation>
  </message>
  <message>
   <source>what words count in the sum of scores; meaning counts the rest</source>
   <translation>关键词在总分中所占的权重；其余归语义</translation>
  </message>
  <message>
   <source>the same where the multilingual model found the passages</source>
   <translation>同上，用于由多语言模型找到的段落</translation>
  </message>
  <message>
   <source>what the likeness of question and title counts beside meaning and words; 0 for nothing</source>
   <translation>问题与标题的相似程度在含义与词语之外的分量；0 表示不计</translation>
  </message>
  <message>
   <source>what the share of the question's words that a title or alias contains adds to that likeness</source>
   <translation>标题或别名所含的问题词语比例为该相似程度增加的分量</translation>
  </message>
  <message>
   <source>the constant of reciprocal rank fusion; a higher one evens out the ranks</source>
   <translation>倒数排名融合的常数；数值越大，名次间的差异越小</translation>
  </message>
  <message>
   <source>what orders the candidates anew, one after the other, joined by +; auto is best_sentence, late_interaction, then cross_encoder where its weights are at hand</source>
   <translation>依次对候选段落重新排序的步骤，以 + 连接；auto 依次为 best_sentence、late_interaction，权重可用时再加 cross_encoder</translation>
  </message>
  <message>
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one that `vaultsearch models download` fetches, else the one that is installed</source>
   <translation>交叉编码器：文件夹、模型中心本机缓存中的模型名称，或 auto：优先使用 `vaultsearch models download` 下载的模型，否则使用随程序安装的模型</translation>
  </message>
  <message>
   <source>passages whose sentences the multilingual model reads one by one; the others stay below them</source>
   <translation>由多语言模型逐句读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>what its best sentence counts in the meaning of such a passage; the whole passage counts the rest</source>
   <translation>最佳句子在此类段落语义中所占的权重；其余归整个段落</translation>
  </message>
  <message>
   <source>passages that late interaction reads; the others stay below them</source>
   <translation>由延迟交互读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>what late interaction counts against the order that it was given (1: as much)</source>
   <translation>延迟交互相对于原有顺序的权重（1：与之相等）</translation>
  </message>
  <message>
   <source>what the cross-encoder counts against the order that it was given (1: as much)</source>
   <translation>交叉编码器相对于原有顺序的权重（1：与之相等）</translation>
  </message>
  <message>
   <source>passages that the cross-encoder reads; the others stay below them</source>
   <translation>由交叉编码器读取的段落数；其余段落排在其后</translation>
  </message>
  <message>
   <source>what being relevant counts against being unlike the passages above (1: nothing but relevant)</source>
   <translation>相关性相对于与前面段落的差异性的权重（1：只看相关性）</translation>
  </message>
  <message>
   <source>days after which a note counts as half as fresh</source>
   <translation>笔记的时效性减半所需的天数</translation>
  </message>
  <message>
   <source>what freshness counts in the order; relevance counts the rest (0: freshness counts nothing)</source>
   <translation>时效性在排序中所占的权重；其余归相关性（0：不考虑时效性）</translation>
  </message>
  <message>
   <source>what links from and to the best notes count against the order (0: nothing)</source>
   <translation>与最相关笔记之间的链接相对于原有顺序的权重（0：不考虑）</translation>
  </message>
  <message>
   <source>passages that answer with a lower probability than this are left out</source>
   <translation>构成回答的概率低于此值的段落会被略去</translation>
  </message>
  <message>
   <source>document lists a few passages of each note, none all of them</source>
   <translation>document 每篇笔记只列出少数段落，none 列出全部</translation>
  </message>
  <message>
   <source>passages of one note that are listed</source>
   <translation>同一笔记列出的段落数</translation>
  </message>
  <message>
   <source>related notes that are listed</source>
   <translation>列出的相关笔记数</translation>
  </message>
  <message>
   <source>share of two passages' text that must be the same for them to be duplicates</source>
   <translation>两个段落的文本相同比例达到此值才视为重复</translation>
  </message>
  <message>
   <source>what is repeated of a piece of a long text at the start of the next one, as a share of chunk_size</source>
   <translation>长文本的每一段在下一段开头重复的部分，占 chunk_size 的比例</translation>
  </message>
  <message>
   <source>tokens below which a paragraph or message of a long text is joined with the next one</source>
   <translation>长文本中的段落或消息少于这么多 token 时，与下一个合并</translation>
  </message>
  <message>
   <source>passages taken for each piece of a long text</source>
   <translation>为长文本的每一段取的段落数</translation>
  </message>
  <message>
   <source>the cosine below which a passage is not near to a piece; -1 is what was fitted for the model, and none for others</source>
   <translation>余弦相似度低于此值的段落不算与该段相近；-1 表示为该模型拟合的值，其他模型则不设</translation>
  </message>
  <message>
   <source>the same where the multilingual model looks</source>
   <translation>同上，用于多语言模型</translation>
  </message>
  <message>
   <source>ann goes through the vectors' index where there is one, exact compares with every passage</source>
   <translation>ann 使用向量索引（如果有），exact 与每个段落比较</translation>
  </message>
  <message>
   <source>partitions of the vectors' index that ann looks through</source>
   <translation>ann 查找的向量索引分区数</translation>
  </message>
  <message>
   <source>passages looked at for each one taken: several may be of one note</source>
   <translation>每取一个段落要查看的段落数：其中几个可能来自同一篇笔记</translation>
  </message>
  <message>
   <source>document takes few passages of a note, semantic none that says the same as a better one, none all</source>
   <translation>document 每篇笔记只取少数段落，semantic 不取与更好的段落意思相同的，none 全取</translation>
  </message>
  <message>
   <source>passages of one note with the strategy document</source>
   <translation>document 策略下每篇笔记的段落数</translation>
  </message>
  <message>
   <source>the cosine from which two passages say the same with the strategy semantic</source>
   <translation>semantic 策略下，两个段落算作意思相同的余弦相似度</translation>
  </message>
  <message>
   <source>notes given of all topics, and of each at most</source>
   <translation>所有主题合计以及每个主题最多给出的笔记数</translation>
  </message>
  <message>
   <source>what being near counts against being unlike what stands above, within a topic (1: nothing but near)</source>
   <translation>在一个主题内，相近与不同于上方结果相比的权重（1：只看相近）</translation>
  </message>
  <message>
   <source>what being near to the text as a whole counts in being near to one of its pieces</source>
   <translation>与整段文本相近在与其中一段相近里所占的权重</translation>
  </message>
  <message>
   <source>passages listed in the window</source>
   <translation>窗口中列出的段落数</translation>
  </message>
  <message>
   <source>queries that Up in the empty field brings back; 0 keeps none, and forgets those that were kept</source>
   <translation>搜索框为空时按 Up 键可找回的查询数；0 表示不保留，并清除已保留的查询</translation>
  </message>
  <message>
   <source>in the window, raise notes that were opened, copied or kept for the question; off keeps nothing new</source>
   <translation>在窗口中，将曾为该提问打开、复制或放入收集篮的笔记排前；关闭后不再记录新内容</translation>
  </message>
  <message>
   <source>the cosine from which two questions count as one</source>
   <translation>两个提问被视为同一提问所需的最低余弦值</translation>
  </message>
  <message>
   <source>tokens of a copied context</source>
   <translation>复制的上下文的 token 数</translation>
  </message>
  <message>
   <source>passages considered for a copied context</source>
   <translation>复制上下文时考虑的段落数</translation>
  </message>
  <message>
   <source>sentences quoted of a note</source>
   <translation>引用一篇笔记的句子数</translation>
  </message>
  <message>
   <source>how likely a note's best sentence must answer for anything to be quoted of it, 0 to 1</source>
   <translation>笔记的最佳句子构成回答的概率须达到此值，才会引用该笔记，取值 0 到 1</translation>
  </message>
 </context>
 <context>
  <name>core.values.rerankers</name>
  <message>
   <source>Best sentence</source>
   <translation>最佳句子</translation>
  </message>
  <message>
   <source>Other languages than English: compares the question with single sentences. Cost: small; the model reads the sentences of {} passages.</source>
   <translation>用于英语以外的语言：将问题与单个句子比较。开销：小；模型需读取 {} 个段落的句子。</translation>
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
   <source>English: compares word by word. Cost: small; the model reads {} passages, each once.</source>
   <translation>用于英语：逐词比较。开销：小；模型需读取 {} 个段落，每个只读一次。</translation>
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
   <source>English: reads question and passage together. Cost: the largest of all; {} passages are read for every question. Needs its own model.</source>
   <translation>用于英语：将问题与段落放在一起读取。开销：最大；每次提问都要读取 {} 个段落。需要专用模型。</translation>
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
   <source>Puts unlike passages beside each other. Cost: next to none.</source>
   <translation>让内容不同的段落相邻排列。开销：几乎没有。</translation>
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
   <source>Puts newer notes higher. Cost: none.</source>
   <translation>较新的笔记排得更靠前。开销：无。</translation>
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
   <source>Puts notes higher that the best ones link with. Cost: small.</source>
   <translation>与最相关的笔记互有链接的笔记排得更靠前。开销：小。</translation>
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
   <source>Leaves out what hardly answers. Cost: none; it needs probabilities of a step before.</source>
   <translation>略去不太可能构成回答的段落。开销：无；需要前面的步骤给出概率。</translation>
  </message>
  <message>
   <source>Ranking: threshold</source>
   <translation>排序：阈值</translation>
  </message>
  <message>
   <source>One of each note</source>
   <translation>按笔记去重</translation>
  </message>
  <message>
   <source>Lists a few passages of each note. Cost: none.</source>
   <translation>每篇笔记只列出少数段落。开销：无。</translation>
  </message>
  <message>
   <source>Ranking: passages of one note</source>
   <translation>排序：同一笔记的段落</translation>
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
   <source>a heading, asked against the passages below it</source>
   <translation>用标题提问，答案是其下的段落</translation>
  </message>
  <message>
   <source>the text of a link, asked against the note that it leads to</source>
   <translation>用链接文本提问，答案是链接指向的笔记</translation>
  </message>
  <message>
   <source>an alias, asked against its note</source>
   <translation>用别名提问，答案是其笔记</translation>
  </message>
  <message>
   <source>the first sentence of a note, asked against the rest of it</source>
   <translation>用笔记的首句提问，答案是该笔记的其余部分</translation>
  </message>
  <message>
   <source>These questions compare models and settings on your own notes: what wins here by more than its interval is likely to serve you better.</source>
   <translation>这些问题用于在你自己的笔记上比较模型和设置：优势超出其区间的，很可能更适合你。</translation>
  </message>
  <message>
   <source>They say little about how good the search is as such: nobody asked them, each counts one answer as right where there may be others, and what was asked has been taken out of the notes.</source>
   <translation>它们难以说明搜索本身的好坏：并没有人真正提出过这些问题，每个问题只认一个答案，而其他答案也可能正确，而且提问所用的内容已从笔记中去除。</translation>
  </message>
  <message>
   <source>Headings and link texts are shorter than questions and first sentences longer, so look at the kind that is most like what you type.</source>
   <translation>标题和链接文本比一般的提问短，首句则更长，因此请参考与你的输入最接近的那一类。</translation>
  </message>
 </context>
 <context>
  <name>core.search.engine</name>
  <message>
   <source>Nothing in your notes seems to answer this; these come nearest.</source>
   <translation>笔记中似乎没有内容回答这个问题；以下最为接近。</translation>
  </message>
  <message>
   <source>Leave it out, or write it as a condition, such as "a phrase", content:word or tag:name.</source>
   <translation>请去掉它，或写成条件，例如 "短语"、content:词 或 tag:名称。</translation>
  </message>
 </context>
 <context>
  <name>core.query.grammar</name>
  <message>
   <source>A parenthesis is closed that was never opened: it is left out.</source>
   <translation>有一个未打开的右括号：已忽略。</translation>
  </message>
  <message>
   <source>Parentheses stand too deep in one another: the inner ones are left out.</source>
   <translation>括号嵌套过深：内层已忽略。</translation>
  </message>
  <message>
   <source>A parenthesis is still open: it is read as closed at the end.</source>
   <translation>括号尚未关闭：视为在末尾关闭。</translation>
  </message>
  <message>
   <source>Operators stand too many in a row: the first ones are left out.</source>
   <translation>连续的运算符过多：前面的已忽略。</translation>
  </message>
  <message>
   <source>OR wants something on both sides: it is left out.</source>
   <translation>OR 两侧都需要内容：已忽略。</translation>
  </message>
 </context>
 <context>
  <name>core.query.reading</name>
  <message>
   <source>AND is read as a word: words in parentheses are asked for together, as in (this that).</source>
   <translation>AND 按普通词处理：要同时包含多个词，请用括号，如 (甲 乙)。</translation>
  </message>
  <message>
   <source>NOT is read as a word: a minus before a word leaves it out, as in -this.</source>
   <translation>NOT 按普通词处理：要排除一个词，请在前面加减号，如 -甲。</translation>
  </message>
  <message>
   <source>A regular expression ends with / as well: it is read as words.</source>
   <translation>正则表达式也要以 / 结尾：现按词语读取。</translation>
  </message>
  <message>
   <source>Notes and canvases are searched; attachments aren't yet.</source>
   <translation>目前只搜索笔记和白板，尚不搜索附件。</translation>
  </message>
  <message>
   <source>A phrase ends with ": it is read as closed at the end.</source>
   <translation>短语以 " 结尾：视为在末尾关闭。</translation>
  </message>
  <message>
   <source>A property ends with ]: it is read as closed at the end.</source>
   <translation>属性以 ] 结尾：视为在末尾关闭。</translation>
  </message>
 </context>
 <context>
  <name>core.search.retrieval</name>
  <message>
   <source>Mend it, or leave out the slashes.</source>
   <translation>请修正，或去掉斜杠。</translation>
  </message>
  <message>
   <source>Make it simpler: nested repeats are costly.</source>
   <translation>请简化：嵌套的重复代价很高。</translation>
  </message>
  <message>
   <source>Matches by words; those by meaning are on their way.</source>
   <translation>先列出按词匹配的结果；语义结果即将出现。</translation>
  </message>
 </context>
</TS>
