// Behaviours of the plugin beside the real program.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { SearchClient, SearchError } from "../src/client";
import { LinkSuggest } from "../src/link_suggest";
import VaultsearchPlugin from "../src/main";
import { citation, context, linkText, marked, sentenceAround, snippet, wikilink } from "../src/passages";
import { RelatedView } from "../src/related_view";
import { portOf } from "../src/settings_tab";
import { App, connected, Editor, modals, notices, WorkspaceLeaf } from "./obsidian";

const port = inject("port");
const token = inject("token");
const folder = inject("folder");
const copied: string[] = [];

beforeEach(() => {
  copied.length = notices.length = modals.length = 0;
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});

async function loaded(settings: object = { port, token }): Promise<any> {
  const plugin: any = new (VaultsearchPlugin as any)(new App(folder), settings);
  await plugin.onload();
  return plugin;
}

async function searched(plugin: any, query: string): Promise<any> {
  plugin.search();
  const modal: any = modals.at(-1);
  await modal.type(query);
  return modal;
}

function key(name: string, held: object = {}): KeyboardEvent {
  return new KeyboardEvent("keydown", { key: name, ...held });
}

describe("search", () => {
  it("lists passages with title, headings and marked words", async () => {
    const modal = await searched(await loaded(), "pottery course");
    const row = modal.resultContainerEl.querySelector(".suggestion-item");
    expect(row.querySelector(".vaultsearch-title").textContent).toBe("Gift ideas");
    expect(row.querySelector(".vaultsearch-headings").textContent).toBe("Family › Anna");
    expect([...row.querySelectorAll("mark")].map((mark: any) => mark.textContent)).toContain("Pottery");
  });

  it("finds by meaning, without a word of the question", async () => {
    const modal = await searched(await loaded(), "a ceramics class as a present");
    expect(modal.chooser.values[0].path).toBe("People/Gift ideas.md");
  });

  it("asks nothing for an empty field", async () => {
    const before = connected.length;
    const modal = await searched(await loaded(), "  ");
    expect([modal.chooser.values, connected.length]).toEqual([[], before]);
  });

  it("drops the answer to what is no longer typed", async () => {
    const plugin = await loaded();
    plugin.search();
    const modal: any = modals.at(-1);
    await Promise.all([modal.type("pot"), modal.type("sextant")]);
    expect(modal.inputEl.value).toBe("sextant");
    expect(modal.chooser.values.every((passage: any) => passage.title !== "Gift ideas")).toBe(true);
  });

  it("says that nothing is found", async () => {
    const modal = await searched(await loaded(), "tag:nosuchtag");
    expect(modal.resultContainerEl.textContent).toMatch(/\w/);
    expect(modal.chooser.values).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ ctrlKey: true }, "split"],
  ])("opens at the heading by Enter %o", async (held, pane) => {
    const plugin = await loaded();
    const modal = await searched(plugin, "pottery course");
    modal.selectActiveSuggestion(key("Enter", held));
    expect(plugin.app.workspace.opened).toEqual([["People/Gift ideas#Anna", pane]]);
  });

  it("inserts a link by Alt+Enter, and writes nothing else", async () => {
    const plugin = await loaded();
    plugin.app.workspace.editor = new Editor(["See "]);
    const modal = await searched(plugin, "pottery course");
    expect(modal.scope.keys.get("Alt+Enter")(key("Enter", { altKey: true }))).toBe(false);
    expect(plugin.app.workspace.editor.lines).toEqual(["See [[People/Gift ideas#Anna|Gift ideas]]"]);
  });

  it("says where a link could go if no note is open", async () => {
    const modal = await searched(await loaded(), "pottery course");
    modal.scope.keys.get("Alt+Enter")(key("Enter", { altKey: true }));
    expect(notices).toEqual(["Open a note to insert a link."]);
  });

  it("copies the passage with its source by Ctrl+C, and leaves a selection in the field alone", async () => {
    const modal = await searched(await loaded(), "pottery course");
    modal.inputEl.setSelectionRange(0, 3);
    expect(modal.scope.keys.get("Mod+c")(key("c"))).toBe(true);
    modal.inputEl.setSelectionRange(2, 2);
    expect(modal.scope.keys.get("Mod+c")(key("c"))).toBe(false);
    await vi.waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatch(/^> - \*\*Pottery course\*\*[\s\S]*\n\n\[\[People\/Gift ideas#Anna\|Gift ideas\]\]$/);
  });
});

describe("related notes", () => {
  it("follow the open note, with their reasons", async () => {
    const plugin = await loaded();
    const view: any = new RelatedView(new WorkspaceLeaf() as any, plugin.client, () => {});
    view.app = plugin.app;
    plugin.app.workspace.openFile("People/Gift ideas.md");
    await view.onOpen();
    const titles = () => [...view.contentEl.querySelectorAll(".vaultsearch-title")].map((row: any) => row.textContent);
    expect(titles()[0]).toBe("Mum's seventy-fifth › Present");
    plugin.app.workspace.openFile("Recipes/Galley one-pot.md");
    await vi.waitFor(() => expect(titles()).not.toContain("Mum's seventy-fifth › Present"));
    view.contentEl.querySelector(".vaultsearch-related").click();
    expect(plugin.app.workspace.opened).toHaveLength(1);
  });

  it("open in the right pane by their command, once", async () => {
    const plugin = await loaded();
    const command = plugin.commands.find((each: any) => each.id === "related");
    command.callback();
    await vi.waitFor(() => expect(plugin.app.workspace.leaves).toHaveLength(1));
    command.callback();
    expect(plugin.app.workspace.leaves).toHaveLength(1);
  });
});

describe("links behind [[?", () => {
  const cursor = (line: string) => ({ line: 0, ch: line.length });

  it.each([
    ["We could give her a pottery course [[?", "We could give her a pottery course"],
    ["It rains. A sail for the boat [[?", "A sail for the boat"],
    ["A sail [[?rigging of the mast", "rigging of the mast"],
  ])("ask for the sentence, or what is typed: %s", (line, query) => {
    const suggest: any = new LinkSuggest(new App(folder) as any, {} as any);
    const found = suggest.onTrigger(cursor(line), new Editor([line]));
    expect([found.query, found.start.ch]).toEqual([query, line.indexOf("[[?")]);
  });

  it.each(["A [[link]] and", "[[?done]] and", "[[plain"])("ask nothing at %s", (line) => {
    const suggest: any = new LinkSuggest(new App(folder) as any, {} as any);
    expect(suggest.onTrigger(cursor(line), new Editor([line]))).toBeNull();
  });

  it("propose by meaning, not the note itself, and replace what was typed", async () => {
    const plugin = await loaded();
    const suggest = plugin.suggests[0];
    const line = "She would like a ceramics class [[?";
    const editor = new Editor([`${line}]]`]);
    suggest.context = { ...suggest.onTrigger(cursor(line), new Editor([line])), editor, file: { path: "Home.md" } };
    const proposed = await suggest.getSuggestions(suggest.context);
    expect(proposed[0].path).toBe("People/Gift ideas.md");
    expect(proposed.map((passage: any) => passage.path)).not.toContain("Home.md");
    expect(new Set(proposed.map(wikilink)).size).toBe(proposed.length);
    suggest.selectSuggestion(proposed[0]);
    expect(editor.lines).toEqual(["She would like a ceramics class [[People/Gift ideas#Anna|Gift ideas]]"]);
  });
});

it("copies passages about the line as context, each with its source", async () => {
  const plugin = await loaded();
  plugin.commands.find((each: any) => each.id === "copy-context").editorCallback(new Editor(["pottery course"]));
  await vi.waitFor(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toMatch(/^Question: pottery course\n\n\[1\] Gift ideas › Family › Anna\n- \*\*Pottery course/);
  expect(notices).toEqual(["8 passages are copied."]);
});

describe("ask", () => {
  async function asked(plugin: any, question: string): Promise<any> {
    plugin.commands.find((each: any) => each.id === "ask").callback();
    const modal: any = modals.at(-1);
    const field = modal.contentEl.querySelector("input");
    field.value = question;
    field.dispatchEvent(new Event("input"));
    modal.contentEl.querySelector("button").click();
    const answer = modal.contentEl.querySelector(".vaultsearch-answer");
    await vi.waitFor(() => expect(answer.textContent).not.toMatch(/^$|^Reading your notes/), { timeout: 150_000 });
    return answer;
  }

  it("shows each sentence with what it cites, and strikes what the notes do not say", async () => {
    const plugin = await loaded();
    const answer = await asked(plugin, "What course would Anna like as a gift?");
    expect([...answer.querySelectorAll("span")].map((each: any) => each.textContent)).toEqual([
      "Pottery course, six Tuesday evenings at the studio on Magdalen Street.",
    ]);
    expect([...answer.querySelectorAll("s")].map((each: any) => each.textContent)).toEqual(["It costs 900 euros."]);
    expect(answer.textContent).toContain("✓ Checked");
    expect(answer.textContent).toContain("Not in your notes: 900");
    expect(answer.textContent).toContain("scripted on 127.0.0.1");
    const source = answer.querySelector("a");
    expect(source.getAttribute("aria-label")).toMatch(/^Gift ideas/);
    source.click();
    expect(plugin.app.workspace.opened[0][0]).toMatch(/^People\/Gift ideas/);
  }, 180_000);

  it("says why there is no answer", async () => {
    const answer = await asked(await loaded({ port: 1, token }), "What would Anna like?");
    expect(answer.textContent).toBe("vaultsearch is not running.");
  });
});

describe("the program's window", () => {
  it("shows the search by its address, where the program has no window yet", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const modal = await searched(await loaded(), "pottery course");
    expect(modal.scope.keys.get("Mod+o")(key("o"))).toBe(false);
    const vault = encodeURIComponent(folder);
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith(`vaultsearch://search?q=pottery%20course&vault=${vault}`));
  });

  it("shows the open note, and is asked by the window's server where there is one", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const vault = JSON.stringify({ summary: "", vault: folder, notes: 1 });
      request.on("data", (part: Buffer) => request.url === "/open" && asked.push(part.toString()));
      request.on("end", () => response.writeHead(200).end(request.url === "/status" ? vault : "{}"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const plugin = await loaded({ port: (server.address() as AddressInfo).port, token });
    const command = plugin.commands.find((each: any) => each.id === "open-in-window");
    expect(command.checkCallback(true)).toBe(false);
    plugin.app.workspace.openFile("People/Gift ideas.md");
    expect(command.checkCallback(false)).toBe(true);
    await vi.waitFor(() => expect(asked).toEqual(['{"note":"People/Gift ideas.md"}']));
    server.close();
  });
});

describe("settings", () => {
  it("test the connection and say what is indexed", async () => {
    const plugin = await loaded();
    plugin.tabs[0].display();
    plugin.tabs[0].containerEl.querySelector("button").click();
    await vi.waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatch(/^50 notes are indexed/);
  });

  it("are kept as they are typed", async () => {
    const plugin = await loaded();
    plugin.tabs[0].display();
    const [field] = plugin.tabs[0].containerEl.querySelectorAll("input");
    field.value = " abc ";
    field.dispatchEvent(new Event("input"));
    expect((await plugin.loadData()).token).toBe("abc");
  });

  it.each([["", 0], ["8765", 8765], ["99999", 0], ["x", 0], ["1.5", 0]])("read the port %s", (typed, read) => {
    expect(portOf(typed as string)).toBe(read);
  });
});

describe("trouble", () => {
  const client = (given: object) => new SearchClient(() => ({ port, token, folder, ...given }));

  it("not running: one sentence, and a button that starts the program by its address", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const modal = await searched(await loaded({ port: 1, token }), "pottery");
    expect(modal.resultContainerEl.textContent).toBe("vaultsearch is not running.Start it");
    modal.resultContainerEl.querySelector("button").click();
    expect(opened).toHaveBeenCalledWith(`vaultsearch://open?vault=${encodeURIComponent(folder)}`);
  });

  it("wrong token", async () => {
    await expect(client({ token: "x" }).search("pottery", 1)).rejects.toMatchObject({ trouble: "wrong_token" });
  });

  it("another vault is served", async () => {
    await expect(client({ folder: "/elsewhere" }).search("pottery", 1)).rejects.toMatchObject({
      trouble: "other_vault",
    });
  });

  it.each([
    [404, '{"error": "No such vault.", "code": "vault_not_found"}', "not_indexed"],
    [400, '{"error": "The filter is broken.", "code": "bad_filter"}', "refused"],
    [200, "<html>another program</html>", "not_running"],
  ])("status %i of something else: %s", async (status, body, trouble) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const asked = client({ port: (server.address() as AddressInfo).port }).search("pottery", 1);
    await expect(asked).rejects.toMatchObject({ trouble });
    await expect(asked).rejects.toBeInstanceOf(SearchError);
    server.close();
  });

  it("only this machine is ever connected to", () => {
    expect(new Set(connected.map((host) => host.split(":")[0]))).toEqual(new Set(["127.0.0.1"]));
  });
});

describe("texts", () => {
  const passage = { path: "A b/C.md", title: "C | d", heading_path: ["X", "Y #1 [z]"], text: "one\n\ntwo" } as any;

  it("links have no character that would end them", () => {
    expect(linkText(passage)).toBe("A b/C#Y  1  z");
    expect(wikilink({ ...passage, heading_path: [] })).toBe("[[A b/C|C   d]]");
    expect(linkText({ path: "a.pdf", heading_path: [] })).toBe("a.pdf");
  });

  it("a citation quotes each line", () => {
    expect(citation({ ...passage, heading_path: [] })).toBe("> one\n>\n> two\n\n[[A b/C|C   d]]");
    expect(context("q", [passage])).toBe("Question: q\n\n[1] C | d › X › Y #1 [z]\none\n\ntwo");
  });

  it("marks words of the query, in any script, longest first", () => {
    expect(marked("Der Mastfuß (mast)", "mast mastfuß x")).toEqual([
      { text: "Der ", isHit: false },
      { text: "Mastfuß", isHit: true },
      { text: " (", isHit: false },
      { text: "mast", isHit: true },
      { text: ")", isHit: false },
    ]);
    expect(marked("a.b", "…")).toEqual([{ text: "a.b", isHit: false }]);
  });

  it("a snippet begins near the first hit and ends at a word", () => {
    const text = `${"before ".repeat(40)}mast ${"behind ".repeat(40)}`;
    expect(snippet(text, "mast", 60)).toMatch(/^…before [\w ]*mast [\w ]*behind…$/);
    expect(snippet(text, "mast", 60).length).toBeLessThanOrEqual(62);
    expect(snippet("short\ntext", "x", 60)).toBe("short text");
  });

  it("the sentence around a place is what stands before it", () => {
    expect(sentenceAround("One. Two [[a]] three [[?", 21)).toBe("Two   a   three");
  });
});
