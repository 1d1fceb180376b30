// What is shown, in the language of Obsidian where it is one of the program's: English, German, Chinese.

import { getLanguage } from "obsidian";

/** Sentences by their English ones: German, Chinese. */
const TRANSLATIONS: Record<string, [german: string, chinese: string]> = {
  "Search notes": ["Notizen durchsuchen", "搜索笔记"],
  "Show related notes": ["Verwandte Notizen zeigen", "显示相关笔记"],
  "Ask your notes": ["Notizen befragen", "向笔记提问"],
  "Open this note in the program": ["Diese Notiz im Programm öffnen", "在程序中打开此笔记"],
  "Copy passages about the selection as context": [
    "Passagen zur Auswahl als Kontext kopieren",
    "复制与所选内容有关的段落作为上下文",
  ],
  "Obsidian has no “{0}”: it was renamed, removed, or is of a kind that Obsidian hides.": [
    "Obsidian kennt „{0}“ nicht: umbenannt, entfernt oder von einer Art, die Obsidian ausblendet.",
    "Obsidian 中没有“{0}”：它已改名、已删除，或属于 Obsidian 隐藏的类型。",
  ],
  "Open a note to insert a link.": ["Zum Einfügen eines Links eine Notiz öffnen.", "请先打开一篇笔记，再插入链接。"],
  "Passages copied: {0}": ["Passagen kopiert: {0}", "已复制段落：{0}"],
  "Nothing is found.": ["Nichts gefunden.", "没有结果。"],
  Token: ["Token", "令牌"],
  "Copy it from the settings of the program.": ["Aus den Einstellungen des Programms kopieren.", "从程序的设置中复制。"],
  Port: ["Port", "端口"],
  "Leave it empty to have it found.": ["Bleibt das Feld leer, wird er gesucht.", "留空则自动查找。"],
  Connection: ["Verbindung", "连接"],
  "Only 127.0.0.1 is ever connected to.": ["Verbunden wird nur mit 127.0.0.1.", "只连接 127.0.0.1。"],
  Test: ["Testen", "测试"],
  "Type to search your notes.": ["Tippen, um die Notizen zu durchsuchen.", "输入文字即可搜索笔记。"],
  "Search your notes by meaning and words": ["Notizen nach Bedeutung und Wörtern durchsuchen", "按含义和词语搜索笔记"],
  open: ["öffnen", "打开"],
  "open in a new pane": ["in neuem Bereich öffnen", "在新窗格中打开"],
  "insert a link": ["Link einfügen", "插入链接"],
  "copy with the source": ["mit Quelle kopieren", "连同来源复制"],
  "search in the program": ["im Programm suchen", "在程序中搜索"],
  "Copied with its source.": ["Mit Quelle kopiert.", "已连同来源复制。"],
  "Related notes": ["Verwandte Notizen", "相关笔记"],
  "No related notes.": ["Keine verwandten Notizen.", "没有相关笔记。"],
  "A question": ["Eine Frage", "问题"],
  Ask: ["Fragen", "提问"],
  "Your language model answers from your notes; each sentence is checked.": [
    "Das eigene Sprachmodell antwortet aus den Notizen; jeder Satz wird geprüft.",
    "您的语言模型根据笔记作答；每个句子都会核对。",
  ],
  "Reading your notes…": ["Die Notizen werden gelesen…", "正在阅读笔记…"],
  "{0} on {1}": ["{0} auf {1}", "{0}，位于 {1}"],
  "Ask anyway": ["Trotzdem fragen", "仍要询问"],
  "Probably nothing in your notes answers this; nothing was sent.": [
    "Wahrscheinlich beantwortet das keine der Notizen. Es wurde nichts gesendet.",
    "笔记中可能没有答案，未发送任何内容。",
  ],
  "The model found no answer in your notes.": [
    "Das Modell fand keine Antwort in den Notizen.",
    "模型在笔记中没有找到答案。",
  ],
  "✓ Checked": ["✓ Geprüft", "✓ 已核对"],
  "Compare with the note": ["Mit der Notiz vergleichen", "请与笔记对照"],
  "Not in your notes": ["Nicht in den Notizen", "笔记中没有"],
  "Start it": ["Starten", "启动"],
  "Open this vault there": ["Diesen Vault dort öffnen", "在程序中打开此库"],
  "vaultsearch is not running.": ["vaultsearch läuft nicht.", "vaultsearch 未运行。"],
  "vaultsearch does not answer. Try again in a moment; if that does not help, restart it.": [
    "vaultsearch antwortet nicht. In einem Augenblick noch einmal versuchen; hilft das nicht, neu starten.",
    "vaultsearch 没有响应。请稍后再试；若仍无响应，请重新启动它。",
  ],
  "vaultsearch serves another vault: {0}": ["vaultsearch zeigt einen anderen Vault: {0}", "vaultsearch 打开的是另一个库：{0}"],
  "The token is not the one of vaultsearch: copy it from its settings.": [
    "Das Token ist nicht das von vaultsearch: aus dessen Einstellungen kopieren.",
    "令牌与 vaultsearch 的不符：请从它的设置中复制。",
  ],
  "vaultsearch has not indexed this vault: open it in its window once.": [
    "vaultsearch hat diesen Vault noch nicht indiziert: einmal in dessen Fenster öffnen.",
    "vaultsearch 尚未索引此库：请在它的窗口中打开一次。",
  ],
  // Why notes are related, in the program's words.
  "similar topic": ["ähnliches Thema", "主题相近"],
  "linked from here": ["von hier verlinkt", "由此链接"],
  "links here": ["verlinkt hierher", "链接到此"],
  "both link to {0}": ["beide verlinken auf {0}", "都链接到 {0}"],
  "both linked from {0}": ["beide verlinkt von {0}", "都由 {0} 链接"],
  "shares #{0}": ["beide mit #{0}", "同有 #{0}"],
};
const COLUMNS: Record<string, 0 | 1> = { de: 0, zh: 1, "zh-TW": 1 };

/** A sentence in the user's language, `{0}` and so on replaced by the values. */
export function translated(english: string, ...values: (string | number)[]): string {
  const column = COLUMNS[getLanguage()];
  const sentence = column === undefined ? english : (TRANSLATIONS[english]?.[column] ?? english);
  return sentence.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)]));
}

/** A sentence that the program has written, such as a reason, if it is known. */
export function translatedReason(reason: string): string {
  for (const pattern of ["both link to {0}", "both linked from {0}", "shares #{0}"]) {
    const [before = ""] = pattern.split("{0}");
    if (reason.startsWith(before)) return translated(pattern, reason.slice(before.length));
  }
  return translated(reason);
}
