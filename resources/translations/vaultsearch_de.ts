<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>gui.actions.actions</name>
  <message>
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <source>&amp;Search</source>
   <translation>&amp;Suche</translation>
  </message>
  <message>
   <source>&amp;Passage</source>
   <translation>&amp;Passage</translation>
  </message>
  <message>
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>Ordner wählen…</translation>
  </message>
  <message>
   <source>Search another folder of notes</source>
   <translation>Einen anderen Ordner mit Notizen durchsuchen</translation>
  </message>
  <message>
   <source>Search all vaults</source>
   <translation>Alle Vaults durchsuchen</translation>
  </message>
  <message>
   <source>Search all vaults at once, or once more the last one alone</source>
   <translation>Alle Vaults zugleich durchsuchen, oder wieder den letzten allein</translation>
  </message>
  <message>
   <source>Open the sample vault</source>
   <translation>Beispiel-Vault öffnen</translation>
  </message>
  <message>
   <source>Try it on fifty notes that come with the program</source>
   <translation>Mit fünfzig mitgelieferten Notizen ausprobieren</translation>
  </message>
  <message>
   <source>Read changes again</source>
   <translation>Änderungen neu einlesen</translation>
  </message>
  <message>
   <source>Bring the index up to date with the notes</source>
   <translation>Den Index auf den Stand der Notizen bringen</translation>
  </message>
  <message>
   <source>Stop reading</source>
   <translation>Einlesen abbrechen</translation>
  </message>
  <message>
   <source>Stop reading the notes; what was read can be searched</source>
   <translation>Das Einlesen der Notizen abbrechen; Gelesenes bleibt durchsuchbar</translation>
  </message>
  <message>
   <source>Pause reading</source>
   <translation>Einlesen anhalten</translation>
  </message>
  <message>
   <source>Read no changes until this is chosen again; what was read can be searched</source>
   <translation>Keine Änderungen einlesen, bis dies erneut gewählt wird; Gelesenes bleibt durchsuchbar</translation>
  </message>
  <message>
   <source>Read everything again…</source>
   <translation>Alles neu einlesen…</translation>
  </message>
  <message>
   <source>Build the index anew, from every note</source>
   <translation>Den Index aus allen Notizen neu aufbauen</translation>
  </message>
  <message>
   <source>Search quality…</source>
   <translation>Suchqualität…</translation>
  </message>
  <message>
   <source>Measure how well your own notes are found, with questions made of them</source>
   <translation>Mit Fragen aus den eigenen Notizen messen, wie gut diese gefunden werden</translation>
  </message>
  <message>
   <source>Settings…</source>
   <translation>Einstellungen…</translation>
  </message>
  <message>
   <source>Vaults, models, ranking, appearance, privacy</source>
   <translation>Vaults, Modelle, Rangfolge, Darstellung, Datenschutz</translation>
  </message>
  <message>
   <source>Duplicates and loose ends…</source>
   <translation>Doppeltes und lose Enden…</translation>
  </message>
  <message>
   <source>List what stands twice in your notes, links that lead nowhere, and notes without any link</source>
   <translation>Auflisten, was in den Notizen doppelt steht, welche Links ins Leere führen und welche Notizen ohne Links sind</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>End the program</source>
   <translation>Das Programm beenden</translation>
  </message>
  <message>
   <source>Go to the search field</source>
   <translation>Zum Suchfeld</translation>
  </message>
  <message>
   <source>Go to the search field and select what stands there</source>
   <translation>Zum Suchfeld gehen und seinen Inhalt markieren</translation>
  </message>
  <message>
   <source>Complete the query</source>
   <translation>Anfrage vervollständigen</translation>
  </message>
  <message>
   <source>Propose operators, tags, folders and properties for what is being typed</source>
   <translation>Bei der Eingabe Operatoren, Tags, Ordner und Eigenschaften vorschlagen</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>Diese Suche speichern</translation>
  </message>
  <message>
   <source>Keep this search in the sidebar</source>
   <translation>Diese Suche in der Seitenleiste aufbewahren</translation>
  </message>
  <message>
   <source>Search with the copied text</source>
   <translation>Mit dem kopierten Text suchen</translation>
  </message>
  <message>
   <source>Find notes for each topic of the text on the clipboard: a draft, a transcript, a chat</source>
   <translation>Notizen zu jedem Thema des Textes in der Zwischenablage finden: eines Entwurfs, Protokolls oder Chats</translation>
  </message>
  <message>
   <source>Forget what I opened for this question</source>
   <translation>Vergessen, was für diese Frage geöffnet wurde</translation>
  </message>
  <message>
   <source>No longer raise notes because you opened them for this question or one like it</source>
   <translation>Notizen nicht mehr höher einordnen, weil sie für diese oder eine ähnliche Frage geöffnet wurden</translation>
  </message>
  <message>
   <source>Private mode</source>
   <translation>Privater Modus</translation>
  </message>
  <message>
   <source>Remember no searches and no opened notes while this is on</source>
   <translation>Solange eingeschaltet, werden weder Suchanfragen noch geöffnete Notizen gemerkt</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>Suche leeren</translation>
  </message>
  <message>
   <source>Clear the search field</source>
   <translation>Das Suchfeld leeren</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Hybrid</translation>
  </message>
  <message>
   <source>Search by meaning and by words at once</source>
   <translation>Zugleich nach Bedeutung und nach Wörtern suchen</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Search by meaning, whatever the words</source>
   <translation>Nach der Bedeutung suchen, gleich mit welchen Wörtern</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Search for the words, rare words counting most</source>
   <translation>Nach den Wörtern suchen; seltene zählen am meisten</translation>
  </message>
  <message>
   <source>Literal</source>
   <translation>Wörtlich</translation>
  </message>
  <message>
   <source>Search for exactly these characters, as a pattern</source>
   <translation>Nach genau diesen Zeichen suchen, auch als Muster</translation>
  </message>
  <message>
   <source>Open in Obsidian</source>
   <translation>In Obsidian öffnen</translation>
  </message>
  <message>
   <source>Open the note at this heading in Obsidian</source>
   <translation>Die Notiz bei dieser Überschrift in Obsidian öffnen</translation>
  </message>
  <message>
   <source>Open in the default editor</source>
   <translation>Im Standardeditor öffnen</translation>
  </message>
  <message>
   <source>Open the note's file in the editor that the system has for it</source>
   <translation>Die Datei der Notiz im Standardeditor des Systems öffnen</translation>
  </message>
  <message>
   <source>Copy the passage</source>
   <translation>Passage kopieren</translation>
  </message>
  <message>
   <source>Copy the passage with its citation</source>
   <translation>Die Passage mit Quellenangabe kopieren</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>Als Kontext kopieren</translation>
  </message>
  <message>
   <source>Copy the basket, or else the best passages, with citations, as context for a language model</source>
   <translation>Korb oder beste Passagen mit Quellenangaben als Kontext für ein Sprachmodell kopieren</translation>
  </message>
  <message>
   <source>Put in the basket, or take out</source>
   <translation>In den Korb legen oder herausnehmen</translation>
  </message>
  <message>
   <source>Put the selected passage in the basket, or take it out</source>
   <translation>Die ausgewählte Passage in den Korb legen oder herausnehmen</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>Korb ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Show or hide the passages in the basket, and what they take of the budget</source>
   <translation>Die Passagen im Korb und ihren Anteil am Budget ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Forget that I opened this</source>
   <translation>Vergessen, dass dies geöffnet wurde</translation>
  </message>
  <message>
   <source>No longer raise this note because you opened it for this question or one like it</source>
   <translation>Diese Notiz nicht mehr höher einordnen, weil sie für diese oder eine ähnliche Frage geöffnet wurde</translation>
  </message>
  <message>
   <source>Show or hide the sidebar</source>
   <translation>Seitenleiste ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Show or hide saved searches, tags, folders and dates</source>
   <translation>Gespeicherte Suchen, Tags, Ordner und Zeiträume ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Show or hide the note</source>
   <translation>Notiz ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Show or hide the note beside the list</source>
   <translation>Die Notiz neben der Liste ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Outline of the note</source>
   <translation>Gliederung der Notiz</translation>
  </message>
  <message>
   <source>Show or hide the note's headings beside it</source>
   <translation>Die Überschriften der Notiz daneben ein- oder ausblenden</translation>
  </message>
  <message>
   <source>What has to do with the note</source>
   <translation>Verwandtes zur Notiz</translation>
  </message>
  <message>
   <source>Show or hide notes like the one shown, links to it and from it, and places that name it</source>
   <translation>Ähnliche Notizen, Links von und zu der Notiz und Erwähnungen ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Quotes that answer</source>
   <translation>Zitate, die antworten</translation>
  </message>
  <message>
   <source>Show or hide what in the note answers the question, word for word</source>
   <translation>Ein- oder ausblenden, was in der Notiz die Frage wörtlich beantwortet</translation>
  </message>
  <message>
   <source>Next match in the note</source>
   <translation>Nächster Treffer in der Notiz</translation>
  </message>
  <message>
   <source>Go to the next word of the note that answers the query</source>
   <translation>Zum nächsten Wort der Notiz gehen, das auf die Anfrage antwortet</translation>
  </message>
  <message>
   <source>Previous match in the note</source>
   <translation>Voriger Treffer in der Notiz</translation>
  </message>
  <message>
   <source>Go to the word before, of those in the note that answer the query</source>
   <translation>Zum Wort davor gehen, unter denen der Notiz, die auf die Anfrage antworten</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Go back to what you read before</source>
   <translation>Zurück zum vorher Gelesenen</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>Vorwärts</translation>
  </message>
  <message>
   <source>Go forward again</source>
   <translation>Wieder vorwärts gehen</translation>
  </message>
  <message>
   <source>Group by note</source>
   <translation>Nach Notiz gruppieren</translation>
  </message>
  <message>
   <source>Show a row for each note, its other passages folded beneath it</source>
   <translation>Eine Zeile je Notiz zeigen, weitere Passagen eingeklappt darunter</translation>
  </message>
  <message>
   <source>Best first</source>
   <translation>Beste zuerst</translation>
  </message>
  <message>
   <source>List the passages that answer best first</source>
   <translation>Die am besten passenden Passagen zuerst auflisten</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>Neueste zuerst</translation>
  </message>
  <message>
   <source>List the passages of the notes that were changed last first</source>
   <translation>Passagen der zuletzt geänderten Notizen zuerst auflisten</translation>
  </message>
  <message>
   <source>By title</source>
   <translation>Nach Titel</translation>
  </message>
  <message>
   <source>List the passages by the titles of their notes</source>
   <translation>Die Passagen nach den Titeln ihrer Notizen auflisten</translation>
  </message>
  <message>
   <source>Find a command…</source>
   <translation>Befehl suchen…</translation>
  </message>
  <message>
   <source>Find anything that can be done here by a few letters, and do it</source>
   <translation>Jeden Befehl mit wenigen Buchstaben finden und ausführen</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>Show every key that does something here</source>
   <translation>Alle Tasten zeigen, die hier etwas bewirken</translation>
  </message>
  <message>
   <source>From the field into the list, and along it</source>
   <translation>Vom Suchfeld in die Liste und in ihr abwärts</translation>
  </message>
  <message>
   <source>Along the list, and from its first row back to the field</source>
   <translation>In der Liste aufwärts und von der ersten Zeile zurück ins Suchfeld</translation>
  </message>
  <message>
   <source>In the empty field: your recent queries</source>
   <translation>Im leeren Suchfeld: die letzten Anfragen</translation>
  </message>
  <message>
   <source>Grouped by note: show the note's other passages</source>
   <translation>Nach Notiz gruppiert: weitere Passagen der Notiz aufklappen</translation>
  </message>
  <message>
   <source>Grouped by note: fold them again</source>
   <translation>Nach Notiz gruppiert: wieder einklappen</translation>
  </message>
  <message>
   <source>Take the proposal; else field, conditions, way of searching, sidebar, list, note</source>
   <translation>Vorschlag übernehmen; sonst Suchfeld, Bedingungen, Suchart, Seitenleiste, Liste, Notiz</translation>
  </message>
  <message>
   <source>Behind a condition and a space: select the condition, then take it out</source>
   <translation>Hinter einer Bedingung und einem Leerzeichen: die Bedingung markieren, dann entfernen</translation>
  </message>
  <message>
   <source>In the sidebar: narrow the search to a tag, a folder or a period, or widen it again</source>
   <translation>In der Seitenleiste: die Suche auf Tag, Ordner oder Zeitraum eingrenzen oder wieder erweitern</translation>
  </message>
  <message>
   <source>Rename a saved search, delete it, bring it back</source>
   <translation>Eine gespeicherte Suche umbenennen, löschen, zurückholen</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.command_palette</name>
  <message>
   <source>What to do</source>
   <translation>Was soll geschehen?</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Commands and their keys</source>
   <translation>Befehle und ihre Tasten</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.shortcuts_sheet</name>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.chips</name>
  <message>
   <source>{} (Backspace takes it out)</source>
   <translation>{} (mit der Rücktaste entfernen)</translation>
  </message>
  <message>
   <source>Condition {}</source>
   <translation>Bedingung {}</translation>
  </message>
  <message>
   <source>What was understood</source>
   <translation>So wurde es verstanden</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.hint_line</name>
  <message>
   <source>What can be asked for</source>
   <translation>Wonach sich fragen lässt</translation>
  </message>
  <message>
   <source>Put it into the search field</source>
   <translation>Ins Suchfeld übernehmen</translation>
  </message>
  <message>
   <source>Try {} · {}</source>
   <translation>Zum Beispiel {} · {}</translation>
  </message>
  <message>
   <source>notes with that tag, or one beneath it</source>
   <translation>Notizen mit diesem Tag oder einem darunter</translation>
  </message>
  <message>
   <source>notes whose path holds that</source>
   <translation>Notizen, deren Pfad das enthält</translation>
  </message>
  <message>
   <source>notes that have this property; [name:value] asks for its value</source>
   <translation>Notizen mit dieser Eigenschaft; [Name:Wert] fragt nach ihrem Wert</translation>
  </message>
  <message>
   <source>notes that hold exactly this, word by word</source>
   <translation>Notizen, die genau diesen Wortlaut enthalten</translation>
  </message>
  <message>
   <source>leaves out the notes that hold this word</source>
   <translation>schließt Notizen mit diesem Wort aus</translation>
  </message>
  <message>
   <source>notes since then; before: and on: take dates, too</source>
   <translation>Notizen seit diesem Tag; auch before: und on: nehmen ein Datum</translation>
  </message>
  <message>
   <source>open tasks; task-done: finds finished ones</source>
   <translation>offene Aufgaben; task-done: findet erledigte</translation>
  </message>
  <message>
   <source>notes that hold one of the two</source>
   <translation>Notizen, die eines von beiden enthalten</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.proposals_list</name>
  <message>
   <source>Proposals for the query</source>
   <translation>Vorschläge für die Anfrage</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_field</name>
  <message>
   <source>Search your notes</source>
   <translation>Notizen durchsuchen</translation>
  </message>
  <message>
   <source>Select what stands in the field</source>
   <translation>Inhalt des Suchfelds markieren</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>Suche leeren</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_pane</name>
  <message>
   <source>Way of searching</source>
   <translation>Suchart</translation>
  </message>
  <message>
   <source>Way of searching (Ctrl+1 to Ctrl+4)</source>
   <translation>Suchart (Strg+1 bis Strg+4)</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.vault_chooser</name>
  <message>
   <source>No vault</source>
   <translation>Kein Vault</translation>
  </message>
  <message>
   <source>Vault: {}</source>
   <translation>Vault: {}</translation>
  </message>
  <message>
   <source>Choose a vault</source>
   <translation>Vault wählen</translation>
  </message>
  <message>
   <source>{} is not there at the moment</source>
   <translation>{} ist zurzeit nicht erreichbar</translation>
  </message>
  <message>
   <source>{}: away</source>
   <translation>{}: nicht erreichbar</translation>
  </message>
 </context>
 <context>
  <name>gui.basket.sheet</name>
  <message>
   <source>Passages in the basket</source>
   <translation>Passagen im Korb</translation>
  </message>
  <message>
   <source>Basket</source>
   <translation>Korb</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Copy all of it, to paste into a chat</source>
   <translation>Alles kopieren, um es in einen Chat einzufügen</translation>
  </message>
  <message>
   <source>Take all passages out; this can be undone</source>
   <translation>Alle Passagen herausnehmen; das lässt sich rückgängig machen</translation>
  </message>
  <message>
   <source>Close the basket (Esc)</source>
   <translation>Korb schließen (Esc)</translation>
  </message>
  <message>
   <source>Close the basket</source>
   <translation>Korb schließen</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <source>Empty</source>
   <translation>Leeren</translation>
  </message>
  <message>
   <source>Space puts the selected passage in here, or takes it out.</source>
   <translation>Die Leertaste legt die ausgewählte Passage hierher oder nimmt sie heraus.</translation>
  </message>
  <message>
   <source>How it is written</source>
   <translation>Format</translation>
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
   <translation>Nur Text</translation>
  </message>
  <message>
   <source>How much of the budget is used</source>
   <translation>Verbrauchter Anteil des Budgets</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.indexing</name>
  <message>
   <source>Read everything again</source>
   <translation>Alles neu einlesen</translation>
  </message>
  <message>
   <source>Build the index anew, from every note?</source>
   <translation>Den Index aus allen Notizen neu aufbauen?</translation>
  </message>
  <message>
   <source>Words can be searched again within seconds, meaning as the notes are read.</source>
   <translation>Nach Wörtern lässt sich in Sekunden wieder suchen, nach Bedeutung mit fortschreitendem Einlesen.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.long_query</name>
  <message>
   <source>There is too little text to search with</source>
   <translation>Das ist zu wenig Text, um damit zu suchen</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>Wird noch indexiert…</translation>
  </message>
  <message>
   <source>Nothing so far comes near this text</source>
   <translation>Bisher kommt nichts diesem Text nahe</translation>
  </message>
  <message>
   <source>Nothing in your notes comes near this text</source>
   <translation>Nichts in den Notizen kommt diesem Text nahe</translation>
  </message>
  <message>
   <source>Another text, or a question in your own words, may find more.</source>
   <translation>Ein anderer Text oder eine Frage in eigenen Worten findet vielleicht mehr.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.passages</name>
  <message>
   <source>No passage is selected</source>
   <translation>Keine Passage ausgewählt</translation>
  </message>
  <message>
   <source>Obsidian could not be opened. Ctrl+Enter opens the file itself.</source>
   <translation>Obsidian ließ sich nicht öffnen. Strg+Enter öffnet die Datei selbst.</translation>
  </message>
  <message>
   <source>No program opened {}.</source>
   <translation>Kein Programm hat {} geöffnet.</translation>
  </message>
  <message>
   <source>Put in the basket</source>
   <translation>In den Korb gelegt</translation>
  </message>
  <message>
   <source>Taken out of the basket</source>
   <translation>Aus dem Korb genommen</translation>
  </message>
  <message>
   <source>A link out of your notes</source>
   <translation>Ein Link, der aus den Notizen hinausführt</translation>
  </message>
  <message>
   <source>Open this page in the browser?</source>
   <translation>Diese Seite im Browser öffnen?</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Copied the passage with its citation</source>
   <translation>Passage mit Quellenangabe kopiert</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.reading</name>
  <message>
   <source>There is no note of that name</source>
   <translation>Es gibt keine Notiz dieses Namens</translation>
  </message>
  <message>
   <source>No other word of this note answers the query</source>
   <translation>Kein anderes Wort dieser Notiz antwortet auf die Anfrage</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.related</name>
  <message>
   <source>Type a question, and its answers in this note are quoted here</source>
   <translation>Eine Frage eingeben: ihre Antworten in dieser Notiz werden hier zitiert</translation>
  </message>
  <message>
   <source>Looking…</source>
   <translation>Wird gesucht…</translation>
  </message>
  <message>
   <source>Nothing has to do with this note</source>
   <translation>Nichts Verwandtes zu dieser Notiz</translation>
  </message>
  <message>
   <source>Nothing here answers it</source>
   <translation>Nichts hier beantwortet sie</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.relaxations</name>
  <message>
   <source>{}: {}</source>
   <translation>{}: {}</translation>
  </message>
  <message>
   <source>{}: 1 note mentions the words</source>
   <translation>{}: 1 Notiz nennt die Wörter</translation>
  </message>
  <message>
   <source>{}: {} mention the words</source>
   <translation>{}: {} nennen die Wörter</translation>
  </message>
  <message>
   <source>1 note mentions “{}”</source>
   <translation>1 Notiz nennt „{}“</translation>
  </message>
  <message>
   <source>{} mention “{}”</source>
   <translation>{} nennen „{}“</translation>
  </message>
  <message>
   <source>“{}” instead of “{}”</source>
   <translation>„{}“ statt „{}“</translation>
  </message>
  <message>
   <source>Without {}</source>
   <translation>Ohne {}</translation>
  </message>
  <message>
   <source>Without any condition</source>
   <translation>Ohne Bedingungen</translation>
  </message>
  <message>
   <source>{} without quotes</source>
   <translation>{} ohne Anführungszeichen</translation>
  </message>
  <message>
   <source>Search by meaning ({})</source>
   <translation>Nach Bedeutung suchen ({})</translation>
  </message>
  <message>
   <source>Search for the words ({})</source>
   <translation>Nach den Wörtern suchen ({})</translation>
  </message>
  <message>
   <source>Search literally ({})</source>
   <translation>Wörtlich suchen ({})</translation>
  </message>
  <message>
   <source>Search by meaning and words ({})</source>
   <translation>Nach Bedeutung und Wörtern suchen ({})</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.settings</name>
  <message>
   <source>{} is changed.</source>
   <translation>{} ist geändert.</translation>
  </message>
  <message>
   <source>{} is changed, and holds already.</source>
   <translation>{} ist geändert und gilt bereits.</translation>
  </message>
  <message>
   <source>The notes that this concerns are read again, in the background.</source>
   <translation>Die betroffenen Notizen werden im Hintergrund neu eingelesen.</translation>
  </message>
  <message>
   <source>The index of {} is deleted.</source>
   <translation>Der Index von {} ist gelöscht.</translation>
  </message>
  <message>
   <source>{} Until then the former value holds.</source>
   <translation>{} Bis dahin gilt der bisherige Wert.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.sidebar</name>
  <message>
   <source>There is no search to save yet</source>
   <translation>Noch keine Suche zum Speichern</translation>
  </message>
  <message>
   <source>Saved already as “{}”</source>
   <translation>Bereits gespeichert als „{}“</translation>
  </message>
  <message>
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>Gespeichert. Strg+B zeigt die gespeicherten Suchen</translation>
  </message>
  <message>
   <source>Saved. F2 gives it another name</source>
   <translation>Gespeichert. F2 gibt ihr einen anderen Namen</translation>
  </message>
  <message>
   <source>Deleted “{}”. Ctrl+Z brings it back</source>
   <translation>„{}“ gelöscht. Strg+Z holt sie zurück</translation>
  </message>
  <message>
   <source>“{}” is back</source>
   <translation>„{}“ ist wieder da</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.usage</name>
  <message>
   <source>Nothing you did moved this result</source>
   <translation>Dieser Treffer steht nicht wegen früherer Nutzung hier</translation>
  </message>
  <message>
   <source>Ask the question first</source>
   <translation>Zuerst die Frage stellen</translation>
  </message>
  <message>
   <source>Forgotten</source>
   <translation>Ist vergessen</translation>
  </message>
 </context>
 <context>
  <name>gui.phrases</name>
  <message>
   <source>1 note</source>
   <translation>1 Notiz</translation>
  </message>
  <message>
   <source>{} notes</source>
   <translation>{} Notizen</translation>
  </message>
  <message>
   <source>1 passage</source>
   <translation>1 Passage</translation>
  </message>
  <message>
   <source>{} passages</source>
   <translation>{} Passagen</translation>
  </message>
  <message>
   <source>{} in {}</source>
   <translation>{} in {}</translation>
  </message>
  <message>
   <source>you opened this for “{}”</source>
   <translation>schon geöffnet für „{}“</translation>
  </message>
  <message>
   <source>you copied this for “{}”</source>
   <translation>schon kopiert für „{}“</translation>
  </message>
  <message>
   <source>you put this in the basket for “{}”</source>
   <translation>schon im Korb für „{}“</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <source>the best {} listed</source>
   <translation>die besten {} aufgelistet</translation>
  </message>
  <message>
   <source>1 note contains any of these words</source>
   <translation>1 Notiz enthält eines dieser Wörter</translation>
  </message>
  <message>
   <source>1 note matches</source>
   <translation>1 Notiz passt</translation>
  </message>
  <message>
   <source>{} notes contain any of these words</source>
   <translation>{} Notizen enthalten eines dieser Wörter</translation>
  </message>
  <message>
   <source>{} notes match</source>
   <translation>{} Notizen passen</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>Wird noch indexiert…</translation>
  </message>
  <message>
   <source>The notes are not indexed yet</source>
   <translation>Die Notizen sind noch nicht indexiert</translation>
  </message>
  <message>
   <source>{} of {}</source>
   <translation>{} von {}</translation>
  </message>
  <message>
   <source>Still indexing the meaning ({})…</source>
   <translation>Die Bedeutung wird noch indexiert ({})…</translation>
  </message>
  <message>
   <source>Meaning indexed so far: {}</source>
   <translation>Bedeutung bisher indexiert: {}</translation>
  </message>
  <message>
   <source>Still indexing ({})…</source>
   <translation>Wird noch indexiert ({})…</translation>
  </message>
  <message>
   <source>Indexed so far: {}</source>
   <translation>Bisher indexiert: {}</translation>
  </message>
  <message>
   <source>Found by words alone: {} in English.</source>
   <translation>Nur nach Wörtern gefunden werden: {} auf Englisch.</translation>
  </message>
  <message>
   <source>All vaults</source>
   <translation>Alle Vaults</translation>
  </message>
  <message>
   <source>{} of {} vaults</source>
   <translation>{} von {} Vaults</translation>
  </message>
  <message>
   <source>{} vaults</source>
   <translation>{} Vaults</translation>
  </message>
  <message>
   <source>another program is reading changes</source>
   <translation>ein anderes Programm liest Änderungen ein</translation>
  </message>
  <message>
   <source>before {}</source>
   <translation>vor {}</translation>
  </message>
  <message>
   <source>Counted: all {}</source>
   <translation>Gezählt: alle {}</translation>
  </message>
  <message>
   <source>Counted: the {} that match</source>
   <translation>Gezählt: {} mit Treffern</translation>
  </message>
  <message>
   <source>Counted: the {} in the list</source>
   <translation>Gezählt: {} in der Liste</translation>
  </message>
  <message>
   <source>paused: changes are not read</source>
   <translation>angehalten: Änderungen werden nicht eingelesen</translation>
  </message>
  <message>
   <source>indexing stopped: {} of {} notes by keywords, {} by meaning</source>
   <translation>Indexierung angehalten: {} von {} Notizen nach Stichwörtern, {} nach Bedeutung</translation>
  </message>
  <message>
   <source>meaning ready for {} of {}</source>
   <translation>Bedeutung: {} von {}</translation>
  </message>
  <message>
   <source>up to date</source>
   <translation>aktuell</translation>
  </message>
  <message>
   <source>not read yet</source>
   <translation>noch nicht eingelesen</translation>
  </message>
  <message>
   <source>looked through every few seconds</source>
   <translation>alle paar Sekunden durchgesehen</translation>
  </message>
  <message>
   <source>{} reads {}</source>
   <translation>{} liest {}</translation>
  </message>
  <message>
   <source>undetermined</source>
   <translation>unbestimmt</translation>
  </message>
  <message>
   <source>{} d ago</source>
   <translation>vor {} T.</translation>
  </message>
  <message>
   <source>{} h ago</source>
   <translation>vor {} Std.</translation>
  </message>
  <message>
   <source>{} min ago</source>
   <translation>vor {} Min.</translation>
  </message>
  <message>
   <source>just now</source>
   <translation>gerade eben</translation>
  </message>
  <message>
   <source>{} s ago</source>
   <translation>vor {} Sek.</translation>
  </message>
  <message>
   <source>Reading {} of {}</source>
   <translation>Einlesen: {} von {}</translation>
  </message>
  <message>
   <source>words searchable</source>
   <translation>Wörter durchsuchbar</translation>
  </message>
  <message>
   <source>Summing up {} of {}</source>
   <translation>Zusammenfassen: {} von {}</translation>
  </message>
  <message>
   <source>Tidying up…</source>
   <translation>Aufräumen…</translation>
  </message>
  <message>
   <source>Looking through the folder…</source>
   <translation>Ordner wird durchgesehen…</translation>
  </message>
  <message>
   <source>about {} s</source>
   <translation>etwa {} Sek.</translation>
  </message>
  <message>
   <source>about {} min</source>
   <translation>etwa {} Min.</translation>
  </message>
  <message>
   <source>about {} h</source>
   <translation>etwa {} Std.</translation>
  </message>
  <message>
   <source>Stopped; what was read can be searched</source>
   <translation>Abgebrochen; Gelesenes ist durchsuchbar</translation>
  </message>
  <message>
   <source>{} added</source>
   <translation>{} hinzugefügt</translation>
  </message>
  <message>
   <source>{} changed</source>
   <translation>{} geändert</translation>
  </message>
  <message>
   <source>{} removed</source>
   <translation>{} entfernt</translation>
  </message>
  <message>
   <source>1 problem</source>
   <translation>1 Problem</translation>
  </message>
  <message>
   <source>{} problems</source>
   <translation>{} Probleme</translation>
  </message>
  <message>
   <source>Copied {}, {} of {} tokens</source>
   <translation>{} kopiert, {} von {} Token</translation>
  </message>
  <message>
   <source>{} did not fit</source>
   <translation>{} ohne Platz</translation>
  </message>
  <message>
   <source>Copied {}</source>
   <translation>{} kopiert</translation>
  </message>
  <message>
   <source>Searched with a text of {} words on {} topics.</source>
   <translation>Gesucht mit einem Text von {} Wörtern zu {} Themen.</translation>
  </message>
  <message>
   <source>Searched with a text of {} words.</source>
   <translation>Gesucht mit einem Text von {} Wörtern.</translation>
  </message>
  <message>
   <source>{} of {} tokens</source>
   <translation>{} von {} Token</translation>
  </message>
  <message>
   <source>Basket {}</source>
   <translation>Korb {}</translation>
  </message>
  <message>
   <source>{}, {} of {}</source>
   <translation>{}, {} von {}</translation>
  </message>
  <message>
   <source>{} tokens</source>
   <translation>{} Token</translation>
  </message>
  <message>
   <source>joined to its neighbour</source>
   <translation>mit der benachbarten vereint</translation>
  </message>
  <message>
   <source>does not fit</source>
   <translation>kein Platz mehr</translation>
  </message>
  <message>
   <source>Meaning ready for {} of {}</source>
   <translation>Bedeutung: {} von {}</translation>
  </message>
  <message>
   <source>{}/s</source>
   <translation>{}/s</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.dialog</name>
  <message>
   <source>Search quality</source>
   <translation>Suchqualität</translation>
  </message>
  <message>
   <source>Questions are made of your own notes: of headings, link texts, aliases and first sentences. They are asked of a copy of the index from which they were taken out, by meaning, by words, by both together and with reranking, and it is counted how often the right passage comes first.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, more in a large vault; you can search meanwhile.</source>
   <translation>Aus den eigenen Notizen werden Fragen gebildet: aus Überschriften, Linktexten, Aliassen und ersten Sätzen. Sie werden an eine Kopie des Index gestellt, aus der sie entfernt wurden: nach Bedeutung, nach Wörtern, nach beidem zusammen und mit Neuordnung. Gezählt wird, wie oft die richtige Passage an erster Stelle steht.

Nichts verlässt diesen Computer, und die Notizen werden nicht verändert. Es dauert einige Minuten, in einem großen Vault länger; inzwischen kann weiter gesucht werden.</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
  <message>
   <source>Measure now</source>
   <translation>Jetzt messen</translation>
  </message>
  <message>
   <source>Stop measuring</source>
   <translation>Messung abbrechen</translation>
  </message>
  <message>
   <source>Copy figures</source>
   <translation>Zahlen kopieren</translation>
  </message>
  <message>
   <source>Beginning…</source>
   <translation>Wird begonnen…</translation>
  </message>
  <message>
   <source>Stopped; nothing of it was kept.</source>
   <translation>Abgebrochen; nichts davon wurde aufbewahrt.</translation>
  </message>
  <message>
   <source>Measure again</source>
   <translation>Erneut messen</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.phrases</name>
  <message>
   <source>The right answer came first (Hit@1)</source>
   <translation>Die richtige Antwort stand an erster Stelle (Hit@1)</translation>
  </message>
  <message>
   <source>How high it stood among the first ten (nDCG@10)</source>
   <translation>Wie weit oben sie unter den ersten zehn stand (nDCG@10)</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Together</source>
   <translation>Beides zusammen</translation>
  </message>
  <message>
   <source>With reranking</source>
   <translation>Mit Neuordnung</translation>
  </message>
  <message>
   <source>Making questions of your notes</source>
   <translation>Fragen werden aus den Notizen gebildet</translation>
  </message>
  <message>
   <source>Preparing a copy of the index</source>
   <translation>Kopie des Index wird vorbereitet</translation>
  </message>
  <message>
   <source>Looking through the folder</source>
   <translation>Ordner wird durchgesehen</translation>
  </message>
  <message>
   <source>not measured</source>
   <translation>nicht gemessen</translation>
  </message>
  <message>
   <source>{:.2f} ({:.2f} to {:.2f})</source>
   <translation>{:.2f} ({:.2f} bis {:.2f})</translation>
  </message>
  <message>
   <source>{}: {:,} of {:,}</source>
   <translation>{}: {:,} von {:,}</translation>
  </message>
  <message>
   <source>{:,} questions were made of your notes. 1 would be perfect, 0 means never found; the line across a bar is the range that the true figure lies in, 19 times out of 20.</source>
   <translation>{:,} Fragen wurden aus den Notizen gebildet. 1 wäre vollkommen, 0 heißt nie gefunden; der Strich über einem Balken ist der Bereich, in dem der wahre Wert in 19 von 20 Fällen liegt.</translation>
  </message>
  <message>
   <source>{:,} {}: {}</source>
   <translation>{:,} {}: {}</translation>
  </message>
  <message>
   <source>Searched by</source>
   <translation>Gesucht nach</translation>
  </message>
  <message>
   <source>Typical time</source>
   <translation>Übliche Dauer</translation>
  </message>
  <message>
   <source>{:,.0f} ms</source>
   <translation>{:,.0f} ms</translation>
  </message>
  <message>
   <source>Asking: {}</source>
   <translation>Fragen werden gestellt: {}</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.report</name>
  <message>
   <source>Figures by way of searching, as bars</source>
   <translation>Ergebnisse je Suchart, als Balken</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>What was asked</source>
   <translation>Was gefragt wurde</translation>
  </message>
  <message>
   <source>What this can tell, and what not</source>
   <translation>Was dies aussagt und was nicht</translation>
  </message>
  <message>
   <source>Figures by way of searching, with their ranges</source>
   <translation>Ergebnisse je Suchart, mit ihren Bereichen</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.headings</name>
  <message>
   <source>The headings above</source>
   <translation>Die Überschriften darüber</translation>
  </message>
  <message>
   <source>Outline of the note</source>
   <translation>Gliederung der Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.note_view</name>
  <message>
   <source>The note</source>
   <translation>Die Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.places</name>
  <message>
   <source>Similar</source>
   <translation>Ähnlich</translation>
  </message>
  <message>
   <source>Links here</source>
   <translation>Verlinkt hierher</translation>
  </message>
  <message>
   <source>Links to</source>
   <translation>Verlinkt auf</translation>
  </message>
  <message>
   <source>Named here, not linked</source>
   <translation>Hier erwähnt, nicht verlinkt</translation>
  </message>
  <message>
   <source>Links that lead nowhere</source>
   <translation>Links ins Leere</translation>
  </message>
  <message>
   <source>Quotes from {}</source>
   <translation>Zitate aus {}</translation>
  </message>
  <message>
   <source>Written {} times</source>
   <translation>{}-mal geschrieben</translation>
  </message>
  <message>
   <source>in {}</source>
   <translation>in {}</translation>
  </message>
  <message>
   <source>Notes without any link</source>
   <translation>Notizen ohne jeden Link</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.preview_pane</name>
  <message>
   <source>What has to do with this note</source>
   <translation>Verwandtes zu dieser Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.vault_report_dialog</name>
  <message>
   <source>Duplicates and loose ends</source>
   <translation>Doppeltes und lose Enden</translation>
  </message>
  <message>
   <source>Comparing all passages…</source>
   <translation>Alle Passagen werden verglichen…</translation>
  </message>
  <message>
   <source>Nothing stands twice, and no link leads nowhere</source>
   <translation>Nichts steht doppelt, und kein Link führt ins Leere</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_delegate</name>
  <message>
   <source>less likely</source>
   <translation>weniger wahrscheinlich</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_list</name>
  <message>
   <source>Passages found</source>
   <translation>Gefundene Passagen</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_model</name>
  <message>
   <source>in the basket</source>
   <translation>im Korb</translation>
  </message>
  <message>
   <source>{} more passages</source>
   <translation>{} weitere Passagen</translation>
  </message>
  <message>
   <source>{}: the date in the note's properties</source>
   <translation>{}: das Datum aus den Eigenschaften der Notiz</translation>
  </message>
  <message>
   <source>{}: the date in the note's name</source>
   <translation>{}: das Datum im Namen der Notiz</translation>
  </message>
  <message>
   <source>{}: the day the note was last saved</source>
   <translation>{}: der Tag, an dem die Notiz zuletzt gespeichert wurde</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_pane</name>
  <message>
   <source>Type to search your notes</source>
   <translation>Tippen, um die Notizen zu durchsuchen</translation>
  </message>
  <message>
   <source>Ask in your own words, or for the very words.</source>
   <translation>In eigenen Worten fragen oder nach dem genauen Wortlaut.</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <source>Nothing found for “{}”</source>
   <translation>Nichts gefunden für „{}“</translation>
  </message>
  <message>
   <source>Nothing found so far for “{}”</source>
   <translation>Bisher nichts gefunden für „{}“</translation>
  </message>
  <message>
   <source>No passage holds exactly these characters.</source>
   <translation>Keine Passage enthält genau diese Zeichen.</translation>
  </message>
  <message>
   <source>No passage holds these words.</source>
   <translation>Keine Passage enthält diese Wörter.</translation>
  </message>
  <message>
   <source>Fewer conditions, or other words, may find something.</source>
   <translation>Weniger Bedingungen oder andere Wörter finden vielleicht etwas.</translation>
  </message>
  <message>
   <source>Topics of the text</source>
   <translation>Themen des Textes</translation>
  </message>
  <message>
   <source>All topics</source>
   <translation>Alle Themen</translation>
  </message>
 </context>
 <context>
  <name>gui.results.suggestions</name>
  <message>
   <source>What would find something</source>
   <translation>Was etwas finden würde</translation>
  </message>
  <message>
   <source>Other words may find more.</source>
   <translation>Andere Wörter finden vielleicht mehr.</translation>
  </message>
  <message>
   <source>Index your notes for another language</source>
   <translation>Notizen für eine weitere Sprache indizieren</translation>
  </message>
  <message>
   <source>Undo: don't index your notes for {}</source>
   <translation>Rückgängig: Notizen nicht für {} indizieren</translation>
  </message>
  <message>
   <source>Index your notes for {} ({})</source>
   <translation>Notizen für {} indizieren ({})</translation>
  </message>
 </context>
 <context>
  <name>gui.rows.row_painter</name>
  <message>
   <source>{} more</source>
   <translation>{} weitere</translation>
  </message>
 </context>
 <context>
  <name>gui.rows.row_text</name>
  <message>
   <source>d MMM</source>
   <translation>d. MMM</translation>
  </message>
  <message>
   <source>d MMM yyyy</source>
   <translation>d. MMM yyyy</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.about_page</name>
  <message>
   <source>About</source>
   <translation>Info</translation>
  </message>
  <message>
   <source>Answers from your own notes while you type, entirely on your machine. MIT licence.</source>
   <translation>Antworten aus den eigenen Notizen schon beim Tippen, ganz auf dem eigenen Rechner. MIT-Lizenz.</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>The settings, which may be edited by hand while the program is closed: {}</source>
   <translation>Die Einstellungen, die sich bei beendetem Programm von Hand bearbeiten lassen: {}</translation>
  </message>
  <message>
   <source>The log, which says what went wrong and holds nothing of your notes: {}</source>
   <translation>Das Protokoll, das sagt, was schiefging, und nichts aus den Notizen enthält: {}</translation>
  </message>
  <message>
   <source>Show the log</source>
   <translation>Protokoll anzeigen</translation>
  </message>
  <message>
   <source>Show the settings file</source>
   <translation>Einstellungsdatei anzeigen</translation>
  </message>
  <message>
   <source>vaultsearch {}
Python {}, Qt {}, {}</source>
   <translation>vaultsearch {}
Python {}, Qt {}, {}</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.appearance_page</name>
  <message>
   <source>Appearance</source>
   <translation>Darstellung</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farbschema</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>&amp;Theme</source>
   <translation>&amp;Farbschema</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>&amp;Sprache</translation>
  </message>
  <message>
   <source>The size of letters is the system's.</source>
   <translation>Die Schriftgröße ist die des Systems.</translation>
  </message>
  <message>
   <source>Tray</source>
   <translation>Infobereich</translation>
  </message>
  <message>
   <source>Have an icon in the tray</source>
   <translation>Symbol im Infobereich anzeigen</translation>
  </message>
  <message>
   <source>Closing the window hides it there; Ctrl+Q ends the program</source>
   <translation>Schließen blendet das Fenster dorthin aus; Strg+Q beendet das Programm</translation>
  </message>
  <message>
   <source>Esc in the empty field hides it there</source>
   <translation>Esc im leeren Suchfeld blendet es dorthin aus</translation>
  </message>
  <message>
   <source>vaultsearch --toggle brings the window up or away: give it a shortcut of your desktop's.</source>
   <translation>vaultsearch --toggle holt das Fenster hervor oder blendet es aus; am besten auf ein Tastenkürzel der Arbeitsumgebung legen.</translation>
  </message>
  <message>
   <source>This desktop has no tray: closing the window ends the program.</source>
   <translation>Diese Arbeitsumgebung hat keinen Infobereich: Schließen des Fensters beendet das Programm.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.download_box</name>
  <message>
   <source>Ask what would be fetched…</source>
   <translation>Nachfragen, was geladen würde…</translation>
  </message>
  <message>
   <source>Fetch</source>
   <translation>Herunterladen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>How much of the model has arrived</source>
   <translation>Geladener Anteil des Modells</translation>
  </message>
  <message>
   <source>A larger cross-encoder can be fetched from the model hub. Asking what it is uses the network; nothing is fetched before you say so.</source>
   <translation>Ein größerer Cross-Encoder kann vom Modell-Hub geladen werden. Schon die Nachfrage nutzt das Netzwerk; geladen wird erst nach Bestätigung.</translation>
  </message>
  <message>
   <source>Asking the hub…</source>
   <translation>Hub wird gefragt…</translation>
  </message>
  <message>
   <source>Fetch {}</source>
   <translation>{} herunterladen</translation>
  </message>
  <message>
   <source>{} in its state {}: {} from {}, into the hub's cache on this computer.</source>
   <translation>{} im Stand {}: {} von {}, in den Zwischenspeicher des Hubs auf diesem Computer.</translation>
  </message>
  <message>
   <source>Nothing was fetched.</source>
   <translation>Nichts wurde geladen.</translation>
  </message>
  <message>
   <source>Fetching {} from {}…</source>
   <translation>{} wird von {} geladen…</translation>
  </message>
  <message>
   <source>The model is here, and verified. It orders the answers from the next start on.</source>
   <translation>Das Modell ist da und geprüft. Ab dem nächsten Start ordnet es die Antworten.</translation>
  </message>
  <message>
   <source>Given up. What has arrived is kept, and another try goes on from there.</source>
   <translation>Abgebrochen. Bereits Geladenes bleibt erhalten; ein neuer Versuch setzt dort fort.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ignore_page</name>
  <message>
   <source>Exclusions</source>
   <translation>Ausschlüsse</translation>
  </message>
  <message>
   <source>One rule a line, in gitignore's syntax: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. What is left out is neither read nor found.</source>
   <translation>Eine Regel je Zeile, in der Schreibweise von gitignore: Archive/ ist ein Ordner, *.tmp.md eine Art von Dateien, !keep.md eine Ausnahme davon. Was ausgenommen ist, wird weder eingelesen noch gefunden.</translation>
  </message>
  <message>
   <source>In every vault</source>
   <translation>In allen Vaults</translation>
  </message>
  <message>
   <source>Left out of every vault</source>
   <translation>In allen Vaults ausgenommen</translation>
  </message>
  <message>
   <source>In this vault</source>
   <translation>In diesem Vault</translation>
  </message>
  <message>
   <source>Left out of this vault</source>
   <translation>In diesem Vault ausgenommen</translation>
  </message>
  <message>
   <source>By files, too</source>
   <translation>Außerdem durch Dateien</translation>
  </message>
  <message>
   <source>Links out of the vault</source>
   <translation>Verknüpfungen aus dem Vault hinaus</translation>
  </message>
  <message>
   <source>No vault is open.</source>
   <translation>Kein Vault ist geöffnet.</translation>
  </message>
  <message>
   <source>{}: {} rules</source>
   <translation>{}: {} Regeln</translation>
  </message>
  <message>
   <source>Neither Obsidian's list of excluded files nor a file .vaultsearchignore leaves anything out.</source>
   <translation>Weder die in Obsidian ausgeschlossenen Dateien noch eine Datei .vaultsearchignore nehmen etwas aus.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.models_page</name>
  <message>
   <source>Models</source>
   <translation>Modelle</translation>
  </message>
  <message>
   <source>What reads the notes</source>
   <translation>Womit die Notizen gelesen werden</translation>
  </message>
  <message>
   <source>English, and whatever the other does not read</source>
   <translation>Englisch und alles, was das andere nicht liest</translation>
  </message>
  <message>
   <source>Other languages</source>
   <translation>Andere Sprachen</translation>
  </message>
  <message>
   <source>&amp;English</source>
   <translation>&amp;Englisch</translation>
  </message>
  <message>
   <source>&amp;Other languages</source>
   <translation>&amp;Andere Sprachen</translation>
  </message>
  <message>
   <source>With another model, what it concerns is read again, in the background.</source>
   <translation>Mit einem anderen Modell wird das Betroffene im Hintergrund neu eingelesen.</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>Auf diesem Computer</translation>
  </message>
  <message>
   <source>Models on this computer</source>
   <translation>Modelle auf diesem Computer</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>For</source>
   <translation>Zweck</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>From</source>
   <translation>Herkunft</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>Gewichte</translation>
  </message>
  <message>
   <source>Looking, and verifying the weights…</source>
   <translation>Modelle werden gesucht, Gewichte geprüft…</translation>
  </message>
  <message>
   <source>Show the folder of models made here</source>
   <translation>Ordner der hier erzeugten Modelle anzeigen</translation>
  </message>
  <message>
   <source>A stronger cross-encoder</source>
   <translation>Ein stärkerer Cross-Encoder</translation>
  </message>
  <message>
   <source>verified</source>
   <translation>geprüft</translation>
  </message>
  <message>
   <source>NOT what they should be</source>
   <translation>NICHT wie erwartet</translation>
  </message>
  <message>
   <source>no digest known</source>
   <translation>keine Prüfsumme</translation>
  </message>
  <message>
   <source>embedding model</source>
   <translation>Embedding</translation>
  </message>
  <message>
   <source>cross-encoder</source>
   <translation>Cross-Encoder</translation>
  </message>
  <message>
   <source>installed</source>
   <translation>installiert</translation>
  </message>
  <message>
   <source>exported here</source>
   <translation>hier erzeugt</translation>
  </message>
  <message>
   <source>downloaded</source>
   <translation>geladen</translation>
  </message>
  <message>
   <source>As recommended</source>
   <translation>Wie empfohlen</translation>
  </message>
  <message>
   <source>None: the model above reads them all</source>
   <translation>Keines: Das Modell darüber liest alle</translation>
  </message>
  <message>
   <source>From a folder…</source>
   <translation>Aus einem Ordner…</translation>
  </message>
  <message>
   <source>Choose a folder with a sentence-transformers model</source>
   <translation>Ordner mit einem sentence-transformers-Modell wählen</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameter_row</name>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Have the default again</source>
   <translation>Standardwert wiederherstellen</translation>
  </message>
  <message>
   <source>Reset {}</source>
   <translation>{} zurücksetzen</translation>
  </message>
  <message>
   <source>Default: {}</source>
   <translation>Standard: {}</translation>
  </message>
  <message>
   <source>empty</source>
   <translation>leer</translation>
  </message>
  <message>
   <source>Set on the command line, for this run. {}</source>
   <translation>Für diesen Lauf auf der Befehlszeile gesetzt. {}</translation>
  </message>
  <message>
   <source>{} · another value has the notes read again</source>
   <translation>{} · bei Änderung werden die Notizen neu eingelesen</translation>
  </message>
  <message>
   <source>on</source>
   <translation>ein</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameters_page</name>
  <message>
   <source>Which files are read</source>
   <translation>Welche Dateien eingelesen werden</translation>
  </message>
  <message>
   <source>How notes are cut into passages</source>
   <translation>Wie Notizen in Passagen zerlegt werden</translation>
  </message>
  <message>
   <source>How passages are read by meaning</source>
   <translation>Wie die Bedeutung von Passagen erfasst wird</translation>
  </message>
  <message>
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <source>Search by meaning</source>
   <translation>Suche nach Bedeutung</translation>
  </message>
  <message>
   <source>Search by token vectors</source>
   <translation>Suche nach Token-Vektoren</translation>
  </message>
  <message>
   <source>Search by words</source>
   <translation>Suche nach Wörtern</translation>
  </message>
  <message>
   <source>Search literally</source>
   <translation>Wörtliche Suche</translation>
  </message>
  <message>
   <source>How words and meaning become one ranking</source>
   <translation>Wie aus Wörtern und Bedeutung eine Rangfolge wird</translation>
  </message>
  <message>
   <source>What a note's title counts</source>
   <translation>Was der Titel einer Notiz zählt</translation>
  </message>
  <message>
   <source>Ranking anew</source>
   <translation>Neuordnung</translation>
  </message>
  <message>
   <source>The window</source>
   <translation>Das Fenster</translation>
  </message>
  <message>
   <source>Copying as context</source>
   <translation>Kopieren als Kontext</translation>
  </message>
  <message>
   <source>Related notes</source>
   <translation>Verwandte Notizen</translation>
  </message>
  <message>
   <source>Duplicates</source>
   <translation>Dubletten</translation>
  </message>
  <message>
   <source>Quoting notes</source>
   <translation>Zitieren aus Notizen</translation>
  </message>
  <message>
   <source>Parameters</source>
   <translation>Parameter</translation>
  </message>
  <message>
   <source>Find a parameter</source>
   <translation>Parameter suchen</translation>
  </message>
  <message>
   <source>No parameter speaks of that.</source>
   <translation>Kein Parameter handelt davon.</translation>
  </message>
  <message>
   <source>What is set here holds for the command line, too. Hardly anybody needs to.</source>
   <translation>Was hier gesetzt wird, gilt auch für die Befehlszeile. Kaum jemand braucht das.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.privacy_page</name>
  <message>
   <source>Privacy</source>
   <translation>Datenschutz</translation>
  </message>
  <message>
   <source>Your notes and your questions do not leave this computer: nothing of them is sent anywhere, and nobody is told that you use this program. The network is used for one thing, fetching a model, and only when you ask for it. What you open in Obsidian, an editor or the browser is theirs.</source>
   <translation>Notizen und Fragen verlassen diesen Computer nicht: Nichts davon wird irgendwohin gesendet, und niemand erfährt, dass dieses Programm benutzt wird. Das Netzwerk dient einem einzigen Zweck, dem Laden eines Modells, und nur auf ausdrücklichen Wunsch. Was in Obsidian, einem Editor oder dem Browser geöffnet wird, liegt in deren Hand.</translation>
  </message>
  <message>
   <source>Recent questions</source>
   <translation>Letzte Fragen</translation>
  </message>
  <message>
   <source>Remember what I searched for, in a file that only I can read</source>
   <translation>Suchanfragen merken, in einer Datei, die nur ich lesen kann</translation>
  </message>
  <message>
   <source>Forget them now</source>
   <translation>Jetzt vergessen</translation>
  </message>
  <message>
   <source>Learning from what you open</source>
   <translation>Aus dem Geöffneten lernen</translation>
  </message>
  <message>
   <source>A note that I open, copy or put in the basket rises for the same question later</source>
   <translation>Was ich öffne, kopiere oder in den Korb lege, steht bei derselben Frage später weiter oben</translation>
  </message>
  <message>
   <source>To the second place at most, for 60 days</source>
   <translation>Höchstens an zweiter Stelle, 60 Tage lang</translation>
  </message>
  <message>
   <source>Forget all</source>
   <translation>Alles vergessen</translation>
  </message>
  <message>
   <source>Kept on this computer</source>
   <translation>Auf diesem Computer aufbewahrt</translation>
  </message>
  <message>
   <source>What</source>
   <translation>Was</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Where</source>
   <translation>Wo</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Anzeigen</translation>
  </message>
  <message>
   <source>Delete the index…</source>
   <translation>Index löschen…</translation>
  </message>
  <message>
   <source>An index holds the text of your notes, so that it can be searched. Deleting it deletes no note.</source>
   <translation>Ein Index enthält den Text der Notizen, damit er sich durchsuchen lässt. Ihn zu löschen löscht keine Notiz.</translation>
  </message>
  <message>
   <source>Index of {}</source>
   <translation>Index von {}</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Recent queries</source>
   <translation>Letzte Anfragen</translation>
  </message>
  <message>
   <source>Opened notes</source>
   <translation>Geöffnete Notizen</translation>
  </message>
  <message>
   <source>Models made here</source>
   <translation>Hier erzeugte Modelle</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>Protokolle</translation>
  </message>
  <message>
   <source>Delete an index</source>
   <translation>Index löschen</translation>
  </message>
  <message>
   <source>Delete the index of {}?</source>
   <translation>Den Index von {} löschen?</translation>
  </message>
  <message>
   <source>The notes stay as they are. To search them again, they are read again.</source>
   <translation>Die Notizen bleiben, wie sie sind. Um sie wieder zu durchsuchen, werden sie neu eingelesen.</translation>
  </message>
  <message>
   <source>Delete the index</source>
   <translation>Index löschen</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ranking_page</name>
  <message>
   <source>Ranking</source>
   <translation>Rangfolge</translation>
  </message>
  <message>
   <source>Words and meaning each find candidates. These steps then put them in order, one after the other; what each one gives is shown as soon as it is there.</source>
   <translation>Wörter und Bedeutung finden je für sich Kandidaten. Diese Schritte ordnen sie dann, einer nach dem anderen; was jeder ergibt, wird gezeigt, sobald es da ist.</translation>
  </message>
  <message>
   <source>The recommended order</source>
   <translation>Die empfohlene Reihenfolge</translation>
  </message>
  <message>
   <source>An order of my own</source>
   <translation>Eigene Reihenfolge</translation>
  </message>
  <message>
   <source>Steps of the ranking</source>
   <translation>Schritte der Rangfolge</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>Hoch</translation>
  </message>
  <message>
   <source>Have the step earlier (Alt+Up)</source>
   <translation>Schritt früher ausführen (Alt+Hoch)</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>Runter</translation>
  </message>
  <message>
   <source>Have the step later (Alt+Down)</source>
   <translation>Schritt später ausführen (Alt+Runter)</translation>
  </message>
  <message>
   <source>The order is set on the command line, for this run.</source>
   <translation>Die Reihenfolge ist für diesen Lauf auf der Befehlszeile gesetzt.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.vaults_page</name>
  <message>
   <source>Vaults</source>
   <translation>Vaults</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Add a folder…</source>
   <translation>Ordner hinzufügen…</translation>
  </message>
  <message>
   <source>Take off the list</source>
   <translation>Von der Liste nehmen</translation>
  </message>
  <message>
   <source>The notes stay as they are, and their index, too; Privacy deletes that</source>
   <translation>Die Notizen bleiben, wie sie sind, auch ihr Index; dieser lässt sich unter „Datenschutz“ löschen</translation>
  </message>
  <message>
   <source>The folders of notes that were opened here. Nothing is ever written into them.</source>
   <translation>Die Ordner mit Notizen, die hier geöffnet wurden. In sie wird niemals etwas geschrieben.</translation>
  </message>
  <message>
   <source> · open</source>
   <translation> · geöffnet</translation>
  </message>
  <message>
   <source> · away: connect the drive that it is on</source>
   <translation> · nicht erreichbar: bitte das Laufwerk anschließen</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.window</name>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>Seiten</translation>
  </message>
  <message>
   <source>What came of it</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.delegate</name>
  <message>
   <source>Name of the saved search</source>
   <translation>Name der gespeicherten Suche</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.histogram</name>
  <message>
   <source>When the notes are from</source>
   <translation>Von wann die Notizen sind</translation>
  </message>
  <message>
   <source>d MMM yyyy</source>
   <translation>d. MMM yyyy</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.model</name>
  <message>
   <source>Tags</source>
   <translation>Tags</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Saved searches</source>
   <translation>Gespeicherte Suchen</translation>
  </message>
  <message>
   <source>Ctrl+D saves a search</source>
   <translation>Strg+D speichert eine Suche</translation>
  </message>
  <message>
   <source>{} more…</source>
   <translation>{} weitere…</translation>
  </message>
  <message>
   <source>{} (a click takes it out of the query)</source>
   <translation>{} (ein Klick nimmt es aus der Anfrage)</translation>
  </message>
  <message>
   <source>{}, chosen</source>
   <translation>{}, ausgewählt</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.sidebar</name>
  <message>
   <source>Any time instead of {}</source>
   <translation>Beliebige Zeit statt {}</translation>
  </message>
  <message>
   <source>A literal search cannot be narrowed</source>
   <translation>Wörtliche Suche lässt sich nicht eingrenzen</translation>
  </message>
  <message>
   <source>When</source>
   <translation>Zeit</translation>
  </message>
  <message>
   <source>Any time</source>
   <translation>Beliebig</translation>
  </message>
  <message>
   <source>Take this period out of the query</source>
   <translation>Diesen Zeitraum aus der Anfrage nehmen</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.tree</name>
  <message>
   <source>Saved searches, tags and folders</source>
   <translation>Gespeicherte Suchen, Tags und Ordner</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Rename</source>
   <translation>Umbenennen</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Löschen</translation>
  </message>
 </context>
 <context>
  <name>gui.status_line</name>
  <message>
   <source>How far the reading is</source>
   <translation>Fortschritt des Einlesens</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Continue</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <source>Go on indexing the notes that are left</source>
   <translation>Die übrigen Notizen indexieren</translation>
  </message>
  <message>
   <source>Stop reading; what was read can be searched</source>
   <translation>Einlesen abbrechen; Gelesenes bleibt durchsuchbar</translation>
  </message>
  <message>
   <source>Show what could not be read, whole or in part, and why</source>
   <translation>Zeigen, was ganz oder teilweise nicht gelesen werden konnte, und warum</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>Korb ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Private</source>
   <translation>Privat</translation>
  </message>
  <message>
   <source>Searches and opened notes are not remembered</source>
   <translation>Suchanfragen und geöffnete Notizen werden nicht gemerkt</translation>
  </message>
  <message>
   <source>What puts the best passages first</source>
   <translation>Was die besten Passagen nach vorn bringt</translation>
  </message>
 </context>
 <context>
  <name>gui.welcome</name>
  <message>
   <source>Opened before</source>
   <translation>Zuletzt geöffnet</translation>
  </message>
  <message>
   <source>Vaults that Obsidian knows</source>
   <translation>In Obsidian bekannte Vaults</translation>
  </message>
  <message>
   <source>Drop a folder of notes here</source>
   <translation>Ordner mit Notizen hier ablegen</translation>
  </message>
  <message>
   <source>Then ask it anything. Your notes stay on this computer.</source>
   <translation>Dann alles Mögliche fragen. Die Notizen bleiben auf diesem Computer.</translation>
  </message>
  <message>
   <source>Open {}</source>
   <translation>{} öffnen</translation>
  </message>
 </context>
 <context>
  <name>gui.window.dialogs</name>
  <message>
   <source>Choose a folder of notes</source>
   <translation>Ordner mit Notizen wählen</translation>
  </message>
  <message>
   <source>Something went wrong</source>
   <translation>Etwas ist schiefgegangen</translation>
  </message>
  <message>
   <source>The report</source>
   <translation>Der Bericht</translation>
  </message>
  <message>
   <source>This is a mistake in the program, not in your notes, and your notes were not touched. You can go on. The report says what happened; it is sent nowhere unless you do it.</source>
   <translation>Dies ist ein Fehler im Programm, nicht in den Notizen, und die Notizen blieben unberührt. Die Arbeit kann weitergehen. Der Bericht sagt, was geschehen ist; er wird nirgendwohin gesendet, es sei denn von Ihnen selbst.</translation>
  </message>
  <message>
   <source>Copy report</source>
   <translation>Bericht kopieren</translation>
  </message>
  <message>
   <source>Show the log</source>
   <translation>Protokoll anzeigen</translation>
  </message>
  <message>
   <source>Problems while reading</source>
   <translation>Probleme beim Lesen</translation>
  </message>
  <message>
   <source>Show file</source>
   <translation>Datei anzeigen</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
 </context>
 <context>
  <name>gui.window.drops</name>
  <message>
   <source>Drop a folder to search in it, a note or a text to search with it</source>
   <translation>Einen Ordner ablegen, um darin zu suchen, eine Notiz oder einen Text, um damit zu suchen</translation>
  </message>
 </context>
 <context>
  <name>gui.window.lifecycle</name>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>Hide the window</source>
   <translation>Fenster ausblenden</translation>
  </message>
  <message>
   <source>Show the window</source>
   <translation>Fenster anzeigen</translation>
  </message>
 </context>
 <context>
  <name>gui.window.main_window</name>
  <message>
   <source>Opening {}…</source>
   <translation>{} wird geöffnet…</translation>
  </message>
  <message>
   <source>Something went wrong: the window has a report.</source>
   <translation>Etwas ist schiefgegangen: Ein Bericht liegt im Fenster bereit.</translation>
  </message>
 </context>
 <context>
  <name>core.parameters</name>
  <message>
   <source>notes larger than this many bytes are reported and left out</source>
   <translation>Notizen mit mehr Bytes werden gemeldet und ausgelassen</translation>
  </message>
  <message>
   <source>notes are read through links, too, that lead to files and folders outside of the vault</source>
   <translation>Notizen werden auch über Verknüpfungen gelesen, die zu Dateien und Ordnern außerhalb des Vaults führen</translation>
  </message>
  <message>
   <source>longest passage, in tokens of the embedding model; title and headings come on top</source>
   <translation>längste Passage, in Token des Embedding-Modells; Titel und Überschriften kommen hinzu</translation>
  </message>
  <message>
   <source>tokens of a passage that are repeated at the start of the next one</source>
   <translation>Token einer Passage, die am Anfang der nächsten wiederholt werden</translation>
  </message>
  <message>
   <source>the installed default, a folder with a sentence-transformers model, or the name of one in the local hub cache</source>
   <translation>der installierte Standard, ein Ordner mit einem sentence-transformers-Modell oder der Name eines Modells im lokalen Zwischenspeicher des Hubs</translation>
  </message>
  <message>
   <source>what reads all languages but English: named as embedding_model is, none (embedding_model reads them all), or auto: the installed one beside the default embedding_model, none beside another</source>
   <translation>was alle Sprachen außer Englisch liest: benannt wie embedding_model, none (embedding_model liest alle) oder auto: das installierte neben dem Standard von embedding_model, keines neben einem anderen</translation>
  </message>
  <message>
   <source>the language of all notes that do not say theirs in a property `lang`, by its code such as de; auto tells it note by note</source>
   <translation>Sprache aller Notizen, die ihre nicht in einer Eigenschaft `lang` nennen, als Kürzel wie de; auto erkennt sie je Notiz</translation>
  </message>
  <message>
   <source>the language of all questions, by its code; auto tells it question by question</source>
   <translation>Sprache aller Fragen, als Kürzel; auto erkennt sie je Frage</translation>
  </message>
  <message>
   <source>plain embeds each passage alone; late embeds short ones of a note together, so that each knows its neighbours; colbert keeps a vector for every few tokens besides, to be asked one by one</source>
   <translation>plain bettet jede Passage einzeln ein; late bettet kurze Passagen einer Notiz gemeinsam ein, sodass jede ihre Nachbarn kennt; colbert hält außerdem je wenige Token einen Vektor, der einzeln befragt wird</translation>
  </message>
  <message>
   <source>passages encoded at once</source>
   <translation>Passagen, die gleichzeitig kodiert werden</translation>
  </message>
  <message>
   <source>passages taken by meaning</source>
   <translation>Passagen, die nach Bedeutung gesammelt werden</translation>
  </message>
  <message>
   <source>passages taken by meaning at least where the multilingual model looks for them: several may say the same in different languages</source>
   <translation>Passagen, die das mehrsprachige Modell nach Bedeutung mindestens sammelt: mehrere können in verschiedenen Sprachen dasselbe sagen</translation>
  </message>
  <message>
   <source>what the meaning of the whole note counts in that of its passages</source>
   <translation>Gewicht der Bedeutung der ganzen Notiz in der ihrer Passagen</translation>
  </message>
  <message>
   <source>tokens of a passage that share a vector, where chunking_mode is colbert; 1 keeps each token's own</source>
   <translation>Token einer Passage, die sich einen Vektor teilen, wenn chunking_mode colbert ist; bei 1 hat jedes Token seinen eigenen</translation>
  </message>
  <message>
   <source>what token vectors count of what meaning counts, where chunking_mode is colbert</source>
   <translation>Anteil der Token-Vektoren am Gewicht der Bedeutung, wenn chunking_mode colbert ist</translation>
  </message>
  <message>
   <source>passages taken by token vectors</source>
   <translation>Passagen, die nach Token-Vektoren gesammelt werden</translation>
  </message>
  <message>
   <source>passages taken by words</source>
   <translation>Passagen, die nach Wörtern gesammelt werden</translation>
  </message>
  <message>
   <source>passages taken literally</source>
   <translation>Passagen, die wörtlich gesammelt werden</translation>
  </message>
  <message>
   <source>how the legs become one ranking: by their scores, or by reciprocal ranks</source>
   <translation>wie aus den Sucharten eine Rangfolge wird: nach ihren Werten oder nach reziproken Rängen</translation>
  </message>
  <message>
   <source>what words count in the sum of scores; meaning counts the rest</source>
   <translation>Gewicht der Wörter in der Summe der Werte; der Rest entfällt auf die Bedeutung</translation>
  </message>
  <message>
   <source>the same where the multilingual model found the passages</source>
   <translation>dasselbe, wenn das mehrsprachige Modell die Passagen gefunden hat</translation>
  </message>
  <message>
   <source>what the likeness of question and title counts beside meaning and words; 0 for nothing</source>
   <translation>wie viel die Ähnlichkeit von Frage und Titel neben Bedeutung und Wörtern zählt; 0 für nichts</translation>
  </message>
  <message>
   <source>what the share of the question's words that a title or alias contains adds to that likeness</source>
   <translation>was der Anteil der Wörter der Frage, die ein Titel oder Alias enthält, dieser Ähnlichkeit hinzufügt</translation>
  </message>
  <message>
   <source>the constant of reciprocal rank fusion; a higher one evens out the ranks</source>
   <translation>Konstante der Fusion reziproker Ränge; eine höhere gleicht die Ränge einander an</translation>
  </message>
  <message>
   <source>what orders the candidates anew, one after the other, joined by +; auto is best_sentence, late_interaction, then cross_encoder where its weights are at hand</source>
   <translation>was die Kandidaten neu ordnet, eins nach dem anderen, verbunden durch +; auto ist best_sentence, late_interaction, dann cross_encoder, falls dessen Gewichte vorhanden sind</translation>
  </message>
  <message>
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one that `vaultsearch models download` fetches, else the one that is installed</source>
   <translation>der Cross-Encoder: ein Ordner, der Name eines Modells im lokalen Zwischenspeicher des Hubs oder auto: der von `vaultsearch models download` geladene, sonst der installierte</translation>
  </message>
  <message>
   <source>passages whose sentences the multilingual model reads one by one; the others stay below them</source>
   <translation>Passagen, deren Sätze das mehrsprachige Modell einzeln liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>what its best sentence counts in the meaning of such a passage; the whole passage counts the rest</source>
   <translation>Gewicht des besten Satzes in der Bedeutung einer solchen Passage; der Rest entfällt auf die ganze Passage</translation>
  </message>
  <message>
   <source>passages that late interaction reads; the others stay below them</source>
   <translation>Passagen, die die späte Interaktion liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>what late interaction counts against the order that it was given (1: as much)</source>
   <translation>Gewicht der späten Interaktion gegenüber der bisherigen Reihenfolge (1: ebenso viel)</translation>
  </message>
  <message>
   <source>what the cross-encoder counts against the order that it was given (1: as much)</source>
   <translation>Gewicht des Cross-Encoders gegenüber der bisherigen Reihenfolge (1: ebenso viel)</translation>
  </message>
  <message>
   <source>passages that the cross-encoder reads; the others stay below them</source>
   <translation>Passagen, die der Cross-Encoder liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>what being relevant counts against being unlike the passages above (1: nothing but relevant)</source>
   <translation>Gewicht der Relevanz gegenüber der Unähnlichkeit mit den Passagen darüber (1: nur Relevanz)</translation>
  </message>
  <message>
   <source>days after which a note counts as half as fresh</source>
   <translation>Tage, nach denen eine Notiz als halb so aktuell gilt</translation>
  </message>
  <message>
   <source>what freshness counts in the order; relevance counts the rest (0: freshness counts nothing)</source>
   <translation>Gewicht der Aktualität in der Reihenfolge; der Rest entfällt auf die Relevanz (0: Aktualität zählt nicht)</translation>
  </message>
  <message>
   <source>what links from and to the best notes count against the order (0: nothing)</source>
   <translation>Gewicht der Links von und zu den besten Notizen gegenüber der Reihenfolge (0: keines)</translation>
  </message>
  <message>
   <source>passages that answer with a lower probability than this are left out</source>
   <translation>Passagen, die mit geringerer Wahrscheinlichkeit antworten, werden weggelassen</translation>
  </message>
  <message>
   <source>document lists a few passages of each note, none all of them</source>
   <translation>document listet wenige Passagen je Notiz auf, none alle</translation>
  </message>
  <message>
   <source>passages of one note that are listed</source>
   <translation>Passagen einer Notiz, die aufgelistet werden</translation>
  </message>
  <message>
   <source>related notes that are listed</source>
   <translation>verwandte Notizen, die aufgelistet werden</translation>
  </message>
  <message>
   <source>share of two passages' text that must be the same for them to be duplicates</source>
   <translation>Anteil des Textes, der gleich sein muss, damit zwei Passagen als Dubletten gelten</translation>
  </message>
  <message>
   <source>what is repeated of a piece of a long text at the start of the next one, as a share of chunk_size</source>
   <translation>was vom Stück eines langen Textes am Anfang des nächsten wiederholt wird, als Anteil von chunk_size</translation>
  </message>
  <message>
   <source>tokens below which a paragraph or message of a long text is joined with the next one</source>
   <translation>Token, unter denen ein Absatz oder eine Nachricht eines langen Textes mit dem Folgenden verbunden wird</translation>
  </message>
  <message>
   <source>passages taken for each piece of a long text</source>
   <translation>Passagen, die für jedes Stück eines langen Textes genommen werden</translation>
  </message>
  <message>
   <source>the cosine below which a passage is not near to a piece; -1 is what was fitted for the model, and none for others</source>
   <translation>der Kosinus, unter dem eine Passage einem Stück nicht nahe ist; -1 ist der für das Modell angepasste Wert, für andere keiner</translation>
  </message>
  <message>
   <source>the same where the multilingual model looks</source>
   <translation>dasselbe, wo das mehrsprachige Modell sucht</translation>
  </message>
  <message>
   <source>ann goes through the vectors' index where there is one, exact compares with every passage</source>
   <translation>ann geht durch den Index der Vektoren, wo es einen gibt; exact vergleicht mit jeder Passage</translation>
  </message>
  <message>
   <source>partitions of the vectors' index that ann looks through</source>
   <translation>Abschnitte des Vektorindex, die ann durchsucht</translation>
  </message>
  <message>
   <source>passages looked at for each one taken: several may be of one note</source>
   <translation>Passagen, die für jede genommene angesehen werden: mehrere können aus einer Notiz sein</translation>
  </message>
  <message>
   <source>document takes few passages of a note, semantic none that says the same as a better one, none all</source>
   <translation>document nimmt wenige Passagen einer Notiz, semantic keine, die dasselbe sagt wie eine bessere, none alle</translation>
  </message>
  <message>
   <source>passages of one note with the strategy document</source>
   <translation>Passagen einer Notiz bei der Strategie document</translation>
  </message>
  <message>
   <source>the cosine from which two passages say the same with the strategy semantic</source>
   <translation>der Kosinus, ab dem zwei Passagen bei der Strategie semantic dasselbe sagen</translation>
  </message>
  <message>
   <source>notes given of all topics, and of each at most</source>
   <translation>Notizen, die für alle Themen zusammen und für jedes höchstens gegeben werden</translation>
  </message>
  <message>
   <source>what being near counts against being unlike what stands above, within a topic (1: nothing but near)</source>
   <translation>was Nähe gegen Verschiedenheit vom darüber Stehenden zählt, innerhalb eines Themas (1: nur Nähe)</translation>
  </message>
  <message>
   <source>what being near to the text as a whole counts in being near to one of its pieces</source>
   <translation>was die Nähe zum Text als Ganzem bei der Nähe zu einem seiner Stücke zählt</translation>
  </message>
  <message>
   <source>passages listed in the window</source>
   <translation>Passagen, die im Fenster aufgelistet werden</translation>
  </message>
  <message>
   <source>queries that Up in the empty field brings back; 0 keeps none, and forgets those that were kept</source>
   <translation>Anfragen, die die Taste Hoch im leeren Suchfeld zurückholt; 0 bewahrt keine auf und vergisst die bisherigen</translation>
  </message>
  <message>
   <source>in the window, raise notes that were opened, copied or kept for the question; off keeps nothing new</source>
   <translation>im Fenster steigen Notizen, die für die Frage geöffnet, kopiert oder in den Korb gelegt wurden; ausgeschaltet wird nichts Neues gemerkt</translation>
  </message>
  <message>
   <source>the cosine from which two questions count as one</source>
   <translation>der Kosinus, ab dem zwei Fragen als eine gelten</translation>
  </message>
  <message>
   <source>tokens of a copied context</source>
   <translation>Token eines kopierten Kontexts</translation>
  </message>
  <message>
   <source>passages considered for a copied context</source>
   <translation>Passagen, die für einen kopierten Kontext in Betracht kommen</translation>
  </message>
  <message>
   <source>sentences quoted of a note</source>
   <translation>Sätze, die aus einer Notiz zitiert werden</translation>
  </message>
  <message>
   <source>how likely a note's best sentence must answer for anything to be quoted of it, 0 to 1</source>
   <translation>wie wahrscheinlich der beste Satz einer Notiz antworten muss, damit aus ihr zitiert wird, 0 bis 1</translation>
  </message>
 </context>
 <context>
  <name>core.values.rerankers</name>
  <message>
   <source>Best sentence</source>
   <translation>Bester Satz</translation>
  </message>
  <message>
   <source>Other languages than English: compares the question with single sentences. Cost: small; the model reads the sentences of {} passages.</source>
   <translation>Andere Sprachen als Englisch: vergleicht die Frage mit einzelnen Sätzen. Aufwand: gering; das Modell liest die Sätze von {} Passagen.</translation>
  </message>
  <message>
   <source>Ranking: best sentence</source>
   <translation>Rangfolge: bester Satz</translation>
  </message>
  <message>
   <source>Late interaction</source>
   <translation>Späte Interaktion</translation>
  </message>
  <message>
   <source>English: compares word by word. Cost: small; the model reads {} passages, each once.</source>
   <translation>Englisch: vergleicht Wort für Wort. Aufwand: gering; das Modell liest {} Passagen, jede einmal.</translation>
  </message>
  <message>
   <source>Ranking: late interaction</source>
   <translation>Rangfolge: späte Interaktion</translation>
  </message>
  <message>
   <source>Cross-encoder</source>
   <translation>Cross-Encoder</translation>
  </message>
  <message>
   <source>English: reads question and passage together. Cost: the largest of all; {} passages are read for every question. Needs its own model.</source>
   <translation>Englisch: liest Frage und Passage zusammen. Aufwand: der größte von allen; für jede Frage werden {} Passagen gelesen. Braucht ein eigenes Modell.</translation>
  </message>
  <message>
   <source>Ranking: cross-encoder</source>
   <translation>Rangfolge: Cross-Encoder</translation>
  </message>
  <message>
   <source>Variety</source>
   <translation>Vielfalt</translation>
  </message>
  <message>
   <source>Puts unlike passages beside each other. Cost: next to none.</source>
   <translation>Stellt unähnliche Passagen nebeneinander. Aufwand: fast keiner.</translation>
  </message>
  <message>
   <source>Ranking: variety</source>
   <translation>Rangfolge: Vielfalt</translation>
  </message>
  <message>
   <source>Freshness</source>
   <translation>Aktualität</translation>
  </message>
  <message>
   <source>Puts newer notes higher. Cost: none.</source>
   <translation>Rückt neuere Notizen nach oben. Aufwand: keiner.</translation>
  </message>
  <message>
   <source>Ranking: freshness</source>
   <translation>Rangfolge: Aktualität</translation>
  </message>
  <message>
   <source>Links</source>
   <translation>Links</translation>
  </message>
  <message>
   <source>Puts notes higher that the best ones link with. Cost: small.</source>
   <translation>Rückt Notizen nach oben, die mit den besten verlinkt sind. Aufwand: gering.</translation>
  </message>
  <message>
   <source>Ranking: links</source>
   <translation>Rangfolge: Links</translation>
  </message>
  <message>
   <source>Threshold</source>
   <translation>Schwelle</translation>
  </message>
  <message>
   <source>Leaves out what hardly answers. Cost: none; it needs probabilities of a step before.</source>
   <translation>Lässt weg, was kaum antwortet. Aufwand: keiner; braucht Wahrscheinlichkeiten aus einem früheren Schritt.</translation>
  </message>
  <message>
   <source>Ranking: threshold</source>
   <translation>Rangfolge: Schwelle</translation>
  </message>
  <message>
   <source>One of each note</source>
   <translation>Eine je Notiz</translation>
  </message>
  <message>
   <source>Lists a few passages of each note. Cost: none.</source>
   <translation>Listet wenige Passagen je Notiz auf. Aufwand: keiner.</translation>
  </message>
  <message>
   <source>Ranking: passages of one note</source>
   <translation>Rangfolge: Passagen einer Notiz</translation>
  </message>
 </context>
 <context>
  <name>core.languages.names</name>
  <message>
   <source>Afrikaans</source>
   <translation>Afrikaans</translation>
  </message>
  <message>
   <source>Catalan</source>
   <translation>Katalanisch</translation>
  </message>
  <message>
   <source>Czech</source>
   <translation>Tschechisch</translation>
  </message>
  <message>
   <source>Danish</source>
   <translation>Dänisch</translation>
  </message>
  <message>
   <source>German</source>
   <translation>Deutsch</translation>
  </message>
  <message>
   <source>English</source>
   <translation>Englisch</translation>
  </message>
  <message>
   <source>Spanish</source>
   <translation>Spanisch</translation>
  </message>
  <message>
   <source>Estonian</source>
   <translation>Estnisch</translation>
  </message>
  <message>
   <source>Basque</source>
   <translation>Baskisch</translation>
  </message>
  <message>
   <source>Finnish</source>
   <translation>Finnisch</translation>
  </message>
  <message>
   <source>French</source>
   <translation>Französisch</translation>
  </message>
  <message>
   <source>Galician</source>
   <translation>Galicisch</translation>
  </message>
  <message>
   <source>Croatian</source>
   <translation>Kroatisch</translation>
  </message>
  <message>
   <source>Hungarian</source>
   <translation>Ungarisch</translation>
  </message>
  <message>
   <source>Indonesian</source>
   <translation>Indonesisch</translation>
  </message>
  <message>
   <source>Icelandic</source>
   <translation>Isländisch</translation>
  </message>
  <message>
   <source>Italian</source>
   <translation>Italienisch</translation>
  </message>
  <message>
   <source>Lithuanian</source>
   <translation>Litauisch</translation>
  </message>
  <message>
   <source>Latvian</source>
   <translation>Lettisch</translation>
  </message>
  <message>
   <source>Dutch</source>
   <translation>Niederländisch</translation>
  </message>
  <message>
   <source>Norwegian</source>
   <translation>Norwegisch</translation>
  </message>
  <message>
   <source>Polish</source>
   <translation>Polnisch</translation>
  </message>
  <message>
   <source>Portuguese</source>
   <translation>Portugiesisch</translation>
  </message>
  <message>
   <source>Romanian</source>
   <translation>Rumänisch</translation>
  </message>
  <message>
   <source>Slovak</source>
   <translation>Slowakisch</translation>
  </message>
  <message>
   <source>Slovenian</source>
   <translation>Slowenisch</translation>
  </message>
  <message>
   <source>Swedish</source>
   <translation>Schwedisch</translation>
  </message>
  <message>
   <source>Swahili</source>
   <translation>Suaheli</translation>
  </message>
  <message>
   <source>Turkish</source>
   <translation>Türkisch</translation>
  </message>
  <message>
   <source>Vietnamese</source>
   <translation>Vietnamesisch</translation>
  </message>
  <message>
   <source>Belarusian</source>
   <translation>Belarussisch</translation>
  </message>
  <message>
   <source>Bulgarian</source>
   <translation>Bulgarisch</translation>
  </message>
  <message>
   <source>Kazakh</source>
   <translation>Kasachisch</translation>
  </message>
  <message>
   <source>Macedonian</source>
   <translation>Mazedonisch</translation>
  </message>
  <message>
   <source>Mongolian</source>
   <translation>Mongolisch</translation>
  </message>
  <message>
   <source>Russian</source>
   <translation>Russisch</translation>
  </message>
  <message>
   <source>Serbian</source>
   <translation>Serbisch</translation>
  </message>
  <message>
   <source>Ukrainian</source>
   <translation>Ukrainisch</translation>
  </message>
  <message>
   <source>Arabic</source>
   <translation>Arabisch</translation>
  </message>
  <message>
   <source>Persian</source>
   <translation>Persisch</translation>
  </message>
  <message>
   <source>Urdu</source>
   <translation>Urdu</translation>
  </message>
  <message>
   <source>Hindi</source>
   <translation>Hindi</translation>
  </message>
  <message>
   <source>Marathi</source>
   <translation>Marathi</translation>
  </message>
  <message>
   <source>Nepali</source>
   <translation>Nepalesisch</translation>
  </message>
  <message>
   <source>Chinese</source>
   <translation>Chinesisch</translation>
  </message>
  <message>
   <source>Japanese</source>
   <translation>Japanisch</translation>
  </message>
  <message>
   <source>Korean</source>
   <translation>Koreanisch</translation>
  </message>
  <message>
   <source>Thai</source>
   <translation>Thailändisch</translation>
  </message>
  <message>
   <source>Lao</source>
   <translation>Laotisch</translation>
  </message>
  <message>
   <source>Khmer</source>
   <translation>Khmer</translation>
  </message>
  <message>
   <source>Burmese</source>
   <translation>Birmanisch</translation>
  </message>
  <message>
   <source>Greek</source>
   <translation>Griechisch</translation>
  </message>
  <message>
   <source>Hebrew</source>
   <translation>Hebräisch</translation>
  </message>
  <message>
   <source>Georgian</source>
   <translation>Georgisch</translation>
  </message>
  <message>
   <source>Armenian</source>
   <translation>Armenisch</translation>
  </message>
  <message>
   <source>Bengali</source>
   <translation>Bengalisch</translation>
  </message>
  <message>
   <source>Tamil</source>
   <translation>Tamil</translation>
  </message>
  <message>
   <source>Telugu</source>
   <translation>Telugu</translation>
  </message>
  <message>
   <source>Malayalam</source>
   <translation>Malayalam</translation>
  </message>
  <message>
   <source>Kannada</source>
   <translation>Kannada</translation>
  </message>
  <message>
   <source>Gujarati</source>
   <translation>Gujarati</translation>
  </message>
  <message>
   <source>Punjabi</source>
   <translation>Panjabi</translation>
  </message>
  <message>
   <source>Sinhala</source>
   <translation>Singhalesisch</translation>
  </message>
  <message>
   <source>Amharic</source>
   <translation>Amharisch</translation>
  </message>
 </context>
 <context>
  <name>core.evaluation.generated_questions</name>
  <message>
   <source>headings</source>
   <translation>Überschriften</translation>
  </message>
  <message>
   <source>link texts</source>
   <translation>Linktexte</translation>
  </message>
  <message>
   <source>aliases</source>
   <translation>Aliasse</translation>
  </message>
  <message>
   <source>first sentences</source>
   <translation>erste Sätze</translation>
  </message>
  <message>
   <source>a heading, asked against the passages below it</source>
   <translation>eine Überschrift, gestellt gegen die Passagen darunter</translation>
  </message>
  <message>
   <source>the text of a link, asked against the note that it leads to</source>
   <translation>der Text eines Links, gestellt gegen die Notiz, zu der er führt</translation>
  </message>
  <message>
   <source>an alias, asked against its note</source>
   <translation>ein Alias, gestellt gegen seine Notiz</translation>
  </message>
  <message>
   <source>the first sentence of a note, asked against the rest of it</source>
   <translation>der erste Satz einer Notiz, gestellt gegen den Rest</translation>
  </message>
  <message>
   <source>These questions compare models and settings on your own notes: what wins here by more than its interval is likely to serve you better.</source>
   <translation>Diese Fragen vergleichen Modelle und Einstellungen an den eigenen Notizen: Was hier um mehr als seinen Bereich gewinnt, dient wahrscheinlich besser.</translation>
  </message>
  <message>
   <source>They say little about how good the search is as such: nobody asked them, each counts one answer as right where there may be others, and what was asked has been taken out of the notes.</source>
   <translation>Sie sagen wenig darüber, wie gut die Suche an sich ist: Niemand hat sie gestellt, jede lässt nur eine Antwort gelten, wo es mehrere geben mag, und das Gefragte wurde aus den Notizen entfernt.</translation>
  </message>
  <message>
   <source>Headings and link texts are shorter than questions and first sentences longer, so look at the kind that is most like what you type.</source>
   <translation>Überschriften und Linktexte sind kürzer als Fragen, erste Sätze länger; maßgeblich ist die Art, die den eigenen Eingaben am ähnlichsten ist.</translation>
  </message>
 </context>
 <context>
  <name>core.search.engine</name>
  <message>
   <source>Nothing in your notes seems to answer this; these come nearest.</source>
   <translation>Nichts in den Notizen scheint dies zu beantworten; diese Passagen kommen dem am nächsten.</translation>
  </message>
  <message>
   <source>Leave it out, or write it as a condition, such as "a phrase", content:word or tag:name.</source>
   <translation>Weglassen oder als Bedingung schreiben, etwa "eine Wendung", content:wort oder tag:name.</translation>
  </message>
 </context>
 <context>
  <name>core.query.grammar</name>
  <message>
   <source>A parenthesis is closed that was never opened: it is left out.</source>
   <translation>Eine Klammer wird geschlossen, die nie geöffnet wurde: Sie wird übergangen.</translation>
  </message>
  <message>
   <source>Parentheses stand too deep in one another: the inner ones are left out.</source>
   <translation>Klammern sind zu tief verschachtelt: Die inneren werden übergangen.</translation>
  </message>
  <message>
   <source>A parenthesis is still open: it is read as closed at the end.</source>
   <translation>Eine Klammer ist noch offen: Sie gilt am Ende als geschlossen.</translation>
  </message>
  <message>
   <source>Operators stand too many in a row: the first ones are left out.</source>
   <translation>Zu viele Operatoren stehen hintereinander: Die ersten werden übergangen.</translation>
  </message>
  <message>
   <source>OR wants something on both sides: it is left out.</source>
   <translation>OR braucht etwas auf beiden Seiten: Es wird übergangen.</translation>
  </message>
 </context>
 <context>
  <name>core.query.reading</name>
  <message>
   <source>AND is read as a word: words in parentheses are asked for together, as in (this that).</source>
   <translation>AND wird als Wort gelesen: Wörter in Klammern werden zusammen gesucht, wie in (dies das).</translation>
  </message>
  <message>
   <source>NOT is read as a word: a minus before a word leaves it out, as in -this.</source>
   <translation>NOT wird als Wort gelesen: Ein Minus vor einem Wort schließt es aus, wie in -dies.</translation>
  </message>
  <message>
   <source>A regular expression ends with / as well: it is read as words.</source>
   <translation>Ein regulärer Ausdruck endet auch mit /: Er wird als Wörter gelesen.</translation>
  </message>
  <message>
   <source>Notes and canvases are searched; attachments aren't yet.</source>
   <translation>Gesucht wird in Notizen und Canvases, noch nicht in Anhängen.</translation>
  </message>
  <message>
   <source>A phrase ends with ": it is read as closed at the end.</source>
   <translation>Eine Wortfolge endet mit ": Sie gilt am Ende als geschlossen.</translation>
  </message>
  <message>
   <source>A property ends with ]: it is read as closed at the end.</source>
   <translation>Eine Eigenschaft endet mit ]: Sie gilt am Ende als geschlossen.</translation>
  </message>
 </context>
 <context>
  <name>core.search.retrieval</name>
  <message>
   <source>Mend it, or leave out the slashes.</source>
   <translation>Berichtigen Sie ihn oder lassen Sie die Schrägstriche weg.</translation>
  </message>
  <message>
   <source>Make it simpler: nested repeats are costly.</source>
   <translation>Vereinfachen Sie ihn: verschachtelte Wiederholungen sind aufwendig.</translation>
  </message>
  <message>
   <source>Matches by words; those by meaning are on their way.</source>
   <translation>Treffer nach Wörtern; die nach Bedeutung folgen gleich.</translation>
  </message>
 </context>
</TS>
