// How a passage is linked, cited and shown.

import type { Passage } from "./answers";

/** Characters that end a link or a heading within one. */
const NOT_IN_LINKS = /[[\]|#^]/g;

/** A parameter of one of Obsidian's addresses, such as the vault. */
export function parameterOf(url: string, name: string): string {
  return new URLSearchParams(url.slice(url.indexOf("?"))).get(name) ?? "";
}

/** What Obsidian opens: the note, at its heading if it has one, or another file, at its page. */
export function linkText(place: { url: string }): string {
  return parameterOf(place.url, "file");
}

/** A wikilink to a passage, shown by the note's title. */
export function wikilink(place: { url: string; title: string }): string {
  return `[[${linkText(place)}|${place.title.replace(NOT_IN_LINKS, " ").trim()}]]`;
}

/** A passage with its source, for the clipboard. */
export function citation(passage: Passage): string {
  const quoted = passage.text.split("\n").map((line) => `> ${line}`.trimEnd());
  return `${quoted.join("\n")}\n\n${wikilink(passage)}`;
}

/** Passages as context for a chat: numbered, each with its source. */
export function context(question: string, passages: Passage[]): string {
  const parts = passages.map((passage, i) => `[${i + 1}] ${place(passage)}\n${passage.text}`);
  return [`Question: ${question}`, ...parts].join("\n\n");
}

/** The path of headings, without one that says the title again. */
export function headings({ title, heading_path }: { title: string; heading_path: string[] }): string {
  return heading_path.filter((heading) => heading !== title).join(" › ");
}

/** The title and the path of headings, as one line. */
export function place(passage: { title: string; heading_path: string[] }): string {
  return [passage.title, headings(passage)].filter(Boolean).join(" › ");
}

const OPERATORS = /-?\p{L}+:(?:"[^"]*"|\S+)/gu;
/** Scripts that do not part words. */
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words that any text has, in English and German; marked, they hide the others. */
const COMMON = new Set(
  (
    "a an and are as at be by did do does for from had has have how i in is it my of on or that the this to was were " +
    "what when where which who why will with you aber auf aus bei das dem den der des die ein eine einem einen einer " +
    "für hat ich im ist mein mit nach nicht oder sich und von war was wann wenn wer wie wo zu zum zur"
  ).split(" "),
);

/** The parts of a text, the words of the query and those that begin like them apart. */
export function marked(text: string, query: string): { text: string; isHit: boolean }[] {
  const typed = query.replace(OPERATORS, " ").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = [...new Set(typed)].filter((word) => !COMMON.has(word) && (word.length > 1 || UNPARTED.test(word)));
  if (words.length === 0) return [{ text, isHit: false }];
  const patterns = words
    .sort((a, b) => b.length - a.length)
    .map((word) => (UNPARTED.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}`));
  return text
    .split(new RegExp(`(${patterns.join("|")})`, "giu"))
    .map((part, i) => ({ text: part, isHit: i % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** A text as it is read, without the signs of Markdown. */
export function plain(text: string): string {
  return text
    .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, (_link, shown: string) => shown.replace(/#/g, " › "))
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/^[ \t]*(?:#{1,6}|>+|[-*+] \[.\])[ \t]+/gm, "")
    .replace(/^[ \t]*[-*+][ \t]+/gm, "· ")
    .replace(/(\*\*|==|~~|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]*?\S)\1(?![\p{L}\p{N}*_])/gu, "$2");
}

/** The beginning of a text in one line, from the first hit on. */
export function snippet(text: string, query: string, length: number): string {
  const line = plain(text).replace(/\s+/g, " ").replace(/^· /, "").trim();
  const before = marked(line, query);
  const start = before.length > 1 && before[0] && !before[0].isHit ? before[0].text.length : 0;
  const from = start > length / 2 ? line.lastIndexOf(" ", start - length / 4) + 1 : 0;
  const end = line.length > from + length ? line.lastIndexOf(" ", from + length) : line.length;
  return `${from ? "…" : ""}${line.slice(from, end)}${end < line.length ? "…" : ""}`;
}

/** The sentence around a place of a line, without what stands from `before` on. */
export function sentenceAround(line: string, before: number): string {
  const text = line.slice(0, before);
  const ended = Math.max(...[". ", "? ", "! "].map((end) => text.lastIndexOf(end)));
  return text.slice(ended < 0 ? 0 : ended + 2).replace(/[[\]]/g, " ").trim();
}
