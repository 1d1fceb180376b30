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
   <source>Search all vaults, or go back to the last one</source>
   <translation>Alle Vaults durchsuchen oder zum letzten zurückkehren</translation>
  </message>
  <message>
   <source>Open the sample vault</source>
   <translation>Beispiel-Vault öffnen</translation>
  </message>
  <message>
   <source>Try it with fifty sample notes</source>
   <translation>Mit fünfzig Beispielnotizen ausprobieren</translation>
  </message>
  <message>
   <source>Check for changes</source>
   <translation>Nach Änderungen suchen</translation>
  </message>
  <message>
   <source>Update the index now</source>
   <translation>Den Index jetzt aktualisieren</translation>
  </message>
  <message>
   <source>Stop indexing</source>
   <translation>Indizierung abbrechen</translation>
  </message>
  <message>
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>Indizierung abbrechen; bereits Indiziertes bleibt durchsuchbar</translation>
  </message>
  <message>
   <source>Pause indexing</source>
   <translation>Indizierung anhalten</translation>
  </message>
  <message>
   <source>Ignore changes until you resume. Indexed notes stay searchable.</source>
   <translation>Änderungen bis zum Fortsetzen ignorieren. Bereits Indiziertes bleibt durchsuchbar.</translation>
  </message>
  <message>
   <source>Rebuild index…</source>
   <translation>Index neu aufbauen…</translation>
  </message>
  <message>
   <source>Rebuild the index from scratch</source>
   <translation>Den Index von Grund auf neu aufbauen</translation>
  </message>
  <message>
   <source>Search quality…</source>
   <translation>Suchqualität…</translation>
  </message>
  <message>
   <source>Test how well search finds your own notes</source>
   <translation>Testen, wie gut die Suche die eigenen Notizen findet</translation>
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
   <source>Duplicates and broken links…</source>
   <translation>Duplikate und defekte Links…</translation>
  </message>
  <message>
   <source>Find duplicates, broken links and orphaned notes</source>
   <translation>Duplikate, defekte Links und verwaiste Notizen finden</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>Quit vaultsearch</source>
   <translation>vaultsearch beenden</translation>
  </message>
  <message>
   <source>Go to the search field</source>
   <translation>Zum Suchfeld</translation>
  </message>
  <message>
   <source>Focus the search field</source>
   <translation>Ins Suchfeld springen</translation>
  </message>
  <message>
   <source>Show suggestions</source>
   <translation>Vorschläge anzeigen</translation>
  </message>
  <message>
   <source>Suggest operators, tags, folders and properties</source>
   <translation>Operatoren, Tags, Ordner und Eigenschaften vorschlagen</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>Diese Suche speichern</translation>
  </message>
  <message>
   <source>Add this search to the sidebar</source>
   <translation>Diese Suche in der Seitenleiste ablegen</translation>
  </message>
  <message>
   <source>Search with clipboard text</source>
   <translation>Mit Text aus der Zwischenablage suchen</translation>
  </message>
  <message>
   <source>Find notes for each topic of the copied text: a draft, a transcript, a chat</source>
   <translation>Notizen zu jedem Thema des kopierten Textes finden: Entwurf, Protokoll, Chat</translation>
  </message>
  <message>
   <source>Forget what I opened for this question</source>
   <translation>Geöffnetes zu dieser Frage vergessen</translation>
  </message>
  <message>
   <source>Stop ranking notes higher because you opened them for this or a similar question</source>
   <translation>Notizen nicht mehr bevorzugen, weil sie für diese oder eine ähnliche Frage geöffnet wurden</translation>
  </message>
  <message>
   <source>Private mode</source>
   <translation>Privater Modus</translation>
  </message>
  <message>
   <source>Don't remember searches or opened notes while this is on</source>
   <translation>Solange aktiv, werden weder Suchen noch geöffnete Notizen gespeichert</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>Suche leeren</translation>
  </message>
  <message>
   <source>Clear the search field</source>
   <translation>Das Suchfeld leeren</translation>
  </message>
  <message>
   <source>Meaning + words</source>
   <translation>Bedeutung + Wörter</translation>
  </message>
  <message>
   <source>Search by meaning and keywords together</source>
   <translation>Nach Bedeutung und Stichwörtern zugleich suchen</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Search by meaning, whatever the wording</source>
   <translation>Nach Bedeutung suchen, unabhängig vom Wortlaut</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Keyword search; rare words count most</source>
   <translation>Stichwortsuche; seltene Wörter zählen am meisten</translation>
  </message>
  <message>
   <source>Exact text</source>
   <translation>Exakter Text</translation>
  </message>
  <message>
   <source>Exact text or /regex/</source>
   <translation>Exakter Text oder /regulärer Ausdruck/</translation>
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
   <source>Open the file in your default editor</source>
   <translation>Die Datei im Standardeditor öffnen</translation>
  </message>
  <message>
   <source>Copy passage</source>
   <translation>Passage kopieren</translation>
  </message>
  <message>
   <source>Copy the passage with its source</source>
   <translation>Die Passage mit Quelle kopieren</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>Als Kontext kopieren</translation>
  </message>
  <message>
   <source>Copy the basket, or the top results, as cited context for an AI chat</source>
   <translation>Korb oder beste Treffer mit Quellen als Kontext für einen KI-Chat kopieren</translation>
  </message>
  <message>
   <source>Add to or remove from basket</source>
   <translation>Zum Korb hinzufügen oder daraus entfernen</translation>
  </message>
  <message>
   <source>Add the selected passage to the basket, or remove it</source>
   <translation>Die ausgewählte Passage zum Korb hinzufügen oder daraus entfernen</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>Die Passagen im Korb und ihren Anteil am Budget ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Forget that I opened this</source>
   <translation>Vergessen, dass ich dies geöffnet habe</translation>
  </message>
  <message>
   <source>Stop ranking this note higher because you opened it for this or a similar question</source>
   <translation>Diese Notiz nicht mehr bevorzugen, weil sie für diese oder eine ähnliche Frage geöffnet wurde</translation>
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
   <source>Note outline</source>
   <translation>Gliederung der Notiz</translation>
  </message>
  <message>
   <source>Show or hide the note's headings</source>
   <translation>Die Überschriften der Notiz ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Related notes</source>
   <translation>Verwandte Notizen</translation>
  </message>
  <message>
   <source>Similar notes, backlinks, outgoing links, unlinked mentions</source>
   <translation>Ähnliche Notizen, Backlinks, ausgehende Links, nicht verlinkte Erwähnungen</translation>
  </message>
  <message>
   <source>Answers in this note</source>
   <translation>Antworten in dieser Notiz</translation>
  </message>
  <message>
   <source>Show or hide the sentences that answer your question</source>
   <translation>Die Sätze ein- oder ausblenden, die die Frage beantworten</translation>
  </message>
  <message>
   <source>Next match in note</source>
   <translation>Nächster Treffer in der Notiz</translation>
  </message>
  <message>
   <source>Next match</source>
   <translation>Zum nächsten Treffer</translation>
  </message>
  <message>
   <source>Previous match in note</source>
   <translation>Voriger Treffer in der Notiz</translation>
  </message>
  <message>
   <source>Previous match</source>
   <translation>Zum vorigen Treffer</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Back to the previous note</source>
   <translation>Zurück zur vorigen Notiz</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>Vorwärts</translation>
  </message>
  <message>
   <source>Forward to the next note</source>
   <translation>Vorwärts zur nächsten Notiz</translation>
  </message>
  <message>
   <source>Group by note</source>
   <translation>Nach Notiz gruppieren</translation>
  </message>
  <message>
   <source>One row per note, with its other passages folded below</source>
   <translation>Eine Zeile je Notiz, weitere Passagen eingeklappt darunter</translation>
  </message>
  <message>
   <source>Best first</source>
   <translation>Beste zuerst</translation>
  </message>
  <message>
   <source>Best matches first</source>
   <translation>Beste Treffer zuerst</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>Neueste zuerst</translation>
  </message>
  <message>
   <source>Most recently changed first</source>
   <translation>Zuletzt geänderte zuerst</translation>
  </message>
  <message>
   <source>By title</source>
   <translation>Nach Titel</translation>
  </message>
  <message>
   <source>Sort by note title</source>
   <translation>Nach dem Titel der Notiz sortieren</translation>
  </message>
  <message>
   <source>Find a command…</source>
   <translation>Befehl suchen…</translation>
  </message>
  <message>
   <source>Run any command</source>
   <translation>Jeden Befehl ausführen</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <source>All keyboard shortcuts</source>
   <translation>Alle Tastenkürzel</translation>
  </message>
  <message>
   <source>Into the results and down</source>
   <translation>In die Treffer und abwärts</translation>
  </message>
  <message>
   <source>Up the results and back to the field</source>
   <translation>In den Treffern aufwärts und zurück ins Suchfeld</translation>
  </message>
  <message>
   <source>In the empty field: recent searches</source>
   <translation>Im leeren Suchfeld: letzte Suchen</translation>
  </message>
  <message>
   <source>Grouped by note: show the note's other passages</source>
   <translation>Nach Notiz gruppiert: weitere Passagen aufklappen</translation>
  </message>
  <message>
   <source>Grouped by note: hide them again</source>
   <translation>Nach Notiz gruppiert: wieder einklappen</translation>
  </message>
  <message>
   <source>Accept the suggestion; otherwise move to the next area</source>
   <translation>Vorschlag übernehmen; sonst zum nächsten Bereich</translation>
  </message>
  <message>
   <source>After a filter: select it, again to remove it</source>
   <translation>Hinter einem Filter: markieren, noch einmal zum Entfernen</translation>
  </message>
  <message>
   <source>In the sidebar: filter by a tag, folder or period, or remove the filter</source>
   <translation>In der Seitenleiste: nach Tag, Ordner oder Zeitraum filtern oder den Filter entfernen</translation>
  </message>
  <message>
   <source>Rename, delete or restore a saved search</source>
   <translation>Eine gespeicherte Suche umbenennen, löschen oder wiederherstellen</translation>
  </message>
 </context>
 <context>
  <name>gui.actions.command_palette</name>
  <message>
   <source>Type a command</source>
   <translation>Befehl eingeben</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Commands and their shortcuts</source>
   <translation>Befehle und ihre Tastenkürzel</translation>
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
   <source>{} (Backspace removes it)</source>
   <translation>{} (Rücktaste entfernt ihn)</translation>
  </message>
  <message>
   <source>Filter {}</source>
   <translation>Filter {}</translation>
  </message>
  <message>
   <source>Active filters</source>
   <translation>Aktive Filter</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.hint_line</name>
  <message>
   <source>Search tips</source>
   <translation>Suchtipps</translation>
  </message>
  <message>
   <source>Add to the search field</source>
   <translation>Ins Suchfeld übernehmen</translation>
  </message>
  <message>
   <source>Try {} · {}</source>
   <translation>Zum Beispiel {} · {}</translation>
  </message>
  <message>
   <source>this tag or its nested tags</source>
   <translation>dieser Tag oder seine Untertags</translation>
  </message>
  <message>
   <source>in this folder</source>
   <translation>in diesem Ordner</translation>
  </message>
  <message>
   <source>notes with this property; [name:value] for its value</source>
   <translation>Notizen mit dieser Eigenschaft; [Name:Wert] für ihren Wert</translation>
  </message>
  <message>
   <source>exact phrase</source>
   <translation>exakte Wortfolge</translation>
  </message>
  <message>
   <source>excludes notes with this word</source>
   <translation>schließt Notizen mit diesem Wort aus</translation>
  </message>
  <message>
   <source>notes since then; also before: and on:</source>
   <translation>Notizen seit diesem Tag; auch before: und on:</translation>
  </message>
  <message>
   <source>open tasks; task-done: for finished ones</source>
   <translation>offene Aufgaben; task-done: für erledigte</translation>
  </message>
  <message>
   <source>either word</source>
   <translation>eines der beiden Wörter</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.proposals_list</name>
  <message>
   <source>Search suggestions</source>
   <translation>Suchvorschläge</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_field</name>
  <message>
   <source>Search your notes</source>
   <translation>Notizen durchsuchen</translation>
  </message>
  <message>
   <source>Select the text</source>
   <translation>Text markieren</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>Suche leeren</translation>
  </message>
 </context>
 <context>
  <name>gui.asking.search_pane</name>
  <message>
   <source>Search mode</source>
   <translation>Suchmodus</translation>
  </message>
  <message>
   <source>Search mode (Ctrl+1 to Ctrl+4)</source>
   <translation>Suchmodus (Strg+1 bis Strg+4)</translation>
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
   <source>{} is unavailable. Is its drive connected?</source>
   <translation>{} ist nicht erreichbar. Ist das Laufwerk angeschlossen?</translation>
  </message>
  <message>
   <source>{} (unavailable)</source>
   <translation>{} (nicht erreichbar)</translation>
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
   <source>Copy everything, to paste into a chat</source>
   <translation>Alles kopieren, zum Einfügen in einen Chat</translation>
  </message>
  <message>
   <source>Remove all (can be undone)</source>
   <translation>Alle entfernen (lässt sich rückgängig machen)</translation>
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
   <source>Clear</source>
   <translation>Leeren</translation>
  </message>
  <message>
   <source>Press Space on a result to add it.</source>
   <translation>Leertaste auf einem Treffer fügt ihn hinzu.</translation>
  </message>
  <message>
   <source>Format</source>
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
   <source>Tokens used</source>
   <translation>Verbrauchte Token</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.indexing</name>
  <message>
   <source>Rebuild index</source>
   <translation>Index neu aufbauen</translation>
  </message>
  <message>
   <source>Rebuild the index from scratch?</source>
   <translation>Den Index von Grund auf neu aufbauen?</translation>
  </message>
  <message>
   <source>Keyword search is back within seconds, search by meaning as notes are indexed.</source>
   <translation>Die Stichwortsuche ist nach Sekunden wieder da, die Suche nach Bedeutung mit fortschreitender Indizierung.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.long_query</name>
  <message>
   <source>Not enough text to search with</source>
   <translation>Zu wenig Text für eine Suche</translation>
  </message>
  <message>
   <source>Still indexing…</source>
   <translation>Wird noch indiziert…</translation>
  </message>
  <message>
   <source>No similar notes so far</source>
   <translation>Bisher keine ähnlichen Notizen</translation>
  </message>
  <message>
   <source>No notes similar to this text</source>
   <translation>Keine Notizen, die diesem Text ähneln</translation>
  </message>
  <message>
   <source>Try another text, or ask a question.</source>
   <translation>Einen anderen Text versuchen oder eine Frage stellen.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.passages</name>
  <message>
   <source>No result selected</source>
   <translation>Kein Treffer ausgewählt</translation>
  </message>
  <message>
   <source>Couldn't open Obsidian. Ctrl+Enter opens the file instead.</source>
   <translation>Obsidian ließ sich nicht öffnen. Strg+Enter öffnet stattdessen die Datei.</translation>
  </message>
  <message>
   <source>No app could open {}.</source>
   <translation>Keine App konnte {} öffnen.</translation>
  </message>
  <message>
   <source>Added to the basket</source>
   <translation>Zum Korb hinzugefügt</translation>
  </message>
  <message>
   <source>Removed from the basket</source>
   <translation>Aus dem Korb entfernt</translation>
  </message>
  <message>
   <source>External link</source>
   <translation>Externer Link</translation>
  </message>
  <message>
   <source>Open this page in your browser?</source>
   <translation>Diese Seite im Browser öffnen?</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Copied the passage with its source</source>
   <translation>Passage mit Quelle kopiert</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.reading</name>
  <message>
   <source>No note with that name</source>
   <translation>Keine Notiz mit diesem Namen</translation>
  </message>
  <message>
   <source>No more matches</source>
   <translation>Keine weiteren Treffer</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.related</name>
  <message>
   <source>Type a question to see its answers in this note</source>
   <translation>Eine Frage eingeben, um ihre Antworten in dieser Notiz zu sehen</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <source>No related notes</source>
   <translation>Keine verwandten Notizen</translation>
  </message>
  <message>
   <source>No answer in this note</source>
   <translation>Keine Antwort in dieser Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.relaxations</name>
  <message>
   <source>{}: {}</source>
   <translation>{}: {}</translation>
  </message>
  <message>
   <source>{}: 1 note contains the words</source>
   <translation>{}: 1 Notiz enthält die Wörter</translation>
  </message>
  <message>
   <source>{}: {} contain the words</source>
   <translation>{}: {} enthalten die Wörter</translation>
  </message>
  <message>
   <source>1 note contains “{}”</source>
   <translation>1 Notiz enthält „{}“</translation>
  </message>
  <message>
   <source>{} contain “{}”</source>
   <translation>{} enthalten „{}“</translation>
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
   <source>Without any filters</source>
   <translation>Ohne Filter</translation>
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
   <source>Search by keywords ({})</source>
   <translation>Nach Stichwörtern suchen ({})</translation>
  </message>
  <message>
   <source>Search for exact text ({})</source>
   <translation>Nach exaktem Text suchen ({})</translation>
  </message>
  <message>
   <source>Search by meaning and keywords ({})</source>
   <translation>Nach Bedeutung und Stichwörtern suchen ({})</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.settings</name>
  <message>
   <source>{}: saved.</source>
   <translation>{}: gespeichert.</translation>
  </message>
  <message>
   <source>{}: saved and in effect.</source>
   <translation>{}: gespeichert und schon wirksam.</translation>
  </message>
  <message>
   <source>The affected notes are re-indexed in the background.</source>
   <translation>Die betroffenen Notizen werden im Hintergrund neu indiziert.</translation>
  </message>
  <message>
   <source>Index of {} deleted.</source>
   <translation>Index von {} gelöscht.</translation>
  </message>
  <message>
   <source>{} Until then the old value applies.</source>
   <translation>{} Bis dahin gilt der alte Wert.</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.sidebar</name>
  <message>
   <source>No search to save yet</source>
   <translation>Noch keine Suche zum Speichern</translation>
  </message>
  <message>
   <source>Already saved as “{}”</source>
   <translation>Schon gespeichert als „{}“</translation>
  </message>
  <message>
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>Gespeichert. Strg+B zeigt die gespeicherten Suchen</translation>
  </message>
  <message>
   <source>Saved. F2 renames it</source>
   <translation>Gespeichert. F2 benennt sie um</translation>
  </message>
  <message>
   <source>Deleted “{}”. Ctrl+Z restores it</source>
   <translation>„{}“ gelöscht. Strg+Z stellt sie wieder her</translation>
  </message>
  <message>
   <source>Restored “{}”</source>
   <translation>„{}“ wiederhergestellt</translation>
  </message>
 </context>
 <context>
  <name>gui.controllers.usage</name>
  <message>
   <source>This result's rank doesn't come from past use</source>
   <translation>Der Rang dieses Treffers kommt nicht von früherer Nutzung</translation>
  </message>
  <message>
   <source>Ask a question first</source>
   <translation>Zuerst eine Frage stellen</translation>
  </message>
  <message>
   <source>Forgotten</source>
   <translation>Vergessen</translation>
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
   <translation>geöffnet bei „{}“</translation>
  </message>
  <message>
   <source>you copied this for “{}”</source>
   <translation>kopiert bei „{}“</translation>
  </message>
  <message>
   <source>you added this to the basket for “{}”</source>
   <translation>zum Korb hinzugefügt bei „{}“</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <source>top {} shown</source>
   <translation>die besten {} angezeigt</translation>
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
   <translation>Wird noch indiziert…</translation>
  </message>
  <message>
   <source>The notes are not indexed yet</source>
   <translation>Die Notizen sind noch nicht indiziert</translation>
  </message>
  <message>
   <source>Still indexing for meaning…</source>
   <translation>Bedeutung wird noch indiziert…</translation>
  </message>
  <message>
   <source>{} of {}</source>
   <translation>{} von {}</translation>
  </message>
  <message>
   <source>Indexed for meaning so far: {}</source>
   <translation>Bisher nach Bedeutung indiziert: {}</translation>
  </message>
  <message>
   <source>Indexed so far: {}</source>
   <translation>Bisher indiziert: {}</translation>
  </message>
  <message>
   <source>Keyword matches only: {} in English.</source>
   <translation>Nur Stichworttreffer: {} auf Englisch.</translation>
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
   <source>another program is indexing changes</source>
   <translation>ein anderes Programm indiziert Änderungen</translation>
  </message>
  <message>
   <source>before {}</source>
   <translation>vor {}</translation>
  </message>
  <message>
   <source>All {}</source>
   <translation>Alle {}</translation>
  </message>
  <message>
   <source>{} that match</source>
   <translation>{} mit Treffern</translation>
  </message>
  <message>
   <source>{} in the list</source>
   <translation>{} in der Liste</translation>
  </message>
  <message>
   <source>paused: changes are ignored</source>
   <translation>angehalten: Änderungen werden ignoriert</translation>
  </message>
  <message>
   <source>indexing stopped: {} of {} notes by keywords, {} by meaning</source>
   <translation>Indizierung abgebrochen: {} von {} Notizen nach Stichwörtern, {} nach Bedeutung</translation>
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
   <source>not indexed yet</source>
   <translation>noch nicht indiziert</translation>
  </message>
  <message>
   <source>checked every few seconds</source>
   <translation>alle paar Sekunden geprüft</translation>
  </message>
  <message>
   <source>{} indexed by {}</source>
   <translation>{}, indiziert mit {}</translation>
  </message>
  <message>
   <source>unknown language</source>
   <translation>Sprache unbekannt</translation>
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
   <source>Indexing {} of {}</source>
   <translation>{} von {} indiziert</translation>
  </message>
  <message>
   <source>keywords searchable</source>
   <translation>Stichwörter durchsuchbar</translation>
  </message>
  <message>
   <source>Summarizing {} of {}</source>
   <translation>Zusammenfassung: {} von {}</translation>
  </message>
  <message>
   <source>Finishing…</source>
   <translation>Wird abgeschlossen…</translation>
  </message>
  <message>
   <source>Scanning the folder…</source>
   <translation>Ordner wird durchsucht…</translation>
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
   <source>Stopped. Notes indexed so far are searchable.</source>
   <translation>Abgebrochen. Bereits Indiziertes ist durchsuchbar.</translation>
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
   <source>{} left out (over budget)</source>
   <translation>{} weggelassen (über dem Budget)</translation>
  </message>
  <message>
   <source>Copied {}</source>
   <translation>{} kopiert</translation>
  </message>
  <message>
   <source>Your text ({} words) covers {} topics</source>
   <translation>Der Text ({} Wörter) umfasst {} Themen</translation>
  </message>
  <message>
   <source>Your text ({} words)</source>
   <translation>Der Text ({} Wörter)</translation>
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
   <source>merged with neighbour</source>
   <translation>mit Nachbarpassage zusammengefasst</translation>
  </message>
  <message>
   <source>over budget</source>
   <translation>über dem Budget</translation>
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
   <source>We make questions from your headings, links, aliases and first sentences, ask them of a copy of the index without those texts, and count how often search puts the right passage first: by meaning, by keywords, by both, and with reranking.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, longer in a large vault; you can keep searching.</source>
   <translation>Aus Überschriften, Links, Aliassen und ersten Sätzen entstehen Fragen. Sie gehen an eine Kopie des Index ohne diese Texte, und gezählt wird, wie oft die richtige Passage zuerst kommt: nach Bedeutung, nach Stichwörtern, nach beidem und mit Reranking.

Nichts verlässt diesen Computer, und die Notizen bleiben unverändert. Es dauert einige Minuten, in einem großen Vault länger; die Suche läuft währenddessen weiter.</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
  <message>
   <source>Test now</source>
   <translation>Jetzt testen</translation>
  </message>
  <message>
   <source>Stop test</source>
   <translation>Test abbrechen</translation>
  </message>
  <message>
   <source>Copy results</source>
   <translation>Ergebnisse kopieren</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>Wird gestartet…</translation>
  </message>
  <message>
   <source>Stopped. No results saved.</source>
   <translation>Abgebrochen. Keine Ergebnisse gespeichert.</translation>
  </message>
  <message>
   <source>Test again</source>
   <translation>Erneut testen</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.phrases</name>
  <message>
   <source>Right answer first (Hit@1)</source>
   <translation>Richtige Antwort zuerst (Hit@1)</translation>
  </message>
  <message>
   <source>Rank within the top ten (nDCG@10)</source>
   <translation>Rang unter den ersten zehn (nDCG@10)</translation>
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
   <source>Both</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>With reranking</source>
   <translation>Mit Reranking</translation>
  </message>
  <message>
   <source>Making questions from your notes</source>
   <translation>Fragen werden aus den Notizen gebildet</translation>
  </message>
  <message>
   <source>Copying the index</source>
   <translation>Index wird kopiert</translation>
  </message>
  <message>
   <source>Scanning the folder</source>
   <translation>Ordner wird durchsucht</translation>
  </message>
  <message>
   <source>not tested</source>
   <translation>nicht getestet</translation>
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
   <source>{:,} questions from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</source>
   <translation>{:,} Fragen aus den Notizen. 1 ist perfekt, 0 heißt nie gefunden; der Strich auf jedem Balken ist das 95-%-Konfidenzintervall.</translation>
  </message>
  <message>
   <source>{:,} {}: {}</source>
   <translation>{:,} {}: {}</translation>
  </message>
  <message>
   <source>Search mode</source>
   <translation>Suchmodus</translation>
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
   <source>Testing “{}”</source>
   <translation>Test: „{}“</translation>
  </message>
 </context>
 <context>
  <name>gui.quality.report</name>
  <message>
   <source>Results by search mode, as bars</source>
   <translation>Ergebnisse je Suchmodus, als Balken</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>Questions asked</source>
   <translation>Gestellte Fragen</translation>
  </message>
  <message>
   <source>What this tells you, and what it doesn't</source>
   <translation>Was dies aussagt und was nicht</translation>
  </message>
  <message>
   <source>Results by search mode, with confidence intervals</source>
   <translation>Ergebnisse je Suchmodus, mit Konfidenzintervallen</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.headings</name>
  <message>
   <source>Parent headings</source>
   <translation>Übergeordnete Überschriften</translation>
  </message>
  <message>
   <source>Note outline</source>
   <translation>Gliederung der Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.note_view</name>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.places</name>
  <message>
   <source>Similar</source>
   <translation>Ähnlich</translation>
  </message>
  <message>
   <source>Backlinks</source>
   <translation>Backlinks</translation>
  </message>
  <message>
   <source>Outgoing links</source>
   <translation>Ausgehende Links</translation>
  </message>
  <message>
   <source>Unlinked mentions</source>
   <translation>Nicht verlinkte Erwähnungen</translation>
  </message>
  <message>
   <source>Broken links</source>
   <translation>Defekte Links</translation>
  </message>
  <message>
   <source>Answers in {}</source>
   <translation>Antworten in {}</translation>
  </message>
  <message>
   <source>{} times</source>
   <translation>{}-mal</translation>
  </message>
  <message>
   <source>in {}</source>
   <translation>in {}</translation>
  </message>
  <message>
   <source>Orphaned notes</source>
   <translation>Verwaiste Notizen</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.preview_pane</name>
  <message>
   <source>Related notes</source>
   <translation>Verwandte Notizen</translation>
  </message>
 </context>
 <context>
  <name>gui.reading.vault_report_dialog</name>
  <message>
   <source>Duplicates and broken links</source>
   <translation>Duplikate und defekte Links</translation>
  </message>
  <message>
   <source>Comparing all passages…</source>
   <translation>Alle Passagen werden verglichen…</translation>
  </message>
  <message>
   <source>No duplicates or broken links</source>
   <translation>Keine Duplikate, keine defekten Links</translation>
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
   <source>Search results</source>
   <translation>Suchergebnisse</translation>
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
   <source>{}: date from the note's properties</source>
   <translation>{}: Datum aus den Eigenschaften der Notiz</translation>
  </message>
  <message>
   <source>{}: date from the note's name</source>
   <translation>{}: Datum aus dem Namen der Notiz</translation>
  </message>
  <message>
   <source>{}: last saved</source>
   <translation>{}: zuletzt gespeichert</translation>
  </message>
 </context>
 <context>
  <name>gui.results.results_pane</name>
  <message>
   <source>Type to search your notes</source>
   <translation>Tippen, um die Notizen zu durchsuchen</translation>
  </message>
  <message>
   <source>Ask a question, or search for exact words.</source>
   <translation>Eine Frage stellen oder nach genauen Wörtern suchen.</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <source>No results for “{}”</source>
   <translation>Keine Treffer für „{}“</translation>
  </message>
  <message>
   <source>No results for “{}” yet</source>
   <translation>Noch keine Treffer für „{}“</translation>
  </message>
  <message>
   <source>No note contains exactly this text.</source>
   <translation>Keine Notiz enthält genau diesen Text.</translation>
  </message>
  <message>
   <source>No note contains these words.</source>
   <translation>Keine Notiz enthält diese Wörter.</translation>
  </message>
  <message>
   <source>Try removing a filter or using other words.</source>
   <translation>Einen Filter entfernen oder andere Wörter versuchen.</translation>
  </message>
  <message>
   <source>Topics in the text</source>
   <translation>Themen im Text</translation>
  </message>
  <message>
   <source>All topics</source>
   <translation>Alle Themen</translation>
  </message>
 </context>
 <context>
  <name>gui.results.suggestions</name>
  <message>
   <source>Suggested searches</source>
   <translation>Vorgeschlagene Suchen</translation>
  </message>
  <message>
   <source>Try other words.</source>
   <translation>Andere Wörter versuchen.</translation>
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
   <source>Answers from your own notes as you type, entirely on your computer. MIT License.</source>
   <translation>Antworten aus den eigenen Notizen schon beim Tippen, ganz auf dem eigenen Computer. MIT-Lizenz.</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Settings file (edit it only while the program is closed): {}</source>
   <translation>Einstellungsdatei (nur bei beendetem Programm bearbeiten): {}</translation>
  </message>
  <message>
   <source>Log of errors (contains nothing from your notes): {}</source>
   <translation>Fehlerprotokoll (enthält nichts aus den Notizen): {}</translation>
  </message>
  <message>
   <source>Show log</source>
   <translation>Protokoll anzeigen</translation>
  </message>
  <message>
   <source>Show settings file</source>
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
   <source>Follow system</source>
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
   <source>Text size follows the system.</source>
   <translation>Die Schriftgröße richtet sich nach dem System.</translation>
  </message>
  <message>
   <source>System tray</source>
   <translation>Infobereich</translation>
  </message>
  <message>
   <source>Show a tray icon</source>
   <translation>Symbol im Infobereich anzeigen</translation>
  </message>
  <message>
   <source>Closing the window hides it to the tray; Ctrl+Q quits</source>
   <translation>Schließen blendet das Fenster in den Infobereich aus; Strg+Q beendet</translation>
  </message>
  <message>
   <source>Esc in the empty field hides the window to the tray</source>
   <translation>Esc im leeren Suchfeld blendet das Fenster in den Infobereich aus</translation>
  </message>
  <message>
   <source>vaultsearch --toggle shows or hides the window; bind it to a shortcut in your desktop's settings.</source>
   <translation>vaultsearch --toggle zeigt das Fenster oder blendet es aus; in den Einstellungen der Arbeitsumgebung auf ein Tastenkürzel legen.</translation>
  </message>
  <message>
   <source>This desktop has no tray, so closing the window quits.</source>
   <translation>Diese Arbeitsumgebung hat keinen Infobereich; Schließen beendet das Programm.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.download_box</name>
  <message>
   <source>Show download details…</source>
   <translation>Einzelheiten zum Download anzeigen…</translation>
  </message>
  <message>
   <source>Download</source>
   <translation>Herunterladen</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Download progress</source>
   <translation>Fortschritt des Downloads</translation>
  </message>
  <message>
   <source>A larger cross-encoder can be downloaded from the model hub. This contacts the model hub; nothing is downloaded until you confirm.</source>
   <translation>Ein größerer Cross-Encoder lässt sich vom Modell-Hub herunterladen. Dies nimmt Kontakt zum Modell-Hub auf; heruntergeladen wird erst nach Bestätigung.</translation>
  </message>
  <message>
   <source>Contacting the model hub…</source>
   <translation>Modell-Hub wird kontaktiert…</translation>
  </message>
  <message>
   <source>Download {}</source>
   <translation>{} herunterladen</translation>
  </message>
  <message>
   <source>{}, version {}: {} from {}, into the model cache on this computer.</source>
   <translation>{}, Version {}: {} von {}, in den Modell-Cache auf diesem Computer.</translation>
  </message>
  <message>
   <source>Nothing was downloaded.</source>
   <translation>Nichts wurde heruntergeladen.</translation>
  </message>
  <message>
   <source>Downloading {} from {}…</source>
   <translation>{} wird von {} heruntergeladen…</translation>
  </message>
  <message>
   <source>Downloaded and verified. Used from the next start.</source>
   <translation>Heruntergeladen und geprüft. Wird ab dem nächsten Start verwendet.</translation>
  </message>
  <message>
   <source>Cancelled. The partial download is kept and will resume.</source>
   <translation>Abgebrochen. Der Teil-Download bleibt erhalten und wird fortgesetzt.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ignore_page</name>
  <message>
   <source>Exclusions</source>
   <translation>Ausschlüsse</translation>
  </message>
  <message>
   <source>One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. Excluded notes are neither indexed nor found.</source>
   <translation>Eine Regel je Zeile, wie in .gitignore: Archive/ ist ein Ordner, *.tmp.md eine Art von Dateien, !keep.md eine Ausnahme. Ausgeschlossene Notizen werden weder indiziert noch gefunden.</translation>
  </message>
  <message>
   <source>All vaults</source>
   <translation>Alle Vaults</translation>
  </message>
  <message>
   <source>Exclusions for all vaults</source>
   <translation>Ausschlüsse für alle Vaults</translation>
  </message>
  <message>
   <source>This vault</source>
   <translation>Dieser Vault</translation>
  </message>
  <message>
   <source>Exclusions for this vault</source>
   <translation>Ausschlüsse für diesen Vault</translation>
  </message>
  <message>
   <source>From files in the vault</source>
   <translation>Aus Dateien im Vault</translation>
  </message>
  <message>
   <source>Links to outside the vault</source>
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
   <source>No exclusions in Obsidian or in .vaultsearchignore.</source>
   <translation>Keine Ausschlüsse in Obsidian oder in .vaultsearchignore.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.models_page</name>
  <message>
   <source>Models</source>
   <translation>Modelle</translation>
  </message>
  <message>
   <source>Models in use</source>
   <translation>Verwendete Modelle</translation>
  </message>
  <message>
   <source>English, and languages the other model doesn't know</source>
   <translation>Englisch und Sprachen, die das andere Modell nicht kennt</translation>
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
   <source>Changing a model re-indexes the affected notes in the background.</source>
   <translation>Ein anderes Modell indiziert die betroffenen Notizen im Hintergrund neu.</translation>
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
   <source>Used for</source>
   <translation>Zweck</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>Herkunft</translation>
  </message>
  <message>
   <source>Verification</source>
   <translation>Prüfung</translation>
  </message>
  <message>
   <source>Checking models…</source>
   <translation>Modelle werden geprüft…</translation>
  </message>
  <message>
   <source>Show folder of converted models</source>
   <translation>Ordner der konvertierten Modelle anzeigen</translation>
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
   <source>checksum mismatch</source>
   <translation>Prüfsumme falsch</translation>
  </message>
  <message>
   <source>no checksum known</source>
   <translation>keine Prüfsumme bekannt</translation>
  </message>
  <message>
   <source>language model</source>
   <translation>Sprachmodell</translation>
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
   <source>converted</source>
   <translation>konvertiert</translation>
  </message>
  <message>
   <source>downloaded</source>
   <translation>heruntergeladen</translation>
  </message>
  <message>
   <source>Recommended</source>
   <translation>Empfohlen</translation>
  </message>
  <message>
   <source>None: use the model above for all</source>
   <translation>Keines: das obige für alle verwenden</translation>
  </message>
  <message>
   <source>Choose folder…</source>
   <translation>Ordner wählen…</translation>
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
   <source>Reset to default</source>
   <translation>Auf Standard zurücksetzen</translation>
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
   <source>Set on the command line for this run. {}</source>
   <translation>Für diesen Lauf auf der Befehlszeile gesetzt. {}</translation>
  </message>
  <message>
   <source>{} · changing this re-indexes your notes</source>
   <translation>{} · eine Änderung indiziert die Notizen neu</translation>
  </message>
  <message>
   <source>on</source>
   <translation>ein</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.parameters_page</name>
  <message>
   <source>Files to index</source>
   <translation>Zu indizierende Dateien</translation>
  </message>
  <message>
   <source>Passages</source>
   <translation>Passagen</translation>
  </message>
  <message>
   <source>Indexing by meaning</source>
   <translation>Indizierung nach Bedeutung</translation>
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
   <source>Token-level search</source>
   <translation>Suche auf Token-Ebene</translation>
  </message>
  <message>
   <source>Keyword search</source>
   <translation>Stichwortsuche</translation>
  </message>
  <message>
   <source>Exact text search</source>
   <translation>Suche nach exaktem Text</translation>
  </message>
  <message>
   <source>Combining keywords and meaning</source>
   <translation>Stichwörter und Bedeutung verbinden</translation>
  </message>
  <message>
   <source>Note titles</source>
   <translation>Titel der Notizen</translation>
  </message>
  <message>
   <source>Reranking</source>
   <translation>Reranking</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <source>Copy as context</source>
   <translation>Als Kontext kopieren</translation>
  </message>
  <message>
   <source>Related notes</source>
   <translation>Verwandte Notizen</translation>
  </message>
  <message>
   <source>Duplicates</source>
   <translation>Duplikate</translation>
  </message>
  <message>
   <source>Answers in a note</source>
   <translation>Antworten in einer Notiz</translation>
  </message>
  <message>
   <source>Advanced</source>
   <translation>Erweitert</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>Einstellungen durchsuchen</translation>
  </message>
  <message>
   <source>No matching setting.</source>
   <translation>Keine passende Einstellung.</translation>
  </message>
  <message>
   <source>Also applies to the command line. Most people never need this page.</source>
   <translation>Gilt auch für die Befehlszeile. Die meisten brauchen diese Seite nie.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.privacy_page</name>
  <message>
   <source>Privacy</source>
   <translation>Datenschutz</translation>
  </message>
  <message>
   <source>Your notes and questions never leave this computer, and there is no telemetry. The network is used only to download a model, and only when you ask for it. Anything you open elsewhere is handled by that app.</source>
   <translation>Notizen und Fragen verlassen diesen Computer nicht, und es gibt keine Telemetrie. Das Netzwerk dient nur zum Herunterladen eines Modells, und nur auf Wunsch. Was anderswo geöffnet wird, behandelt die jeweilige App.</translation>
  </message>
  <message>
   <source>Search history</source>
   <translation>Suchverlauf</translation>
  </message>
  <message>
   <source>Remember my searches, in a file only I can read</source>
   <translation>Meine Suchen speichern, in einer Datei, die nur ich lesen kann</translation>
  </message>
  <message>
   <source>Clear history</source>
   <translation>Verlauf löschen</translation>
  </message>
  <message>
   <source>Learn from what I open</source>
   <translation>Aus Geöffnetem lernen</translation>
  </message>
  <message>
   <source>Rank notes higher that I opened, copied or added to the basket for the same question</source>
   <translation>Notizen bevorzugen, die ich bei derselben Frage geöffnet, kopiert oder zum Korb hinzugefügt habe</translation>
  </message>
  <message>
   <source>Second place at most, for 60 days</source>
   <translation>Höchstens Platz zwei, 60 Tage lang</translation>
  </message>
  <message>
   <source>Forget all</source>
   <translation>Alles vergessen</translation>
  </message>
  <message>
   <source>Stored on this computer</source>
   <translation>Auf diesem Computer gespeichert</translation>
  </message>
  <message>
   <source>Item</source>
   <translation>Eintrag</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>Location</source>
   <translation>Ort</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Anzeigen</translation>
  </message>
  <message>
   <source>Delete index…</source>
   <translation>Index löschen…</translation>
  </message>
  <message>
   <source>An index contains the text of your notes so that they can be searched. Deleting it deletes no notes.</source>
   <translation>Ein Index enthält den Text der Notizen, damit sie sich durchsuchen lassen. Ihn zu löschen löscht keine Notizen.</translation>
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
   <source>Recent searches</source>
   <translation>Letzte Suchen</translation>
  </message>
  <message>
   <source>Opened notes</source>
   <translation>Geöffnete Notizen</translation>
  </message>
  <message>
   <source>Converted models</source>
   <translation>Konvertierte Modelle</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>Protokolle</translation>
  </message>
  <message>
   <source>Delete index</source>
   <translation>Index löschen</translation>
  </message>
  <message>
   <source>Delete the index of {}?</source>
   <translation>Den Index von {} löschen?</translation>
  </message>
  <message>
   <source>Your notes are not changed. To search them again, they must be re-indexed.</source>
   <translation>Die Notizen bleiben unverändert. Um sie wieder zu durchsuchen, müssen sie neu indiziert werden.</translation>
  </message>
 </context>
 <context>
  <name>gui.settings.ranking_page</name>
  <message>
   <source>Ranking</source>
   <translation>Rangfolge</translation>
  </message>
  <message>
   <source>Keywords and meaning each find candidates. These steps then rank them, one after another; each step's results are shown as soon as they are ready.</source>
   <translation>Stichwörter und Bedeutung finden je für sich Kandidaten. Diese Schritte ordnen sie nacheinander; die Ergebnisse jedes Schritts erscheinen, sobald sie fertig sind.</translation>
  </message>
  <message>
   <source>Recommended order</source>
   <translation>Empfohlene Reihenfolge</translation>
  </message>
  <message>
   <source>Custom order</source>
   <translation>Eigene Reihenfolge</translation>
  </message>
  <message>
   <source>Ranking steps</source>
   <translation>Schritte der Rangfolge</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>Hoch</translation>
  </message>
  <message>
   <source>Move up (Alt+Up)</source>
   <translation>Nach oben (Alt+Hoch)</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>Runter</translation>
  </message>
  <message>
   <source>Move down (Alt+Down)</source>
   <translation>Nach unten (Alt+Runter)</translation>
  </message>
  <message>
   <source>The order is set on the command line for this run.</source>
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
   <source>Remove from list</source>
   <translation>Von der Liste entfernen</translation>
  </message>
  <message>
   <source>Your notes and their index stay; delete the index under Privacy</source>
   <translation>Notizen und Index bleiben; der Index lässt sich unter „Datenschutz“ löschen</translation>
  </message>
  <message>
   <source>Folders you have opened. Nothing is ever written to them.</source>
   <translation>Bisher geöffnete Ordner. In sie wird nie etwas geschrieben.</translation>
  </message>
  <message>
   <source> · open</source>
   <translation> · geöffnet</translation>
  </message>
  <message>
   <source> · unavailable; connect its drive</source>
   <translation> · nicht erreichbar; bitte Laufwerk anschließen</translation>
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
   <source>Status</source>
   <translation>Status</translation>
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
   <source>Notes by date</source>
   <translation>Notizen nach Datum</translation>
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
   <source>{} (click to remove)</source>
   <translation>{} (Klick entfernt den Filter)</translation>
  </message>
  <message>
   <source>{}, active</source>
   <translation>{}, aktiv</translation>
  </message>
 </context>
 <context>
  <name>gui.sidebar.sidebar</name>
  <message>
   <source>Any time instead of {}</source>
   <translation>Beliebige Zeit statt {}</translation>
  </message>
  <message>
   <source>Exact text search can't be filtered</source>
   <translation>Die Suche nach exaktem Text lässt sich nicht filtern</translation>
  </message>
  <message>
   <source>Date</source>
   <translation>Datum</translation>
  </message>
  <message>
   <source>Any time</source>
   <translation>Beliebig</translation>
  </message>
  <message>
   <source>Remove the date filter</source>
   <translation>Datumsfilter entfernen</translation>
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
   <source>Indexing progress</source>
   <translation>Fortschritt der Indizierung</translation>
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
   <source>Index the remaining notes</source>
   <translation>Die übrigen Notizen indizieren</translation>
  </message>
  <message>
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>Indizierung abbrechen; bereits Indiziertes bleibt durchsuchbar</translation>
  </message>
  <message>
   <source>Show what couldn't be read, and why</source>
   <translation>Zeigen, was nicht gelesen werden konnte, und warum</translation>
  </message>
  <message>
   <source>Show or hide the basket</source>
   <translation>Die Passagen im Korb und ihren Anteil am Budget ein- oder ausblenden</translation>
  </message>
  <message>
   <source>Private</source>
   <translation>Privat</translation>
  </message>
  <message>
   <source>Searches and opened notes are not remembered</source>
   <translation>Suchen und geöffnete Notizen werden nicht gespeichert</translation>
  </message>
  <message>
   <source>Ranking in use</source>
   <translation>Verwendete Rangfolge</translation>
  </message>
 </context>
 <context>
  <name>gui.welcome</name>
  <message>
   <source>Recent vaults</source>
   <translation>Zuletzt geöffnet</translation>
  </message>
  <message>
   <source>Obsidian vaults</source>
   <translation>Obsidian-Vaults</translation>
  </message>
  <message>
   <source>Drop a folder of notes here</source>
   <translation>Ordner mit Notizen hier ablegen</translation>
  </message>
  <message>
   <source>Then ask it anything. Your notes stay on this computer.</source>
   <translation>Dann einfach fragen. Die Notizen bleiben auf diesem Computer.</translation>
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
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <source>This is a bug in vaultsearch, not a problem with your notes, which were not touched. You can carry on. The report says what happened. It isn't sent anywhere unless you send it.</source>
   <translation>Dies ist ein Fehler in vaultsearch, nicht in den Notizen; sie blieben unberührt. Die Arbeit kann weitergehen. Der Bericht beschreibt, was geschehen ist. Er wird nur gesendet, wenn du ihn selbst sendest.</translation>
  </message>
  <message>
   <source>Copy report</source>
   <translation>Bericht kopieren</translation>
  </message>
  <message>
   <source>Show log</source>
   <translation>Protokoll anzeigen</translation>
  </message>
  <message>
   <source>Problems while indexing</source>
   <translation>Probleme bei der Indizierung</translation>
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
   <source>Drop a folder to search it, or a note or text to search with</source>
   <translation>Ordner ablegen, um ihn zu durchsuchen, oder Notiz oder Text, um damit zu suchen</translation>
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
   <source>Something went wrong: see the report in the window.</source>
   <translation>Etwas ist schiefgegangen: Der Bericht steht im Fenster.</translation>
  </message>
 </context>
 <context>
  <name>core.parameters</name>
  <message>
   <source>larger notes, in bytes, are skipped and reported</source>
   <translation>größere Notizen (in Byte) werden übersprungen und gemeldet</translation>
  </message>
  <message>
   <source>also follow links to files and folders outside the vault</source>
   <translation>auch Verknüpfungen zu Dateien und Ordnern außerhalb des Vaults folgen</translation>
  </message>
  <message>
   <source>longest passage, in tokens of the model; title and headings come on top</source>
   <translation>längste Passage, in Token des Modells; Titel und Überschriften kommen hinzu</translation>
  </message>
  <message>
   <source>tokens repeated from the end of one passage at the start of the next</source>
   <translation>Token vom Ende einer Passage, die am Anfang der nächsten wiederholt werden</translation>
  </message>
  <message>
   <source>the installed default, a folder with a sentence-transformers model, or the name of one in the local hub cache</source>
   <translation>das installierte Standardmodell, ein Ordner mit einem sentence-transformers-Modell oder der Name eines Modells im lokalen Hub-Cache</translation>
  </message>
  <message>
   <source>the model for all languages but English: named like embedding_model; none (embedding_model for all); or auto: the installed one with the default embedding_model, none with another</source>
   <translation>das Modell für alle Sprachen außer Englisch: benannt wie embedding_model; none (embedding_model für alle); oder auto: das installierte beim Standard von embedding_model, sonst keines</translation>
  </message>
  <message>
   <source>language of notes without a `lang` property, as a code such as de; auto detects it per note</source>
   <translation>Sprache von Notizen ohne die Eigenschaft `lang`, als Kürzel wie de; auto erkennt sie je Notiz</translation>
  </message>
  <message>
   <source>language of all questions, as a code; auto detects it per question</source>
   <translation>Sprache aller Fragen, als Kürzel; auto erkennt sie je Frage</translation>
  </message>
  <message>
   <source>plain embeds each passage alone; late embeds short neighbouring passages together; colbert also keeps a vector for every few tokens</source>
   <translation>plain bettet jede Passage einzeln ein; late bettet kurze benachbarte Passagen gemeinsam ein; colbert hält zusätzlich je wenige Token einen Vektor</translation>
  </message>
  <message>
   <source>passages encoded at once</source>
   <translation>gleichzeitig kodierte Passagen</translation>
  </message>
  <message>
   <source>candidates by meaning</source>
   <translation>Kandidaten nach Bedeutung</translation>
  </message>
  <message>
   <source>fewest candidates by meaning from the multilingual model: several may say the same in different languages</source>
   <translation>Mindestzahl der Kandidaten nach Bedeutung aus dem mehrsprachigen Modell: mehrere können in verschiedenen Sprachen dasselbe sagen</translation>
  </message>
  <message>
   <source>weight of the whole note's meaning in that of its passages</source>
   <translation>Gewicht der Bedeutung der ganzen Notiz in der ihrer Passagen</translation>
  </message>
  <message>
   <source>tokens that share a vector if chunking_mode is colbert; 1 for one each</source>
   <translation>Token, die sich einen Vektor teilen, wenn chunking_mode colbert ist; bei 1 hat jedes einen eigenen</translation>
  </message>
  <message>
   <source>weight of token vectors relative to meaning if chunking_mode is colbert</source>
   <translation>Gewicht der Token-Vektoren relativ zur Bedeutung, wenn chunking_mode colbert ist</translation>
  </message>
  <message>
   <source>candidates by token vectors</source>
   <translation>Kandidaten nach Token-Vektoren</translation>
  </message>
  <message>
   <source>candidates by keywords</source>
   <translation>Kandidaten nach Stichwörtern</translation>
  </message>
  <message>
   <source>candidates by exact text</source>
   <translation>Kandidaten nach exaktem Text</translation>
  </message>
  <message>
   <source>combine keywords and meaning by their scores, or by reciprocal ranks</source>
   <translation>Stichwörter und Bedeutung nach ihren Werten oder nach reziproken Rängen verbinden</translation>
  </message>
  <message>
   <source>weight of keywords in the combined score; the rest is meaning</source>
   <translation>Gewicht der Stichwörter im Gesamtwert; der Rest entfällt auf die Bedeutung</translation>
  </message>
  <message>
   <source>the same for passages found by the multilingual model</source>
   <translation>dasselbe für Passagen, die das mehrsprachige Modell gefunden hat</translation>
  </message>
  <message>
   <source>weight of the similarity of question and title beside meaning and keywords; 0 for none</source>
   <translation>Gewicht der Ähnlichkeit von Frage und Titel neben Bedeutung und Stichwörtern; 0 für keines</translation>
  </message>
  <message>
   <source>bonus to that similarity for the share of the question's words in a title or alias</source>
   <translation>Zuschlag zu dieser Ähnlichkeit für den Anteil der Fragewörter in einem Titel oder Alias</translation>
  </message>
  <message>
   <source>constant of reciprocal rank fusion; higher values even out the ranks</source>
   <translation>Konstante der Fusion reziproker Ränge; höhere Werte gleichen die Ränge an</translation>
  </message>
  <message>
   <source>ranking steps joined by +; auto is best_sentence, late_interaction, then cross_encoder if its weights are installed</source>
   <translation>Schritte der Rangfolge, verbunden durch +; auto ist best_sentence, late_interaction, dann cross_encoder, falls dessen Gewichte installiert sind</translation>
  </message>
  <message>
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one from `vaultsearch models download`, else the installed one</source>
   <translation>der Cross-Encoder: ein Ordner, der Name eines Modells im lokalen Hub-Cache oder auto: der von `vaultsearch models download`, sonst der installierte</translation>
  </message>
  <message>
   <source>passages whose sentences the multilingual model reads one by one; the others stay below</source>
   <translation>Passagen, deren Sätze das mehrsprachige Modell einzeln liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>weight of a passage's best sentence in its meaning; the rest is the whole passage</source>
   <translation>Gewicht des besten Satzes in der Bedeutung einer Passage; der Rest entfällt auf die ganze Passage</translation>
  </message>
  <message>
   <source>passages read by late interaction; the others stay below</source>
   <translation>Passagen, die die späte Interaktion liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>weight of late interaction against the order before it (1: equal)</source>
   <translation>Gewicht der späten Interaktion gegenüber der bisherigen Reihenfolge (1: gleich)</translation>
  </message>
  <message>
   <source>weight of the cross-encoder against the order before it (1: equal)</source>
   <translation>Gewicht des Cross-Encoders gegenüber der bisherigen Reihenfolge (1: gleich)</translation>
  </message>
  <message>
   <source>passages read by the cross-encoder; the others stay below</source>
   <translation>Passagen, die der Cross-Encoder liest; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <source>weight of relevance against variety (1: relevance only)</source>
   <translation>Gewicht der Relevanz gegenüber der Vielfalt (1: nur Relevanz)</translation>
  </message>
  <message>
   <source>days after which a note counts as half as fresh</source>
   <translation>Tage, nach denen eine Notiz als halb so aktuell gilt</translation>
  </message>
  <message>
   <source>weight of freshness in the order; the rest is relevance (0: none)</source>
   <translation>Gewicht der Aktualität in der Reihenfolge; der Rest entfällt auf die Relevanz (0: keines)</translation>
  </message>
  <message>
   <source>weight of links from and to the best notes (0: none)</source>
   <translation>Gewicht der Links von und zu den besten Notizen (0: keines)</translation>
  </message>
  <message>
   <source>passages with a lower probability of answering are hidden</source>
   <translation>Passagen, die mit geringerer Wahrscheinlichkeit antworten, werden ausgeblendet</translation>
  </message>
  <message>
   <source>document lists a few passages per note, none all of them</source>
   <translation>document listet wenige Passagen je Notiz auf, none alle</translation>
  </message>
  <message>
   <source>passages listed per note</source>
   <translation>aufgelistete Passagen je Notiz</translation>
  </message>
  <message>
   <source>related notes listed</source>
   <translation>aufgelistete verwandte Notizen</translation>
  </message>
  <message>
   <source>share of text that two passages must have in common to be duplicates</source>
   <translation>Anteil des Textes, der gleich sein muss, damit zwei Passagen als Duplikate gelten</translation>
  </message>
  <message>
   <source>overlap between pieces of a long text, as a share of chunk_size</source>
   <translation>Überlappung zwischen den Stücken eines langen Textes, als Anteil von chunk_size</translation>
  </message>
  <message>
   <source>shorter paragraphs or messages of a long text, in tokens, are joined with the next</source>
   <translation>kürzere Absätze oder Nachrichten eines langen Textes (in Token) werden mit dem folgenden verbunden</translation>
  </message>
  <message>
   <source>candidates for each piece of a long text</source>
   <translation>Kandidaten für jedes Stück eines langen Textes</translation>
  </message>
  <message>
   <source>lowest cosine for a passage to be similar to a piece; -1 for the value fitted to the model, or none if there is no such value</source>
   <translation>kleinster Kosinus, bei dem eine Passage einem Stück ähnelt; -1 für den an das Modell angepassten Wert, falls es einen gibt</translation>
  </message>
  <message>
   <source>the same for the multilingual model</source>
   <translation>dasselbe für das mehrsprachige Modell</translation>
  </message>
  <message>
   <source>ann uses the vector index if there is one, exact compares with every passage</source>
   <translation>ann nutzt den Vektorindex, falls vorhanden; exact vergleicht mit jeder Passage</translation>
  </message>
  <message>
   <source>partitions of the vector index that ann searches</source>
   <translation>Partitionen des Vektorindex, die ann durchsucht</translation>
  </message>
  <message>
   <source>passages looked at per candidate: several may be from one note</source>
   <translation>betrachtete Passagen je Kandidat: mehrere können aus einer Notiz sein</translation>
  </message>
  <message>
   <source>document takes few passages per note, semantic skips those that repeat a better one, none takes all</source>
   <translation>document nimmt wenige Passagen je Notiz, semantic überspringt Wiederholungen einer besseren, none nimmt alle</translation>
  </message>
  <message>
   <source>passages per note with the strategy document</source>
   <translation>Passagen je Notiz bei der Strategie document</translation>
  </message>
  <message>
   <source>lowest cosine for two passages to say the same with the strategy semantic</source>
   <translation>kleinster Kosinus, ab dem zwei Passagen bei der Strategie semantic dasselbe sagen</translation>
  </message>
  <message>
   <source>notes listed for all topics together, and at most for each</source>
   <translation>aufgelistete Notizen für alle Themen zusammen und höchstens je Thema</translation>
  </message>
  <message>
   <source>weight of similarity against variety within a topic (1: similarity only)</source>
   <translation>Gewicht der Ähnlichkeit gegenüber der Vielfalt innerhalb eines Themas (1: nur Ähnlichkeit)</translation>
  </message>
  <message>
   <source>weight of the whole text's similarity in that of one of its pieces</source>
   <translation>Gewicht der Ähnlichkeit zum ganzen Text in der zu einem seiner Stücke</translation>
  </message>
  <message>
   <source>passages listed in the window</source>
   <translation>im Fenster aufgelistete Passagen</translation>
  </message>
  <message>
   <source>recent searches to remember; 0 remembers none and clears the history</source>
   <translation>gespeicherte letzte Suchen; 0 speichert keine und löscht den Verlauf</translation>
  </message>
  <message>
   <source>in the window, rank notes higher that were opened, copied or added to the basket for the question; off remembers nothing new</source>
   <translation>im Fenster Notizen bevorzugen, die bei der Frage geöffnet, kopiert oder zum Korb hinzugefügt wurden; ausgeschaltet wird nichts Neues gespeichert</translation>
  </message>
  <message>
   <source>lowest cosine for two questions to count as the same</source>
   <translation>kleinster Kosinus, ab dem zwei Fragen als gleich gelten</translation>
  </message>
  <message>
   <source>token budget of a copied context</source>
   <translation>Token-Budget eines kopierten Kontexts</translation>
  </message>
  <message>
   <source>passages considered for a copied context</source>
   <translation>Passagen, die für einen kopierten Kontext in Betracht kommen</translation>
  </message>
  <message>
   <source>sentences quoted per note</source>
   <translation>zitierte Sätze je Notiz</translation>
  </message>
  <message>
   <source>lowest probability, 0 to 1, that a note's best sentence answers for anything to be quoted</source>
   <translation>kleinste Wahrscheinlichkeit (0 bis 1), mit der der beste Satz einer Notiz antworten muss, damit zitiert wird</translation>
  </message>
 </context>
 <context>
  <name>core.values.rerankers</name>
  <message>
   <source>Best sentence</source>
   <translation>Bester Satz</translation>
  </message>
  <message>
   <source>Languages other than English: compares the question with single sentences. Cost: small; reads the sentences of {} passages.</source>
   <translation>Andere Sprachen als Englisch: vergleicht die Frage mit einzelnen Sätzen. Aufwand: gering; liest die Sätze von {} Passagen.</translation>
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
   <source>English: compares word by word. Cost: small; reads {} passages.</source>
   <translation>Englisch: vergleicht Wort für Wort. Aufwand: gering; liest {} Passagen.</translation>
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
   <source>English: reads question and passage together. Cost: largest; reads {} passages for every question. Needs its own model.</source>
   <translation>Englisch: liest Frage und Passage zusammen. Aufwand: am größten; liest {} Passagen je Frage. Braucht ein eigenes Modell.</translation>
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
   <source>Adds variety. Cost: almost none.</source>
   <translation>Sorgt für Vielfalt. Aufwand: fast keiner.</translation>
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
   <source>Ranks newer notes higher. Cost: none.</source>
   <translation>Bevorzugt neuere Notizen. Aufwand: keiner.</translation>
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
   <source>Ranks notes higher that are linked with the best ones. Cost: small.</source>
   <translation>Bevorzugt Notizen, die mit den besten verlinkt sind. Aufwand: gering.</translation>
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
   <source>Hides weak matches. Cost: none; needs probabilities from an earlier step.</source>
   <translation>Blendet schwache Treffer aus. Aufwand: keiner; braucht Wahrscheinlichkeiten aus einem früheren Schritt.</translation>
  </message>
  <message>
   <source>Ranking: threshold</source>
   <translation>Rangfolge: Schwelle</translation>
  </message>
  <message>
   <source>One per note</source>
   <translation>Eine je Notiz</translation>
  </message>
  <message>
   <source>Lists a few passages per note. Cost: none.</source>
   <translation>Listet wenige Passagen je Notiz auf. Aufwand: keiner.</translation>
  </message>
  <message>
   <source>Ranking: passages per note</source>
   <translation>Rangfolge: Passagen je Notiz</translation>
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
   <source>a heading; the passages below it are the answer</source>
   <translation>eine Überschrift; die Antwort sind die Passagen darunter</translation>
  </message>
  <message>
   <source>the text of a link; the linked note is the answer</source>
   <translation>der Text eines Links; die Antwort ist die verlinkte Notiz</translation>
  </message>
  <message>
   <source>an alias; its note is the answer</source>
   <translation>ein Alias; die Antwort ist seine Notiz</translation>
  </message>
  <message>
   <source>the first sentence of a note; the rest of the note is the answer</source>
   <translation>der erste Satz einer Notiz; die Antwort ist der Rest der Notiz</translation>
  </message>
  <message>
   <source>Use these figures to compare models and settings on your own notes: if one wins by more than its interval, it is likely to serve you better.</source>
   <translation>Mit diesen Zahlen lassen sich Modelle und Einstellungen an den eigenen Notizen vergleichen: Gewinnt eines um mehr als sein Intervall, ist es wahrscheinlich das bessere.</translation>
  </message>
  <message>
   <source>They say little about search quality as such: nobody asked these questions, each has only one right answer here although there may be others, and the question's own text was removed from the notes.</source>
   <translation>Über die Qualität der Suche an sich sagen sie wenig: Niemand hat diese Fragen gestellt, als richtig gilt nur eine Antwort, obwohl es mehrere geben kann, und der Text der Frage wurde aus den Notizen entfernt.</translation>
  </message>
  <message>
   <source>Headings and link texts are shorter than typical questions, first sentences longer: look at the kind most like what you type.</source>
   <translation>Überschriften und Linktexte sind kürzer als übliche Fragen, erste Sätze länger: Maßgeblich ist die Art, die den eigenen Eingaben am nächsten kommt.</translation>
  </message>
 </context>
 <context>
  <name>core.search.engine</name>
  <message>
   <source>Leave it out, or write it as a filter, such as "a phrase", content:word or tag:name.</source>
   <translation>Weglassen oder als Filter schreiben, etwa "eine Wendung", content:wort oder tag:name.</translation>
  </message>
 </context>
 <context>
  <name>core.query.grammar</name>
  <message>
   <source>Extra closing parenthesis ignored.</source>
   <translation>Überzählige schließende Klammer ignoriert.</translation>
  </message>
  <message>
   <source>Too many nested parentheses; the inner ones are ignored.</source>
   <translation>Zu viele verschachtelte Klammern; die inneren werden ignoriert.</translation>
  </message>
  <message>
   <source>Closing parenthesis assumed at the end.</source>
   <translation>Schließende Klammer am Ende angenommen.</translation>
  </message>
  <message>
   <source>Too many operators in a row; the first ones are ignored.</source>
   <translation>Zu viele Operatoren hintereinander; die ersten werden ignoriert.</translation>
  </message>
  <message>
   <source>OR needs a word on both sides and is ignored.</source>
   <translation>OR braucht auf beiden Seiten ein Wort und wird ignoriert.</translation>
  </message>
 </context>
 <context>
  <name>core.query.reading</name>
  <message>
   <source>AND is searched as a word; to require several words, use parentheses: (this that).</source>
   <translation>AND wird als Wort gesucht; für mehrere Wörter zugleich Klammern verwenden: (dies das).</translation>
  </message>
  <message>
   <source>NOT is searched as a word; to exclude a word, use a minus: -this.</source>
   <translation>NOT wird als Wort gesucht; zum Ausschließen ein Minus verwenden: -dies.</translation>
  </message>
  <message>
   <source>Closing / missing; searched as plain words.</source>
   <translation>Schließendes / fehlt; als gewöhnliche Wörter gesucht.</translation>
  </message>
  <message>
   <source>Notes and canvases are searched; attachments aren't yet.</source>
   <translation>Gesucht wird in Notizen und Canvases, noch nicht in Anhängen.</translation>
  </message>
  <message>
   <source>Closing " assumed at the end.</source>
   <translation>Schließendes " am Ende angenommen.</translation>
  </message>
  <message>
   <source>Closing ] assumed at the end.</source>
   <translation>Schließende ] am Ende angenommen.</translation>
  </message>
 </context>
 <context>
  <name>core.search.retrieval</name>
  <message>
   <source>Correct it, or remove the slashes.</source>
   <translation>Korrigieren oder die Schrägstriche entfernen.</translation>
  </message>
  <message>
   <source>Make it simpler: nested repeats are slow.</source>
   <translation>Vereinfachen: Verschachtelte Wiederholungen sind langsam.</translation>
  </message>
 </context>
</TS>
