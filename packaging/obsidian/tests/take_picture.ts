// @vitest-environment node
// The picture in the README: `npm run picture`, which needs Chromium and the font Inter. The built plugin runs in a
// page with the elements and default variables of Obsidian, and asks the real program about the sample vault.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { beforeAll, inject, it } from "vitest";

const HERE = resolve(import.meta.dirname, "..");
const FOLDER = process.env["PICTURES"] ?? HERE;
const SIZE = "1320,760";
const NOTE = "People/Gift ideas.md";
const QUERY = "a birthday present for Mum";
const QUESTION = "What course would Anna like as a gift?";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
FLAGS.push("--disable-background-networking", "--disable-component-update", "--disable-sync");
// Pages of Obsidian may ask the program; this one comes from a file.
FLAGS.push("--disable-web-security", "--hide-scrollbars", "--virtual-time-budget=20000");

const LIGHT = { primary: "#fff", secondary: "#f6f6f6", border: "#e0e0e0", edge: "#bdbdbd", text: "#222" };
const DARK = { primary: "#1e1e1e", secondary: "#262626", border: "#363636", edge: "#555", text: "#dadada" };
const THEMES = {
  light: { ...LIGHT, muted: "#5c5c5c", mono: "0, 0, 0", cover: "rgba(220, 220, 220, .4)" },
  dark: { ...DARK, muted: "#b3b3b3", mono: "255, 255, 255", cover: "rgba(10, 10, 10, .4)" },
};

function styles({ primary, secondary, border, edge, text, muted, mono, cover }: typeof THEMES.light): string {
  return `:root { --background-primary: ${primary}; --background-secondary: ${secondary}; --text-normal: ${text};
  --text-muted: ${muted}; --background-modifier-border: ${border}; --background-modifier-hover: rgba(${mono}, .067);
  --text-highlight-bg: rgba(255, 208, 0, .4); --interactive-accent: hsl(258, 88%, 66%); --text-accent: hsl(258, 88%, 66%);
  --font-ui-smaller: 12px; --font-ui-small: 13px; --font-ui-medium: 15px; --font-semibold: 600; --line-height-tight: 1.3;
  --size-2-1: 2px; --size-2-3: 6px; --size-4-1: 4px; --size-4-2: 8px; --size-4-3: 12px; --size-4-4: 16px; --radius-s: 4px; }
* { box-sizing: border-box; } body { margin: 0; display: flex; height: 100vh; overflow: hidden; font: 16px/1.3 Inter, sans-serif;
  color: var(--text-normal); background: var(--background-primary); } p { margin: 0 0 1em; } a { color: var(--text-accent); }
.note { flex: 1; padding: 32px 72px; line-height: 1.5; white-space: pre-wrap; } .note h1 { font-size: 26px; margin: 0; } .note h2 { font-size: 18px; margin: 0; }
.side { width: 300px; background: var(--background-secondary); border-left: 1px solid ${border}; font-size: 13px; }
.side header { padding: 12px; font-weight: 600; border-bottom: 1px solid ${border}; }
.view-content { padding: 12px 12px 32px; } .tree-item-self { border-radius: 4px; color: var(--text-muted); }
.tree-item-self:hover { background: var(--background-modifier-hover); }
.modal-bg { position: absolute; inset: 0; background: ${cover}; }
.prompt, .modal { position: absolute; top: 80px; left: calc(50% - 350px); width: 700px; max-height: 70vh; display: flex;
  flex-direction: column; border-radius: 12px; border: 1px solid ${edge}; background: var(--background-primary);
  box-shadow: 0 20px 60px rgba(0, 0, 0, .25); overflow: hidden; } .modal { padding: 16px; } .modal h2 { font-size: 18px; margin: 0 0 12px; }
input { font: inherit; color: inherit; background: transparent; border: 1px solid ${border}; padding: 4px 8px; border-radius: 4px; }
input.prompt-input { border: 0; border-bottom: 1px solid ${secondary}; height: 40px; padding: 24px; font-size: 15px; outline: 0; flex: none; }
button { font: inherit; font-size: 13px; padding: 4px 12px; border: 0; border-radius: 5px; color: inherit; background: ${border}; }
.mod-cta { background: var(--interactive-accent); color: #fff; } .prompt-results { padding: 12px; overflow: hidden; }
.suggestion-item, .suggestion-empty { font-size: 15px; margin-bottom: 1px; } .suggestion-item { padding: 6px 12px; white-space: pre-wrap;
  border-radius: 4px; } .suggestion-item.is-selected { background: var(--background-modifier-hover); }
.suggestion-empty { color: var(--text-muted); padding: 12px 8px 8px; text-align: center; }
.prompt-instructions { border-top: 1px solid ${secondary}; font-size: 12px; color: var(--text-muted); padding: 8px; display: flex;
  justify-content: center; gap: 12px; flex: none; } .prompt-instruction b { margin-right: 4px; font-weight: 600; }`;
}

/** What Obsidian does around the plugin; it runs in the page. */
function show(scene: string, settings: object, folder: string, note: string, query: string, question: string): void {
  const { Obsidian, Vaultsearch } = window as any;
  const app = new Obsidian.App(folder);
  app.workspace.openFile(note);
  const plugin = new Vaultsearch(app, settings);
  const add = (parent: any, tag: string, cls: string, ...children: any[]) => {
    const made = parent.createEl(tag, { cls });
    made.append(...children);
    return made;
  };
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  void (async () => {
    await plugin.onload();
    const view = plugin.views.get("vaultsearch-related")(new Obsidian.WorkspaceLeaf());
    view.app = app;
    const side = add(document.body, "div", "side", add(document.body, "header", "", view.getDisplayText()), view.contentEl);
    side.dataset.type = "vaultsearch-related";
    view.contentEl.className = "view-content";
    await view.onOpen();
    add(document.body, "div", "modal-bg");
    plugin.commands.find((each: any) => each.id === scene).callback();
    const modal = Obsidian.modals.at(-1);
    if (scene === "search") {
      modal.inputEl.className = "prompt-input";
      modal.resultContainerEl.className = "prompt-results";
      const prompt = add(document.body, "div", "prompt", modal.inputEl, modal.resultContainerEl);
      const keys = add(prompt, "div", "prompt-instructions");
      for (const { command, purpose } of modal.instructions) {
        const key = add(keys, "span", "prompt-instruction");
        add(key, "b", "", command);
        key.append(purpose);
      }
      await modal.type(query);
      await wait(2000); // until the rows are read
    } else {
      add(document.body, "div", "modal", add(document.body, "h2", "", "Ask your notes"), modal.contentEl);
      const field = modal.contentEl.querySelector("input");
      field.value = question;
      field.dispatchEvent(new Event("input"));
      modal.contentEl.querySelector("button").click();
    }
  })();
}

let scripts: string;

beforeAll(async () => {
  await import("../esbuild.config.mjs" as string); // writes main.js
  const options = { bundle: true, format: "iife", globalName: "Obsidian", write: false } as const;
  const fake = await build({ entryPoints: [join(HERE, "tests/obsidian.ts")], ...options });
  const plugin = readFileSync(join(HERE, "main.js"), "utf8");
  scripts = `${fake.outputFiles[0]!.text}
    const module = { exports: {} }, require = () => Obsidian;
    ((module, exports) => { ${plugin} })(module, module.exports);
    window.Obsidian = Obsidian; window.Vaultsearch = module.exports.default;`;
});

it.each([
  ["search", "light", "picture.png"],
  ["search", "dark", ""],
  ["ask", "light", ""],
] as const)("%s in the %s", (scene, theme, kept) => {
  if (!kept && !process.env["PICTURES"]) return;
  const folder = mkdtempSync(join(tmpdir(), "vaultsearch-picture-"));
  const note = readFileSync(join(inject("folder"), NOTE), "utf8").replace(/^---[\s\S]*?---\s*/, "");
  const shown = note.replace(/</g, "&lt;").replace(/[*]{1,2}|\[\[|\]\]/g, "").replace(/^- /gm, "• ");
  const given = [scene, { port: inject("port"), token: inject("token") }, inject("folder"), NOTE, QUERY, QUESTION];
  const page = `<!doctype html><meta charset="utf-8"><style>${styles(THEMES[theme])}
    ${readFileSync(join(HERE, "styles.css"), "utf8")}</style>
    <main class="note"><h1>${basename(NOTE, ".md")}</h1>${shown.replace(/^#+ (.*)\n+/gm, "<h2>$1</h2>")}</main>
    <script>${scripts.replace(/<\/script/g, "<\\/script")}; (${show.toString()})(...${JSON.stringify(given)})</script>`;
  writeFileSync(join(folder, "page.html"), page);
  const picture = join(FOLDER, kept || `${scene}-${theme}.png`);
  const profile = `--user-data-dir=${join(folder, "profile")}`;
  const taken = [`--screenshot=${picture}`, `--window-size=${SIZE}`, profile, join(folder, "page.html")];
  execFileSync("chromium", [...FLAGS, ...taken], { stdio: "ignore", timeout: 90_000 });
  rmSync(folder, { recursive: true });
}, 120_000);
