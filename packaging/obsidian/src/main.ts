// The plugin: what the program finds, within Obsidian. It writes only what the user inserts.

import { FileSystemAdapter, getLinkpath, MarkdownView, Notice, type PaneType, Plugin } from "obsidian";
import type { Place } from "./answers";
import { AskModal } from "./ask_modal";
import { SearchClient } from "./client";
import { LinkSuggest } from "./link_suggest";
import { context, linkText } from "./passages";
import { RELATED, RelatedView } from "./related_view";
import { SearchModal } from "./search_modal";
import { DEFAULTS, SettingsTab, type VaultsearchSettings } from "./settings_tab";
import { sentence } from "./trouble";
import { translated } from "./words";

const CONTEXT_PASSAGES = 8;

export default class VaultsearchPlugin extends Plugin {
  override settings: VaultsearchSettings = { ...DEFAULTS };
  readonly client = new SearchClient(() => ({ ...this.settings, folder: this.folder }));

  override async onload(): Promise<void> {
    this.settings = { ...DEFAULTS, ...((await this.loadData()) as Partial<VaultsearchSettings> | null) };
    this.addSettingTab(new SettingsTab(this.app, this));
    const open = (place: Place, inNewPane: boolean) => this.open(place, inNewPane ? "tab" : false);
    this.registerView(RELATED, (leaf) => new RelatedView(leaf, this.client, open, () => this.start()));
    this.registerEditorSuggest(new LinkSuggest(this.app, this.client));
    this.addCommand({ id: "search", name: translated("Search notes"), callback: () => this.search() });
    this.addCommand({ id: "related", name: translated("Show related notes"), callback: () => void this.showRelated() });
    this.addCommand({ id: "ask", name: translated("Ask your notes"), callback: () => this.ask() });
    this.addCommand({
      id: "open-in-window",
      name: translated("Open this note in the program"),
      checkCallback: (checking) => {
        const file = this.app.workspace.getActiveFile();
        if (file && !checking) void this.openInWindow({ note: file.path });
        return file !== null;
      },
    });
    this.addCommand({
      id: "copy-context",
      name: translated("Copy passages about the selection as context"),
      editorCallback: (editor) => void this.copyContext(editor.getSelection() || editor.getLine(editor.getCursor().line)),
    });
  }

  search(): void {
    new SearchModal(this.app, this.client, {
      open: (passage, inNewPane) => this.open(passage, inNewPane ? "split" : false),
      insert: (text) => this.insert(text),
      start: () => this.start(),
      openInWindow: (query) => void this.openInWindow({ query }),
    }).open();
  }

  private async openInWindow(shown: { note: string } | { query: string }): Promise<void> {
    try {
      if (!(await this.client.openInWindow(shown))) this.start("query" in shown ? shown.query : "");
    } catch (error) {
      new Notice(sentence(error));
    }
  }

  /** Have the system start the program, whose address it registers, or bring its window to the front. */
  start(query = ""): void {
    const words = query ? `search?q=${encodeURIComponent(query)}&` : "open?";
    window.open(`vaultsearch://${words}vault=${encodeURIComponent(this.folder)}`);
  }

  private ask(): void {
    new AskModal(this.app, this.client, (source) => this.open(source, "split"), () => this.start()).open();
  }

  /** Open a place; say so if it is gone, as Obsidian would make an empty note in its stead. */
  private open(place: Place, pane: PaneType | false): void {
    const link = linkText(place);
    if (this.app.metadataCache.getFirstLinkpathDest(getLinkpath(link), "")) {
      void this.app.workspace.openLinkText(link, "", pane);
    } else {
      const gone = "Obsidian has no “{0}”: it was renamed, removed, or is of a kind that Obsidian hides.";
      new Notice(translated(gone, getLinkpath(link)));
    }
  }

  private insert(text: string): void {
    const view = this.app.workspace.getActiveViewOfType(MarkdownView);
    if (view) view.editor.replaceSelection(text);
    else new Notice(translated("Open a note to insert a link."));
  }

  private async showRelated(): Promise<void> {
    const { workspace } = this.app;
    const leaf = workspace.getLeavesOfType(RELATED)[0] ?? workspace.getRightLeaf(false);
    if (!leaf) return;
    await leaf.setViewState({ type: RELATED, active: true });
    await workspace.revealLeaf(leaf);
  }

  private async copyContext(question: string): Promise<void> {
    try {
      const { results } = await this.client.search(question.trim(), CONTEXT_PASSAGES);
      if (results.length > 0) await navigator.clipboard.writeText(context(question.trim(), results));
      new Notice(results.length > 0 ? translated("Passages copied: {0}", results.length) : translated("Nothing is found."));
    } catch (error) {
      new Notice(sentence(error));
    }
  }

  private get folder(): string {
    const { adapter } = this.app.vault;
    return adapter instanceof FileSystemAdapter ? adapter.getBasePath() : "";
  }
}
