<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh" sourcelanguage="en">
 <context>
  <name>actions</name>
  <message>
   <source>&amp;File</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Passage</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;View</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Help</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search another folder of notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the sample vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try it on forty notes that come with the program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read changes again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bring the index up to date with the notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop reading</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop reading the notes; what was read can be searched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause reading</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read no changes until this is chosen again; what was read can be searched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read everything again…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Build the index anew, from every note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search quality…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure how well your own notes are found, with questions made of them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vaults, models, ranking, appearance, privacy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Quit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>End the program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the search field</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the search field and select what stands there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Complete the query</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Propose operators, tags, folders and properties for what is being typed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save this search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep this search in the sidebar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear the search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear the search field</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hybrid</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search by meaning and by words at once</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Meaning</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search by meaning, whatever the words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search for the words, rare words counting most</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Literal</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search for exactly these characters, as a pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open in Obsidian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the note at this heading in Obsidian</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open in the default editor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the note's file in the editor that the system has for it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the passage</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the passage with its citation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy as context</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the basket, or else the best passages, with citations, as context for a language model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put in the basket, or take out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put the selected passage in the basket, or take it out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the passages in the basket, and what they take of the budget</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the sidebar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide saved searches, tags, folders and dates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the note beside the list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Outline of the note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the note's headings beside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What has to do with the note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide notes like the one shown, links to it and from it, and places that name it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go back to what you read before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go forward again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Group by note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show a row for each note, its other passages folded beneath it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Best first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List the passages that answer best first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Newest first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List the passages of the notes that were changed last first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By title</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>List the passages by the titles of their notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a command…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find anything that can be done here by a few letters, and do it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show every key that does something here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From the field into the list, and along it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Along the list, and from its first row back to the field</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the empty field: your recent queries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Grouped by note: show the note's other passages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Grouped by note: fold them again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the proposal; else field, conditions, way of searching, sidebar, list, note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Behind a condition and a space: select the condition, then take it out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the sidebar: narrow the search to a tag, a folder or a period, or widen it again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>F2, Del, Ctrl+Z</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename a saved search, delete it, bring it back</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>chip</name>
  <message>
   <source>{} (Backspace takes it out)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Condition {}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>chip_bar</name>
  <message>
   <source>What was understood</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>hint_line</name>
  <message>
   <source>What can be asked for</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put it into the search field</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try {} · {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes with that tag, or one beneath it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes whose path holds that</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes that have this property; [name:value] asks for its value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes that hold exactly this, word by word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>leaves out the notes that hold this word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes since then; before: and on: take dates, too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open tasks; task-done: finds finished ones</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>notes that hold one of the two</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>proposals_list</name>
  <message>
   <source>Proposals for the query</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>search_field</name>
  <message>
   <source>Search your notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Select what stands in the field</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear the search</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>search_pane</name>
  <message>
   <source>Way of searching</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Way of searching (Ctrl+1 to Ctrl+4)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>vault_chooser</name>
  <message>
   <source>No vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vault: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} is not there at the moment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}: away</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>basket_list</name>
  <message>
   <source>Passages in the basket</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>basket_sheet</name>
  <message>
   <source>Basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy all of it, to paste into a chat</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Empty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take all passages out; this can be undone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the basket (Esc)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Space puts the selected passage in here, or takes it out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How it is written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Markdown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>XML</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Plain text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How much of the budget is used</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>command_palette</name>
  <message>
   <source>What to do</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Commands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Commands and their keys</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>crash_dialog</name>
  <message>
   <source>Something went wrong</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is a mistake in the program, not in your notes, and your notes were not touched. You can go on. The report says what happened; it is sent nowhere unless you do it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the log</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>drop_hint</name>
  <message>
   <source>Drop to search this folder</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>failures_dialog</name>
  <message>
   <source>Could not be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reason</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>indexing_desk</name>
  <message>
   <source>Read everything again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Build the index anew, from every note?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words can be searched again within seconds, meaning as the notes are read.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>main_window</name>
  <message>
   <source>Opening {}…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a folder of notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No passage is selected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The basket is being weighed; try again in a moment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put in the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Taken out of the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Something went wrong: the window has a report.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>passage_desk</name>
  <message>
   <source>Obsidian could not be opened. Ctrl+Enter opens the file itself.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No program opened {}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A link out of your notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open this page in the browser?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copied the passage with its citation</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>phrases</name>
  <message>
   <source>1 note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>1 passage</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} passages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} in {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>before {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counted: all {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counted: the {} that match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counted: the {} in the list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>paused: changes are not read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another program is reading changes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>meaning ready for {} of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>up to date</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not read yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>looked through every few seconds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} reads {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} d ago</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} h ago</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} min ago</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>just now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} s ago</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading {} of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>words searchable</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Summing up {} of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tidying up…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking through the folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>about {} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>about {} min</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>about {} h</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stopped; what was read can be searched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} added</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} removed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} could not be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copied {}, {} of {} tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} did not fit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} of {} tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Basket {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}, {} of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>joined to its neighbour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>does not fit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Meaning ready for {} of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}/s</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>quality_dialog</name>
  <message>
   <source>Search quality</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Questions are made of your own notes: of headings, link texts, aliases and first sentences. They are asked of a copy of the index from which they were taken out, by meaning, by words, by both together and with reranking, and it is counted how often the right passage comes first.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, more in a large vault; you can search meanwhile.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Progress</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop measuring</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy figures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Beginning…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stopped; nothing of it was kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure again</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>quality_phrases</name>
  <message>
   <source>not measured</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{:.2f} ({:.2f} to {:.2f})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}: {:,} of {:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{:,} questions were made of your notes. 1 would be perfect, 0 means never found; the line across a bar is the range that the true figure lies in, 19 times out of 20.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{:,} {}: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Searched by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Typical time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{:,.0f} ms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asking: {}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>quality_plot</name>
  <message>
   <source>Figures by way of searching, as bars</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>quality_report</name>
  <message>
   <source>Report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What was asked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What this can tell, and what not</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Figures by way of searching, with their ranges</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>breadcrumb</name>
  <message>
   <source>The headings above</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>note_view</name>
  <message>
   <source>The note</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>outline_list</name>
  <message>
   <source>Outline of the note</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>reading_desk</name>
  <message>
   <source>There is no note of that name</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>related_pane</name>
  <message>
   <source>What has to do with this note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Similar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Links here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Links to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Named here, not linked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Links that lead nowhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing has to do with this note</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>results_delegate</name>
  <message>
   <source>less likely</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>results_list</name>
  <message>
   <source>Passages found</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>results_model</name>
  <message>
   <source>in the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} more passages</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>results_pane</name>
  <message>
   <source>Type to search your notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ask in your own words, or for the very words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Searching…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing found for “{}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No passage holds exactly these characters. Another way of searching may find it:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No passage holds these words. Another way of searching may find it:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try fewer or other words, or another way of searching:</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>row_painter</name>
  <message>
   <source>{} more</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>model_download_box</name>
  <message>
   <source>Ask what would be fetched…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fetch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How much of the model has arrived</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A larger cross-encoder can be fetched from the model hub. Asking what it is uses the network; nothing is fetched before you say so.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asking the hub…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fetch {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} in its state {}: {} from {}, into the hub's cache on this computer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was fetched.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fetching {} from {}…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model is here, and verified. It orders the answers from the next start on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Given up. What has arrived is kept, and another try goes on from there.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_about_page</name>
  <message>
   <source>About</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vaultsearch {}
Python {}, Qt {}, {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Answers from your own notes while you type, entirely on your machine. MIT licence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The settings, which may be edited by hand while the program is closed: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The log, which says what went wrong and holds nothing of your notes: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the log</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the settings file</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_appearance_page</name>
  <message>
   <source>Appearance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another language holds from the next start on. The size of letters is the system's.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tray</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have an icon in the tray</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closing the window hides it there; Ctrl+Q ends the program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Esc in the empty field hides it there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vaultsearch --toggle brings the window up or away: give it a shortcut of your desktop's.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This desktop has no tray: closing the window ends the program.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_desk</name>
  <message>
   <source>{} is changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} is changed, and holds already.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The notes that this concerns are read again, in the background.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The index of {} is deleted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} Until then the former value holds.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_ignore_page</name>
  <message>
   <source>What is left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One rule a line, in gitignore's syntax: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. What is left out is neither read nor found.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In every vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left out of every vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In this vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left out of this vault</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By files, too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No vault is open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}: {} rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Neither Obsidian's list of excluded files nor a file .vaultsearchignore leaves anything out.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_models_page</name>
  <message>
   <source>Models</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What reads the notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English, and whatever the other does not read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;English</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Other languages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>With another model, what it concerns is read again, in the background.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>On this computer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Models on this computer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>For</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking, and verifying the weights…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the folder of models made here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A stronger cross-encoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>verified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>NOT what they should be</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no digest known</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As recommended</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>None: the model above reads them all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a folder with a sentence-transformers model</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_parameter_row</name>
  <message>
   <source>Reset</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have the default again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Default: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>empty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set on the command line, for this run. {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} · another value has the notes read again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>on</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_parameters_page</name>
  <message>
   <source>Parameters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a parameter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No parameter speaks of that.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is set here holds for the command line, too. Hardly anybody needs to.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_privacy_page</name>
  <message>
   <source>Privacy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your notes and your questions do not leave this computer: nothing of them is sent anywhere, and nobody is told that you use this program. The network is used for one thing, fetching a model, and only when you ask for it. What you open in Obsidian, an editor or the browser is theirs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Recent questions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Remember what I searched for, in a file that only I can read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Forget them now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kept on this computer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete the index…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>An index holds the text of your notes, so that it can be searched. Deleting it deletes no note.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Index of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete an index</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete the index of {}?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The notes stay as they are. To search them again, they are read again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete the index</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_ranking_page</name>
  <message>
   <source>Ranking</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words and meaning each find candidates. These steps then put them in order, one after the other; what each one gives is shown as soon as it is there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The recommended order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>An order of my own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Steps of the ranking</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Up</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have the step earlier (Alt+Up)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Down</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have the step later (Alt+Down)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The order is set on the command line, for this run.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Best sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other languages than English: compares the question with single sentences. Cost: small; the model reads the sentences of {} passages.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Late interaction</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English: compares word by word. Cost: small; the model reads {} passages, each once.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cross-encoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English: reads question and passage together. Cost: the largest of all; {} passages are read for every question. Needs its own model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Variety</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts unlike passages beside each other. Cost: next to none.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Freshness</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts newer notes higher. Cost: none.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Links</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts notes higher that the best ones link with. Cost: small.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Threshold</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leaves out what hardly answers. Cost: none; it needs probabilities of a step before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One of each note</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists a few passages of each note. Cost: none.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_vaults_page</name>
  <message>
   <source>Vaults</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take off the list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The notes stay as they are, and their index, too; Privacy deletes that</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folders of notes that were opened here. Nothing is ever written into them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> · open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> · away: connect the drive that it is on</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>settings_window</name>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What came of it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>shortcuts_sheet</name>
  <message>
   <source>Keyboard shortcuts</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>facet_histogram</name>
  <message>
   <source>When the notes are from</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar</name>
  <message>
   <source>Any time instead of {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A literal search cannot be narrowed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>When</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Any time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take this period out of the query</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar_delegate</name>
  <message>
   <source>Name of the saved search</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar_keeper</name>
  <message>
   <source>There is no search to save yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved already as “{}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved. F2 gives it another name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Deleted “{}”. Ctrl+Z brings it back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{}” is back</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar_model</name>
  <message>
   <source>{} (a click takes it out of the query)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{}, chosen</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar_rows</name>
  <message>
   <source>Tags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved searches</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ctrl+D saves a search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{} more…</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>sidebar_tree</name>
  <message>
   <source>Saved searches, tags and folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>status_line</name>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop reading; what was read can be searched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show which notes could not be read, and why</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What puts the best passages first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How far the reading is</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>tray</name>
  <message>
   <source>Quit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hide the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the window</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>welcome</name>
  <message>
   <source>Drop a folder of notes here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Then ask it anything. Your notes stay on this computer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opened before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vaults that Obsidian knows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open {}</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
