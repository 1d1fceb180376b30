// The parts of `obsidian` that the plugin uses: small, and honest about what Obsidian does.
/* eslint-disable */

import { existsSync } from "node:fs";
import { join } from "node:path";

interface ElementOptions {
  cls?: string;
  text?: string;
  attr?: Record<string, string>;
}

const element = HTMLElement.prototype as any;
element.addClass = function (...names: string[]) {
  this.classList.add(...names);
};
element.empty = function () {
  this.replaceChildren();
};
element.setText = function (text: string) {
  this.textContent = text;
};
element.appendText = function (text: string) {
  this.append(text);
};
element.createEl = function (tag: string, options: ElementOptions = {}) {
  const made = document.createElement(tag);
  if (options.cls) made.className = options.cls;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [name, value] of Object.entries(options.attr ?? {})) made.setAttribute(name, value);
  this.append(made);
  return made;
};
element.createDiv = function (options: ElementOptions = {}) {
  return this.createEl("div", options);
};

export const Platform = { isMacOS: false };

/** The language of Obsidian. */
export const app = { language: "en" };

export function getLanguage(): string {
  return app.language;
}

/** Notices shown, the last one last. */
export const notices: string[] = [];

export class Notice {
  constructor(message: string) {
    notices.push(message);
  }
}

/** Hosts that were connected to. */
export const connected: string[] = [];

/** Real HTTP; as in Obsidian, `json` is parsed when it is read, and throws. */
export async function requestUrl(given: {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  contentType?: string;
  body?: string;
}): Promise<{ status: number; text: string; json: unknown }> {
  connected.push(new URL(given.url).host);
  const headers = { ...given.headers, "Content-Type": given.contentType ?? "text/plain" };
  const response = await fetch(given.url, { method: given.method ?? "GET", headers, body: given.body ?? null });
  const { status } = response;
  const text = await response.text();
  return {
    status,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}

export class FileSystemAdapter {
  constructor(private readonly folder: string) {}
  getBasePath(): string {
    return this.folder;
  }
}

export class TFile {
  constructor(readonly path: string) {}
}

type Listener = (file: TFile | null) => void;

export class Workspace {
  opened: [string, unknown][] = [];
  active: TFile | null = null;
  editor: Editor | null = null;
  leaves: WorkspaceLeaf[] = [];
  private listeners: Listener[] = [];
  on(_event: string, listener: Listener): Listener {
    this.listeners.push(listener);
    return listener;
  }
  openFile(path: string): void {
    this.active = new TFile(path);
    for (const listener of this.listeners) listener(this.active);
  }
  getActiveFile(): TFile | null {
    return this.active;
  }
  getActiveViewOfType(): { editor: Editor } | null {
    return this.editor ? { editor: this.editor } : null;
  }
  async openLinkText(link: string, _source: string, pane: unknown): Promise<void> {
    this.opened.push([link, pane]);
  }
  getLeavesOfType(): WorkspaceLeaf[] {
    return this.leaves;
  }
  getRightLeaf(): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf();
    this.leaves.push(leaf);
    return leaf;
  }
  async revealLeaf(): Promise<void> {}
}

export class WorkspaceLeaf {
  state: unknown;
  async setViewState(state: unknown): Promise<void> {
    this.state = state;
  }
}

export class App {
  workspace = new Workspace();
  vault: { adapter: FileSystemAdapter };
  metadataCache: { getFirstLinkpathDest(path: string): TFile | null };
  constructor(folder: string) {
    this.vault = { adapter: new FileSystemAdapter(folder) };
    const isFile = (path: string) => [path, `${path}.md`].some((each) => existsSync(join(folder, each)));
    this.metadataCache = { getFirstLinkpathDest: (path) => (isFile(path) ? new TFile(path) : null) };
  }
}

export function getLinkpath(link: string): string {
  return link.split("#")[0] ?? "";
}

export interface Command {
  id: string;
  name: string;
  callback?: () => void;
  editorCallback?: (editor: Editor) => void;
}

export class Plugin {
  commands: Command[] = [];
  suggests: unknown[] = [];
  views = new Map<string, (leaf: WorkspaceLeaf) => unknown>();
  tabs: PluginSettingTab[] = [];
  constructor(
    readonly app: App,
    private data: unknown = null,
  ) {}
  async loadData(): Promise<unknown> {
    return this.data;
  }
  async saveData(data: unknown): Promise<void> {
    this.data = structuredClone(data);
  }
  addCommand(command: Command): void {
    this.commands.push(command);
  }
  addSettingTab(tab: PluginSettingTab): void {
    this.tabs.push(tab);
  }
  registerView(type: string, make: (leaf: WorkspaceLeaf) => unknown): void {
    this.views.set(type, make);
  }
  registerEditorSuggest(suggest: unknown): void {
    this.suggests.push(suggest);
  }
}

export class PluginSettingTab {
  containerEl = document.createElement("div");
  constructor(
    readonly app: App,
    readonly plugin: Plugin,
  ) {}
}

class Scope {
  keys = new Map<string, (event: KeyboardEvent) => unknown>();
  register(modifiers: string[], key: string, does: (event: KeyboardEvent) => unknown): void {
    this.keys.set([...modifiers, key].join("+"), does);
  }
}

export class Modal {
  contentEl = document.createElement("div");
  scope = new Scope();
  constructor(readonly app: App) {}
  setTitle(): void {}
  onOpen(): void {}
  open(): void {
    modals.push(this);
    this.onOpen();
  }
  onClose(): void {}
  close(): void {
    this.onClose();
  }
}

/** Modals that were opened, the last one last. */
export const modals: Modal[] = [];

export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = "";
  inputEl = document.createElement("input");
  resultContainerEl = document.createElement("div");
  instructions: unknown[] = [];
  chooser: { values: T[]; selectedItem: number } = { values: [], selectedItem: 0 };
  constructor(app: App) {
    super(app);
    this.inputEl.addEventListener("input", () => void this.updateSuggestions());
  }
  setPlaceholder(text: string): void {
    this.inputEl.placeholder = text;
  }
  setInstructions(instructions: unknown[]): void {
    this.instructions = instructions;
  }
  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, row: HTMLElement): void;
  abstract onChooseSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;
  onNoSuggestion(): void {
    this.resultContainerEl.empty();
    this.resultContainerEl.createDiv({ cls: "suggestion-empty", text: this.emptyStateText });
  }
  selectActiveSuggestion(event: KeyboardEvent): void {
    const value = this.chooser.values[this.chooser.selectedItem];
    if (value !== undefined) this.onChooseSuggestion(value, event);
  }
  /** What Obsidian does at each letter. */
  async type(query: string): Promise<void> {
    this.inputEl.value = query;
    await this.updateSuggestions();
  }
  /** Whether Obsidian drops answers to what has been typed over is not documented: here it does not. */
  private async updateSuggestions(): Promise<void> {
    const query = this.inputEl.value;
    const values = (await this.getSuggestions(query)).slice(0, this.limit);
    this.resultContainerEl.empty();
    this.chooser = { values, selectedItem: 0 };
    for (const [i, value] of values.entries()) {
      const row = this.resultContainerEl.createDiv({ cls: `suggestion-item${i === 0 ? " is-selected" : ""}` });
      this.renderSuggestion(value, row);
    }
    if (query && values.length === 0) this.onNoSuggestion();
  }
}

export class ItemView {
  contentEl = document.createElement("div");
  app!: App;
  constructor(readonly leaf: WorkspaceLeaf) {}
  registerEvent(): void {}
  registerDomEvent(target: EventTarget, type: string, does: () => unknown): void {
    target.addEventListener(type, does);
  }
}

export class MarkdownView {}

export interface EditorPosition {
  line: number;
  ch: number;
}

export class Editor {
  constructor(public lines: string[]) {}
  getLine(line: number): string {
    return this.lines[line] ?? "";
  }
  getCursor(): EditorPosition {
    return { line: this.lines.length - 1, ch: this.lines.at(-1)?.length ?? 0 };
  }
  getSelection(): string {
    return "";
  }
  replaceSelection(text: string): void {
    this.lines[this.lines.length - 1] += text;
  }
  replaceRange(text: string, from: EditorPosition, to: EditorPosition): void {
    const line = this.getLine(from.line);
    this.lines[from.line] = line.slice(0, from.ch) + text + line.slice(to.ch);
  }
}

export class EditorSuggest<T> {
  context: { editor: Editor; start: EditorPosition; end: EditorPosition; query: string; file?: TFile } | null = null;
  constructor(readonly app: App) {}
  declare values: T[];
}

class Text {
  inputEl = document.createElement("input");
  private changed: (value: string) => unknown = () => {};
  setPlaceholder(): this {
    return this;
  }
  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }
  onChange(does: (value: string) => unknown): this {
    this.changed = does;
    this.inputEl.addEventListener("input", () => this.changed(this.inputEl.value));
    return this;
  }
}

class Button {
  buttonEl = document.createElement("button");
  setButtonText(text: string): this {
    this.buttonEl.textContent = text;
    return this;
  }
  setCta(): this {
    return this;
  }
  onClick(does: () => unknown): this {
    this.buttonEl.addEventListener("click", does);
    return this;
  }
}

export class Setting {
  constructor(private readonly containerEl: HTMLElement) {}
  setName(): this {
    return this;
  }
  setDesc(): this {
    return this;
  }
  addText(make: (text: Text) => unknown): this {
    const text = new Text();
    make(text);
    this.containerEl.append(text.inputEl);
    return this;
  }
  addButton(make: (button: Button) => unknown): this {
    const button = new Button();
    make(button);
    this.containerEl.append(button.buttonEl);
    return this;
  }
}

/** Here at once, so that no test waits. */
export function debounce<T extends unknown[]>(does: (...given: T) => unknown): (...given: T) => unknown {
  return does;
}
