// Behind `[[?`: notes and headings that fit the sentence at the cursor, by meaning.

import {
  type App,
  type Editor,
  type EditorPosition,
  EditorSuggest,
  type EditorSuggestContext,
  type EditorSuggestTriggerInfo,
} from "obsidian";
import type { Passage } from "./answers";
import type { SearchClient } from "./client";
import { LatestAnswer } from "./latest";
import { place, sentenceAround, wikilink } from "./passages";

const OPENED = "[[?";
const SUGGESTED = 8;

/** Suggests links for the sentence that is being written. */
export class LinkSuggest extends EditorSuggest<Passage> {
  private readonly found = new LatestAnswer((query) => this.client.search(query, 3 * SUGGESTED));

  constructor(
    app: App,
    private readonly client: SearchClient,
  ) {
    super(app);
  }

  override onTrigger(cursor: EditorPosition, editor: Editor): EditorSuggestTriggerInfo | null {
    const line = editor.getLine(cursor.line).slice(0, cursor.ch);
    const start = line.lastIndexOf(OPENED);
    if (start < 0 || line.includes("]]", start)) return null;
    const typed = line.slice(start + OPENED.length).trim();
    return {
      start: { line: cursor.line, ch: start },
      end: cursor,
      query: typed || sentenceAround(line, start),
    };
  }

  override async getSuggestions({ query, file }: EditorSuggestContext): Promise<Passage[]> {
    if (!query) return [];
    try {
      const { results } = await this.found.to(query);
      const others = results.filter((passage) => passage.path !== file?.path);
      const places = new Map(others.map((passage) => [wikilink(passage), passage] as const).reverse());
      return [...places.values()].reverse().slice(0, SUGGESTED);
    } catch {
      return []; // nothing is said while one writes
    }
  }

  override renderSuggestion(passage: Passage, row: HTMLElement): void {
    row.createDiv({ text: place(passage) });
  }

  override selectSuggestion(passage: Passage): void {
    if (!this.context) return;
    const { editor, start, end } = this.context;
    // The editor may have closed the brackets itself.
    const behind = editor.getLine(end.line).slice(end.ch, end.ch + 2);
    editor.replaceRange(wikilink(passage), start, behind === "]]" ? { line: end.line, ch: end.ch + 2 } : end);
  }
}
