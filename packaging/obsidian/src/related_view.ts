// A pane that follows the open note and shows the notes nearest to it.

import { debounce, ItemView, type TFile, type WorkspaceLeaf } from "obsidian";
import type { Place, RelatedNote } from "./answers";
import type { SearchClient } from "./client";
import { place } from "./passages";
import { appendStart, sentence } from "./trouble";
import { translated, translatedReason } from "./words";

export const RELATED = "vaultsearch-related";
const FOLLOWED_AFTER_MS = 200;

/** The side pane *Related*. */
export class RelatedView extends ItemView {
  private shown = "";
  private readonly follow = debounce((file: TFile | null) => void this.show(file), FOLLOWED_AFTER_MS, true);

  constructor(
    leaf: WorkspaceLeaf,
    private readonly client: SearchClient,
    private readonly openNote: (place: Place, inNewPane: boolean) => void,
    private readonly start: () => void,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return RELATED;
  }

  override getDisplayText(): string {
    return translated("Related notes");
  }

  override getIcon(): string {
    return "waypoints";
  }

  override async onOpen(): Promise<void> {
    this.registerEvent(this.app.workspace.on("file-open", (file) => this.follow(file)));
    // Back from the program, which may have been started meanwhile; what is shown already is not asked for again.
    this.registerDomEvent(window, "focus", () => this.follow(this.app.workspace.getActiveFile()));
    await this.show(this.app.workspace.getActiveFile());
  }

  /** Show the notes related to a file; of a question that was overtaken, nothing. */
  async show(file: TFile | null): Promise<void> {
    if (file === null || file.path === this.shown) return;
    this.shown = file.path;
    try {
      const { related } = await this.client.related(file.path);
      if (this.shown === file.path) this.fill(related);
    } catch (error) {
      if (this.shown === file.path) this.fail(error);
      this.shown = "";
    }
  }

  private fill(related: RelatedNote[]): void {
    this.contentEl.empty();
    if (related.length === 0) this.contentEl.createEl("p", { text: translated("No related notes.") });
    for (const note of related) {
      const row = this.contentEl.createDiv({ cls: "vaultsearch-related tree-item-self is-clickable" });
      row.createDiv({ cls: "vaultsearch-title", text: place(note) });
      // The row itself says which heading is alike.
      const reasons = note.reasons.slice(0, 2).map((reason) => translatedReason(reason.replace(/^(similar topic): .*/, "$1")));
      if (reasons[0]) row.createDiv({ cls: "vaultsearch-headings", text: reasons.join(" · ") });
      row.addEventListener("click", (event) => this.openNote(note, event.ctrlKey || event.metaKey));
    }
  }

  private fail(error: unknown): void {
    this.contentEl.empty();
    this.contentEl.createEl("p", { text: sentence(error) });
    appendStart(this.contentEl, error, () => this.start());
  }
}
