<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>vaultsearch</name>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Search</source>
   <translation>&amp;Suche</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Passage</source>
   <translation>&amp;Passage</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Note</source>
   <translation>&amp;Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>No text selected in the note</source>
   <translation>In der Notiz ist kein Text ausgewählt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>No link selected in the note</source>
   <translation>In der Notiz ist kein Link ausgewählt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open in Obsidian</source>
   <translation>In Obsidian öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the note at this heading in Obsidian</source>
   <translation>Die Notiz bei dieser Überschrift in Obsidian öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open in the default editor</source>
   <translation>Im Standardeditor öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the file in its default app, a PDF at the page if the app can</source>
   <translation>Datei in ihrer Standard-App öffnen, ein PDF auf der Seite, wenn die App das kann</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Actions for the passage…</source>
   <translation>Aktionen für die Passage…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Everything that can be done with the passage and its note</source>
   <translation>Alles, was mit der Passage und ihrer Notiz möglich ist</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show in file manager</source>
   <translation>Im Dateimanager anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the note's file in the file manager</source>
   <translation>Die Datei der Notiz im Dateimanager anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy passage</source>
   <translation>Passage kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the passage with its source</source>
   <translation>Die Passage mit Quelle kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Copy as context</source>
   <translation>Als Kontext kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the basket, or the top results, as cited context for an AI chat</source>
   <translation>Korb oder beste Treffer mit Quellen als Kontext für einen KI-Chat kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Copy answer</source>
   <translation>Antwort kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the sentences of the answer, each with a link to its note</source>
   <translation>Die Sätze der Antwort kopieren, jeden mit Link zu seiner Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Answer in the whole note</source>
   <translation>Antwort in der Notiz zeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the note of the answer, and all its sentences that answer</source>
   <translation>Die Notiz zur Antwort zeigen, mit allen Sätzen, die antworten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>More like this answer</source>
   <translation>Ähnliches wie diese Antwort</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the sentences of the answer</source>
   <translation>Mit den Sätzen der Antwort suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy code block</source>
   <translation>Codeblock kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the block of code under the pointer, or the first one in sight</source>
   <translation>Den Codeblock unter dem Mauszeiger kopieren, sonst den ersten sichtbaren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy link to passage</source>
   <translation>Link zur Passage kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]</source>
   <translation>Einen Link zur Überschrift kopieren, wie Obsidian ihn schreibt: [[Notiz#Überschrift]]</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy obsidian:// link</source>
   <translation>obsidian://-Link kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy a link that opens the note in Obsidian from any app</source>
   <translation>Einen Link kopieren, der die Notiz aus jeder App in Obsidian öffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy file path</source>
   <translation>Dateipfad kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the path of the note's file</source>
   <translation>Den Pfad der Notizdatei kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add to or remove from basket</source>
   <translation>Zum Korb hinzufügen oder daraus entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add the selected passage to the basket, or remove it</source>
   <translation>Die ausgewählte Passage zum Korb hinzufügen oder daraus entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Look closer</source>
   <translation>Näher ansehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show the picture large, or more of the passage; among pictures, Space does it, too</source>
   <translation>Das Bild groß zeigen, oder mehr von der Passage; bei Bildern genügt die Leertaste</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show or hide the basket</source>
   <translation>Korb ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>More like this passage</source>
   <translation>Ähnliche Passagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the whole text of the passage</source>
   <translation>Mit dem ganzen Text der Passage suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Compare two passages</source>
   <translation>Zwei Passagen vergleichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Show two selected passages side by side, with what differs marked</source>
   <translation>Zwei gewählte Passagen nebeneinander zeigen, mit markierten Unterschieden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Hide this folder from results</source>
   <translation>Diesen Ordner in den Treffern ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Add a filter that excludes the note's folder; remove it to see the folder again</source>
   <translation>Einen Filter hinzufügen, der den Ordner der Notiz ausschließt; ohne den Filter erscheint der Ordner wieder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all results</source>
   <translation>Alle Treffer auswählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all results, to copy them, drag them or add them to the basket</source>
   <translation>Alle Treffer auswählen, zum Kopieren, Ziehen oder für den Korb</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Context menu</source>
   <translation>Kontextmenü</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open the menu of the selected results, or of the note</source>
   <translation>Das Menü der ausgewählten Treffer oder der Notiz öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Forget that I opened this</source>
   <translation>Vergessen, dass ich dies geöffnet habe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Stop ranking this note higher because you opened it for this or a similar question</source>
   <translation>Diese Notiz nicht mehr bevorzugen, weil sie für diese oder eine ähnliche Frage geöffnet wurde</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy selected text</source>
   <translation>Ausgewählten Text kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the text selected in the note</source>
   <translation>Den in der Notiz ausgewählten Text kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search for selected text</source>
   <translation>Nach ausgewähltem Text suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Search with the text selected in the note</source>
   <translation>Mit dem in der Notiz ausgewählten Text suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all text</source>
   <translation>Ganzen Text auswählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Select all text of the note</source>
   <translation>Den ganzen Text der Notiz auswählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open link</source>
   <translation>Link öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Open this link</source>
   <translation>Diesen Link öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy link address</source>
   <translation>Linkadresse kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/action_table.py" />
   <source>Copy the address of this link</source>
   <translation>Die Adresse dieses Links kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/proposals_list.py" />
   <source>Search suggestions</source>
   <translation>Suchvorschläge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/proposals_list.py" />
   <source>today, yesterday, this week, last week, this month, last month, this year, last year</source>
   <translation>heute, gestern, diese Woche, letzte Woche, dieser Monat, letzter Monat, dieses Jahr, letztes Jahr</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Search your notes</source>
   <translation>Notizen durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <source>Select the text</source>
   <translation>Text markieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_field.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Clear search</source>
   <translation>Suche leeren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} (Backspace removes it)</source>
   <translation>{} (Rücktaste entfernt ihn)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Filter {}</source>
   <translation>Filter {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{}, from “{}”</source>
   <translation>{}, aus „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Click here or press Tab to see notes of these days only</source>
   <translation>Hier klicken oder Tab drücken, um nur Notizen dieser Tage zu sehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Proposed filter: {}</source>
   <translation>Vorgeschlagener Filter: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Active filters</source>
   <translation>Aktive Filter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>No vault</source>
   <translation>Kein Vault</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Choose a vault</source>
   <translation>Vault wählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Vault: {}</source>
   <translation>Vault: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} is unavailable. Is its drive connected?</source>
   <translation>{} ist nicht erreichbar. Ist das Laufwerk angeschlossen?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>{} (unavailable)</source>
   <translation>{} (nicht erreichbar)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Search mode</source>
   <translation>Suchmodus</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/asking/search_pane.py" />
   <source>Search mode (Ctrl+1 to Ctrl+5)</source>
   <translation>Suchmodus (Strg+1 bis Strg+5)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Passages in the basket</source>
   <translation>Passagen im Korb</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Basket</source>
   <translation>Korb</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Tokens used</source>
   <translation>Verbrauchte Token</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Copy everything, to paste into a chat</source>
   <translation>Alles kopieren, zum Einfügen in einen Chat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Remove all (can be undone)</source>
   <translation>Alle entfernen (lässt sich rückgängig machen)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Take changed passages from the notes as they are now</source>
   <translation>Geänderte Passagen aus den jetzigen Notizen übernehmen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Update</source>
   <translation>Aktualisieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Update changed passages</source>
   <translation>Geänderte Passagen aktualisieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Close the basket (Esc)</source>
   <translation>Korb schließen (Esc)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Close the basket</source>
   <translation>Korb schließen</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>%Ln token(s)</source>
   <translation>
    <numerusform>%Ln Token</numerusform>
    <numerusform>%Ln Token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>merged with neighbour</source>
   <translation>mit Nachbarpassage zusammengefasst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>over budget</source>
   <translation>über dem Budget</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Undo</source>
   <translation>Rückgängig</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Clear</source>
   <translation>Leeren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Press Space on a result to add it.</source>
   <translation>Leertaste auf einem Treffer fügt ihn hinzu.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>Format</source>
   <translation>Format</translation>
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
   <translation>Nur Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Beside Obsidian</source>
   <translation>Neben Obsidian</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Notes that belong to it</source>
   <translation>Notizen, die dazugehören</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Enter copies a link · Ctrl+Enter shows the note · Drag takes the link</source>
   <translation>Enter kopiert einen Link · Strg+Enter zeigt die Notiz · Ziehen nimmt den Link mit</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>No note is open in Obsidian</source>
   <translation>In Obsidian ist keine Notiz offen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>Nothing belongs to this note yet</source>
   <translation>Zu dieser Notiz gehört noch nichts</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <source>No matching note: Enter searches in the main window</source>
   <translation>Keine passende Notiz: Enter sucht im Hauptfenster</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/overlays.py" />
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Notes</source>
   <translation>Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/beside.py" />
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied {}</source>
   <translation>{} kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Stopped.</source>
   <translation>Angehalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Set up a language model first</source>
   <translation>Erst ein Sprachmodell einrichten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>Type a question first</source>
   <translation>Erst eine Frage eingeben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/asking.py" />
   <source>{} is not this computer. Nothing was sent.</source>
   <translation>{} ist nicht dieser Computer. Es wurde nichts gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/dropping.py" />
   <source>Drop a folder to search it, or a note or text to search with</source>
   <translation>Ordner ablegen, um ihn zu durchsuchen, oder Notiz oder Text, um damit zu suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Rebuild index</source>
   <translation>Index neu aufbauen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Rebuild the index from scratch?</source>
   <translation>Den Index von Grund auf neu aufbauen?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/indexing.py" />
   <source>Keyword search is back within seconds, search by meaning as notes are indexed.</source>
   <translation>Die Stichwortsuche ist nach Sekunden wieder da, die Suche nach Bedeutung mit fortschreitender Indizierung.</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln word(s)</source>
   <translation>
    <numerusform>%Ln Wort</numerusform>
    <numerusform>%Ln Wörter</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Text to search with</source>
   <translation>Suchtext</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Write or paste a draft, a transcript or a chat</source>
   <translation>Einen Entwurf, ein Transkript oder einen Chat schreiben oder einfügen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Search</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Search with this text (Ctrl+Enter)</source>
   <translation>Mit diesem Text suchen (Strg+Enter)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Not enough text to search with</source>
   <translation>Zu wenig Text für eine Suche</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>No notes similar to this text</source>
   <translation>Keine Notizen, die diesem Text ähneln</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>Try another text, or ask a question.</source>
   <translation>Einen anderen Text versuchen oder eine Frage stellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Still indexing…</source>
   <translation>Wird noch indiziert…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <source>No similar notes so far</source>
   <translation>Bisher keine ähnlichen Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No result selected</source>
   <translation>Kein Treffer ausgewählt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>{} is deleted: there is nothing to open.</source>
   <translation>{} ist gelöscht: Es gibt nichts zu öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Couldn't open Obsidian. Copy the answer instead.</source>
   <translation>Obsidian ließ sich nicht öffnen. Die Antwort stattdessen kopieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No app could open {}.</source>
   <translation>Keine App konnte {} öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Added to the basket</source>
   <translation>Zum Korb hinzugefügt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Removed from the basket</source>
   <translation>Aus dem Korb entfernt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Couldn't open Obsidian. Ctrl+Enter opens the file instead.</source>
   <translation>Obsidian ließ sich nicht öffnen. Strg+Enter öffnet stattdessen die Datei.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Obsidian not found</source>
   <translation>Obsidian nicht gefunden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>No app opens Obsidian's links.</source>
   <translation>Keine App öffnet Links von Obsidian.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open the note in your default editor, or install Obsidian and start it once.</source>
   <translation>Die Notiz im Standardeditor öffnen, oder Obsidian installieren und einmal starten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Always use the default editor (see Settings &gt; Appearance)</source>
   <translation>Immer den Standardeditor verwenden (siehe Einstellungen &gt; Darstellung)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open in editor</source>
   <translation>Im Editor öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>External link</source>
   <translation>Externer Link</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <source>Open this page in your browser?</source>
   <translation>Diese Seite im Browser öffnen?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/passages.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>No note with that name</source>
   <translation>Keine Notiz mit diesem Namen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>Copied the whole note, as Markdown</source>
   <translation>Ganze Notiz als Markdown kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>The old text is gone</source>
   <translation>Den alten Text gibt es nicht mehr</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/reading.py" />
   <source>No more matches</source>
   <translation>Keine weiteren Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>This result's rank doesn't come from past use</source>
   <translation>Der Rang dieses Treffers kommt nicht von früherer Nutzung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>Ask a question first</source>
   <translation>Zuerst eine Frage stellen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/recent.py" />
   <source>Forgotten</source>
   <translation>Vergessen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>Copied: {}</source>
   <translation>Kopiert: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Searching…</source>
   <translation>Suche läuft…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>Type a question to see its answers in this note</source>
   <translation>Eine Frage eingeben, um ihre Antworten in dieser Notiz zu sehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>No answer in this note</source>
   <translation>Keine Antwort in dieser Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/related.py" />
   <source>No related notes</source>
   <translation>Keine verwandten Notizen</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>%Ln file(s) contain “{}”</source>
   <translation>
    <numerusform>%Ln Datei enthält „{}“</numerusform>
    <numerusform>%Ln Dateien enthalten „{}“</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>“{}” instead of “{}”</source>
   <translation>„{}“ statt „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Without {}</source>
   <translation>Ohne {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Without any filters</source>
   <translation>Ohne Filter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>{} without quotes</source>
   <translation>{} ohne Anführungszeichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by meaning and keywords ({})</source>
   <translation>Nach Bedeutung und Stichwörtern suchen ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by meaning ({})</source>
   <translation>Nach Bedeutung suchen ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search by keywords ({})</source>
   <translation>Nach Stichwörtern suchen ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search for exact text ({})</source>
   <translation>Nach exaktem Text suchen ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>Search along links ({})</source>
   <translation>Entlang von Links suchen ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>{}: {}</source>
   <translation>{}: {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>{}: %Ln file(s) contain the words</source>
   <translation>
    <numerusform>{}: %Ln Datei enthält die Wörter</numerusform>
    <numerusform>{}: %Ln Dateien enthalten die Wörter</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied {} with their sources</source>
   <translation>{} mit Quellen kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied the passage with its source</source>
   <translation>Passage mit Quelle kopiert</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln link(s)</source>
   <translation>
    <numerusform>Link kopiert</numerusform>
    <numerusform>%Ln Links kopiert</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln path(s)</source>
   <translation>
    <numerusform>Pfad kopiert</numerusform>
    <numerusform>%Ln Pfade kopiert</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Answer copied</source>
   <translation>Antwort kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>There is no answer to copy</source>
   <translation>Es gibt keine Antwort zum Kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Code copied</source>
   <translation>Code kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>There is no code in sight</source>
   <translation>Es ist kein Code zu sehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/controllers/zoom.py" />
   <source>Zoom: {} %</source>
   <translation>Zoom: {} %</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/reading/note_view.py" />
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/reading/canvas_view.py" />
   <source>Canvas</source>
   <translation>Canvas</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>PDF</source>
   <translation>PDF</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Picture</source>
   <translation>Bild</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Audio or video</source>
   <translation>Audio oder Video</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Document</source>
   <translation>Dokument</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>E-book</source>
   <translation>E-Book</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Web page</source>
   <translation>Webseite</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Presentation</source>
   <translation>Präsentation</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Spreadsheet</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>E-mail</source>
   <translation>E-Mail</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Jupyter notebook</source>
   <translation>Jupyter-Notebook</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Obsidian base</source>
   <translation>Obsidian-Base</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Drawing</source>
   <translation>Zeichnung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Source code</source>
   <translation>Quelltext</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>slide {}</source>
   <translation>Folie {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>p. {}</source>
   <translation>S. {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Page {} of the file</source>
   <translation>Seite {} der Datei</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln PDF(s) read</source>
   <translation>
    <numerusform>{} von %Ln PDF gelesen</numerusform>
    <numerusform>{} von %Ln PDFs gelesen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln file(s) read</source>
   <translation>
    <numerusform>{} von %Ln Datei gelesen</numerusform>
    <numerusform>{} von %Ln Dateien gelesen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln need(s) text recognition, which is off</source>
   <translation>
    <numerusform>%Ln braucht Texterkennung, die ausgeschaltet ist</numerusform>
    <numerusform>%Ln brauchen Texterkennung, die ausgeschaltet ist</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln waiting for text recognition</source>
   <translation>
    <numerusform>bei %Ln fehlt noch die Texterkennung</numerusform>
    <numerusform>bei %Ln fehlt noch die Texterkennung</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} failed</source>
   <translation>{} fehlgeschlagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>without an ending</source>
   <translation>ohne Endung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>others</source>
   <translation>weitere</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Not read: {}</source>
   <translation>Nicht gelesen: {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln other problem(s)</source>
   <translation>
    <numerusform>%Ln weiteres Problem</numerusform>
    <numerusform>%Ln weitere Probleme</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>%Ln problem(s)</source>
   <translation>
    <numerusform>%Ln Problem</numerusform>
    <numerusform>%Ln Probleme</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Page {}</source>
   <translation>Seite {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Slide {}</source>
   <translation>Folie {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Text in picture</source>
   <translation>Text im Bild</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Properties</source>
   <translation>Eigenschaften</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Speaker notes</source>
   <translation>Sprechernotizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Header and footer</source>
   <translation>Kopf- und Fußzeile</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>From</source>
   <translation>Von</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>To</source>
   <translation>An</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Cc</source>
   <translation>Cc</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Attached</source>
   <translation>Anhänge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Forwarded message</source>
   <translation>Weitergeleitete Nachricht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Formulas</source>
   <translation>Formeln</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Columns</source>
   <translation>Spalten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Shown as</source>
   <translation>Ansicht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Sorted by</source>
   <translation>Sortiert nach</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>Grouped by</source>
   <translation>Gruppiert nach</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>At most</source>
   <translation>Höchstens</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>all of</source>
   <translation>alle von</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>any of</source>
   <translation>eines von</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>none of</source>
   <translation>keines von</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <source>Notes by date</source>
   <translation>Notizen nach Datum</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <source>before {}</source>
   <translation>vor {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>MMM yyyy</source>
   <translation>MMM yyyy</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/histogram.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>d MMM yyyy</source>
   <translation>d. MMM yyyy</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Type a command</source>
   <translation>Befehl eingeben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Commands and their shortcuts</source>
   <translation>Befehle und ihre Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No matching command</source>
   <translation>Kein passender Befehl</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Go to note</source>
   <translation>Zu Notiz gehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>Enter opens in Obsidian · Ctrl+Enter in the editor · Tab shows it here</source>
   <translation>Enter öffnet in Obsidian · Strg+Enter im Editor · Tab zeigt sie hier</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No match in the notes indexed so far</source>
   <translation>Kein Treffer in den bisher indizierten Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>No matching note</source>
   <translation>Keine passende Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>alias</source>
   <translation>Alias</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>file name</source>
   <translation>Dateiname</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/overlays.py" />
   <source>heading</source>
   <translation>Überschrift</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln note(s)</source>
   <translation>
    <numerusform>%Ln Notiz</numerusform>
    <numerusform>%Ln Notizen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s)</source>
   <translation>
    <numerusform>%Ln Datei</numerusform>
    <numerusform>%Ln Dateien</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln passage(s)</source>
   <translation>
    <numerusform>%Ln Passage</numerusform>
    <numerusform>%Ln Passagen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} in {}</source>
   <translation>{} in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you opened this for “{}”</source>
   <translation>geöffnet bei „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you copied this for “{}”</source>
   <translation>kopiert bei „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>you added this to the basket for “{}”</source>
   <translation>zum Korb hinzugefügt bei „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>changed since</source>
   <translation>seither geändert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>deleted since</source>
   <translation>seither gelöscht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>as it was on {}</source>
   <translation>Stand vom {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>new on {}</source>
   <translation>neu am {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>deleted on {}</source>
   <translation>gelöscht am {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>changed on {}</source>
   <translation>geändert am {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>“{}” under {}</source>
   <translation>„{}“ unter {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>“{}” elsewhere</source>
   <translation>„{}“ an anderer Stelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} is on another computer: there is no file here.</source>
   <translation>{} ist auf einem anderen Computer: Hier gibt es keine Datei.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Top {}</source>
   <translation>Beste {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) with these words</source>
   <translation>
    <numerusform>%Ln Datei mit diesen Wörtern</numerusform>
    <numerusform>%Ln Dateien mit diesen Wörtern</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) match</source>
   <translation>
    <numerusform>%Ln Datei passt</numerusform>
    <numerusform>%Ln Dateien passen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>The notes are not indexed yet</source>
   <translation>Die Notizen sind noch nicht indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Still indexing for meaning…</source>
   <translation>Bedeutung wird noch indiziert…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>{} of {}</source>
   <translation>{} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed for meaning so far: {}</source>
   <translation>Bisher nach Bedeutung indiziert: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed so far: {}</source>
   <translation>Bisher indiziert: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} was moved from {} to {}; index, basket and searches were kept</source>
   <translation>{} wurde von {} nach {} verschoben; Index, Korb und Suchen bleiben erhalten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>All vaults</source>
   <translation>Alle Vaults</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln vault(s)</source>
   <translation>
    <numerusform>{} von %Ln Vault</numerusform>
    <numerusform>{} von %Ln Vaults</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln vault(s)</source>
   <translation>
    <numerusform>%Ln Vault</numerusform>
    <numerusform>%Ln Vaults</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>another program is indexing changes</source>
   <translation>ein anderes Programm indiziert Änderungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>All {}</source>
   <translation>Alle {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} that match</source>
   <translation>{} mit Treffern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} in the list</source>
   <translation>{} in der Liste</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>published {}</source>
   <translation>veröffentlicht {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>paused: changes are ignored</source>
   <translation>angehalten: Änderungen werden ignoriert</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>indexing stopped: {} of %Ln file(s) by keywords, {} by meaning</source>
   <translation>
    <numerusform>Indizierung abgebrochen: {} von %Ln Datei nach Stichwörtern, {} nach Bedeutung</numerusform>
    <numerusform>Indizierung abgebrochen: {} von %Ln Dateien nach Stichwörtern, {} nach Bedeutung</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>meaning ready for {} of {}</source>
   <translation>Bedeutung: {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>not all up to date</source>
   <translation>nicht alle aktuell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>up to date</source>
   <translation>aktuell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>not indexed yet</source>
   <translation>noch nicht indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>checked every few seconds</source>
   <translation>alle paar Sekunden geprüft</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} indexed by {}</source>
   <translation>{}, indiziert mit {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Best results</source>
   <translation>Beste Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Quick results</source>
   <translation>Schnelle Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>unknown language</source>
   <translation>Sprache unbekannt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} d ago</source>
   <translation>vor {} T.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} h ago</source>
   <translation>vor {} Std.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} min ago</source>
   <translation>vor {} Min.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>just now</source>
   <translation>gerade eben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} s ago</source>
   <translation>vor {} Sek.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>until {}</source>
   <translation>bis {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>since {}</source>
   <translation>seit {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {}</source>
   <translation>{} werden indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexed {} for keywords; now for meaning…</source>
   <translation>{} nach Stichwörtern indiziert; nun nach Bedeutung…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {} of {}</source>
   <translation>{} von {} indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>keywords searchable</source>
   <translation>Stichwörter durchsuchbar</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Meaning ready for {} of {}</source>
   <translation>Bedeutung: {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Summarizing {} of {}</source>
   <translation>Zusammenfassung: {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Texts by your language model: {} of {}</source>
   <translation>Texte des Sprachmodells: {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Finishing…</source>
   <translation>Wird abgeschlossen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Scanning the folder…</source>
   <translation>Ordner wird durchsucht…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing {} has stopped until you open it again</source>
   <translation>Die Indizierung von {} ruht, bis der Vault wieder geöffnet wird</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Indexing all vaults has stopped until you open them again</source>
   <translation>Die Indizierung aller Vaults ruht, bis sie wieder geöffnet werden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} s</source>
   <translation>etwa {} Sek.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} min</source>
   <translation>etwa {} Min.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>about {} h</source>
   <translation>etwa {} Std.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Stopped. Files indexed so far are searchable.</source>
   <translation>Abgebrochen. Bereits Indiziertes ist durchsuchbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} added</source>
   <translation>{} hinzugefügt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} changed</source>
   <translation>{} geändert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} removed</source>
   <translation>{} entfernt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} moved</source>
   <translation>{} verschoben</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Copied {}, {} of %Ln token(s)</source>
   <translation>
    <numerusform>{} kopiert, {} von %Ln Token</numerusform>
    <numerusform>{} kopiert, {} von %Ln Token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} left out (over budget)</source>
   <translation>{} weggelassen (über dem Budget)</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Your text ({}) covers %Ln topic(s)</source>
   <translation>
    <numerusform>Der Text ({}) umfasst %Ln Thema</numerusform>
    <numerusform>Der Text ({}) umfasst %Ln Themen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Your text ({})</source>
   <translation>Der Text ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Changed since you added it. Press Enter to update.</source>
   <translation>Seit dem Hinzufügen geändert. Enter aktualisiert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>No longer in your notes</source>
   <translation>Nicht mehr in den Notizen</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln token(s)</source>
   <translation>
    <numerusform>{} von %Ln Token</numerusform>
    <numerusform>{} von %Ln Token</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Basket {}</source>
   <translation>Korb {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{}, {} of {}</source>
   <translation>{} · {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Right answer first (Hit@1)</source>
   <translation>Richtige Antwort zuerst (Hit@1)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Rank within the top ten (nDCG@10)</source>
   <translation>Rang unter den ersten zehn (nDCG@10)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Both</source>
   <translation>Beides</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>With reranking</source>
   <translation>Mit Reranking</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Making questions from your notes</source>
   <translation>Fragen werden aus den Notizen gebildet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Copying the index</source>
   <translation>Index wird kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Scanning the folder</source>
   <translation>Ordner wird durchsucht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>not tested</source>
   <translation>nicht getestet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{:.2f} ({:.2f} to {:.2f})</source>
   <translation>{:.2f} ({:.2f} bis {:.2f})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Testing “{}”</source>
   <translation>Test: „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{}: {} of {}</source>
   <translation>{}: {} von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{} {}: {}</source>
   <translation>{} {}: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Typical time</source>
   <translation>Übliche Dauer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>{} ms</source>
   <translation>{} ms</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Results by search mode, as bars</source>
   <translation>Ergebnisse je Suchmodus, als Balken</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Report</source>
   <translation>Bericht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Questions asked</source>
   <translation>Gestellte Fragen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>What this tells you, and what it doesn't</source>
   <translation>Was dies aussagt und was nicht</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</source>
   <translation>
    <numerusform>%Ln Frage aus den Notizen. 1 ist perfekt, 0 heißt nie gefunden; der Strich auf jedem Balken ist das 95-%-Konfidenzintervall.</numerusform>
    <numerusform>%Ln Fragen aus den Notizen. 1 ist perfekt, 0 heißt nie gefunden; der Strich auf jedem Balken ist das 95-%-Konfidenzintervall.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) not answered first</source>
   <translation>
    <numerusform>%Ln Frage nicht an erster Stelle beantwortet</numerusform>
    <numerusform>%Ln Fragen nicht an erster Stelle beantwortet</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>place {}</source>
   <translation>Platz {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>not found</source>
   <translation>nicht gefunden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>first: {}</source>
   <translation>zuerst: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Results by search mode, with confidence intervals</source>
   <translation>Ergebnisse je Suchmodus, mit Konfidenzintervallen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Search quality</source>
   <translation>Suchqualität</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>We make questions from your headings, links, aliases and first sentences, ask them of a copy of the index without those texts, and count how often search puts the right passage first: by meaning, by keywords, by both, and with reranking.

Nothing leaves this computer and your notes are not changed. It takes a few minutes, longer in a large vault; you can keep searching.</source>
   <translation>Aus Überschriften, Links, Aliassen und ersten Sätzen entstehen Fragen. Sie gehen an eine Kopie des Index ohne diese Texte, und gezählt wird, wie oft die richtige Passage zuerst kommt: nach Bedeutung, nach Stichwörtern, nach beidem und mit Reranking.

Nichts verlässt diesen Computer, und die Notizen bleiben unverändert. Es dauert einige Minuten, in einem großen Vault länger; die Suche läuft währenddessen weiter.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Test now</source>
   <translation>Jetzt testen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Stop test</source>
   <translation>Test abbrechen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Copy results</source>
   <translation>Ergebnisse kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Starting…</source>
   <translation>Wird gestartet…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Stopped. No results saved.</source>
   <translation>Abgebrochen. Keine Ergebnisse gespeichert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>Test again</source>
   <translation>Erneut testen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Find in this note</source>
   <translation>In dieser Notiz suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Close (Esc)</source>
   <translation>Schließen (Esc)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>Counting…</source>
   <translation>Wird gezählt…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/find_bar.py" />
   <source>No matches</source>
   <translation>Keine Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This note was deleted, moved or renamed</source>
   <translation>Diese Notiz wurde gelöscht, verschoben oder umbenannt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This change</source>
   <translation>Diese Änderung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Changes since</source>
   <translation>Änderungen seither</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Copy the old text</source>
   <translation>Alten Text kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions of “{}”</source>
   <translation>Fassungen von „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions with these words</source>
   <translation>Fassungen mit diesen Wörtern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Versions</source>
   <translation>Fassungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Choose two with Ctrl to compare them with each other</source>
   <translation>Mit Strg zwei auswählen, um sie miteinander zu vergleichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Changes since this version</source>
   <translation>Änderungen seit dieser Fassung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Reading the history…</source>
   <translation>Der Verlauf wird gelesen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Previous change</source>
   <translation>Vorige Änderung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Next change</source>
   <translation>Nächste Änderung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>deleted</source>
   <translation>gelöscht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>This note has no versions: its folder is in no git repository, or it is new there.</source>
   <translation>Diese Notiz hat keine Fassungen: Ihr Ordner liegt in keinem Git-Repository, oder sie ist neu darin.</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln version(s)</source>
   <translation>
    <numerusform>%Ln Fassung</numerusform>
    <numerusform>%Ln Fassungen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>Compare passages</source>
   <translation>Passagen vergleichen</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln sentence(s) in both</source>
   <translation>
    <numerusform>%Ln Satz in beiden</numerusform>
    <numerusform>%Ln Sätze in beiden</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>only here</source>
   <translation>nur hier</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>other words</source>
   <translation>andere Wörter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Map of the notes</source>
   <translation>Karte der Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Search: what is found is lit</source>
   <translation>Suchen und Treffer hervorheben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Save as a picture…</source>
   <translation>Als Bild speichern…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Search in this topic</source>
   <translation>In diesem Thema suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Add to basket</source>
   <translation>Zum Korb hinzufügen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Comparing all notes…</source>
   <translation>Alle Notizen werden verglichen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Arrows go from note to note · + and - zoom, 0 shows all · Enter shows the note · Shift and the mouse draw a line around notes</source>
   <translation>Pfeiltasten: von Notiz zu Notiz · + und -: zoomen, 0: alles · Enter: Notiz zeigen · Umschalt + Ziehen: Notizen einkreisen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Lit: {}</source>
   <translation>Hervorgehoben: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>In the basket: {}</source>
   <translation>Im Korb: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>Saved: {}</source>
   <translation>Gespeichert: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/note_map.py" />
   <source>{} can't be written</source>
   <translation>{} kann nicht geschrieben werden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Compare the two passages</source>
   <translation>Die beiden Passagen vergleichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Click to copy</source>
   <translation>Klick kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Similar</source>
   <translation>Ähnlich</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Suggested links</source>
   <translation>Vorgeschlagene Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Suggested tags</source>
   <translation>Vorgeschlagene Tags</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Backlinks</source>
   <translation>Backlinks</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Outgoing links</source>
   <translation>Ausgehende Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Unlinked mentions</source>
   <translation>Nicht verlinkte Erwähnungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Broken links</source>
   <translation>Defekte Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Answers in {}</source>
   <translation>Antworten in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>in {}</source>
   <translation>in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>Orphaned notes</source>
   <translation>Verwaiste Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>lines {} to {}</source>
   <translation>Zeilen {} bis {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/places.py" />
   <source>longest: keep?</source>
   <translation>am längsten: behalten?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Filter: tag:, path:, after:</source>
   <translation>Filter: tag:, path:, after:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Filter of related notes</source>
   <translation>Filter für verwandte Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Best first</source>
   <translation>Beste zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Newest first</source>
   <translation>Neueste zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>By title</source>
   <translation>Nach Titel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Order of related notes</source>
   <translation>Reihenfolge der verwandten Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Not linked</source>
   <translation>Nicht verlinkt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Only notes that no link joins to this one</source>
   <translation>Nur Notizen, die kein Link mit dieser verbindet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Notes above</source>
   <translation>Übergeordnete Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <source>Parent headings</source>
   <translation>Übergeordnete Überschriften</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Note outline</source>
   <translation>Gliederung der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/preview_pane.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Related notes</source>
   <translation>Verwandte Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/sheets_view.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <source>Pages</source>
   <translation>Seiten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/sheets_view.py" />
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>text in picture</source>
   <translation>Text im Bild</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Topics</source>
   <translation>Themen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Find a topic or a note, or ask a question</source>
   <translation>Ein Thema oder eine Notiz finden, oder eine Frage stellen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Still indexing: these are the topics of the notes indexed so far.</source>
   <translation>Die Indizierung läuft noch: Dies sind die Themen der bisher indizierten Notizen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Central notes</source>
   <translation>Zentrale Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No topics yet: too few notes have to do with one another</source>
   <translation>Noch keine Themen: Zu wenige Notizen haben miteinander zu tun</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No topic</source>
   <translation>Kein Thema</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>By the language model: {}</source>
   <translation>Vom Sprachmodell: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Telling passages</source>
   <translation>Aussagekräftige Passagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Duplicates and broken links</source>
   <translation>Duplikate und defekte Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Copy duplicates as a list</source>
   <translation>Duplikate als Liste kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Tasks in Markdown: which passage of each group to keep</source>
   <translation>Aufgaben in Markdown: welche Passage jeder Gruppe bleiben soll</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>Comparing all passages…</source>
   <translation>Alle Passagen werden verglichen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/reading/vault_dialogs.py" />
   <source>No duplicates or broken links</source>
   <translation>Keine Duplikate, keine defekten Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>“{}”</source>
   <translation>„{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>Answer</source>
   <translation>Antwort</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>Answer: {}</source>
   <translation>Antwort: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/answer_card.py" />
   <source>From your notes</source>
   <translation>Aus den Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recent searches and notes</source>
   <translation>Letzte Suchen und Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Hide “{}”</source>
   <translation>„{}“ ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Show “{}”</source>
   <translation>„{}“ einblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Recent searches</source>
   <translation>Letzte Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Saved searches</source>
   <translation>Gespeicherte Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Tasks due</source>
   <translation>Fällige Aufgaben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recently opened</source>
   <translation>Zuletzt geöffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Recently changed</source>
   <translation>Zuletzt geändert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>On this day</source>
   <translation>An diesem Tag</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>A year ago</source>
   <translation>Vor einem Jahr</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Often linked to, long not opened</source>
   <translation>Oft verlinkt, lange nicht geöffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Notes without links</source>
   <translation>Notizen ohne Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Try asking</source>
   <translation>Zum Beispiel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>Search tips</source>
   <translation>Suchtipps</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln new since yesterday</source>
   <translation>
    <numerusform>%Ln neu seit gestern</numerusform>
    <numerusform>%Ln neu seit gestern</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>this tag or its nested tags</source>
   <translation>dieser Tag oder seine Untertags</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>in this folder</source>
   <translation>in diesem Ordner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>notes with this property; [name:value] for its value</source>
   <translation>Notizen mit dieser Eigenschaft; [Name:Wert] für ihren Wert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>exact phrase</source>
   <translation>exakte Wortfolge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>excludes notes with this word</source>
   <translation>schließt Notizen mit diesem Wort aus</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>notes since then; also before: and on:</source>
   <translation>Notizen seit diesem Tag; auch before: und on:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>open tasks; task-done: for finished ones</source>
   <translation>offene Aufgaben; task-done: für erledigte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>either word</source>
   <translation>eines der beiden Wörter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Asked: {}</source>
   <translation>Gefragt: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} on {}</source>
   <translation>{} auf {}</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) not in your notes</source>
   <translation>
    <numerusform>%Ln Satz nicht in den Notizen</numerusform>
    <numerusform>%Ln Sätze nicht in den Notizen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) to compare yourself</source>
   <translation>
    <numerusform>%Ln Satz zum Vergleichen</numerusform>
    <numerusform>%Ln Sätze zum Vergleichen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Searching your notes…</source>
   <translation>Notizen werden durchsucht…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} searches for “{}”…</source>
   <translation>{} sucht nach „{}“…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} reads {}…</source>
   <translation>{} liest {}…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Sending {} to {}…</source>
   <translation>{} werden an {} gesendet…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} is writing… {} sent</source>
   <translation>{} schreibt… {} gesendet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Probably nothing in your notes answers this. Nothing was sent.</source>
   <translation>Wahrscheinlich beantwortet das keine der Notizen. Es wurde nichts gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Probably nothing in your notes answers this. No passage was sent.</source>
   <translation>Wahrscheinlich beantwortet das keine der Notizen. Es wurde keine Passage gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>{} found no answer in {}.</source>
   <translation>{} fand keine Antwort in {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>asking again…</source>
   <translation>wird noch einmal gefragt…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>not in your notes</source>
   <translation>nicht in den Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>not in {}</source>
   <translation>nicht in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Ask anyway</source>
   <translation>Trotzdem fragen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Settings…</source>
   <translation>Einstellungen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Save as a note</source>
   <translation>Als Notiz speichern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>What was sent</source>
   <translation>Was gesendet wurde</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Obsidian makes a new note of it</source>
   <translation>Obsidian legt damit eine neue Notiz an</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>A language model was asked: the question and passages were sent to it</source>
   <translation>Ein Sprachmodell wurde gefragt: Die Frage und Passagen aus den Notizen wurden ihm gesendet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Answer of the language model</source>
   <translation>Antwort des Sprachmodells</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>Ask a follow-up question…</source>
   <translation>Nachfragen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>compare</source>
   <translation>vergleichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>compare: asked again, the model said no</source>
   <translation>vergleichen: erneut gefragt, sagt das Modell nein</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>What was sent to {}</source>
   <translation>An {} gesendet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/pictures.py" />
   <source>Search results as pictures</source>
   <translation>Treffer als Bilder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_list.py" />
   <source>related, without your words</source>
   <translation>verwandt, ohne die Suchwörter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_list.py" />
   <source>Search results</source>
   <translation>Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>Topic: {}</source>
   <translation>Thema: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: date from the note's properties</source>
   <translation>{}: Datum aus den Eigenschaften der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: date from the note's name</source>
   <translation>{}: Datum aus dem Namen der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>{}: last saved</source>
   <translation>{}: zuletzt gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>in the basket</source>
   <translation>im Korb</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>%Ln more passage(s)</source>
   <translation>
    <numerusform>%Ln weitere Passage</numerusform>
    <numerusform>%Ln weitere Passagen</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>ascending</source>
   <translation>aufsteigend</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>descending</source>
   <translation>absteigend</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>Sort by {}</source>
   <translation>Nach {} sortieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Ask a question, or search for exact words.</source>
   <translation>Eine Frage stellen oder nach genauen Wörtern suchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Keep typing, or choose a suggestion</source>
   <translation>Weitertippen, oder einen Vorschlag wählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No results for “{}” yet</source>
   <translation>Noch keine Treffer für „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Type to search your notes</source>
   <translation>Tippen, um die Notizen zu durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No note contains exactly this text.</source>
   <translation>Keine Notiz enthält genau diesen Text.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No note contains these words.</source>
   <translation>Keine Notiz enthält diese Wörter.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Try removing a filter or using other words.</source>
   <translation>Einen Filter entfernen oder andere Wörter versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>No results for “{}”</source>
   <translation>Keine Treffer für „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Keyword matches only: {} in English.</source>
   <translation>Nur Stichworttreffer: {} auf Englisch.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Show text</source>
   <translation>Text anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Order of the results</source>
   <translation>Reihenfolge der Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <source>Order: {}</source>
   <translation>Reihenfolge: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/results_pane.py" />
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Date</source>
   <translation>Datum</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Suggested searches</source>
   <translation>Vorgeschlagene Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Try other words.</source>
   <translation>Andere Wörter versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Notes with this title</source>
   <translation>Notizen mit diesem Titel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Other spelling</source>
   <translation>Andere Schreibweise</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Search for “{}”</source>
   <translation>Nach „{}“ suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Search as typed</source>
   <translation>So suchen, wie getippt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Did you mean “{}”?</source>
   <translation>War „{}“ gemeint?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Showing results for {}</source>
   <translation>Ergebnisse für {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Index your notes for another language</source>
   <translation>Notizen für eine weitere Sprache indizieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Undo: don't index your notes for {}</source>
   <translation>Rückgängig: Notizen nicht für {} indizieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/suggestions.py" />
   <source>Index your notes for {} ({})</source>
   <translation>Notizen für {} indizieren ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Sort by</source>
   <translation>Sortieren nach</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>More properties</source>
   <translation>Weitere Eigenschaften</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Search results as a table</source>
   <translation>Treffer als Tabelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/table_view.py" />
   <source>Click to sort, right-click to choose columns</source>
   <translation>Klicken zum Sortieren, Rechtsklick für die Spaltenauswahl</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>Topics in the text</source>
   <translation>Themen im Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>All topics</source>
   <translation>Alle Themen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/results/topic_list.py" />
   <source>lines {} to {} of the text</source>
   <translation>Zeilen {} bis {} des Textes</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Title</source>
   <translation>Titel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Heading</source>
   <translation>Überschrift</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Tags</source>
   <translation>Tags</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Kind</source>
   <translation>Art</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>yes</source>
   <translation>ja</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/arrangement.py" />
   <source>no</source>
   <translation>nein</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_painter.py" />
   <source>{} more in this note</source>
   <translation>{} weitere in dieser Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>via {}</source>
   <translation>über {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>d MMM</source>
   <translation>d. MMM</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>link: {}</source>
   <translation>Link: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>(empty note)</source>
   <translation>(leere Notiz)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/rows/row_texts.py" />
   <source>(no text)</source>
   <translation>(kein Text)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Answers from your own notes as you type, entirely on your computer. MIT License.</source>
   <translation>Antworten aus den eigenen Notizen schon beim Tippen, ganz auf dem eigenen Computer. MIT-Lizenz.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show releases</source>
   <translation>Versionen anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show licenses</source>
   <translation>Lizenzen anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>vaultsearch doesn't look for updates. The releases open in your browser.</source>
   <translation>vaultsearch sucht nicht nach Aktualisierungen. Die Versionen öffnen sich im Browser.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Settings file (edit it only while the program is closed): {}</source>
   <translation>Einstellungsdatei (nur bei beendetem Programm bearbeiten): {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Log of errors (contains nothing from your notes): {}</source>
   <translation>Fehlerprotokoll (enthält nichts aus den Notizen): {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Show log</source>
   <translation>Protokoll anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Show settings file</source>
   <translation>Einstellungsdatei anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>vaultsearch {}
Python {}, Qt {}, {}</source>
   <translation>vaultsearch {}
Python {}, Qt {}, {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed as an application, in {}</source>
   <translation>Als Anwendung installiert, in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Started from an AppImage</source>
   <translation>Aus einem AppImage gestartet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed as a package of the system, in {}</source>
   <translation>Als Paket des Systems installiert, in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with pipx, in {}</source>
   <translation>Mit pipx installiert, in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with uv, in {}</source>
   <translation>Mit uv installiert, in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Installed with pip, in {}</source>
   <translation>Mit pip installiert, in {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>other models and GPUs</source>
   <translation>andere Modelle und GPUs</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>simplified for traditional characters</source>
   <translation>vereinfachte für traditionelle Schriftzeichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>the global shortcut</source>
   <translation>das globale Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>text in pictures</source>
   <translation>Text in Bildern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>answers by a language model</source>
   <translation>Antworten eines Sprachmodells</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>indexes in a bucket</source>
   <translation>Indexe in einem Bucket</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/about_page.py" />
   <source>Not installed: {}.</source>
   <translation>Nicht installiert: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Follow system</source>
   <translation>Wie das System</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>on</source>
   <translation>ein</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>off</source>
   <translation>aus</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Theme</source>
   <translation>&amp;Farbschema</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Language</source>
   <translation>&amp;Sprache</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Width of lines</source>
   <translation>&amp;Zeilenbreite</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Narrow</source>
   <translation>Schmal</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Medium</source>
   <translation>Mittel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Wide</source>
   <translation>Breit</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Density</source>
   <translation>&amp;Dichte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Comfortable</source>
   <translation>Bequem</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Compact</source>
   <translation>Kompakt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>L&amp;ines of text</source>
   <translation>Te&amp;xtzeilen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Enter opens notes in</source>
   <translation>&amp;Enter öffnet Notizen in</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Default editor</source>
   <translation>Standardeditor</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Show a tray icon</source>
   <translation>Symbol im Infobereich anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Closing the window hides it to the tray; Ctrl+Q quits</source>
   <translation>Schließen blendet das Fenster in den Infobereich aus; Strg+Q beendet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Esc in the empty field hides the window to the tray</source>
   <translation>Esc im leeren Suchfeld blendet das Fenster in den Infobereich aus</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Open as a small window: search field and results only</source>
   <translation>Als kleines Fenster öffnen: nur Suchfeld und Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Text size follows the system.</source>
   <translation>Die Schriftgröße richtet sich nach dem System.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Results list</source>
   <translation>Trefferliste</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Ctrl+Enter opens them in the other one.</source>
   <translation>Strg+Enter öffnet sie im anderen Programm.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>System tray</source>
   <translation>Infobereich</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>vaultsearch --toggle shows or hides the window; bind it to a shortcut in your desktop's settings.</source>
   <translation>vaultsearch --toggle zeigt das Fenster oder blendet es aus; in den Einstellungen der Arbeitsumgebung auf ein Tastenkürzel legen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>This desktop has no tray, so closing the window quits.</source>
   <translation>Diese Arbeitsumgebung hat keinen Infobereich; Schließen beendet das Programm.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Start</source>
   <translation>Start</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Start vaultsearch when you log in</source>
   <translation>vaultsearch bei der Anmeldung starten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>It starts in the tray, or minimized without a tray icon.</source>
   <translation>Es startet im Infobereich, ohne Symbol dort minimiert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Reading notes</source>
   <translation>Notizen lesen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Same as the system</source>
   <translation>Wie im System</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Font</source>
   <translation>Schrift</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>&amp;Font</source>
   <translation>Sch&amp;rift</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/appearance_page.py" />
   <source>Ctrl++ and Ctrl+- make the letters larger and smaller.</source>
   <translation>Strg++ und Strg+- vergrößern und verkleinern die Schrift.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, !keep.md an exception. Excluded notes are neither indexed nor found.</source>
   <translation>Eine Regel je Zeile, wie in .gitignore: Archive/ ist ein Ordner, *.tmp.md eine Art von Dateien, !keep.md eine Ausnahme. Ausgeschlossene Notizen werden weder indiziert noch gefunden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>Exclusions for all vaults</source>
   <translation>Ausschlüsse für alle Vaults</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>This vault</source>
   <translation>Dieser Vault</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>Exclusions for this vault</source>
   <translation>Ausschlüsse für diesen Vault</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>From files in the vault</source>
   <translation>Aus Dateien im Vault</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>No vault is open.</source>
   <translation>Kein Vault ist geöffnet.</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>{}: %Ln rule(s)</source>
   <translation>
    <numerusform>{}: %Ln Regel</numerusform>
    <numerusform>{}: %Ln Regeln</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>No exclusions in Obsidian or in .vaultsearchignore.</source>
   <translation>Keine Ausschlüsse in Obsidian oder in .vaultsearchignore.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Other files in the vault are searched like notes. Excluded folders stay excluded.</source>
   <translation>Andere Dateien im Vault werden wie Notizen durchsucht. Ausgeschlossene Ordner bleiben ausgeschlossen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Largest PDF, book or presentation</source>
   <translation>PDF, Buch, Präsentation bis</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Largest note or other file</source>
   <translation>Notiz, andere Datei bis</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source> MB</source>
   <translation> MB</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Recognize text in pictures and scanned pages</source>
   <translation>Text in Bildern und gescannten Seiten erkennen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Show problems…</source>
   <translation>Probleme anzeigen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Needs the extra “ocr”: Settings &gt; About tells how to add it.</source>
   <translation>Benötigt das Extra „ocr“: Wie es hinzugefügt wird, steht unter Einstellungen &gt; Info.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Pictures and scanned pages waiting: {}, {}.</source>
   <translation>Wartende Bilder und gescannte Seiten: {}, {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>It runs in the background on one core, never on battery.</source>
   <translation>Läuft im Hintergrund auf einem Kern, nie im Akkubetrieb.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Text found in {}; {} can't be read.</source>
   <translation>Text gefunden in {}; {} nicht lesbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Paused on battery.</source>
   <translation>Im Akkubetrieb angehalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/files_page.py" />
   <source>Paused while you search.</source>
   <translation>Während der Suche angehalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Show download details…</source>
   <translation>Einzelheiten zum Download anzeigen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download</source>
   <translation>Herunterladen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download progress</source>
   <translation>Fortschritt des Downloads</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A larger cross-encoder can be downloaded from the model hub. This contacts the model hub; nothing is downloaded until you confirm.</source>
   <translation>Ein größerer Cross-Encoder lässt sich vom Modell-Hub herunterladen. Dies nimmt Kontakt zum Modell-Hub auf; heruntergeladen wird erst nach Bestätigung.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Contacting the model hub…</source>
   <translation>Modell-Hub wird kontaktiert…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Download {}</source>
   <translation>{} herunterladen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>{}, version {}: {} from {}, into the model cache on this computer.</source>
   <translation>{}, Version {}: {} von {}, in den Modell-Cache auf diesem Computer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Nothing was downloaded.</source>
   <translation>Nichts wurde heruntergeladen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Downloading {} from {}…</source>
   <translation>{} wird von {} heruntergeladen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Downloaded and verified. Used from the next start.</source>
   <translation>Heruntergeladen und geprüft. Wird ab dem nächsten Start verwendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Cancelled. The partial download is kept and will resume.</source>
   <translation>Abgebrochen. Der Teil-Download bleibt erhalten und wird fortgesetzt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>None</source>
   <translation>Keiner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Other</source>
   <translation>Anderer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Server</source>
   <translation>Server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Address</source>
   <translation>Adresse</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Key, if it needs one</source>
   <translation>Schlüssel, falls nötig</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Store key</source>
   <translation>Schlüssel speichern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Delete key</source>
   <translation>Schlüssel löschen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Test</source>
   <translation>Testen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Outcome of the test</source>
   <translation>Ergebnis des Tests</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Testing {}…</source>
   <translation>{} wird getestet…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>The key is stored.</source>
   <translation>Der Schlüssel ist gespeichert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>The key is deleted.</source>
   <translation>Der Schlüssel ist gelöscht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Use {}</source>
   <translation>{} verwenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Use this model</source>
   <translation>Dieses Modell verwenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>This server reads your notes. While it doesn't run, they are searched by keywords only.</source>
   <translation>Dieser Server liest die Notizen. Solange er nicht läuft, werden sie nur nach Stichwörtern durchsucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>All notes are read again by this server, and each question is sent to it. Until that is done, and whenever the server doesn't run, notes are searched by keywords only.</source>
   <translation>Alle Notizen werden von diesem Server neu gelesen, und jede Frage wird an ihn gesendet. Bis das fertig ist, und immer wenn der Server nicht läuft, werden Notizen nur nach Stichwörtern durchsucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>At the speed of the test, that takes {} for the {} in this vault.</source>
   <translation>Im Tempo des Tests dauert das {} für {} in diesem Vault.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Test it first.</source>
   <translation>Zuerst testen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Models in use</source>
   <translation>Verwendete Modelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>English, and languages the other model doesn't know</source>
   <translation>Englisch und Sprachen, die das andere Modell nicht kennt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Other languages</source>
   <translation>Andere Sprachen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>&amp;English</source>
   <translation>&amp;Englisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>&amp;Other languages</source>
   <translation>&amp;Andere Sprachen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Changing a model re-indexes the affected notes in the background.</source>
   <translation>Ein anderes Modell indiziert die betroffenen Notizen im Hintergrund neu.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>On this computer</source>
   <translation>Auf diesem Computer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Used for</source>
   <translation>Zweck</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Source</source>
   <translation>Herkunft</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Verification</source>
   <translation>Prüfung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Models on this computer</source>
   <translation>Modelle auf diesem Computer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Checking models…</source>
   <translation>Modelle werden geprüft…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Show folder of converted models</source>
   <translation>Ordner der konvertierten Modelle anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A stronger cross-encoder</source>
   <translation>Ein stärkerer Cross-Encoder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>verified</source>
   <translation>geprüft</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>checksum mismatch</source>
   <translation>Prüfsumme falsch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>no checksum known</source>
   <translation>keine Prüfsumme bekannt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>embedding model</source>
   <translation>Einbettungsmodell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>cross-encoder</source>
   <translation>Cross-Encoder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>installed</source>
   <translation>installiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>converted</source>
   <translation>konvertiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>downloaded</source>
   <translation>heruntergeladen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Recommended</source>
   <translation>Empfohlen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>None: use the model above for all</source>
   <translation>Keines: das obere für alle verwenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose folder…</source>
   <translation>Ordner wählen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose server…</source>
   <translation>Server wählen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Choose a folder with a sentence-transformers model</source>
   <translation>Ordner mit einem sentence-transformers-Modell wählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>A language model of your own can answer a question from your notes: press Ctrl+Enter in the search field. Every sentence is checked against the passages that it cites. Off until you set a server here.</source>
   <translation>Ein eigenes Sprachmodell kann eine Frage aus den Notizen beantworten: Strg+Enter im Suchfeld. Jeder Satz wird an den Passagen geprüft, auf die er sich beruft. Ohne Server bleibt es aus.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Answer a query that ends with a question mark by itself</source>
   <translation>Fragen mit Fragezeichen von selbst beantworten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>What is sent</source>
   <translation>Was gesendet wird</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/models_page.py" />
   <source>Each question sends the question and the text of the passages found for it, and nothing else; a conversation also its former questions and answers. A server on this computer keeps that here. Before anything goes to another computer, you are asked. “What was sent” beside an answer shows the exact text. Keys are stored in your system's store of passwords, or else in a file that only you can read.</source>
   <translation>Gesendet werden nur die Frage und der Text der dazu gefundenen Passagen, in einem Gespräch auch frühere Fragen und Antworten. Bei einem Server auf diesem Computer bleibt alles hier. Bevor etwas an einen anderen Computer geht, wird gefragt. „Was gesendet wurde“ neben einer Antwort zeigt den genauen Text. Schlüssel liegen im Passwortspeicher des Systems, sonst in einer Datei, die nur der eigene Benutzer lesen kann.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>{}.</source>
   <translation>{}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset to default</source>
   <translation>Auf Standard zurücksetzen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reset {}</source>
   <translation>{} zurücksetzen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Default: {}</source>
   <translation>Standard: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>empty</source>
   <translation>leer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Set on the command line for this run. {}</source>
   <translation>Für diesen Lauf auf der Befehlszeile gesetzt. {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>{} · changing this re-indexes your notes</source>
   <translation>{} · eine Änderung indiziert die Notizen neu</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Files to index</source>
   <translation>Zu indizierende Dateien</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Files of other kinds</source>
   <translation>Dateien anderer Art</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Passages</source>
   <translation>Passagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Indexing by meaning</source>
   <translation>Indizierung nach Bedeutung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Languages</source>
   <translation>Sprachen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Finding candidates</source>
   <translation>Kandidaten finden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Combining keywords and meaning</source>
   <translation>Stichwörter und Bedeutung verbinden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Reranking</source>
   <translation>Reranking</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Searching with a long text</source>
   <translation>Suche mit einem langen Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Window</source>
   <translation>Fenster</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Learning from use</source>
   <translation>Aus der Nutzung lernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Language model</source>
   <translation>Sprachmodell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Search settings</source>
   <translation>Einstellungen durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>No matching setting.</source>
   <translation>Keine passende Einstellung.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/parameters_page.py" />
   <source>Also applies to the command line. Most people never need this page.</source>
   <translation>Gilt auch für die Befehlszeile. Die meisten brauchen diese Seite nie.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Your notes and questions don't leave this computer, and there is no telemetry. The network is used only when you ask for it: to download a model, and to ask a language model if you set one up. Anything you open elsewhere is handled by that app.</source>
   <translation>Notizen und Fragen verlassen diesen Computer nicht, und es gibt keine Telemetrie. Das Netz wird nur auf Wunsch benutzt: um ein Modell herunterzuladen, und um ein Sprachmodell zu fragen, wenn eines eingerichtet ist. Für alles, was anderswo geöffnet wird, ist das jeweilige Programm zuständig.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Search history</source>
   <translation>Suchverlauf</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Remember my searches, in a file only I can read</source>
   <translation>Meine Suchen speichern, in einer Datei, die nur ich lesen kann</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Clear history</source>
   <translation>Verlauf löschen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Learn from what I open</source>
   <translation>Aus Geöffnetem lernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Rank notes higher that I opened, copied or added to the basket for the same question</source>
   <translation>Notizen bevorzugen, die ich bei derselben Frage geöffnet, kopiert oder zum Korb hinzugefügt habe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Second place at most, for 60 days</source>
   <translation>Höchstens Platz zwei, 60 Tage lang</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Forget all</source>
   <translation>Alles vergessen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Versions of notes</source>
   <translation>Fassungen der Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Keep what my notes were for a year, where git doesn't</source>
   <translation>Frühere Fassungen ein Jahr lang aufbewahren, wenn Git es nicht tut</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>For Ctrl+H, asof:, changed: and deleted:; 200 MB at most, in a file only I can read</source>
   <translation>Für Strg+H, asof:, changed: und deleted:; höchstens 200 MB, in einer Datei, die nur ich lesen kann</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Other programs</source>
   <translation>Andere Programme</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Let other programs search</source>
   <translation>Andere Programme suchen lassen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Copy token</source>
   <translation>Token kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Stored on this computer</source>
   <translation>Auf diesem Computer gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Item</source>
   <translation>Eintrag</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Location</source>
   <translation>Ort</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Show</source>
   <translation>Anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete index…</source>
   <translation>Index löschen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>An index contains the text of your notes so that they can be searched. Deleting it deletes no notes.</source>
   <translation>Ein Index enthält den Text der Notizen, damit sie sich durchsuchen lassen. Mit ihm wird keine Notiz gelöscht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Such as the plugin for Obsidian: on this computer alone, and only with a token.</source>
   <translation>Etwa die Erweiterung für Obsidian: nur von diesem Computer aus und nur mit einem Token.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>They find the vault at {}, and need the token. They can't change anything.</source>
   <translation>Sie finden den Vault unter {} und brauchen den Token. Ändern können sie nichts.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Index of {}, with {} of versions</source>
   <translation>Index von {}, mit {} Fassungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Index of {}</source>
   <translation>Index von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Opened notes</source>
   <translation>Geöffnete Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Converted models</source>
   <translation>Konvertierte Modelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Logs</source>
   <translation>Protokolle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Your notes are not changed. To search them again, they must be re-indexed.</source>
   <translation>Die Notizen bleiben unverändert. Um sie wieder zu durchsuchen, müssen sie neu indiziert werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>The versions that were kept of them are deleted, too.</source>
   <translation>Auch die aufbewahrten Fassungen werden gelöscht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete index</source>
   <translation>Index löschen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/privacy_page.py" />
   <source>Delete the index of {}?</source>
   <translation>Den Index von {} löschen?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Keywords and meaning each find candidates. These steps then rank them, one after another; each step's results are shown as soon as they are ready.</source>
   <translation>Stichwörter und Bedeutung finden je für sich Kandidaten. Diese Schritte ordnen sie nacheinander; die Ergebnisse jedes Schritts erscheinen, sobald sie fertig sind.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Recommended order</source>
   <translation>Empfohlene Reihenfolge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Custom order</source>
   <translation>Eigene Reihenfolge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Ranking steps</source>
   <translation>Schritte der Rangfolge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Up</source>
   <translation>Nach oben</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Move up (Alt+Up)</source>
   <translation>Nach oben (Alt+↑)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Down</source>
   <translation>Nach unten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>Move down (Alt+Down)</source>
   <translation>Nach unten (Alt+↓)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/ranking_page.py" />
   <source>The order is set on the command line for this run.</source>
   <translation>Die Reihenfolge ist für diesen Lauf auf der Befehlszeile gesetzt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Command</source>
   <translation>Befehl</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Commands and their keys</source>
   <translation>Befehle und ihre Tasten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys of the selected command</source>
   <translation>Tasten des ausgewählten Befehls</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>No keys</source>
   <translation>Keine Tasten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Default</source>
   <translation>Standard</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>{} already stands for “{}”.</source>
   <translation>{} ist schon mit „{}“ belegt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Show or hide vaultsearch from any program by these keys.</source>
   <translation>Mit diesen Tasten vaultsearch aus jedem Programm ein- oder ausblenden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Global shortcut</source>
   <translation>Globales Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Or bind the command vaultsearch --toggle to a shortcut in your desktop's keyboard settings.</source>
   <translation>Oder in den Tastatureinstellungen der Arbeitsumgebung den Befehl vaultsearch --toggle auf ein Kürzel legen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Esc hides it, Enter opens the note and hides it. Also applies to vaultsearch --toggle.</source>
   <translation>Esc blendet es aus, Enter öffnet die Notiz und blendet es aus. Gilt auch für vaultsearch --toggle.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Keys in the window</source>
   <translation>Tasten im Fenster</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>This desktop lets no program bind a shortcut.</source>
   <translation>Diese Arbeitsumgebung erlaubt Programmen keine eigenen Tastenkürzel.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>Active: {}</source>
   <translation>Aktiv: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/shortcuts.py" />
   <source>No shortcut. Click the field and press the keys.</source>
   <translation>Kein Tastenkürzel. Ins Feld klicken und die Tasten drücken.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Vault</source>
   <translation>Vault</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Index size</source>
   <translation>Indexgröße</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Last change</source>
   <translation>Letzte Änderung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>State</source>
   <translation>Status</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Add a folder…</source>
   <translation>Ordner hinzufügen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Your notes and their index stay; delete the index under Privacy</source>
   <translation>Notizen und Index bleiben; der Index lässt sich unter „Datenschutz“ löschen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Remove from list</source>
   <translation>Von der Liste entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>Folders you have opened. Nothing is ever written to them.</source>
   <translation>Bisher geöffnete Ordner. In sie wird nie etwas geschrieben.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>open</source>
   <translation>geöffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>unavailable; connect its drive</source>
   <translation>nicht erreichbar; bitte Laufwerk anschließen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>published by another computer</source>
   <translation>von einem anderen Computer veröffentlicht</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>{} of %Ln file(s) indexed</source>
   <translation>
    <numerusform>{} von %Ln Datei indiziert</numerusform>
    <numerusform>{} von %Ln Dateien indiziert</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>indexed</source>
   <translation>indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>indexing isn't finished</source>
   <translation>Indizierung noch nicht abgeschlossen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Vaults</source>
   <translation>Vaults</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Exclusions</source>
   <translation>Ausschlüsse</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Models</source>
   <translation>Modelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Ranking</source>
   <translation>Rangfolge</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Advanced</source>
   <translation>Erweitert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Appearance</source>
   <translation>Darstellung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Privacy</source>
   <translation>Datenschutz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>About</source>
   <translation>Info</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Status</source>
   <translation>Status</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Find a setting</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>No setting is named so</source>
   <translation>Keine passende Einstellung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Saved</source>
   <translation>Gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>The affected notes are re-indexed in the background.</source>
   <translation>Die betroffenen Notizen werden im Hintergrund neu indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>Index of {} deleted.</source>
   <translation>Index von {} gelöscht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/settings/window.py" />
   <source>{} Until then the old value applies.</source>
   <translation>{} Bis dahin gilt der alte Wert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Any time instead of {}</source>
   <translation>Beliebige Zeit statt {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Exact text search can't be filtered</source>
   <translation>Die Suche nach exaktem Text lässt sich nicht filtern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Any time</source>
   <translation>Beliebig</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Remove the date filter</source>
   <translation>Datumsfilter entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>This note is in no folder</source>
   <translation>Diese Notiz liegt in keinem Ordner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>This search takes no filters</source>
   <translation>Diese Suche lässt sich nicht filtern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>No search to save yet</source>
   <translation>Noch keine Suche zum Speichern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Already saved as “{}”</source>
   <translation>Schon gespeichert als „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Saved. Ctrl+B shows your saved searches</source>
   <translation>Gespeichert. Strg+B zeigt die gespeicherten Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Saved. F2 renames it</source>
   <translation>Gespeichert. F2 benennt sie um</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Deleted “{}”. Ctrl+Z restores it</source>
   <translation>„{}“ gelöscht. Strg+Z stellt sie wieder her</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/sidebar.py" />
   <source>Restored “{}”</source>
   <translation>„{}“ wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Ctrl+D saves a search</source>
   <translation>Strg+D speichert eine Suche</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{} more…</source>
   <translation>{} weitere…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{}, active</source>
   <translation>{}, aktiv</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>{} (click to remove)</source>
   <translation>{} (Klick entfernt den Filter)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Name of the saved search</source>
   <translation>Name der gespeicherten Suche</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Saved searches, tags and folders</source>
   <translation>Gespeicherte Suchen, Tags und Ordner</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Rename</source>
   <translation>Umbenennen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/sidebar/tree.py" />
   <source>Delete</source>
   <translation>Löschen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Looking for a newer publication…</source>
   <translation>Neuere Veröffentlichung wird gesucht…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Indexing progress</source>
   <translation>Fortschritt der Indizierung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Continue</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Index the remaining files</source>
   <translation>Die übrigen Dateien indizieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Stop indexing; files indexed so far stay searchable</source>
   <translation>Indizierung abbrechen; bereits Indiziertes bleibt durchsuchbar</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show what couldn't be read, and why</source>
   <translation>Zeigen, was nicht gelesen werden konnte, und warum</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Show what happened, to copy it. It contains nothing from your notes.</source>
   <translation>Zeigen, was geschah, zum Kopieren. Der Bericht enthält nichts aus den Notizen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Closed unexpectedly last time: report</source>
   <translation>Letztes Mal unerwartet beendet: Bericht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Private</source>
   <translation>Privat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Searches and opened notes are not remembered</source>
   <translation>Suchen und geöffnete Notizen werden nicht gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>Ranked by {}</source>
   <translation>Geordnet mit {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/translations.py" />
   <source>, </source>
   <translation>, </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Recent vaults</source>
   <translation>Zuletzt geöffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Obsidian vaults</source>
   <translation>Obsidian-Vaults</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Open {}</source>
   <translation>{} öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Drop your notes here</source>
   <translation>Notizen hierher ziehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>An Obsidian vault, or any folder of notes, PDFs or documents. Nothing is written into it, and nothing is sent anywhere.</source>
   <translation>Ein Obsidian-Vault oder ein beliebiger Ordner mit Notizen, PDFs oder Dokumenten. Darin wird nichts verändert, und nichts wird gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/welcome.py" />
   <source>Add vaultsearch to the applications menu</source>
   <translation>vaultsearch ins Anwendungsmenü aufnehmen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>With each question that you ask the language model, the question and the text of the passages found for it would be sent there. Nothing was sent yet. You are asked once for each host.</source>
   <translation>Mit jeder Frage an das Sprachmodell würden die Frage und der Text der dazu gefundenen Passagen dorthin gesendet. Bisher wurde nichts gesendet. Für jeden Computer wird einmal gefragt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>If you choose it for embeddings, the text of every note in every vault that you open would be sent there, now and whenever a note changes, and each question as you type it. No note was sent yet. You are asked once for each host; whoever runs it can read your notes.</source>
   <translation>Wird er für Einbettungen gewählt, würde der Text jeder Notiz in jedem geöffneten Vault dorthin gesendet, jetzt und bei jeder Änderung, und jede Frage schon beim Eingeben. Bisher wurde keine Notiz gesendet. Für jeden Computer wird einmal gefragt; wer ihn betreibt, kann die Notizen lesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>Send notes to another computer?</source>
   <translation>Notizen an einen anderen Computer senden?</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>{} is not this computer.</source>
   <translation>{} ist nicht dieser Computer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/widgets.py" />
   <source>Send to {}</source>
   <translation>An {} senden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Choose a folder of notes</source>
   <translation>Ordner mit Notizen wählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Open a published index</source>
   <translation>Veröffentlichten Index öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Its folder, or its address, such as s3://bucket/notes.</source>
   <translation>Sein Ordner oder seine Adresse, zum Beispiel s3://bucket/notes.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Select two passages to compare: Shift+Down, or Ctrl+click</source>
   <translation>Zum Vergleichen zwei Passagen auswählen: Umschalt+↓ oder Strg+Klick</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>One of the passages is gone</source>
   <translation>Eine der Passagen gibt es nicht mehr</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Folder not opened</source>
   <translation>Ordner nicht geöffnet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Choose another folder…</source>
   <translation>Anderen Ordner wählen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>List copied</source>
   <translation>Liste kopiert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Something went wrong</source>
   <translation>Etwas ist schiefgegangen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>This is a bug in vaultsearch, not a problem with your notes, which were not touched. You can carry on. The report says what happened. It isn't sent anywhere unless you send it.</source>
   <translation>Dies ist ein Fehler in vaultsearch, nicht in den Notizen; sie blieben unberührt. Die Arbeit kann weitergehen. Der Bericht beschreibt, was geschehen ist. Gesendet wird er nur von Hand.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Copy report</source>
   <translation>Bericht kopieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Problems while indexing</source>
   <translation>Probleme bei der Indizierung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Show file</source>
   <translation>Datei anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Keyboard shortcuts</source>
   <translation>Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Filter by key or command</source>
   <translation>Nach Taste oder Befehl filtern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>No matching shortcut</source>
   <translation>Kein passendes Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/dialogs.py" />
   <source>Moving around</source>
   <translation>Navigation</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <source>Hide the window</source>
   <translation>Fenster ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/lifecycle.py" />
   <source>Show the window</source>
   <translation>Fenster anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/main_window.py" />
   <source>Opening {}…</source>
   <translation>{} wird geöffnet…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/main_window.py" />
   <source>Something went wrong: see the report in the window.</source>
   <translation>Etwas ist schiefgegangen: Der Bericht steht im Fenster.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Manual</source>
   <translation>Handbuch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/manual_window.py" />
   <source>Search the manual</source>
   <translation>Das Handbuch durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy {}</source>
   <translation>{} kopieren</translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln link(s)</source>
   <translation>
    <numerusform>%Ln Link kopieren</numerusform>
    <numerusform>%Ln Links kopieren</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln obsidian:// link(s)</source>
   <translation>
    <numerusform>%Ln obsidian://-Link kopieren</numerusform>
    <numerusform>%Ln obsidian://-Links kopieren</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln file path(s)</source>
   <translation>
    <numerusform>%Ln Dateipfad kopieren</numerusform>
    <numerusform>%Ln Dateipfade kopieren</numerusform>
   </translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>More like these {}</source>
   <translation>Ähnliche wie diese {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Remove from basket</source>
   <translation>Aus dem Korb entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Remove {} from basket</source>
   <translation>{} aus dem Korb entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Add {} to basket</source>
   <translation>{} zum Korb hinzufügen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose a note first</source>
   <translation>Zuerst eine Notiz auswählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault first</source>
   <translation>Zuerst einen Vault öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault first, or wait until indexing is done</source>
   <translation>Zuerst einen Vault öffnen oder die Indizierung abwarten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose a folder…</source>
   <translation>Ordner wählen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search another folder of notes</source>
   <translation>Einen anderen Ordner mit Notizen durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a published index…</source>
   <translation>Veröffentlichten Index öffnen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search an index that another computer has published to a bucket</source>
   <translation>Einen Index durchsuchen, den ein anderer Computer in einem Bucket veröffentlicht hat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search all vaults</source>
   <translation>Alle Vaults durchsuchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search all vaults, or go back to the last one</source>
   <translation>Alle Vaults durchsuchen oder zum letzten zurückkehren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a second vault first</source>
   <translation>Zuerst einen zweiten Vault öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open the sample vault</source>
   <translation>Beispiel-Vault öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Try it with fifty sample notes</source>
   <translation>Mit fünfzig Beispielnotizen ausprobieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Check for changes</source>
   <translation>Nach Änderungen suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Update the index now</source>
   <translation>Den Index jetzt aktualisieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop indexing</source>
   <translation>Indizierung abbrechen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop indexing; notes indexed so far stay searchable</source>
   <translation>Indizierung abbrechen; bereits Indiziertes bleibt durchsuchbar</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Nothing is being indexed</source>
   <translation>Es wird gerade nichts indiziert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Pause indexing</source>
   <translation>Indizierung anhalten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Ignore changes until you resume. Indexed notes stay searchable.</source>
   <translation>Änderungen bis zum Fortsetzen ignorieren. Bereits Indiziertes bleibt durchsuchbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault that is indexed here first</source>
   <translation>Zuerst einen Vault öffnen, der hier indiziert wird</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rebuild index…</source>
   <translation>Index neu aufbauen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rebuild the index from scratch</source>
   <translation>Den Index von Grund auf neu aufbauen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault that is indexed here first, or wait until indexing is done</source>
   <translation>Zuerst einen Vault öffnen, der hier indiziert wird, oder warten, bis die Indizierung fertig ist</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search quality…</source>
   <translation>Suchqualität…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Test how well search finds your own notes</source>
   <translation>Testen, wie gut die Suche die eigenen Notizen findet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a single vault with notes first</source>
   <translation>Zuerst einen einzelnen Vault mit Notizen öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Vaults, models, ranking, appearance, privacy</source>
   <translation>Vaults, Modelle, Rangfolge, Darstellung, Datenschutz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Topics…</source>
   <translation>Themen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>What your notes are about</source>
   <translation>Wovon die Notizen handeln</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Map…</source>
   <translation>Karte…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>A dot for each note, near to those it belongs with</source>
   <translation>Ein Punkt für jede Notiz, nahe bei verwandten Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Duplicates and broken links…</source>
   <translation>Duplikate und defekte Links…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find duplicates, broken links and orphaned notes</source>
   <translation>Duplikate, defekte Links und verwaiste Notizen finden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Open a vault with notes first</source>
   <translation>Zuerst einen Vault mit Notizen öffnen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Quit vaultsearch</source>
   <translation>vaultsearch beenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Go to the search field</source>
   <translation>Zum Suchfeld</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Focus the search field</source>
   <translation>Ins Suchfeld springen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Ask the language model</source>
   <translation>Das Sprachmodell fragen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Have your own language model answer the question in the field from your notes (Ctrl+Enter there)</source>
   <translation>Ein eigenes Sprachmodell die Frage im Suchfeld aus den Notizen beantworten lassen (dort Strg+Enter)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Go to note…</source>
   <translation>Zu Notiz gehen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find a note or heading by a few letters of its name</source>
   <translation>Eine Notiz oder Überschrift anhand weniger Buchstaben finden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show suggestions</source>
   <translation>Vorschläge anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Suggest operators, tags, folders and properties</source>
   <translation>Operatoren, Tags, Ordner und Eigenschaften vorschlagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Save this search</source>
   <translation>Diese Suche speichern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Add this search to the sidebar</source>
   <translation>Diese Suche in der Seitenleiste ablegen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with clipboard text</source>
   <translation>Mit Text aus der Zwischenablage suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find notes for each topic of the copied text: a draft, a transcript, a chat</source>
   <translation>Notizen zu jedem Thema des kopierten Textes finden: Entwurf, Protokoll, Chat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with a text…</source>
   <translation>Mit einem Text suchen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the text that you searched with, or write one: edit it and search again</source>
   <translation>Den Suchtext anzeigen oder einen schreiben, bearbeiten und erneut suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search with the other spelling</source>
   <translation>Mit der anderen Schreibweise suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search for the words as you typed them, or with the suggested spelling</source>
   <translation>Nach den Wörtern suchen, wie sie getippt sind, oder mit der vorgeschlagenen Schreibweise</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forget what I opened for this question</source>
   <translation>Geöffnetes zu dieser Frage vergessen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Stop ranking notes higher because you opened them for this or a similar question</source>
   <translation>Notizen nicht mehr bevorzugen, weil sie für diese oder eine ähnliche Frage geöffnet wurden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Private mode</source>
   <translation>Privater Modus</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Don't remember searches or opened notes while this is on</source>
   <translation>Solange aktiv, werden weder Suchen noch geöffnete Notizen gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Clear the search field</source>
   <translation>Das Suchfeld leeren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Meaning + words</source>
   <translation>Bedeutung + Wörter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search by meaning and keywords together</source>
   <translation>Nach Bedeutung und Stichwörtern zugleich suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Search by meaning, whatever the wording</source>
   <translation>Nach Bedeutung suchen, unabhängig vom Wortlaut</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Keyword search; rare words count most</source>
   <translation>Stichwortsuche; seltene Wörter zählen am meisten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Exact text</source>
   <translation>Exakter Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Exact text or /regex/</source>
   <translation>Exakter Text oder /regulärer Ausdruck/</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Along links</source>
   <translation>Entlang von Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Notes one or two links away from the best answers</source>
   <translation>Notizen, die ein oder zwei Links von den besten Antworten entfernt sind</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the sidebar</source>
   <translation>Seitenleiste ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide saved searches, tags, folders and dates</source>
   <translation>Gespeicherte Suchen, Tags, Ordner und Zeiträume ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note</source>
   <translation>Notiz ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note beside the list</source>
   <translation>Die Notiz neben der Liste ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the note's headings</source>
   <translation>Die Überschriften der Notiz ein- oder ausblenden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>No note with headings is shown</source>
   <translation>Es wird keine Notiz mit Überschriften angezeigt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Versions…</source>
   <translation>Fassungen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the note's versions in its git repository, and what has changed since one</source>
   <translation>Die Fassungen der Notiz in ihrem Git-Repository zeigen, und was sich seither geändert hat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Similar notes, backlinks, outgoing links, unlinked mentions</source>
   <translation>Ähnliche Notizen, Backlinks, ausgehende Links, nicht verlinkte Erwähnungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Unfold the answer</source>
   <translation>Antwort ausklappen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show all sentences of the answer, or only the first</source>
   <translation>Alle Sätze der Antwort anzeigen oder nur den ersten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Answers in this note</source>
   <translation>Antworten in dieser Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show or hide the sentences that answer your question</source>
   <translation>Die Sätze ein- oder ausblenden, die die Frage beantworten</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find in note…</source>
   <translation>In der Notiz suchen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find text in the note and go from match to match</source>
   <translation>Text in der Notiz suchen und von Treffer zu Treffer gehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as text</source>
   <translation>Als Text anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the text of a PDF or a canvas instead of how it looks</source>
   <translation>Den Text eines PDFs oder Canvas statt seines Aussehens anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>No PDF or canvas is shown</source>
   <translation>Es wird kein PDF und kein Canvas angezeigt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Next match in note</source>
   <translation>Nächster Treffer in der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Next match</source>
   <translation>Zum nächsten Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Previous match in note</source>
   <translation>Voriger Treffer in der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Previous match</source>
   <translation>Zum vorigen Treffer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Back to the previous note</source>
   <translation>Zurück zur vorigen Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>There is no earlier note</source>
   <translation>Keine frühere Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forward</source>
   <translation>Vorwärts</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Forward to the next note</source>
   <translation>Vorwärts zur nächsten Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>There is no later note</source>
   <translation>Keine spätere Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Follow the note that is open in Obsidian in a small window: related notes, backlinks, mentions</source>
   <translation>Der in Obsidian offenen Notiz in einem kleinen Fenster folgen: verwandte Notizen, Backlinks, Erwähnungen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom in</source>
   <translation>Vergrößern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Larger text in list and note</source>
   <translation>Größere Schrift in Liste und Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom out</source>
   <translation>Verkleinern</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Smaller text in list and note</source>
   <translation>Kleinere Schrift in Liste und Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Actual size</source>
   <translation>Originalgröße</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Zoom back to 100 %</source>
   <translation>Zurück auf 100 %</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Group by note</source>
   <translation>Nach Notiz gruppieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>One row per note, with its other passages folded below</source>
   <translation>Eine Zeile je Notiz, weitere Passagen eingeklappt darunter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as table</source>
   <translation>Als Tabelle anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a table with columns you choose</source>
   <translation>Treffer als Tabelle mit wählbaren Spalten anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show as pictures</source>
   <translation>Als Bilder anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a wall of pictures</source>
   <translation>Die Treffer als Bilderwand anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Timeline</source>
   <translation>Zeitleiste</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show above the results of which days, weeks, months or years they are</source>
   <translation>Über den Treffern zeigen, aus welchen Tagen, Wochen, Monaten oder Jahren sie sind</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Table columns…</source>
   <translation>Tabellenspalten…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Choose the table's columns, and the one to sort by</source>
   <translation>Spalten der Tabelle und die Sortierung wählen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the results as a table first</source>
   <translation>Zuerst die Treffer als Tabelle anzeigen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Best matches first</source>
   <translation>Beste Treffer zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Most recently changed first</source>
   <translation>Zuletzt geänderte zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Oldest first</source>
   <translation>Älteste zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Oldest notes first</source>
   <translation>Älteste Notizen zuerst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by note title</source>
   <translation>Nach dem Titel der Notiz sortieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>By column</source>
   <translation>Nach Spalte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by the chosen column of the table</source>
   <translation>Nach der gewählten Spalte der Tabelle sortieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Sort by a column of the table first</source>
   <translation>Zuerst nach einer Spalte der Tabelle sortieren</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Find a command…</source>
   <translation>Befehl suchen…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Run any command</source>
   <translation>Jeden Befehl ausführen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Show the manual in a window beside the vault, at the page on what has the focus</source>
   <translation>Das Handbuch in einem Fenster neben dem Vault zeigen, auf der passenden Seite</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>All keyboard shortcuts</source>
   <translation>Alle Tastenkürzel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Into the results and down</source>
   <translation>In die Treffer und abwärts</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Up the results and back to the field</source>
   <translation>In den Treffern aufwärts und zurück ins Suchfeld</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the empty field: recent searches and notes, example questions</source>
   <translation>Im leeren Feld: letzte Suchen und Notizen, Beispielfragen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the empty field: recent searches</source>
   <translation>Im leeren Suchfeld: letzte Suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Select several results; Ctrl+click adds one or removes it</source>
   <translation>Mehrere Treffer auswählen; Strg+Klick fügt einen hinzu oder entfernt ihn</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Grouped by note: show the note's other passages</source>
   <translation>Nach Notiz gruppiert: weitere Passagen aufklappen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Grouped by note: hide them again</source>
   <translation>Nach Notiz gruppiert: wieder einklappen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the text to search with: search again</source>
   <translation>Im Suchtext: erneut suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Accept the suggestion; otherwise move to the next area</source>
   <translation>Vorschlag übernehmen; sonst zum nächsten Bereich</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>After a filter: select it, again to remove it</source>
   <translation>Hinter einem Filter: markieren, noch einmal zum Entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>In the sidebar: filter by a tag, folder or period, or remove the filter</source>
   <translation>In der Seitenleiste: nach Tag, Ordner oder Zeitraum filtern oder den Filter entfernen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Rename, delete or restore a saved search</source>
   <translation>Eine gespeicherte Suche umbenennen, löschen oder wiederherstellen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/gui/window_actions.py" />
   <source>Move a saved search; or drag it</source>
   <translation>Eine gespeicherte Suche verschieben; auch durch Ziehen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also follow links to files and folders outside the vault</source>
   <translation>auch Verknüpfungen zu Dateien und Ordnern außerhalb des Vaults folgen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also compare all files every so many minutes, as for a drive that tells of no changes; 0 does not</source>
   <translation>zusätzlich alle so viele Minuten sämtliche Dateien vergleichen, etwa auf einem Laufwerk, das Änderungen nicht meldet; 0: nie</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>days for which the texts of changed notes are kept beside the index, where they are in no git repository; 0 keeps none</source>
   <translation>so viele Tage bleiben die früheren Texte geänderter Notizen neben dem Index erhalten, wenn sie in keinem Git-Repository liegen; 0: gar nicht</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>kinds of files to search beside notes, joined by +; none for notes alone</source>
   <translation>Arten von Dateien, die neben Notizen durchsucht werden, mit + verbunden; none für Notizen allein</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>larger PDFs, books and presentations, in megabytes, are skipped and reported</source>
   <translation>größere PDF-Dateien, Bücher und Präsentationen (in Megabyte) werden übersprungen und gemeldet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>larger notes and files of other kinds, in megabytes, are skipped and reported</source>
   <translation>größere Notizen und Dateien anderer Arten (in Megabyte) werden übersprungen und gemeldet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>recognize the text in pictures and scanned pages in the background; needs the extra `ocr`</source>
   <translation>Text in Bildern und gescannten Seiten im Hintergrund erkennen; benötigt das Extra `ocr`</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>longest passage, in tokens of the model; title and headings come on top</source>
   <translation>längste Passage, in Token des Modells; Titel und Überschriften kommen hinzu</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>tokens repeated from the end of one passage at the start of the next</source>
   <translation>Token vom Ende einer Passage, die am Anfang der nächsten wiederholt werden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the installed default, a folder with a sentence-transformers model, the name of one in the local hub cache, or the address of an OpenAI-compatible server with a model, such as http://127.0.0.1:11434/v1#nomic-embed-text</source>
   <translation>das installierte Standardmodell, ein Ordner mit einem sentence-transformers-Modell, der Name eines Modells im lokalen Hub-Cache oder die Adresse eines OpenAI-kompatiblen Servers mit einem Modell, etwa http://127.0.0.1:11434/v1#nomic-embed-text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the model for all languages but English: named like embedding_model; none (embedding_model for all); or auto: the installed one with the default embedding_model, none with another</source>
   <translation>das Modell für alle Sprachen außer Englisch: benannt wie embedding_model; none (embedding_model für alle); oder auto: das installierte beim Standard von embedding_model, sonst keines</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>plain embeds each passage alone; late embeds short neighbouring passages together; colbert also keeps a vector for every few tokens</source>
   <translation>plain bettet jede Passage einzeln ein; late bettet kurze benachbarte Passagen gemeinsam ein; colbert hält zusätzlich je wenige Token einen Vektor</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>language of notes without a `lang` property, as a code such as de; auto detects it per note</source>
   <translation>Sprache von Notizen ohne die Eigenschaft `lang`, als Kürzel wie de; auto erkennt sie je Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>language of all questions, as a code; auto detects it per question</source>
   <translation>Sprache aller Fragen, als Kürzel; auto erkennt sie je Frage</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>a further retriever: model_texts finds passages by what your language model has written about them</source>
   <translation>ein weiteres Suchverfahren: model_texts findet Passagen durch das, was das Sprachmodell über sie geschrieben hat</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>combine keywords and meaning by their scores, or by reciprocal ranks</source>
   <translation>Stichwörter und Bedeutung nach ihren Werten oder nach reziproken Rängen verbinden</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of keywords in the combined score; the rest is meaning</source>
   <translation>Gewicht der Stichwörter im Gesamtwert; der Rest entfällt auf die Bedeutung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>ranking steps joined by +; auto is best_sentence, late_interaction, then cross_encoder if its weights are installed</source>
   <translation>Schritte der Rangfolge, verbunden durch +; auto ist best_sentence, late_interaction, dann cross_encoder, falls dessen Gewichte installiert sind</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one from `vaultsearch models download`, else the installed one</source>
   <translation>der Cross-Encoder: ein Ordner, der Name eines Modells im lokalen Hub-Cache oder auto: der von `vaultsearch models download`, sonst der installierte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages read by the cross-encoder, of short queries a quarter; the others stay below</source>
   <translation>Passagen, die der Cross-Encoder liest, bei kurzen Anfragen ein Viertel; die übrigen bleiben darunter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>days after which a note counts as half as fresh</source>
   <translation>Tage, nach denen eine Notiz als halb so aktuell gilt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of freshness in the order; the rest is relevance (0: none)</source>
   <translation>Gewicht der Aktualität in der Reihenfolge; der Rest entfällt auf die Relevanz (0: keines)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>weight of links from and to the best notes (0: none)</source>
   <translation>Gewicht der Links von und zu den besten Notizen (0: keines)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages with a lower probability of answering are hidden</source>
   <translation>Passagen, die mit geringerer Wahrscheinlichkeit antworten, werden ausgeblendet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages listed per note; 0 lists all of them</source>
   <translation>Passagen, die je Notiz aufgeführt werden; bei 0 alle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>candidates for each segment of a long text</source>
   <translation>Kandidaten für jeden Abschnitt eines langen Textes</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>notes listed for all topics together, and at most for each</source>
   <translation>aufgelistete Notizen für alle Themen zusammen und höchstens je Thema</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>lowest cosine for a passage to be similar to a segment; -1 for the value fitted to the model, or none if there is no such value</source>
   <translation>kleinster Kosinus, ab dem eine Passage einem Abschnitt ähnelt; -1 für den an das Modell angepassten Wert, oder keinen, wenn es keinen solchen gibt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>passages listed in the window</source>
   <translation>im Fenster aufgelistete Passagen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>recent searches to remember; 0 remembers none and clears the history</source>
   <translation>gespeicherte letzte Suchen; 0 speichert keine und löscht den Verlauf</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>in the window, rank notes higher that were opened, copied or added to the basket for the question; off remembers nothing new</source>
   <translation>im Fenster Notizen bevorzugen, die bei der Frage geöffnet, kopiert oder zum Korb hinzugefügt wurden; ausgeschaltet wird nichts Neues gespeichert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>token budget of a copied context</source>
   <translation>Token-Budget eines kopierten Kontexts</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>address of a language model's OpenAI-compatible server, such as http://127.0.0.1:11434/v1; none if empty</source>
   <translation>Adresse des OpenAI-kompatiblen Servers eines Sprachmodells, etwa http://127.0.0.1:11434/v1; leer für keinen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>name of the language model on that server</source>
   <translation>Name des Sprachmodells auf diesem Server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>searches and readings of notes that the language model may do by itself before it answers</source>
   <translation>so oft darf das Sprachmodell vor der Antwort selbst in den Notizen suchen und lesen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>address of a server with /rerank in Cohere's shape, for the ranking step rerank_server</source>
   <translation>Adresse eines Servers mit /rerank nach Art von Cohere, für den Schritt rerank_server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>name of the model for reranking on that server</source>
   <translation>Name des Modells für das Reranking auf diesem Server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>also search with other wordings of a question by the language model, after the first answer</source>
   <translation>nach der ersten Antwort auch mit anderen Formulierungen des Sprachmodells suchen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>ask the language model again whether the cited passages say the sentences of its answer</source>
   <translation>das Sprachmodell noch einmal fragen, ob die zitierten Passagen die Sätze seiner Antwort belegen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>answer a query with a question mark as soon as one pauses, without Ctrl+Enter</source>
   <translation>eine Frage mit Fragezeichen beantworten, sobald das Tippen ruht, ohne Strg+Enter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>{} is set to {}, but must be {}.</source>
   <translation>{} ist auf {} gesetzt, erlaubt ist: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>Change it, or remove it for the default {}.</source>
   <translation>Ändern oder entfernen, dann gilt der Standardwert {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>Unknown parameter {}.</source>
   <translation>Unbekannter Parameter {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/parameters.py" />
   <source>`vaultsearch config` lists all of them.</source>
   <translation>`vaultsearch config` listet alle auf.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>has the property</source>
   <translation>hat die Eigenschaft</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>dated after</source>
   <translation>Datum nach</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>dated before</source>
   <translation>Datum vor</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>dated</source>
   <translation>Datum</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>notes as they were on</source>
   <translation>Notizen mit dem Stand vom</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>what came into notes or went in</source>
   <translation>was hinzukam oder wegfiel</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>notes that are gone</source>
   <translation>gelöschte Notizen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>contains, with exactly this case</source>
   <translation>enthält, in genau dieser Schreibung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>contains, ignoring case</source>
   <translation>enthält, groß oder klein</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>the latest note</source>
   <translation>die neueste Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/completion.py" />
   <source>the earliest note</source>
   <translation>die älteste Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>file name contains</source>
   <translation>Dateiname enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>path contains</source>
   <translation>Pfad enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>content contains</source>
   <translation>Inhalt enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>title contains</source>
   <translation>Titel enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a heading contains</source>
   <translation>eine Überschrift enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>tagged</source>
   <translation>mit dem Tag</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>links to</source>
   <translation>verlinkt auf</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a line contains</source>
   <translation>eine Zeile enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a block contains</source>
   <translation>ein Block enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a section contains</source>
   <translation>ein Abschnitt enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a task contains</source>
   <translation>eine Aufgabe enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>an open task contains</source>
   <translation>eine offene Aufgabe enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a finished task contains</source>
   <translation>eine erledigte Aufgabe enthält</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>a passage is in</source>
   <translation>mit Passagen in der Sprache</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>is a file of the type</source>
   <translation>ist eine Datei der Art</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>is on the topic</source>
   <translation>gehört zum Thema</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>speaks of</source>
   <translation>handelt von</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>hangs beneath</source>
   <translation>liegt unter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>as it was on</source>
   <translation>Stand vom</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>edited</source>
   <translation>bearbeitet</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>created</source>
   <translation>erstellt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>with a task due</source>
   <translation>mit fälliger Aufgabe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>about</source>
   <translation>handelt von der Zeit</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>contains {}</source>
   <translation>enthält {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} (matching case)</source>
   <translation>{} (in genau dieser Schreibung)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} (ignoring case)</source>
   <translation>{} (groß oder klein)</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>not ({})</source>
   <translation>nicht ({})</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} and {}</source>
   <translation>{} und {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>each passage contains {}</source>
   <translation>jede Passage enthält {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>{} or {}</source>
   <translation>{} oder {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>not {}</source>
   <translation>nicht {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>has the property {}</source>
   <translation>hat die Eigenschaft {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} has no value</source>
   <translation>die Eigenschaft {} hat keinen Wert</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} {} {}</source>
   <translation>die Eigenschaft {} {} {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} is “{}”</source>
   <translation>die Eigenschaft {} ist „{}“</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/conditions.py" />
   <source>the property {} contains {}</source>
   <translation>die Eigenschaft {} enthält {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Best sentence</source>
   <translation>Bester Satz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Languages other than English: compares the question with single sentences. Cost: small; reads the sentences of {} passages.</source>
   <translation>Andere Sprachen als Englisch: vergleicht die Frage mit einzelnen Sätzen. Aufwand: gering; liest die Sätze von {} Passagen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: best sentence</source>
   <translation>Rangfolge: bester Satz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Late interaction</source>
   <translation>Späte Interaktion</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>English: compares word by word. Cost: small; reads {} passages.</source>
   <translation>Englisch: vergleicht Wort für Wort. Aufwand: gering; liest {} Passagen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: late interaction</source>
   <translation>Rangfolge: späte Interaktion</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Cross-encoder</source>
   <translation>Cross-Encoder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>English: reads question and passage together. Cost: largest; reads {} passages for every question. Needs its own model.</source>
   <translation>Englisch: liest Frage und Passage zusammen. Aufwand: am größten; liest {} Passagen je Frage. Braucht ein eigenes Modell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: cross-encoder</source>
   <translation>Rangfolge: Cross-Encoder</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Variety</source>
   <translation>Vielfalt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Adds variety. Cost: almost none.</source>
   <translation>Sorgt für Vielfalt. Aufwand: fast keiner.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: variety</source>
   <translation>Rangfolge: Vielfalt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Freshness</source>
   <translation>Aktualität</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranks newer notes higher. Cost: none.</source>
   <translation>Bevorzugt neuere Notizen. Aufwand: keiner.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: freshness</source>
   <translation>Rangfolge: Aktualität</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Links</source>
   <translation>Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranks notes higher that are linked with the best ones. Cost: small.</source>
   <translation>Bevorzugt Notizen, die mit den besten verlinkt sind. Aufwand: gering.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: links</source>
   <translation>Rangfolge: Links</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Rerank server</source>
   <translation>Reranking-Server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Has your own server score 20 passages (address in Advanced). Cost: a request for every question.</source>
   <translation>Lässt einen eigenen Server 20 Passagen bewerten (Adresse unter „Erweitert“). Aufwand: eine Anfrage je Frage.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: rerank server</source>
   <translation>Rangfolge: Reranking-Server</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Has your language model order the first 10 passages. Cost: a request for every question.</source>
   <translation>Lässt das eigene Sprachmodell die ersten 10 Passagen ordnen. Aufwand: eine Anfrage je Frage.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: language model</source>
   <translation>Rangfolge: Sprachmodell</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Threshold</source>
   <translation>Schwelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Hides weak matches. Cost: none; needs probabilities from an earlier step.</source>
   <translation>Blendet schwache Treffer aus. Aufwand: keiner; braucht Wahrscheinlichkeiten aus einem früheren Schritt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: threshold</source>
   <translation>Rangfolge: Schwelle</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>One per note</source>
   <translation>Eine je Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Lists a few passages per note. Cost: none.</source>
   <translation>Listet wenige Passagen je Notiz auf. Aufwand: keiner.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/components.py" />
   <source>Ranking: passages per note</source>
   <translation>Rangfolge: Passagen je Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Afrikaans</source>
   <translation>Afrikaans</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Catalan</source>
   <translation>Katalanisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Czech</source>
   <translation>Tschechisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Danish</source>
   <translation>Dänisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>German</source>
   <translation>Deutsch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>English</source>
   <translation>Englisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Spanish</source>
   <translation>Spanisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Estonian</source>
   <translation>Estnisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Basque</source>
   <translation>Baskisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Finnish</source>
   <translation>Finnisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>French</source>
   <translation>Französisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Galician</source>
   <translation>Galicisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Croatian</source>
   <translation>Kroatisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hungarian</source>
   <translation>Ungarisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Indonesian</source>
   <translation>Indonesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Icelandic</source>
   <translation>Isländisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Italian</source>
   <translation>Italienisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Lithuanian</source>
   <translation>Litauisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Latvian</source>
   <translation>Lettisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Dutch</source>
   <translation>Niederländisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Norwegian</source>
   <translation>Norwegisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Polish</source>
   <translation>Polnisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Portuguese</source>
   <translation>Portugiesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Romanian</source>
   <translation>Rumänisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Slovak</source>
   <translation>Slowakisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Slovenian</source>
   <translation>Slowenisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Swedish</source>
   <translation>Schwedisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Swahili</source>
   <translation>Suaheli</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Turkish</source>
   <translation>Türkisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Vietnamese</source>
   <translation>Vietnamesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Belarusian</source>
   <translation>Belarussisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Bulgarian</source>
   <translation>Bulgarisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Kazakh</source>
   <translation>Kasachisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Macedonian</source>
   <translation>Mazedonisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Mongolian</source>
   <translation>Mongolisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Russian</source>
   <translation>Russisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Serbian</source>
   <translation>Serbisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Ukrainian</source>
   <translation>Ukrainisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Arabic</source>
   <translation>Arabisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Persian</source>
   <translation>Persisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Urdu</source>
   <translation>Urdu</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hindi</source>
   <translation>Hindi</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Marathi</source>
   <translation>Marathi</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Nepali</source>
   <translation>Nepalesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Chinese</source>
   <translation>Chinesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Japanese</source>
   <translation>Japanisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Korean</source>
   <translation>Koreanisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Thai</source>
   <translation>Thailändisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Lao</source>
   <translation>Laotisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Khmer</source>
   <translation>Khmer</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Burmese</source>
   <translation>Birmanisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Greek</source>
   <translation>Griechisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Hebrew</source>
   <translation>Hebräisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Georgian</source>
   <translation>Georgisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Armenian</source>
   <translation>Armenisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Bengali</source>
   <translation>Bengalisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Tamil</source>
   <translation>Tamil</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Telugu</source>
   <translation>Telugu</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Malayalam</source>
   <translation>Malayalam</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Kannada</source>
   <translation>Kannada</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Gujarati</source>
   <translation>Gujarati</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Punjabi</source>
   <translation>Panjabi</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Sinhala</source>
   <translation>Singhalesisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/languages/names.py" />
   <source>Amharic</source>
   <translation>Amharisch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>headings</source>
   <translation>Überschriften</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>link texts</source>
   <translation>Linktexte</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>aliases</source>
   <translation>Aliasse</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>first sentences</source>
   <translation>erste Sätze</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>a heading; the passages below it are the answer</source>
   <translation>eine Überschrift; die Antwort sind die Passagen darunter</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>the text of a link; the linked note is the answer</source>
   <translation>der Text eines Links; die Antwort ist die verlinkte Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>an alias; its note is the answer</source>
   <translation>ein Alias; die Antwort ist seine Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>the first sentence of a note; the rest of the note is the answer</source>
   <translation>der erste Satz einer Notiz; die Antwort ist der Rest der Notiz</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>Use these figures to compare models and settings on your own notes: if one wins by more than its interval, it is likely to serve you better.</source>
   <translation>Mit diesen Zahlen lassen sich Modelle und Einstellungen an den eigenen Notizen vergleichen: Gewinnt eines um mehr als sein Intervall, ist es wahrscheinlich das bessere.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>They say little about search quality as such: nobody asked these questions, each has only one right answer here although there may be others, and the question's own text was removed from the notes.</source>
   <translation>Über die Qualität der Suche an sich sagen sie wenig: Niemand hat diese Fragen gestellt, als richtig gilt nur eine Antwort, obwohl es mehrere geben kann, und der Text der Frage wurde aus den Notizen entfernt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/evaluation/generated_questions.py" />
   <source>Headings and link texts are shorter than typical questions, first sentences longer: look at the kind most like what you type.</source>
   <translation>Überschriften und Linktexte sind kürzer als übliche Fragen, erste Sätze länger: Maßgeblich ist die Art, die den eigenen Eingaben am nächsten kommt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/context/formats.py" />
   <source>No answer in this note.</source>
   <translation>Keine Antwort in dieser Notiz.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>The vault is closed.</source>
   <translation>Der Vault ist geschlossen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>Open it again.</source>
   <translation>Ihn erneut öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <source>Search for it; a new note is found once it is indexed.</source>
   <translation>Bitte danach suchen; eine neue Notiz wird gefunden, sobald sie indiziert ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/errors.py" />
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>No note called {}.</source>
   <translation>Keine Notiz namens {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>The path of {} isn't valid UTF-8.</source>
   <translation>Der Pfad von {} ist kein gültiges UTF-8.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>Rename the folder.</source>
   <translation>Bitte den Ordner umbenennen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>A question is answered from a whole note.</source>
   <translation>Eine Frage wird aus einer ganzen Notiz beantwortet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>Leave out the lines, or the question.</source>
   <translation>Die Zeilen oder die Frage weglassen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>It has lines 1 to {}.</source>
   <translation>Vorhanden sind die Zeilen 1 bis {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/files.py" />
   <source>{} has no such lines.</source>
   <translation>{} hat diese Zeilen nicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/file_changes.py" />
   <source>The notes of {} aren't on this computer, nor are their versions.</source>
   <translation>Die Notizen von {} sind nicht auf diesem Computer, ihre Fassungen auch nicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/file_changes.py" />
   <source>Connect their drive, or ask where they are.</source>
   <translation>Ihr Laufwerk anschließen, oder dort suchen, wo sie liegen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The repository of {} leads to another folder, which isn't read.</source>
   <translation>Das Repository von {} führt in einen anderen Ordner, der nicht gelesen wird.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Keep the whole repository in the folder, or have versions saved in Settings &gt; Privacy.</source>
   <translation>Das ganze Repository in diesem Ordner halten, oder Fassungen unter Einstellungen &gt; Datenschutz aufbewahren lassen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The text of {} on {} isn't in this repository.</source>
   <translation>Der Text von {} am {} ist nicht in diesem Repository.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>It may be a shallow or partial clone: fetch the whole history.</source>
   <translation>Es ist vielleicht ein unvollständiger Klon: den ganzen Verlauf holen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>{} is in no git repository.</source>
   <translation>{} liegt in keinem Git-Repository.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Have versions saved in Settings &gt; Privacy, or keep the notes in one.</source>
   <translation>Fassungen unter Einstellungen &gt; Datenschutz aufbewahren lassen, oder die Notizen in einem führen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>There is no commit of {} or before.</source>
   <translation>Es gibt keinen Commit vom {} oder davor.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The history here begins on {}: the clone is shallow.</source>
   <translation>Der Verlauf beginnt hier am {}: Der Klon ist flach (shallow).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Ask for a later day.</source>
   <translation>Nach einem späteren Tag fragen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Check the repository with git status.</source>
   <translation>Das Repository mit git status prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>A history needs git, which isn't installed.</source>
   <translation>Ein Verlauf braucht git, das nicht installiert ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Install git, and ask again.</source>
   <translation>Git installieren und noch einmal fragen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <location filename="../../vaultsearch/service/commands.py" />
   <source>Try again.</source>
   <translation>Noch einmal versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>The repository of {} holds too much to be read.</source>
   <translation>Das Repository von {} enthält zu viel, um gelesen zu werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Look at it with git itself.</source>
   <translation>Es mit git selbst ansehen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/git.py" />
   <source>Update git.</source>
   <translation>Git aktualisieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Delete {}.</source>
   <translation>Bitte {} löschen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <location filename="../../vaultsearch/service/areas/past.py" />
   <location filename="../../vaultsearch/service/vault.py" />
   <source>Free some space on the disk.</source>
   <translation>Bitte Platz auf der Platte schaffen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The versions can't be saved: {}.</source>
   <translation>Die Fassungen lassen sich nicht aufbewahren: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The text of {} on {} isn't saved any more.</source>
   <translation>Der Text von {} am {} ist nicht mehr aufbewahrt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Choose a later version.</source>
   <translation>Bitte eine spätere Fassung wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Versions are saved here since {}.</source>
   <translation>Fassungen werden hier seit {} aufbewahrt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>The saved versions can't be read: {}.</source>
   <translation>Die aufbewahrten Fassungen sind nicht lesbar: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>No versions are saved here.</source>
   <translation>Hier werden keine Fassungen aufbewahrt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/history/saved.py" />
   <source>Have them saved in Settings &gt; Privacy.</source>
   <translation>Das lässt sich unter Einstellungen &gt; Datenschutz einschalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Index rebuilt because of a new version, a new model or other passages.</source>
   <translation>Index wegen neuer Version, neuem Modell oder anderen Passagen neu aufgebaut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Another model has read these notes, so nothing is found by meaning.</source>
   <translation>Ein anderes Modell hat diese Notizen gelesen, daher wird nichts dem Sinn nach gefunden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/corpus.py" />
   <source>Choose the model that has read them, or index them again.</source>
   <translation>Das Modell wählen, das sie gelesen hat, oder sie neu indizieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>The index in {} is damaged.</source>
   <translation>Der Index in {} ist beschädigt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>Index the vault again, or ask a published index again: what is damaged is made anew.</source>
   <translation>Den Vault erneut indizieren oder einen veröffentlichten Index noch einmal fragen: Beschädigtes entsteht neu.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>No disk space left for the index in {}.</source>
   <translation>Kein Speicherplatz mehr für den Index in {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/index_folder.py" />
   <source>Free some space; notes indexed so far are searchable, the rest follows later.</source>
   <translation>Bitte Platz schaffen; bereits Indiziertes ist durchsuchbar, der Rest folgt später.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} is no place that an index can be published to.</source>
   <translation>{} ist kein Ort, an dem ein Index veröffentlicht werden kann.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Use a folder, or s3://, gs:// or az://.</source>
   <translation>Einen Ordner angeben, oder s3://, gs:// oder az://.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The address of a bucket holds no key.</source>
   <translation>Die Adresse eines Buckets enthält keinen Schlüssel.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Set the keys of the store in the environment, or in its profile.</source>
   <translation>Die Schlüssel des Speichers in der Umgebung oder in seinem Profil setzen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>An object store needs the extra “store”.</source>
   <translation>Ein Objektspeicher braucht das Extra „store“.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} does not keep what is copied to it.</source>
   <translation>{} behält nicht, was dorthin kopiert wird.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check its drive, or its network.</source>
   <translation>Das Laufwerk oder das Netz prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} is not a folder.</source>
   <translation>{} ist kein Ordner.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another place.</source>
   <translation>Einen anderen Ort wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} holds other files.</source>
   <translation>{} enthält andere Dateien.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose an empty folder, or a new one.</source>
   <translation>Einen leeren oder neuen Ordner wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Somebody else published to {} meanwhile.</source>
   <translation>In {} hat inzwischen jemand anderes veröffentlicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Publish again.</source>
   <translation>Noch einmal veröffentlichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another prefix.</source>
   <translation>Ein anderes Präfix wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} can't be used ({}).</source>
   <translation>{} kann nicht benutzt werden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check the address, the network, and the credentials in your environment.</source>
   <translation>Adresse, Netz und die Zugangsdaten in der Umgebung prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>No index is published in {}.</source>
   <translation>In {} ist kein Index veröffentlicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Publish one on the other computer: vaultsearch publish VAULT PLACE</source>
   <translation>Auf dem anderen Computer einen veröffentlichen: vaultsearch publish VAULT ORT</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>What is published in {} can't be read ({}).</source>
   <translation>Das in {} Veröffentlichte kann nicht gelesen werden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Wait until the folder is synced, or publish again.</source>
   <translation>Warten, bis der Ordner abgeglichen ist, oder noch einmal veröffentlichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The index in {} was published by another version.</source>
   <translation>Der Index in {} stammt von einer anderen Version.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Use the same version of vaultsearch on both computers.</source>
   <translation>Auf beiden Computern dieselbe Version von vaultsearch benutzen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>The index in {} is not there whole ({}).</source>
   <translation>Der Index in {} ist nicht vollständig da ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Wait until the folder is synced, or publish again on the other computer.</source>
   <translation>Warten, bis der Ordner abgeglichen ist, oder auf dem anderen Computer noch einmal veröffentlichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>If you publish there, add --take-over; else choose another place.</source>
   <translation>Mit --take-over hier weiter veröffentlichen; sonst einen anderen Ort wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>{} publishes “{}” there, since {}.</source>
   <translation>{} veröffentlicht dort „{}“, seit {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Choose another place, or add --take-over to publish there from now on.</source>
   <translation>Einen anderen Ort wählen, oder mit --take-over von jetzt an dort veröffentlichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>No space is left in {}.</source>
   <translation>In {} ist kein Platz mehr.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Free some space there; publish again.</source>
   <translation>Dort Platz schaffen und noch einmal veröffentlichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/published.py" />
   <source>Check the folder, its drive and its permissions.</source>
   <translation>Den Ordner, sein Laufwerk und seine Zugriffsrechte prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>There was not enough memory to read this; it is tried again.</source>
   <translation>Der Arbeitsspeicher reichte zum Lesen nicht; es wird erneut versucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Unexpected error while reading ({}: {}).</source>
   <translation>Unerwarteter Fehler beim Lesen ({}: {}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>No permission to read this file.</source>
   <translation>Keine Berechtigung, diese Datei zu lesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>The disk is full; this is read once there is space.</source>
   <translation>Der Datenträger ist voll; dies wird gelesen, sobald Platz ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Can't be read: {}.</source>
   <translation>Nicht lesbar: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading took longer than {} s; it was skipped.</source>
   <translation>Das Lesen dauerte länger als {} s; die Datei wurde übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading it needed more than {} MB of memory; it was skipped.</source>
   <translation>Das Lesen brauchte mehr als {} MB Arbeitsspeicher; die Datei wurde übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>The process that reads it was ended by the system; it is tried again.</source>
   <translation>Der Prozess, der sie liest, wurde vom System beendet; es wird erneut versucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading this note crashed; it was skipped.</source>
   <translation>Diese Notiz ließ sich nicht lesen; sie wurde übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/note_reading.py" />
   <source>Reading this file crashed; it was skipped.</source>
   <translation>Beim Lesen dieser Datei gab es einen Absturz; sie wurde übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>{} makes vectors of another dimension now.</source>
   <translation>{} erzeugt jetzt Vektoren anderer Dimension.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>If its server has another model under this name, run: vaultsearch index --rebuild</source>
   <translation>Hat sein Server unter diesem Namen ein anderes Modell, ausführen: vaultsearch index --rebuild</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/passage_encoding.py" />
   <source>Indexing a passage of this note by meaning crashed; it is found by keywords only.</source>
   <translation>Eine Passage dieser Notiz ließ sich nicht nach Bedeutung indizieren; sie wird nur nach Stichwörtern gefunden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Notes were re-indexed for keywords because of a new version; their meaning is kept.</source>
   <translation>Die Notizen wurden für eine neue Version neu nach Stichwörtern indiziert; die Indizierung nach Bedeutung bleibt erhalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>No notes or documents in {}.</source>
   <translation>Keine Notizen oder Dokumente in {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Choose another folder, or check Exclusions.</source>
   <translation>Einen anderen Ordner wählen oder die Ausschlüsse prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Notes in other languages were re-indexed for the new model.</source>
   <translation>Notizen in anderen Sprachen wurden für das neue Modell neu indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Token vectors removed because of the new chunking mode.</source>
   <translation>Token-Vektoren wegen des neuen Modus entfernt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/preparation.py" />
   <source>Token vectors rebuilt because of the new chunking mode or pooling.</source>
   <translation>Token-Vektoren wegen des neuen Modus oder der neuen Zusammenfassung neu erzeugt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/recognition.py" />
   <source>Its text can't be recognized ({}).</source>
   <translation>Der Text kann nicht erkannt werden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/recognition.py" />
   <source>Recognizing its text crashed, needed too much memory or took longer than {} s; it was skipped.</source>
   <translation>Die Texterkennung stürzte ab, brauchte zu viel Speicher oder dauerte länger als {} s; übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/sync/token_filling.py" />
   <source>Indexing the tokens of a passage of this note crashed; it was skipped.</source>
   <translation>Die Token einer Passage dieser Notiz ließen sich nicht indizieren; sie wurde übersprungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/token_table.py" />
   <source>This index has no token vectors.</source>
   <translation>Dieser Index hat keine Token-Vektoren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/token_table.py" />
   <source>Set embedding.chunking_mode to colbert, and index the vault again.</source>
   <translation>embedding.chunking_mode auf colbert setzen und den Vault neu indizieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>The index in {} can't be written{}.</source>
   <translation>Der Index in {} lässt sich nicht schreiben{}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>Notes indexed so far are searchable; check the folder's permissions or its disk.</source>
   <translation>Bereits Indiziertes ist durchsuchbar; bitte die Zugriffsrechte des Ordners oder das Laufwerk prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>The index is being updated by another program (process {}).</source>
   <translation>Ein anderes Programm aktualisiert den Index (Prozess {}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/index/writer_lock.py" />
   <source>Close the other window or wait for the other command; you can keep searching.</source>
   <translation>Das andere Fenster schließen oder den anderen Befehl abwarten; suchen lässt sich weiterhin.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>This application can't be extended; vaultsearch installed with pip can.</source>
   <translation>Diese Anwendung lässt sich nicht erweitern; mit pip installiert lässt sich vaultsearch erweitern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>Add it: run {} in a terminal.</source>
   <translation>Hinzufügen: {} in einem Terminal ausführen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/installation.py" />
   <source>Other models need the extra “models”.</source>
   <translation>Andere Modelle brauchen das Extra „models“.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/chats.py" />
   <source>The table needs the columns timestamp, author and message.</source>
   <translation>Die Tabelle braucht die Spalten timestamp, author und message.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>No text to search with.</source>
   <translation>Kein Text für die Suche.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>The text is long: only its first {} characters were used.</source>
   <translation>Der Text ist lang: Nur die ersten {} Zeichen wurden verwendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>No notes similar to this text.</source>
   <translation>Keine Notizen, die diesem Text ähneln.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Try again; if it keeps failing, rebuild the index.</source>
   <translation>Erneut versuchen; hilft das nicht, den Index neu aufbauen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>The search failed: {}.</source>
   <translation>Die Suche ist fehlgeschlagen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Your notes are still being indexed.</source>
   <translation>Die Notizen werden noch indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>Try again in a moment, or run: vaultsearch index FOLDER</source>
   <translation>Gleich noch einmal versuchen oder ausführen: vaultsearch index ORDNER</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/long_queries/search.py" />
   <source>This text is in your notes: {}. Listed are others.</source>
   <translation>Dieser Text steht schon in den Notizen: {}. Aufgeführt sind andere.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: your question and the passages found for it would be sent there.</source>
   <translation>{} ist nicht dieser Computer: Die Frage und die dazu gefundenen Passagen würden dorthin gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: the text of all your notes, and each question, would be sent there.</source>
   <translation>{} ist nicht dieser Computer: Der Text aller Notizen und jede Frage würden dorthin gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not this computer: the text of your notes would be sent there.</source>
   <translation>{} ist nicht dieser Computer: Der Text der Notizen würde dorthin gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it: vaultsearch ask --allow {}</source>
   <translation>Es wurde nichts gesendet. Um es zu erlauben: vaultsearch ask --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it, press Test in Settings &gt; Models, or run: vaultsearch index --allow {}</source>
   <translation>Es wurde nichts gesendet. Um es zu erlauben, in Einstellungen &gt; Modelle auf „Testen“ klicken oder ausführen: vaultsearch index --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Nothing was sent. To allow it: vaultsearch index --allow {}</source>
   <translation>Es wurde nichts gesendet. Um es zu erlauben: vaultsearch index --allow {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>No language model is set.</source>
   <translation>Es ist kein Sprachmodell eingerichtet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Set its address and name: Settings &gt; Language model, or base_url and model under [parameters.ask] in the settings file.</source>
   <translation>Adresse und Name eintragen: Einstellungen &gt; Sprachmodell, oder base_url und model unter [parameters.ask] in der Einstellungsdatei.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is not the address of a server.</source>
   <translation>{} ist nicht die Adresse eines Servers.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Use an address such as http://127.0.0.1:11434/v1.</source>
   <translation>Eine Adresse wie http://127.0.0.1:11434/v1 eingeben.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>There is no chat at {}.</source>
   <translation>Unter {} gibt es keinen Chat.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Start it, or correct the address in Settings &gt; Language model.</source>
   <translation>Ihn starten, oder die Adresse berichtigen: Einstellungen &gt; Sprachmodell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter another one in Settings &gt; Language model.</source>
   <translation>Einen anderen eintragen: Einstellungen &gt; Sprachmodell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Load it there, or choose one of the list in Settings &gt; Language model.</source>
   <translation>Es dort laden, oder eines aus der Liste wählen: Einstellungen &gt; Sprachmodell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>There are no embeddings at {}.</source>
   <translation>Unter {} gibt es keine Einbettungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Start it, or correct the address in Settings &gt; Models.</source>
   <translation>Ihn starten oder die Adresse in Einstellungen &gt; Modelle berichtigen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter another one in Settings &gt; Models.</source>
   <translation>Einen anderen eintragen: Einstellungen &gt; Modelle.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Load it there, or choose one of the list in Settings &gt; Models.</source>
   <translation>Es dort laden oder eines aus der Liste in Einstellungen &gt; Modelle wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is busy, or its quota is used up.</source>
   <translation>{} ist ausgelastet, oder das Kontingent ist aufgebraucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again in a while.</source>
   <translation>Später noch einmal versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} leads to another address, which is not followed.</source>
   <translation>{} verweist auf eine andere Adresse, der nicht gefolgt wird.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Enter the address of the server itself.</source>
   <translation>Die Adresse des Servers selbst eintragen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages.</source>
   <translation>Die Meldungen des Servers ansehen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the question with status {}.</source>
   <translation>{} lehnt die Frage mit Status {} ab.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages: the question may be longer than the model's context.</source>
   <translation>Die Meldungen des Servers ansehen: Vielleicht ist die Frage länger als der Kontext des Modells.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed ({}).</source>
   <translation>{} ist gescheitert ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} thought, but wrote no answer.</source>
   <translation>{} hat nachgedacht, aber keine Antwort geschrieben.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Ask again, or choose a model that thinks less.</source>
   <translation>Noch einmal fragen, oder ein Modell wählen, das weniger nachdenkt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>{} sent no text.</source>
   <translation>{} hat keinen Text gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Check that the model can chat.</source>
   <translation>Prüfen, ob das Modell chatten kann.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>It works: {} answered after {} s.</source>
   <translation>Es funktioniert: {} antwortete nach {} s.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} took longer than {} s to answer.</source>
   <translation>{} brauchte länger als {} s für eine Antwort.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again once the model is loaded, or choose a smaller one.</source>
   <translation>Noch einmal versuchen, sobald das Modell geladen ist, oder ein kleineres wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>The certificate of {} is not trusted.</source>
   <translation>Dem Zertifikat von {} wird nicht vertraut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Only those of public authorities are.</source>
   <translation>Nur denen öffentlicher Stellen wird vertraut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>No server answers at {}.</source>
   <translation>Unter {} antwortet kein Server.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} sent something that is no answer.</source>
   <translation>{} hat etwas gesendet, das keine Antwort ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Check that it is an OpenAI-compatible server.</source>
   <translation>Prüfen, ob es ein OpenAI-kompatibler Server ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} broke off in the middle of the answer.</source>
   <translation>{} brach mitten in der Antwort ab.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Ask again.</source>
   <translation>Noch einmal fragen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} is still loading the model.</source>
   <translation>{} lädt das Modell noch.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Try again in a moment.</source>
   <translation>Gleich noch einmal versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed with status {}.</source>
   <translation>{} scheiterte mit Status {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} has no model {}.</source>
   <translation>{} hat kein Modell {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Correct the path of the address; most end in /v1.</source>
   <translation>Den Pfad der Adresse berichtigen; die meisten enden auf /v1.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the key.</source>
   <translation>{} lehnt den Schlüssel ab.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses the question ({}).</source>
   <translation>{} lehnt die Frage ab ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} makes no embeddings with {}.</source>
   <translation>{} erzeugt mit {} keine Einbettungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Choose a model that is made for embeddings; llama.cpp is to be started with --embeddings.</source>
   <translation>Ein Modell wählen, das für Einbettungen gemacht ist; llama.cpp muss mit --embeddings gestartet werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} refuses texts ({}).</source>
   <translation>{} lehnt Texte ab ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>See the server's own messages: a passage may be longer than the model's context.</source>
   <translation>Die Meldungen des Servers ansehen: Eine Passage könnte länger sein als der Kontext des Modells.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>{} failed twice and is left alone for {} s.</source>
   <translation>{} ist zweimal gescheitert und wird {} s lang nicht gefragt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/chat_client.py" />
   <source>Test it in Settings &gt; Language model to try at once.</source>
   <translation>Um es gleich zu versuchen: Einstellungen &gt; Sprachmodell &gt; Testen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Other models need sentence-transformers and torch, which can't be loaded ({}).</source>
   <translation>Andere Modelle brauchen sentence-transformers und torch; beide lassen sich nicht laden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Choose another with embedding.embedding_model.</source>
   <translation>Mit embedding.embedding_model ein anderes wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>The model in {} needs to run its own code ({}).</source>
   <translation>Das Modell in {} muss eigenen Code ausführen ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/encoder.py" />
   <source>Choose a model that doesn't.</source>
   <translation>Ein anderes Modell wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} isn't on this computer.</source>
   <translation>Das Modell {} ist nicht auf diesem Computer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Download it: vaultsearch models download {}</source>
   <translation>Herunterladen: vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Reinstall vaultsearch, or choose another model.</source>
   <translation>vaultsearch neu installieren oder ein anderes Modell wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be read: {}.</source>
   <translation>{} ist nicht lesbar: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} has the wrong checksum (sha256 {}…, expected {}…).</source>
   <translation>{} hat die falsche Prüfsumme (sha256 {}…, erwartet {}…).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose another with embedding.embedding_model; no other format is supported.</source>
   <translation>Ein anderes mit embedding.embedding_model wählen; ein anderes Format wird nicht unterstützt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} doesn't contain model.safetensors.</source>
   <translation>{} enthält keine model.safetensors.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} is neither a folder nor in the local hub cache.</source>
   <translation>Das Modell {} ist weder ein Ordner noch im lokalen Hub-Cache.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose a folder that contains it, or download it: vaultsearch models download {}</source>
   <translation>Einen Ordner wählen, der es enthält, oder herunterladen: vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be downloaded: {}.</source>
   <translation>{} lässt sich nicht herunterladen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} doesn't contain {}: {}.</source>
   <translation>{} enthält kein {}: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} arrived damaged and was removed.</source>
   <translation>{} kam beschädigt an und wurde entfernt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Connect to the network and try again, or copy the model's folder from another machine and choose it with reranker.reranker_model or embedding.embedding_model.</source>
   <translation>Mit dem Netzwerk verbinden und erneut versuchen, oder den Ordner des Modells von einem anderen Computer kopieren und mit reranker.reranker_model oder embedding.embedding_model wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The model {} has no weights as safetensors.</source>
   <translation>Das Modell {} hat keine Gewichte als safetensors.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Choose another; no other format is supported.</source>
   <translation>Ein anderes wählen; andere Formate werden nicht unterstützt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} of {} arrived damaged (sha256 {}…, expected {}…), and was removed.</source>
   <translation>{} von {} kam beschädigt an (sha256 {}…, erwartet {}…) und wurde entfernt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Download it again: vaultsearch models download {}</source>
   <translation>Erneut herunterladen: vaultsearch models download {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>HF_HUB_OFFLINE is set, so nothing can be downloaded.</source>
   <translation>HF_HUB_OFFLINE ist gesetzt, daher kann nichts heruntergeladen werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Unset it and try again.</source>
   <translation>Entfernen und erneut versuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} isn't the name of a model on the hub.</source>
   <translation>{} ist kein Name eines Modells im Hub.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Names look like OWNER/MODEL, such as cross-encoder/ms-marco-MiniLM-L-6-v2.</source>
   <translation>Namen haben die Form EIGENTÜMER/MODELL, etwa cross-encoder/ms-marco-MiniLM-L-6-v2.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>You need to accept the terms of the model {} first.</source>
   <translation>Zuerst müssen die Bedingungen des Modells {} akzeptiert werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Accept them at {}/{} and log in with `hf auth login`.</source>
   <translation>Auf {}/{} zustimmen und mit `hf auth login` anmelden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>The hub at {} has no public model {}.</source>
   <translation>Der Hub auf {} hat kein öffentliches Modell {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>Check the name there.</source>
   <translation>Bitte den Namen dort prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/model_files.py" />
   <source>{} can't be downloaded from {}: {}.</source>
   <translation>{} lässt sich nicht von {} herunterladen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/multilingual_choice.py" />
   <source>There is no folder for the converted {}.</source>
   <translation>Es gibt keinen Ordner für das konvertierte {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/multilingual_choice.py" />
   <source>Set embedding.multilingual_model to {}.</source>
   <translation>embedding.multilingual_model auf {} setzen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/onnx_models.py" />
   <location filename="../../vaultsearch/core/models/tokens.py" />
   <source>Reinstall vaultsearch.</source>
   <translation>Bitte vaultsearch neu installieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/onnx_models.py" />
   <source>The weights of {} have the wrong checksum (sha256 {}…, expected {}…).</source>
   <translation>Die Gewichte von {} haben die falsche Prüfsumme (SHA-256 {}…, erwartet {}…).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>The address {} names no model.</source>
   <translation>Die Adresse {} nennt kein Modell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>Write it behind the address, as in {}.</source>
   <translation>Es hinter die Adresse schreiben, wie in {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>A server's model needs the extra “ask”.</source>
   <translation>Das Modell eines Servers benötigt das Extra „ask“.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>{} sent vectors of different dimensions.</source>
   <translation>{} hat Vektoren verschiedener Dimension gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>Choose a model that is made for embeddings.</source>
   <translation>Ein Modell wählen, das für Einbettungen gemacht ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>{} sent vectors that cannot be used.</source>
   <translation>{} hat unbrauchbare Vektoren gesendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/models/server_encoder.py" />
   <source>It works: {} makes vectors of {} dimensions.</source>
   <translation>Es funktioniert: {} erzeugt Vektoren mit {} Dimensionen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>The picture can't be read ({}).</source>
   <translation>Das Bild kann nicht gelesen werden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Too large for text recognition: {} pixels.</source>
   <translation>Zu groß für die Texterkennung: {} Pixel.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Text in {} can't be recognized; install tesseract with its language.</source>
   <translation>Text auf {} kann nicht erkannt werden; tesseract mit dieser Sprache installieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/pictures.py" />
   <source>Its script can't be recognized; Latin, Chinese and Japanese can. For Cyrillic, install tesseract with rus.</source>
   <translation>Die Schrift kann nicht erkannt werden, nur lateinische, chinesische und japanische. Für Kyrillisch tesseract mit rus installieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/lookup.py" />
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>/{}/ takes too long on {}.</source>
   <translation>/{}/ dauert bei {} zu lange.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/lookup.py" />
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Make it simpler: nested repeats are slow.</source>
   <translation>Vereinfachen: Verschachtelte Wiederholungen sind langsam.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>A query can have {} characters; this one has {}.</source>
   <translation>Eine Anfrage darf {} Zeichen haben; diese hat {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Shorten it, or search with it as a text: paste it into the window, or use search --from-file FILE or search_passage.</source>
   <translation>Kürzen, oder als Text damit suchen: ins Fenster einfügen oder search --from-file DATEI oder search_passage verwenden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>“{}” isn't a filter: plain words only rank notes.</source>
   <translation>„{}“ ist kein Filter: Gewöhnliche Wörter ordnen nur.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Leave it out, or write it as a filter, such as "a phrase", content:word or tag:name.</source>
   <translation>Weglassen oder als Filter schreiben, etwa "eine Wendung", content:wort oder tag:name.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>The filter “{}” can't be used.</source>
   <translation>Der Filter „{}“ lässt sich nicht anwenden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>The past can only be searched.</source>
   <translation>Vergangenes lässt sich nur durchsuchen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/query.py" />
   <source>Leave asof:, changed: and deleted: out.</source>
   <translation>Bitte asof:, changed: und deleted: weglassen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Extra closing parenthesis ignored.</source>
   <translation>Überzählige schließende Klammer ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Too many nested parentheses; the inner ones are ignored.</source>
   <translation>Zu viele verschachtelte Klammern; die inneren werden ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing parenthesis assumed at the end.</source>
   <translation>Schließende Klammer am Ende angenommen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Too many operators in a row; the first ones are ignored.</source>
   <translation>Zu viele Operatoren hintereinander; die ersten werden ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>OR needs a word on both sides and is ignored.</source>
   <translation>OR braucht auf beiden Seiten ein Wort und wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{} needs a value and is ignored.</source>
   <translation>{} braucht einen Wert und wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>AND is searched as a word; to require several words, use parentheses: (this that).</source>
   <translation>AND wird als Wort gesucht; für mehrere Wörter zugleich Klammern verwenden: (dies das).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>NOT is searched as a word; to exclude a word, use a minus: -this.</source>
   <translation>NOT wird als Wort gesucht; zum Ausschließen ein Minus verwenden: -dies.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing / missing; searched as plain words.</source>
   <translation>Schließendes / fehlt; als gewöhnliche Wörter gesucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing ] missing; searched as plain words.</source>
   <translation>Schließendes ] fehlt; als gewöhnliche Wörter gesucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{}: isn't an operator; searched as plain words.</source>
   <translation>{}: ist kein Operator; als gewöhnliche Wörter gesucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Perhaps {} is meant.</source>
   <translation>Vielleicht ist {} gemeint.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing " assumed at the end.</source>
   <translation>Schließendes " am Ende angenommen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>Closing ] assumed at the end.</source>
   <translation>Schließende ] am Ende angenommen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>/{}/ isn't a valid regular expression ({}); searched as plain text.</source>
   <translation>/{}/ ist kein gültiger regulärer Ausdruck ({}); als gewöhnlicher Text gesucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>“{}” is neither a number nor a date, so nothing is {} it.</source>
   <translation>„{}“ ist weder eine Zahl noch ein Datum, also ist nichts {} davon.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/reading.py" />
   <source>{}: needs a date such as 2026-05-12, 2026-05, today or last week, and is ignored.</source>
   <translation>{}: braucht ein Datum wie 2026-05-12, 2026-05, heute oder "letzte Woche" und wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/scope.py" />
   <source>The past can't be one side of an OR, or within another operator.</source>
   <translation>Vergangenes kann weder eine Seite eines OR sein noch in einem anderen Operator stehen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/query/scope.py" />
   <source>Put the other filters in parentheses: asof:2025-06-01 (tag:a OR tag:b).</source>
   <translation>Bitte die anderen Filter in Klammern setzen: asof:2025-06-01 (tag:a OR tag:b).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>both link to {}</source>
   <translation>beide verlinken auf {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>both linked from {}</source>
   <translation>beide verlinkt von {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>shares #{}</source>
   <translation>beide mit #{}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>link to each other</source>
   <translation>verlinken aufeinander</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>links here</source>
   <translation>verlinkt hierher</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>linked from here</source>
   <translation>von hier verlinkt</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar topic: {}</source>
   <translation>ähnliches Thema: {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar topic</source>
   <translation>ähnliches Thema</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/relations/related.py" />
   <source>similar overall</source>
   <translation>insgesamt ähnlich</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>Leave it out of reranker.chain.</source>
   <translation>Es aus reranker.chain herausnehmen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>Set ask.rerank_url and ask.rerank_model, or leave rerank_server out of reranker.chain.</source>
   <translation>ask.rerank_url und ask.rerank_model setzen, oder rerank_server aus reranker.chain weglassen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/components.py" />
   <source>No server for reranking is set.</source>
   <translation>Kein Server zum Ordnen ist eingestellt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/cross_encoder.py" />
   <source>Choose another with reranker.reranker_model, or remove cross_encoder from reranker.chain.</source>
   <translation>Mit reranker.reranker_model einen anderen wählen oder cross_encoder aus reranker.chain entfernen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>No clear answer in your notes. Closest matches:</source>
   <translation>Keine klare Antwort in den Notizen. Am nächsten kommen:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>Notes without “{}”; for “{}” itself, put it in quotation marks.</source>
   <translation>Notizen ohne „{}“; wer „{}“ selbst sucht, setzt es in Anführungszeichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/engine.py" />
   <source>Also searched for {}.</source>
   <translation>Auch gesucht nach {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>/{}/ isn't a valid regular expression: {}.</source>
   <translation>/{}/ ist kein gültiger regulärer Ausdruck: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Correct it, or remove the slashes.</source>
   <translation>Korrigieren oder die Schrägstriche entfernen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/search/retrieval.py" />
   <source>Keyword matches. Searching by meaning…</source>
   <translation>Stichworttreffer. Suche nach Bedeutung läuft…</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/usage_store.py" />
   <source>The record of opened notes couldn't be cleared ({}).</source>
   <translation>Der Verlauf geöffneter Notizen ließ sich nicht löschen ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/usage_store.py" />
   <source>Delete {} yourself.</source>
   <translation>Bitte {} selbst löschen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/query.py" />
   <source>“{}” isn't in your notes; searched for {} too.</source>
   <translation>„{}“ kommt in den Notizen nicht vor; auch nach {} gesucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/sync.py" />
   <source>No text on its pages; it is probably a scan.</source>
   <translation>Kein Text auf den Seiten; vermutlich ein Scan.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/values/sync.py" />
   <source>Its fonts don't say which letters its pages show; text recognition can read them.</source>
   <translation>Seine Schriften verraten nicht, welche Buchstaben auf den Seiten stehen; die Texterkennung kann sie lesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Not a valid canvas: {}.</source>
   <translation>Kein gültiges Canvas: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Open it in Obsidian, or restore an older version.</source>
   <translation>In Obsidian öffnen oder eine ältere Fassung wiederherstellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Not a valid canvas: it has no cards.</source>
   <translation>Kein gültiges Canvas: Es hat keine Karten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Open it in Obsidian.</source>
   <translation>In Obsidian öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Its cards can't be read and were ignored.</source>
   <translation>Die Karten sind nicht lesbar und wurden ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>Its arrows can't be read and were ignored.</source>
   <translation>Die Pfeile sind nicht lesbar und wurden ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/canvas.py" />
   <source>{} of its cards couldn't be read.</source>
   <translation>{} der Karten waren nicht lesbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/containment.py" />
   <source>Links to a place outside the vault; allow that in Settings &gt; Exclusions.</source>
   <translation>Verweist auf einen Ort außerhalb des Vaults; unter Einstellungen &gt; Ausschlüsse erlauben.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/containment.py" />
   <source>Or copy the file into the vault.</source>
   <translation>Oder die Datei in den Vault kopieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Open it in the program that made it, and save it again.</source>
   <translation>Die Datei im Programm öffnen, das sie erstellt hat, und erneut speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>The file is empty.</source>
   <translation>Die Datei ist leer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Remove it, or restore an older version.</source>
   <translation>Die Datei entfernen oder eine ältere Fassung wiederherstellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It isn't {}, or is damaged, so it can't be read.</source>
   <translation>Beschädigt oder nicht im erwarteten Format ({}), daher nicht lesbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It is in the format of Office before 2007, which isn't read.</source>
   <translation>Das Format von Office vor 2007 wird nicht gelesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Save it as docx, xlsx or pptx.</source>
   <translation>Als docx, xlsx oder pptx speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It is damaged, incomplete, or of another type than its name says.</source>
   <translation>Die Datei ist beschädigt, unvollständig oder von anderer Art, als ihr Name sagt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>It would unpack to more than can be read safely.</source>
   <translation>Entpackt wäre sie größer, als sich sicher lesen lässt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Split it into smaller documents.</source>
   <translation>In kleinere Dokumente teilen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Save a copy without one to have it indexed.</source>
   <translation>Zum Indizieren eine Kopie ohne Passwort speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>It is protected by a password.</source>
   <translation>Die Datei ist mit einem Passwort geschützt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/document.py" />
   <source>Its XML declares entities, which may be harmful.</source>
   <translation>Das XML der Datei deklariert Entitäten, die schädlich sein können.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>an Excalidraw drawing</source>
   <translation>Excalidraw-Zeichnung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>The drawing has no elements.</source>
   <translation>Die Zeichnung hat keine Elemente.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/excalidraw.py" />
   <source>Open it in Excalidraw, and save it again.</source>
   <translation>In Excalidraw öffnen und erneut speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>a calendar or address book</source>
   <translation>Kalender oder Adressbuch</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>a mail</source>
   <translation>E-Mail</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/mail.py" />
   <source>It isn't a mail: it has no sender, subject or date.</source>
   <translation>Keine E-Mail: Absender, Betreff und Datum fehlen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/notebooks.py" />
   <source>a Jupyter notebook</source>
   <translation>Jupyter-Notebook</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/notebooks.py" />
   <source>The notebook has no cells.</source>
   <translation>Das Notebook hat keine Zellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Not a valid base.</source>
   <translation>Keine gültige Base.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Open it in Obsidian, or restore it.</source>
   <translation>In Obsidian öffnen oder wiederherstellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>Not a valid base: it has no views.</source>
   <translation>Keine gültige Base: Sie hat keine Ansichten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/obsidian.py" />
   <source>an Obsidian base</source>
   <translation>Obsidian-Base</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/open_document.py" />
   <source>an OpenDocument file</source>
   <translation>OpenDocument-Datei</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/outlines.py" />
   <source>an outline</source>
   <translation>Gliederung</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/powerpoint.py" />
   <source>a PowerPoint presentation</source>
   <translation>PowerPoint-Präsentation</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>Only its first {} cells were read.</source>
   <translation>Nur die ersten {} Zellen wurden gelesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>an Excel workbook</source>
   <translation>Excel-Arbeitsmappe</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/tables.py" />
   <source>a table of comma-separated values</source>
   <translation>Tabelle mit Trennzeichen</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text</source>
   <translation>Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a rich text</source>
   <translation>RTF-Text</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>It isn't a rich text.</source>
   <translation>Kein gültiger Rich Text.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in reStructuredText</source>
   <translation>Text in reStructuredText</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in AsciiDoc</source>
   <translation>Text in AsciiDoc</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in Typst's markup</source>
   <translation>Text in Typst</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in Org's markup</source>
   <translation>Text in Org</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/texts.py" />
   <source>a text in LaTeX</source>
   <translation>Text in LaTeX</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>a web page</source>
   <translation>Webseite</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>a saved web page</source>
   <translation>gespeicherte Webseite</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>There is no page in it.</source>
   <translation>Die Datei enthält keine Seite.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>The page is too large.</source>
   <translation>Die Seite ist zu groß.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Save it without its pictures.</source>
   <translation>Ohne Bilder speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>an e-book in the EPUB format</source>
   <translation>E-Book im Format EPUB</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Its shop's copy protection keeps it from being read.</source>
   <translation>Der Kopierschutz des Händlers verhindert das Lesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/web_pages.py" />
   <source>Exclude the file.</source>
   <translation>Die Datei ausschließen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/documents/word.py" />
   <source>a Word document</source>
   <translation>Word-Dokument</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>This isn't text, so it can't be indexed.</source>
   <translation>Das ist kein Text und kann daher nicht indiziert werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>If it is a text, save it as UTF-8; if not, rename it so that its ending says what it is.</source>
   <translation>Ist es ein Text, bitte als UTF-8 speichern; sonst umbenennen, sodass die Endung sagt, was es ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>Not valid {} throughout; characters replaced: {}.</source>
   <translation>Nicht durchgehend gültiges {}; ersetzte Zeichen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/file_content.py" />
   <source>Not UTF-8; read as {}.</source>
   <translation>Kein UTF-8; als {} gelesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The properties aren't closed by a line with three dashes.</source>
   <translation>Die Eigenschaften enden nicht mit einer Zeile aus drei Bindestrichen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The properties couldn't all be read ({}); the text was.</source>
   <translation>Ein Teil der Eigenschaften war nicht lesbar ({}), der Text schon.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/frontmatter.py" />
   <source>The property {} occurs twice; the last one counts.</source>
   <translation>Die Eigenschaft {} kommt zweimal vor; die letzte gilt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>This rule is ignored.</source>
   <translation>Diese Regel wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>The excluded files /{}/ take too long to match.</source>
   <translation>Der Abgleich der ausgeschlossenen Dateien /{}/ dauert zu lange.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>Obsidian's excluded files can't be read ({}).</source>
   <translation>Die in Obsidian ausgeschlossenen Dateien sind nicht lesbar ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>The excluded files {} aren't a valid regular expression ({}).</source>
   <translation>Die ausgeschlossenen Dateien {} sind kein gültiger regulärer Ausdruck ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <source>Can't be read ({}).</source>
   <translation>Nicht lesbar ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/ignoring.py" />
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>{} isn't a valid pattern.</source>
   <translation>{} ist kein gültiges Muster.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/inline_text.py" />
   <source>The paragraph at line {} has too many open brackets; links and tags were ignored.</source>
   <translation>Der Absatz in Zeile {} hat zu viele offene Klammern; Links und Tags wurden ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/inline_text.py" />
   <source>The paragraph at line {} is so long that its links and tags were ignored.</source>
   <translation>Der Absatz in Zeile {} ist so lang, dass Links und Tags ignoriert wurden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Number {} was {}, which is no longer in the index.</source>
   <translation>Nummer {} war {}; diese Notiz ist nicht mehr im Index.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Search again, or name the note.</source>
   <translation>Erneut suchen oder die Notiz nennen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>{} is the name of {} notes.</source>
   <translation>{} ist der Name von {} Notizen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Name one by its path: {}.</source>
   <translation>Bitte eine davon mit ihrem Pfad nennen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>List all files that couldn't be read: vaultsearch files --failed.</source>
   <translation>vaultsearch files --failed nennt alle Dateien, die nicht gelesen werden konnten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>No note has the number {}; numbers are those of the last context or search: {}.</source>
   <translation>Keine Notiz hat die Nummer {}; Nummern gelten für den letzten Kontext oder die letzte Suche: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/links.py" />
   <source>Search first (vaultsearch search), or name the note.</source>
   <translation>Zuerst suchen (vaultsearch search) oder die Notiz nennen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/markdown.py" />
   <source>It takes too long or too much memory to read; its first million characters are searched as plain text.</source>
   <translation>Das Lesen dauert zu lange oder braucht zu viel Arbeitsspeicher; die erste Million Zeichen wird als reiner Text durchsucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Only the first {} of {} pages were indexed.</source>
   <translation>Nur die ersten {} von {} Seiten wurden indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Its fonts don't say which letters are on these pages: {}.</source>
   <translation>Seine Schriften verraten nicht, welche Buchstaben auf diesen Seiten stehen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf.py" />
   <source>Words whose fonts don't say their letters were left out: {}.</source>
   <translation>Wörter, deren Schrift ihre Buchstaben nicht verrät, wurden ausgelassen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Save a copy without one.</source>
   <translation>Eine Kopie ohne Passwort speichern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Not a valid PDF; it is damaged or incomplete.</source>
   <translation>Keine gültige PDF-Datei; sie ist beschädigt oder unvollständig.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Restore it from a backup.</source>
   <translation>Aus einer Sicherung wiederherstellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/pdf_pages.py" />
   <source>Page {} is damaged.</source>
   <translation>Seite {} ist beschädigt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Delete it, or restore it from a backup.</source>
   <translation>Löschen oder aus einer Sicherung wiederherstellen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Its name ends in {}, but its content is something else.</source>
   <translation>Der Name endet auf {}, der Inhalt ist aber etwas anderes.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/reading.py" />
   <source>Rename it.</source>
   <translation>Umbenennen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The folder {} doesn't exist.</source>
   <translation>Den Ordner {} gibt es nicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Connect its drive, or open it where it is now.</source>
   <translation>Bitte das Laufwerk anschließen oder den Ordner am neuen Ort öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes in {}: the folder is empty.</source>
   <translation>Keine Notizen in {}: Der Ordner ist leer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Choose another folder, or connect its drive.</source>
   <translation>Einen anderen Ordner wählen oder das Laufwerk anschließen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The folder can't be read: {}.</source>
   <translation>Der Ordner ist nicht lesbar: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Not a regular file.</source>
   <translation>Keine gewöhnliche Datei.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>The file name isn't valid UTF-8; rename it.</source>
   <translation>Der Dateiname ist kein gültiges UTF-8; bitte umbenennen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Too large: {} MB; the limit is {} MB.</source>
   <translation>Zu groß: {} MB; die Grenze liegt bei {} MB.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>All notes and documents in {} are excluded.</source>
   <translation>Alle Notizen und Dokumente in {} sind ausgeschlossen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Check the excluded files in Obsidian, and .vaultsearchignore.</source>
   <translation>Bitte die ausgeschlossenen Dateien in Obsidian und .vaultsearchignore prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Choose the folder that contains your notes or documents, or connect its drive.</source>
   <translation>Den Ordner mit den Notizen oder Dokumenten wählen, oder sein Laufwerk anschließen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>Turn on more kinds of files in Settings &gt; Files, or choose another folder.</source>
   <translation>Unter Einstellungen &gt; Dateien weitere Dateiarten einschalten, oder einen anderen Ordner wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes or documents in {}: it is empty.</source>
   <translation>Keine Notizen oder Dokumente in {}: Der Ordner ist leer.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/vault/source.py" />
   <source>No notes or documents in {}, only files such as {}.</source>
   <translation>Keine Notizen oder Dokumente in {}, nur Dateien wie {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>The worker process stopped unexpectedly.</source>
   <translation>Der Arbeitsprozess wurde unerwartet beendet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>It is being restarted.</source>
   <translation>Er wird neu gestartet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>The process that reads and encodes notes can't be started.</source>
   <translation>Der Prozess, der Notizen liest und kodiert, lässt sich nicht starten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/core/worker.py" />
   <source>Close other programs to free memory, then index again; nothing is lost.</source>
   <translation>Andere Programme schließen, damit Speicher frei wird, dann erneut indizieren; nichts geht verloren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/autostart.py" />
   <source>The start at login couldn't be changed ({}).</source>
   <translation>Der Start bei der Anmeldung ließ sich nicht ändern ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/autostart.py" />
   <source>Change it in your system's settings.</source>
   <translation>Bitte in den Einstellungen des Systems ändern.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/global_shortcut.py" />
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>Another program uses these keys. Choose others.</source>
   <translation>Ein anderes Programm benutzt diese Tasten. Bitte andere wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The X server can't be reached.</source>
   <translation>Der X-Server ist nicht erreichbar.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>This keyboard doesn't have these keys. Choose others.</source>
   <translation>Diese Tastatur hat diese Tasten nicht. Bitte andere wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The shortcut was not confirmed.</source>
   <translation>Das Tastenkürzel wurde nicht bestätigt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/linux_shortcut.py" />
   <source>The global shortcut needs the extra “shortcut”.</source>
   <translation>Das globale Tastenkürzel braucht das Extra „shortcut“.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>On macOS, the application brings its own entry.</source>
   <translation>Unter macOS bringt das Programm seinen Eintrag selbst mit.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>Install the .dmg.</source>
   <translation>Die .dmg-Datei installieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>The applications menu couldn't be changed ({}).</source>
   <translation>Das Anwendungsmenü ließ sich nicht ändern ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/menu_entry.py" />
   <source>Check your permissions.</source>
   <translation>Die Zugriffsrechte prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>This change can't be saved, and is lost when the program ends.</source>
   <translation>Diese Änderung kann nicht gespeichert werden und geht verloren, wenn das Programm endet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/settings_store.py" />
   <source>These exclusions can't be saved, and don't apply.</source>
   <translation>Diese Ausschlüsse können nicht gespeichert werden und gelten nicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>The index in {} couldn't be deleted ({}).</source>
   <translation>Der Index in {} ließ sich nicht löschen ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>Delete the folder yourself.</source>
   <translation>Bitte den Ordner selbst löschen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>The download of {} was interrupted.</source>
   <translation>Der Download von {} wurde unterbrochen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/storage.py" />
   <source>Try again; the partial download is kept.</source>
   <translation>Erneut versuchen; der Teil-Download bleibt erhalten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/window_server.py" />
   <source>Other programs can't search: the ports {} to {} are in use.</source>
   <translation>Andere Programme können nicht suchen: Die Ports {} bis {} sind belegt.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/desktop/window_server.py" />
   <source>Close a program that listens there, such as vaultsearch serve.</source>
   <translation>Ein Programm schließen, das sie benutzt, etwa vaultsearch serve.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>No passage fits in a budget of {} tokens.</source>
   <translation>In ein Budget von {} Token passt keine Passage.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>Raise context.budget in the settings file.</source>
   <translation>context.budget in der Einstellungsdatei erhöhen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/ask.py" />
   <source>The model's answer was cut off before its end.</source>
   <translation>Die Antwort des Modells wurde vor ihrem Ende abgeschnitten.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/passages.py" />
   <source>The basket can't be saved in {} ({}).</source>
   <translation>Der Korb kann nicht in {} gespeichert werden ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/passages.py" />
   <source>Free some space, or check the folder's permissions.</source>
   <translation>Geben Sie Speicherplatz frei oder prüfen Sie die Zugriffsrechte des Ordners.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>By words alone: too many notes of then differ from today's.</source>
   <translation>Nur nach Wörtern: Zu viele Notizen waren damals anders als heute.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes of then are being read.</source>
   <translation>Die damaligen Notizen werden gelesen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes of then can't be kept: {}.</source>
   <translation>Die damaligen Notizen lassen sich nicht ablegen: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>The notes as they were on {}.</source>
   <translation>Die Notizen, wie sie am {} waren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Notes that are gone, as they were last.</source>
   <translation>Gelöschte Notizen, wie sie zuletzt waren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Changes until {}.</source>
   <translation>Änderungen bis {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/areas/past.py" />
   <source>Changes from {} to {}.</source>
   <translation>Änderungen vom {} bis {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>The search failed.</source>
   <translation>Die Suche ist fehlgeschlagen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>Only notes in a git repository have versions.</source>
   <translation>Nur Notizen in einem Git-Repository haben Fassungen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>The first is of {}.</source>
   <translation>Die erste ist vom {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/commands.py" />
   <source>{} has no version of {} or before.</source>
   <translation>{} hat keine Fassung vom {} oder davor.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/evaluation.py" />
   <source>No questions can be made from these notes: they have no suitable headings, link texts, aliases or first sentences.</source>
   <translation>Aus diesen Notizen lassen sich keine Fragen bilden: Es fehlen geeignete Überschriften, Linktexte, Aliasse oder erste Sätze.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/evaluation.py" />
   <source>Give some notes headings, links or aliases, then measure again.</source>
   <translation>Einigen Notizen Überschriften, Links oder Aliasse geben und erneut testen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>The settings name no vault.</source>
   <translation>Die Einstellungen nennen keinen Vault.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>No vault has been indexed yet.</source>
   <translation>Noch kein Vault indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Run: vaultsearch index FOLDER</source>
   <translation>Ausführen: vaultsearch index ORDNER</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Can't be opened ({}). Check its permissions.</source>
   <translation>Lässt sich nicht öffnen ({}). Bitte die Zugriffsrechte prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>No vault can be opened.</source>
   <translation>Kein Vault lässt sich öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Search quality is tested for one vault at a time.</source>
   <translation>Die Suchqualität wird für jeden Vault einzeln getestet.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Choose a vault beside the search field.</source>
   <translation>Neben dem Suchfeld einen Vault wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Not indexed yet.</source>
   <translation>Noch nicht indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/opening.py" />
   <source>Open it once to index it.</source>
   <translation>Zum Indizieren einmal öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>A key has no spaces, and no other letters than a to z.</source>
   <translation>Ein Schlüssel hat keine Leerzeichen und keine anderen Buchstaben als a bis z.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>Copy it once more.</source>
   <translation>Ihn noch einmal kopieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>{} offers no model.</source>
   <translation>{} bietet kein Modell an.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/model_access.py" />
   <source>It answers. Choose one of its {} models.</source>
   <translation>Er antwortet. Eines seiner {} Modelle wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} is not a known vault.</source>
   <translation>{} ist kein bekannter Vault.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>Run: vaultsearch vaults</source>
   <translation>Ausführen: vaultsearch vaults</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} is still there.</source>
   <translation>{} ist noch da.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Run: vaultsearch index {}</source>
   <translation>Ausführen: vaultsearch index {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>Run first: vaultsearch vaults forget {}</source>
   <translation>Zuerst ausführen: vaultsearch vaults forget {}</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/moves.py" />
   <source>{} has an index of its own.</source>
   <translation>{} hat einen eigenen Index.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>{} is published by another computer, which indexes it; here it is only searched.</source>
   <translation>{} wird von einem anderen Computer veröffentlicht, der es indiziert; hier wird es nur durchsucht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>To index your own copy of its notes, run: vaultsearch index VAULT --from PLACE</source>
   <translation>Die eigene Kopie der Notizen indizieren: vaultsearch index VAULT --from ORT</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>It is not known any more where {} is published.</source>
   <translation>Es ist nicht mehr bekannt, wo {} veröffentlicht ist.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/replicas.py" />
   <source>Open the place again.</source>
   <translation>Den Ort noch einmal öffnen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>No links lead on from the answers to this.</source>
   <translation>Von den Antworten darauf führen keine Links weiter.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>The passages were cut with other settings: index the vault again.</source>
   <translation>Die Passagen wurden mit anderen Einstellungen geschnitten: den Vault neu indizieren.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/search.py" />
   <source>“{}” couldn't be read:</source>
   <translation>„{}“ konnte nicht gelesen werden:</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>“{}” isn't a date.</source>
   <translation>„{}“ ist kein Datum.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>Write it like {}:2025-06-01.</source>
   <translation>Zum Beispiel {}:2025-06-01.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>The notes of {} on that day are too large to be kept.</source>
   <translation>Die Notizen von {} an diesem Tag sind zu groß, um behalten zu werden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/parts/snapshots.py" />
   <source>Look at them with git itself.</source>
   <translation>Sie mit git selbst ansehen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>The languages of your questions can't be saved in {} ({}).</source>
   <translation>Die Sprachen der Fragen lassen sich nicht in {} speichern ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>Check the folder's permissions.</source>
   <translation>Bitte die Zugriffsrechte des Ordners prüfen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/indexing.py" />
   <source>Index rebuilt.</source>
   <translation>Index neu aufgebaut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>The index was made by another version or model.</source>
   <translation>Der Index stammt aus einer anderen Version oder von einem anderen Modell.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Another process has the language model write these texts.</source>
   <translation>Ein anderer Prozess lässt das Sprachmodell diese Texte gerade schreiben.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/model_texts.py" />
   <source>Wait for it, or stop it.</source>
   <translation>Auf ihn warten, oder ihn beenden.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The index was damaged and has been rebuilt.</source>
   <translation>Der Index war beschädigt und wurde neu aufgebaut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The keyword index was damaged and has been rebuilt.</source>
   <translation>Der Stichwortindex war beschädigt und wurde neu aufgebaut.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} has not been indexed yet.</source>
   <translation>{} ist noch nicht indiziert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>The index of {} was made by an older version.</source>
   <translation>Der Index von {} stammt aus einer älteren Version.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>{} doesn't exist.</source>
   <translation>{} gibt es nicht.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Check the path, or connect its drive.</source>
   <translation>Bitte den Pfad prüfen oder das Laufwerk anschließen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/open_index.py" />
   <source>Choose the folder with your notes.</source>
   <translation>Bitte den Ordner mit den Notizen wählen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/sync/text_recognition.py" />
   <source>Text recognition needs the extra “ocr”.</source>
   <translation>Die Texterkennung braucht das Extra „ocr“.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/service/vault.py" />
   <source>No disk space left for the export.</source>
   <translation>Kein Speicherplatz mehr für den Export.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Nothing is indexed until it is corrected or deleted, as it may exclude notes.</source>
   <translation>Bis die Datei berichtigt oder gelöscht ist, wird nichts indiziert: Sie kann Notizen ausschließen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The folder for indexes, {}, is inside the vault.</source>
   <translation>Der Ordner für Indizes, {}, liegt im Vault.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Choose the folder with your notes, or set `indexes` in {} to another.</source>
   <translation>Den Ordner mit den Notizen wählen, oder `indexes` in {} auf einen anderen setzen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>VAULTSEARCH_HOME {}: {}.</source>
   <translation>VAULTSEARCH_HOME {}: {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Set it to another folder, or unset it.</source>
   <translation>Auf einen anderen Ordner setzen oder entfernen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>[{}] in the settings is ignored: write it as [parameters.{}].</source>
   <translation>[{}] in den Einstellungen wird ignoriert: richtig ist [parameters.{}].</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Unknown entry {} in the settings; it is ignored.</source>
   <translation>Unbekannter Eintrag {} in den Einstellungen; er wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>{} in the settings is ignored: expected {}.</source>
   <translation>{} in den Einstellungen wird ignoriert: erwartet {}.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The settings in {} can't be read ({}).</source>
   <translation>Die Einstellungen in {} sind nicht lesbar ({}).</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Correct the file, or delete it.</source>
   <translation>Die Datei berichtigen oder löschen.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Take it out, and run: vaultsearch ask --key</source>
   <translation>Ihn herausnehmen, und: vaultsearch ask --key</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>Unknown parameter {} in the settings; it is ignored.</source>
   <translation>Unbekannter Parameter {} in den Einstellungen; er wird ignoriert.</translation>
  </message>
  <message>
   <location filename="../../vaultsearch/settings/settings.py" />
   <source>The default is used.</source>
   <translation>Es gilt der Standardwert.</translation>
  </message>
 </context>
</TS>
