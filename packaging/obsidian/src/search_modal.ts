// Search as one types: rows as in the program's window.

import { type App, Notice, SuggestModal } from "obsidian";
import type { Passage } from "./answers";
import { SearchError, startText, type SearchClient } from "./client";
import { citation, linkText, marked, place, snippet, wikilink } from "./passages";

const RESULTS = 20;
const SNIPPET = 180;
/** Typing is waited for this long: the program answers in less. */
const PAUSE_MS = 60;

export interface SearchActions {
  open(passage: Passage, inNewPane: boolean): void;
  insert(text: string): void;
  start(): void;
  openInWindow(query: string): void;
}

/** A modal whose rows are passages. */
export class SearchModal extends SuggestModal<Passage> {
  private asked = 0;
  private trouble: SearchError | undefined;

  constructor(
    app: App,
    private readonly client: SearchClient,
    private readonly actions: SearchActions,
  ) {
    super(app);
    this.limit = RESULTS;
    this.emptyStateText = "Type to search your notes.";
    this.setPlaceholder("Search your notes by meaning and words");
    this.setInstructions([
      { command: "↵", purpose: "open" },
      { command: "ctrl ↵", purpose: "open in a new pane" },
      { command: "alt ↵", purpose: "insert a link" },
      { command: "ctrl c", purpose: "copy with the source" },
      { command: "ctrl o", purpose: "search in the program" },
    ]);
    this.scope.register(["Mod"], "Enter", (event) => this.choose(event));
    this.scope.register(["Alt"], "Enter", (event) => this.choose(event));
    this.scope.register(["Mod"], "c", () => this.copy());
    this.scope.register(["Mod"], "o", () => this.leaveForWindow());
  }

  override async getSuggestions(query: string): Promise<Passage[]> {
    const number = ++this.asked;
    if (!query.trim()) return [];
    await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS));
    // A later letter has been typed: only the last question is asked.
    if (number !== this.asked) return [];
    try {
      const { results, notice } = await this.client.search(query.trim(), RESULTS);
      this.trouble = undefined;
      this.emptyStateText = notice ?? "Nothing is found.";
      return results;
    } catch (error) {
      this.fail(error);
      return [];
    }
  }

  override renderSuggestion(passage: Passage, row: HTMLElement): void {
    row.addClass("vaultsearch-row");
    const query = this.inputEl.value;
    appendMarked(row.createDiv({ cls: "vaultsearch-title" }), passage.title, query);
    const headings = place({ title: "", heading_path: passage.heading_path }).replace(/^ › /, "");
    if (headings) row.createDiv({ cls: "vaultsearch-headings", text: headings });
    appendMarked(row.createDiv({ cls: "vaultsearch-snippet" }), snippet(passage.text, query, SNIPPET), query);
  }

  override onNoSuggestion(): void {
    super.onNoSuggestion();
    if (!this.trouble || !["not_running", "other_vault"].includes(this.trouble.trouble)) return;
    const start = this.resultContainerEl.createEl("button", { text: startText(this.trouble), cls: "mod-cta" });
    start.addEventListener("click", () => this.actions.start());
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
    const passage = row ? this.shown[rows.indexOf(row)] : undefined;
    if (!passage) return true;
    void navigator.clipboard.writeText(citation(passage)).then(() => new Notice("Copied with its source."));
    return false;
  }

  /** The passages of the list, in its order. */
  private get shown(): Passage[] {
    const chooser = (this as unknown as { chooser?: { values?: Passage[] } }).chooser;
    return chooser?.values ?? [];
  }

  private fail(error: unknown): void {
    this.trouble = error instanceof SearchError ? error : undefined;
    this.emptyStateText = error instanceof Error ? error.message : String(error);
  }
}

/** Append a text whose hits are marked. */
export function appendMarked(parent: HTMLElement, text: string, query: string): void {
  for (const part of marked(text, query)) {
    if (part.isHit) parent.createEl("mark", { text: part.text });
    else parent.appendText(part.text);
  }
}

/** What Obsidian opens for a passage. */
export { linkText };
