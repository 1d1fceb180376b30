// Search as one types: rows as in the program's window.

import { type App, Notice, Platform, SuggestModal } from "obsidian";
import type { Passage } from "./answers";
import type { SearchClient } from "./client";
import { LatestAnswer } from "./latest";
import { citation, headings, marked, snippet, wikilink } from "./passages";
import { appendStart, sentence } from "./trouble";
import { translated } from "./words";

const RESULTS = 20;
const SNIPPET = 180;
/** After the last key, the rows are put into the order of the model that reads them, which takes longer. */
const READ_AFTER_MS = 250;

const [MOD, ALT] = Platform.isMacOS ? ["⌘", "⌥"] : ["ctrl", "alt"];

export interface SearchActions {
  open(passage: Passage, inNewPane: boolean): void;
  insert(text: string): void;
  start(): void;
  openInWindow(query: string): void;
}

/** A modal whose rows are passages. */
export class SearchModal extends SuggestModal<Passage> {
  private readonly rows = new LatestAnswer((query) => this.find(query));
  private reading: number | undefined;
  private read: { query: string; passages: Passage[] } | undefined;
  private trouble: unknown;

  constructor(
    app: App,
    private readonly client: SearchClient,
    private readonly actions: SearchActions,
  ) {
    super(app);
    this.limit = RESULTS;
    this.emptyStateText = translated("Type to search your notes.");
    this.setPlaceholder(translated("Search your notes by meaning and words"));
    this.setInstructions([
      { command: "↵", purpose: translated("open") },
      { command: `${MOD} ↵`, purpose: translated("open in a new pane") },
      { command: `${ALT} ↵`, purpose: translated("insert a link") },
      { command: `${MOD} c`, purpose: translated("copy with the source") },
      { command: `${MOD} o`, purpose: translated("search in the program") },
    ]);
    this.scope.register(["Mod"], "Enter", (event) => this.choose(event));
    this.scope.register(["Alt"], "Enter", (event) => this.choose(event));
    this.scope.register(["Mod"], "c", () => this.copy());
    this.scope.register(["Mod"], "o", () => this.leaveForWindow());
  }

  override async getSuggestions(query: string): Promise<Passage[]> {
    const typed = query.trim();
    window.clearTimeout(this.reading);
    const passages = await this.rows.to(typed);
    if (typed && typed === this.inputEl.value.trim() && typed !== this.read?.query) {
      window.clearTimeout(this.reading);
      this.reading = window.setTimeout(() => void this.readRows(typed, passages), READ_AFTER_MS);
    }
    return passages;
  }

  override onClose(): void {
    window.clearTimeout(this.reading);
    super.onClose();
  }

  private async find(query: string): Promise<Passage[]> {
    if (!query) return [];
    if (query === this.read?.query) return this.read.passages;
    try {
      const { results, notice } = await this.client.search(query, RESULTS, { rerank: false });
      this.trouble = undefined;
      this.emptyStateText = notice ?? translated("Nothing is found.");
      return results;
    } catch (error) {
      this.fail(error);
      return [];
    }
  }

  /** Show the rows in their better order, unless the user has typed on or chosen a row meanwhile. */
  private async readRows(query: string, former: Passage[]): Promise<void> {
    const isResting = () => this.inputEl.value.trim() === query && !this.chooser?.selectedItem;
    if (former.length === 0 || !isResting()) return;
    const { results } = await this.client.search(query, RESULTS).catch(() => ({ results: former }));
    if (results.map(key).join() === former.map(key).join() || !isResting()) return;
    this.read = { query, passages: results };
    this.inputEl.dispatchEvent(new Event("input")); // has Obsidian ask for the suggestions again
  }

  override renderSuggestion(passage: Passage, row: HTMLElement): void {
    row.addClass("vaultsearch-row");
    const query = this.inputEl.value;
    const head = row.createDiv({ cls: "vaultsearch-head" });
    appendMarked(head.createDiv({ cls: "vaultsearch-title" }), passage.title, query);
    head.createDiv({ cls: "vaultsearch-headings", text: headings(passage) });
    appendMarked(row.createDiv({ cls: "vaultsearch-snippet" }), snippet(passage.text, query, SNIPPET), query);
  }

  override onNoSuggestion(): void {
    super.onNoSuggestion();
    appendStart(this.resultContainerEl, this.trouble, () => this.actions.start());
  }

  override onChooseSuggestion(passage: Passage, event: MouseEvent | KeyboardEvent): void {
    if (event.altKey) this.actions.insert(wikilink(passage));
    else this.actions.open(passage, event.ctrlKey || event.metaKey);
  }

  private choose(event: KeyboardEvent): false {
    this.selectActiveSuggestion(event);
    return false;
  }

  private leaveForWindow(): false {
    this.actions.openInWindow(this.inputEl.value.trim());
    this.close();
    return false;
  }

  private copy(): boolean {
    // A selection in the field is copied as anywhere.
    if (this.inputEl.selectionStart !== this.inputEl.selectionEnd) return true;
    const row = this.resultContainerEl.querySelector(".suggestion-item.is-selected");
    const rows = [...this.resultContainerEl.querySelectorAll(".suggestion-item")];
    const passage = row ? this.chooser?.values?.[rows.indexOf(row)] : undefined;
    if (!passage) return true;
    void navigator.clipboard.writeText(citation(passage)).then(() => new Notice(translated("Copied with its source.")));
    return false;
  }

  /** The list, which Obsidian keeps to itself. */
  private get chooser(): { values?: Passage[]; selectedItem?: number } | undefined {
    return (this as unknown as { chooser?: { values?: Passage[]; selectedItem?: number } }).chooser;
  }

  private fail(error: unknown): void {
    this.trouble = error;
    this.emptyStateText = sentence(error);
  }
}

/** What tells a passage from others: an id names its note. */
function key(passage: Passage): string {
  return `${passage.id}:${passage.line_start}`;
}

/** Append a text whose hits are marked. */
export function appendMarked(parent: HTMLElement, text: string, query: string): void {
  for (const part of marked(text, query)) {
    if (part.isHit) parent.createEl("mark", { text: part.text });
    else parent.appendText(part.text);
  }
}
