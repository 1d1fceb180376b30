<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
 <context>
  <name>vaultsearch</name>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/basket.py" />
   <source>%Ln token(s)</source>
   <translation>
    <numerusform>%Ln token</numerusform>
    <numerusform>%Ln tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/long_query.py" />
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln word(s)</source>
   <translation>
    <numerusform>%Ln word</numerusform>
    <numerusform>%Ln words</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>%Ln file(s) contain “{}”</source>
   <translation>
    <numerusform>%Ln file contains “{}”</numerusform>
    <numerusform>%Ln files contain “{}”</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/search.py" />
   <source>{}: %Ln file(s) contain the words</source>
   <translation>
    <numerusform>{}: %Ln file contains the words</numerusform>
    <numerusform>{}: %Ln files contain the words</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln link(s)</source>
   <translation>
    <numerusform>Copied the link</numerusform>
    <numerusform>Copied %Ln links</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/controllers/transfer.py" />
   <source>Copied %Ln path(s)</source>
   <translation>
    <numerusform>Copied the path</numerusform>
    <numerusform>Copied %Ln paths</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln PDF(s) read</source>
   <translation>
    <numerusform>{} of %Ln PDF read</numerusform>
    <numerusform>{} of %Ln PDFs read</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>{} of %Ln file(s) read</source>
   <translation>
    <numerusform>{} of %Ln file read</numerusform>
    <numerusform>{} of %Ln files read</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln need(s) text recognition, which is off</source>
   <translation>
    <numerusform>%Ln needs text recognition, which is off</numerusform>
    <numerusform>%Ln need text recognition, which is off</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln waiting for text recognition</source>
   <translation>
    <numerusform>%Ln waiting for text recognition</numerusform>
    <numerusform>%Ln waiting for text recognition</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <source>%Ln other problem(s)</source>
   <translation>
    <numerusform>%Ln other problem</numerusform>
    <numerusform>%Ln other problems</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/file_kinds.py" />
   <location filename="../../vaultsearch/gui/status_line.py" />
   <source>%Ln problem(s)</source>
   <translation>
    <numerusform>%Ln problem</numerusform>
    <numerusform>%Ln problems</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln note(s)</source>
   <translation>
    <numerusform>%Ln note</numerusform>
    <numerusform>%Ln notes</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s)</source>
   <translation>
    <numerusform>%Ln file</numerusform>
    <numerusform>%Ln files</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln passage(s)</source>
   <translation>
    <numerusform>%Ln passage</numerusform>
    <numerusform>%Ln passages</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) with these words</source>
   <translation>
    <numerusform>%Ln file with these words</numerusform>
    <numerusform>%Ln files with these words</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln file(s) match</source>
   <translation>
    <numerusform>%Ln file matches</numerusform>
    <numerusform>%Ln files match</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln vault(s)</source>
   <translation>
    <numerusform>{} of %Ln vault</numerusform>
    <numerusform>{} of %Ln vaults</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>%Ln vault(s)</source>
   <translation>
    <numerusform>%Ln vault</numerusform>
    <numerusform>%Ln vaults</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>indexing stopped: {} of %Ln file(s) by keywords, {} by meaning</source>
   <translation>
    <numerusform>indexing stopped: {} of %Ln file by keywords, {} by meaning</numerusform>
    <numerusform>indexing stopped: {} of %Ln files by keywords, {} by meaning</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Copied {}, {} of %Ln token(s)</source>
   <translation>
    <numerusform>Copied {}, {} of %Ln token</numerusform>
    <numerusform>Copied {}, {} of %Ln tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>Your text ({}) covers %Ln topic(s)</source>
   <translation>
    <numerusform>Your text ({}) covers %Ln topic</numerusform>
    <numerusform>Your text ({}) covers %Ln topics</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/phrases.py" />
   <source>{} of %Ln token(s)</source>
   <translation>
    <numerusform>{} of %Ln token</numerusform>
    <numerusform>{} of %Ln tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</source>
   <translation>
    <numerusform>%Ln question from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</numerusform>
    <numerusform>%Ln questions from your notes. 1 is perfect, 0 means never found; the line on each bar is the 95 % confidence interval.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/quality.py" />
   <source>%Ln question(s) not answered first</source>
   <translation>
    <numerusform>%Ln question not answered first</numerusform>
    <numerusform>%Ln questions not answered first</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln version(s)</source>
   <translation>
    <numerusform>%Ln version</numerusform>
    <numerusform>%Ln versions</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/reading/history.py" />
   <source>%Ln sentence(s) in both</source>
   <translation>
    <numerusform>%Ln sentence in both</numerusform>
    <numerusform>%Ln sentences in both</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/beginnings.py" />
   <source>%Ln new since yesterday</source>
   <translation>
    <numerusform>%Ln new since yesterday</numerusform>
    <numerusform>%Ln new since yesterday</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) not in your notes</source>
   <translation>
    <numerusform>%Ln sentence not in your notes</numerusform>
    <numerusform>%Ln sentences not in your notes</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/model_answer.py" />
   <source>%Ln sentence(s) to compare yourself</source>
   <translation>
    <numerusform>%Ln sentence to compare yourself</numerusform>
    <numerusform>%Ln sentences to compare yourself</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/results/results_model.py" />
   <source>%Ln more passage(s)</source>
   <translation>
    <numerusform>%Ln more passage</numerusform>
    <numerusform>%Ln more passages</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/exclusions_page.py" />
   <source>{}: %Ln rule(s)</source>
   <translation>
    <numerusform>{}: %Ln rule</numerusform>
    <numerusform>{}: %Ln rules</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/settings/vaults_page.py" />
   <source>{} of %Ln file(s) indexed</source>
   <translation>
    <numerusform>{} of %Ln file indexed</numerusform>
    <numerusform>{} of %Ln files indexed</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln link(s)</source>
   <translation>
    <numerusform>Copy %Ln link</numerusform>
    <numerusform>Copy %Ln links</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln obsidian:// link(s)</source>
   <translation>
    <numerusform>Copy %Ln obsidian:// link</numerusform>
    <numerusform>Copy %Ln obsidian:// links</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <location filename="../../vaultsearch/gui/window/passage_actions.py" />
   <source>Copy %Ln file path(s)</source>
   <translation>
    <numerusform>Copy %Ln file path</numerusform>
    <numerusform>Copy %Ln file paths</numerusform>
   </translation>
  </message>
 </context>
</TS>
