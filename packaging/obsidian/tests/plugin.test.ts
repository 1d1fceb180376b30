// Behaviours of the plugin beside the real program.

import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request as sendRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { FIRST_PORT, LIMITS_S, SearchClient, SearchError } from "../src/client";
import { LinkSuggest } from "../src/link_suggest";
import VaultsearchPlugin from "../src/main";
import { citation, context, linkText, marked, plain, sentenceAround, snippet, wikilink } from "../src/passages";
import { portOf } from "../src/settings_tab";
import { translated, translatedReason } from "../src/words";
import { App, app as obsidian, connected, Editor, modals, notices, Setting, WorkspaceLeaf } from "./obsidian";

const port = inject("port");
const token = inject("token");
const folder = inject("folder");
const copied: string[] = [];

beforeEach(() => {
  for (const modal of modals) modal.close();
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

/** Whether a server listens at a port; where it is taken, another program does. */
function listens(server: Server, at: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false)).listen(at, "127.0.0.1", () => resolve(true));
  });
}

/** Wait for something; a machine that also does other things takes its time. */
function eventually(check: () => unknown, timeout = 30_000): Promise<unknown> {
  return vi.waitFor(check, { timeout });
}

/** Which passages these are: scores of the same question may differ in their last digits. */
function paths(passages: any[]): string[] {
  return passages.map((passage) => `${passage.path}:${passage.line_start}`);
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

  it("finds what is misspelt", async () => {
    const modal = await searched(await loaded(), "potery corse");
    expect(modal.chooser.values[0].path).toBe("People/Gift ideas.md");
  });

  it("obeys filters", async () => {
    const modal = await searched(await loaded(), "path:Recipes pot");
    expect(modal.chooser.values[0].path).toBe("Recipes/Galley one-pot.md");
    expect(modal.chooser.values.filter((passage: any) => !passage.path.startsWith("Recipes/"))).toEqual([]);
  });

  it("shows the rows of what was typed last, and asks for nothing that was typed over meanwhile", async () => {
    const plugin = await loaded();
    plugin.search();
    const modal: any = modals.at(-1);
    const before = connected.length;
    await Promise.all(["g", "gi", "gift", "pottery course", "galley"].map((typed) => modal.type(typed)));
    const rows = modal.chooser.values;
    // To find the port, for the first letter, and for the last word.
    expect(connected.length - before).toBe(3);
    await modal.type("galley");
    expect(paths(rows)).toEqual(paths(modal.chooser.values));
    expect(rows[0].path).toBe("Recipes/Galley one-pot.md");
  });

  it("empties the list with the field, though an answer is under way", async () => {
    const plugin = await loaded();
    plugin.search();
    const modal: any = modals.at(-1);
    await Promise.all([modal.type("pottery"), modal.type("")]);
    expect(modal.chooser.values).toEqual([]);
  });

  describe("once one rests", () => {
    const question = "what did Anna want for her birthday";

    async function better(plugin: any): Promise<string[]> {
      return paths((await plugin.client.search(question, 20)).results);
    }

    it("orders the rows by the model that reads them", async () => {
      const plugin = await loaded();
      const modal = await searched(plugin, question);
      const first = paths(modal.chooser.values);
      const read = await better(plugin);
      expect(first).not.toEqual(read);
      await eventually(() => expect(paths(modal.chooser.values)).toEqual(read));
    });

    it("leaves the rows alone where one of them was chosen, or the modal is gone", async () => {
      const plugin = await loaded();
      const modals = [await searched(plugin, question), await searched(plugin, question)];
      const first = modals.map((modal) => paths(modal.chooser.values));
      modals[0].chooser.selectedItem = 1;
      modals[1].close();
      const third = await searched(plugin, question);
      const read = await better(plugin);
      await eventually(() => expect(paths(third.chooser.values)).toEqual(read));
      expect(modals.map((modal) => paths(modal.chooser.values))).toEqual(first);
    });
  });

  it("finds what has just been written, and no more what is gone", async () => {
    const plugin = await loaded();
    const found = async () => (await searched(plugin, "quokkaometer")).chooser.values.map((each: any) => each.path);
    writeFileSync(join(folder, "Barometer.md"), "# Barometer\n\nThe quokkaometer fell all night.\n");
    await eventually(async () => expect((await found())[0]).toBe("Barometer.md"), 60_000);
    rmSync(join(folder, "Barometer.md"));
    await eventually(async () => expect(await found()).not.toContain("Barometer.md"), 60_000);
  }, 150_000);

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
    expect(plugin.app.workspace.opened).toEqual([["People/Gift ideas#Family#Anna", pane]]);
  });

  it("opens nothing that is gone, for which Obsidian would make an empty note", async () => {
    const plugin = await loaded();
    const modal = await searched(plugin, "pottery course");
    const [gifts, gone] = [join(folder, "People/Gift ideas.md"), join(folder, "People/Gifts.md")];
    renameSync(gifts, gone);
    modal.selectActiveSuggestion(key("Enter"));
    renameSync(gone, gifts);
    expect(plugin.app.workspace.opened).toEqual([]);
    expect(notices[0]).toMatch(/^Obsidian has no “People\/Gift ideas”: it was renamed, removed,/);
  });

  it("inserts a link by Alt+Enter, and writes nothing else", async () => {
    const plugin = await loaded();
    plugin.app.workspace.editor = new Editor(["See "]);
    const modal = await searched(plugin, "pottery course");
    expect(modal.scope.keys.get("Alt+Enter")(key("Enter", { altKey: true }))).toBe(false);
    expect(plugin.app.workspace.editor.lines).toEqual(["See [[People/Gift ideas#Family#Anna|Gift ideas]]"]);
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
    await eventually(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatch(/^> - \*\*Pottery course\*\*[\s\S]*\n\n\[\[People\/Gift ideas#Family#Anna\|Gift ideas\]\]$/);
  });
});

describe("related notes", () => {
  it("follow the open note, with their reasons", async () => {
    const plugin = await loaded();
    const view: any = plugin.views.get("vaultsearch-related")(new WorkspaceLeaf());
    view.app = plugin.app;
    plugin.app.workspace.openFile("People/Gift ideas.md");
    await view.onOpen();
    const titles = () => [...view.contentEl.querySelectorAll(".vaultsearch-title")].map((row: any) => row.textContent);
    expect(titles()[0]).toBe("Mum's seventy-fifth › Present");
    plugin.app.workspace.openFile("Recipes/Galley one-pot.md");
    await eventually(() => expect(titles()).not.toContain("Mum's seventy-fifth › Present"));
    const row = view.contentEl.querySelector(".vaultsearch-related");
    row.click();
    row.dispatchEvent(new MouseEvent("click", { ctrlKey: true }));
    expect(plugin.app.workspace.opened.map(([, pane]: any) => pane)).toEqual([false, "tab"]);
  });

  it("say that the program is not running, with a button that starts it, and come once it does", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const plugin = await loaded({ port: 1, token });
    const view = plugin.views.get("vaultsearch-related")(new WorkspaceLeaf());
    view.app = plugin.app;
    plugin.app.workspace.openFile("People/Gift ideas.md");
    await view.onOpen();
    expect(view.contentEl.textContent).toBe("vaultsearch is not running.Start it");
    view.contentEl.querySelector("button").click();
    expect(opened).toHaveBeenLastCalledWith(`vaultsearch://open?vault=${encodeURIComponent(folder)}`);
    plugin.settings.port = port;
    window.dispatchEvent(new Event("focus"));
    await eventually(() => expect(view.contentEl.textContent).toContain("Mum's seventy-fifth › Present"));
  });

  it("open in the right pane by their command, once", async () => {
    const plugin = await loaded();
    const command = plugin.commands.find((each: any) => each.id === "related");
    command.callback();
    await eventually(() => expect(plugin.app.workspace.leaves).toHaveLength(1));
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
    expect(editor.lines).toEqual(["She would like a ceramics class [[People/Gift ideas#Family#Anna|Gift ideas]]"]);
  });
});

it("copies passages about the line as context, each with its source", async () => {
  const plugin = await loaded();
  plugin.commands.find((each: any) => each.id === "copy-context").editorCallback(new Editor(["pottery course"]));
  await eventually(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toMatch(/^Question: pottery course\n\n\[1\] Gift ideas › Family › Anna\n- \*\*Pottery course/);
  expect(notices).toEqual(["Passages copied: 8"]);
});

it.each([["tag:nosuchtag", "Nothing is found."], ["pottery course ".repeat(100), "Passages copied: 8"]])(
  "copies passages about a line, if there are any: %#",
  async (line, notice) => {
    const plugin = await loaded();
    plugin.commands.find((each: any) => each.id === "copy-context").editorCallback(new Editor([line]));
    await eventually(() => expect(notices).toEqual([notice]));
  },
);

describe("ask", () => {
  async function asked(plugin: any, question: string): Promise<any> {
    plugin.commands.find((each: any) => each.id === "ask").callback();
    const modal: any = modals.at(-1);
    const field = modal.contentEl.querySelector("input");
    field.value = question;
    field.dispatchEvent(new Event("input"));
    modal.contentEl.querySelector("button").click();
    const answer = modal.contentEl.querySelector(".vaultsearch-answer");
    await eventually(() => expect(answer.textContent).not.toMatch(/^$|^Reading your notes/), 150_000);
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

  it("sends nothing where no note is about it, and can be told to ask anyway", async () => {
    const answer = await asked(await loaded(), "path:Nowhere what is the capital of Mongolia?");
    expect(answer.textContent).toBe("Probably nothing in your notes answers this; nothing was sent.Ask anyway");
    const before = connected.length;
    answer.querySelector("button").click();
    expect([answer.textContent, connected.length]).toEqual(["Reading your notes…", before + 1]);
  });

  it("sends a question once, not while it is composed, and anyway the one that was answered", async () => {
    const plugin = await loaded();
    const sent = vi.spyOn(plugin.client, "answer").mockResolvedValue({ state: "not in notes", answer: { sentences: [] } });
    const answer = await asked(plugin, "first");
    const [field] = modals.at(-1)!.contentEl.querySelectorAll("input") as any;
    field.value = "second";
    field.dispatchEvent(new Event("input"));
    answer.querySelector("button").click();
    await eventually(() => expect(answer.querySelector("button")).toBeTruthy());
    for (const held of [{ isComposing: true }, {}, {}]) field.dispatchEvent(key("Enter", held));
    expect(sent.mock.calls).toEqual([["first", false], ["first", true], ["second", false]]);
  });

  it("says why there is no answer", async () => {
    const answer = await asked(await loaded({ port: 1, token }), "What would Anna like?");
    expect(answer.textContent).toBe("vaultsearch is not running.Start it");
  });
});

describe("the program's window", () => {
  it("shows the search by its address, where the program has no window yet", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const modal = await searched(await loaded(), "pottery course");
    expect(modal.scope.keys.get("Mod+o")(key("o"))).toBe(false);
    const vault = encodeURIComponent(folder);
    await eventually(() => expect(opened).toHaveBeenCalledWith(`vaultsearch://search?q=pottery%20course&vault=${vault}`));
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
    await eventually(() => expect(asked).toEqual(['{"note":"People/Gift ideas.md"}']));
    server.close();
  });
});

describe("settings", () => {
  it("test the connection and say what is indexed", async () => {
    const plugin = await loaded();
    plugin.tabs[0].display();
    plugin.tabs[0].containerEl.querySelector("button").click();
    await eventually(() => expect(notices).toHaveLength(1));
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

  it("find the port by themselves, past programs that are none of ours", async () => {
    const [other, ours] = [createServer((_request, response) => response.end("<html>")), createServer()];
    ours.on("request", (request, response) => {
      const { method, headers } = request;
      request.pipe(
        sendRequest(`http://127.0.0.1:${port}${request.url}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    const taken = await Promise.all([FIRST_PORT + 4, FIRST_PORT + 7].map((at, i) => listens([other, ours][i]!, at)));
    const modal = await searched(await loaded({ port: 0, token }), "pottery course");
    expect(modal.chooser.values[0].path).toBe("People/Gift ideas.md");
    expect(taken).toEqual([true, true]);
    other.close();
    ours.close();
    ours.closeAllConnections();
  });

  it("stand in the settings of Obsidian 1.13 as in older ones", async () => {
    const plugin = await loaded();
    const row = document.createElement("div");
    const definitions = plugin.tabs[0].getSettingDefinitions();
    expect(definitions.map((each: any) => each.name)).toEqual(["Token", "Port", "Connection"]);
    for (const each of definitions) each.render(new Setting(row));
    expect([...row.children].map((each: any) => each.value || each.textContent)).toEqual([token, `${port}`, "Test"]);
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

  it("vault not indexed: a sentence, and a button that opens it in the program", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const modal = await searched(await loaded({ port: inject("unindexedPort"), token }), "pottery");
    const sentence = "vaultsearch has not indexed this vault: open it in its window once.";
    expect(modal.resultContainerEl.textContent).toBe(`${sentence}Open this vault there`);
    modal.resultContainerEl.querySelector("button").click();
    expect(opened).toHaveBeenLastCalledWith(`vaultsearch://open?vault=${encodeURIComponent(folder)}`);
  });

  it("note not indexed: the program's own sentence, and no button", async () => {
    await expect(client({}).related("No such note.md")).rejects.toMatchObject({ trouble: "refused" });
  });

  it("another vault is served", async () => {
    await expect(client({ folder: "/elsewhere" }).search("pottery", 1)).rejects.toMatchObject({
      trouble: "other_vault",
    });
  });

  it("a vault by a link to its folder is the same", async () => {
    const link = `${folder} by a link`;
    symlinkSync(folder, link, "junction");
    expect((await client({ folder: link }).search("pottery", 1)).results).toHaveLength(1);
  });

  it.each(["related", "search"] as const)("another vault, opened in the window meanwhile: %s", async (operation) => {
    let [vault, file] = [folder, "A"];
    const server = createServer((request, response) => {
      const places = [{ url: `obsidian://open?vault=${encodeURIComponent(basename(vault))}&file=${file}` }];
      request.resume();
      response.end(JSON.stringify(request.url === "/status" ? { vault } : { related: places, results: file ? places : [] }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const asking = client({ port: (server.address() as AddressInfo).port });
    await expect(asking.search("a", 1)).resolves.toMatchObject({ results: [{}] });
    [vault, file] = ["/elsewhere", ""];
    await expect(asking[operation]("a", 1)).rejects.toMatchObject({ trouble: "other_vault" });
    server.close();
  });

  it.each([
    [404, '{"error": "No such vault.", "code": "vault_not_found"}', "not_indexed"],
    [400, '{"error": "The filter is broken.", "code": "bad_filter"}', "refused"],
    [200, "<html>another program</html>", "not_running"],
    // Anki's, at the same port, answers whatever it is asked.
    [200, '{"result": null, "error": "unsupported action"}', "not_running"],
    [200, "null", "not_running"],
    [404, '{"detail": "Not Found"}', "not_running"],
    [401, "null", "not_running"],
  ])("status %i of something else: %s", async (status, body, trouble) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const asked = client({ port: (server.address() as AddressInfo).port }).search("pottery", 1);
    await expect(asked).rejects.toMatchObject({ trouble });
    await expect(asked).rejects.toBeInstanceOf(SearchError);
    server.close();
  });

  it("a program that never answers does not block what is typed next", async () => {
    const limits = { ...LIMITS_S };
    LIMITS_S.status = LIMITS_S.others = 0.2;
    const server = createServer((request) => void request.resume()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const plugin = await loaded({ port: (server.address() as AddressInfo).port, token });
    const modal = await searched(plugin, "pottery course");
    expect(modal.emptyStateText).toMatch(/^vaultsearch does not answer\. Try again/);
    plugin.settings.port = port;
    Object.assign(LIMITS_S, limits);
    await modal.type("pottery courses");
    expect(modal.chooser.values[0].path).toBe("People/Gift ideas.md");
    server.closeAllConnections();
    server.close();
  });

  it("only this machine is ever connected to", () => {
    expect(new Set(connected.map((host) => host.split(":")[0]))).toEqual(new Set(["127.0.0.1"]));
  });
});

describe("languages", () => {
  it.each([
    ["de", "Notizen durchsuchen", "beide mit #boat", "vaultsearch läuft nicht."],
    ["zh", "搜索笔记", "同有 #boat", "vaultsearch 未运行。"],
    ["fr", "Search notes", "shares #boat", "vaultsearch is not running."],
  ])("%s: commands, reasons and troubles", async (language, command, reason, trouble) => {
    obsidian.language = language;
    try {
      expect((await loaded()).commands[0].name).toBe(command);
      expect(translatedReason("shares #boat")).toBe(reason);
      const nobody = new SearchClient(() => ({ port: 1, token, folder }));
      await expect(nobody.search("pottery", 1)).rejects.toThrow(trouble);
    } finally {
      obsidian.language = "en";
    }
  });

  it("have every sentence that is shown", () => {
    const source = readdirSync("src").filter((file) => file !== "words.ts").map((file) => readFileSync(join("src", file), "utf8"));
    const shown = source.flatMap((text) => [...text.matchAll(/translated\("([^"]+)"/g)].map((match) => match[1]!));
    obsidian.language = "de";
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.filter((english) => !["Token", "Port"].includes(english) && translated(english) === english)).toEqual([]);
    obsidian.language = "en";
  });
});

describe("texts", () => {
  const url = "obsidian://open?vault=V&file=A%20b%2FC%23Y%20%2B%201%20z";
  const passage = { url, title: "C | d", heading_path: ["X", "Y #1 [z]"], text: "one\n\ntwo" } as any;

  it("links have no character that would end them", () => {
    expect(linkText(passage)).toBe("A b/C#Y + 1 z");
    expect(wikilink(passage)).toBe("[[A b/C#Y + 1 z|C   d]]");
    expect(linkText({ url: "obsidian://open?vault=V&file=a.pdf%23page%3D3" })).toBe("a.pdf#page=3");
  });

  it("a citation quotes each line", () => {
    expect(citation(passage)).toBe("> one\n>\n> two\n\n[[A b/C#Y + 1 z|C   d]]");
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

  it.each([
    ["before it for Mums, mum", "a present for Mum", ["Mum", "mum"]],
    ["Vorschoter Schot, Groß", "path:Vor die Schot -tag:Groß", ["Schot"]],
    ["今天的潮汐表", "潮汐", ["潮汐"]],
    ["a1 b2", "1", []],
  ])("marks in %s for %s what begins like a word, of no filter, and no word of all texts", (text, query, hits) => {
    const parts = marked(text, query);
    expect(parts.filter((part) => part.isHit).map((part) => part.text)).toEqual(hits);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });

  it.each([
    ["see [[Gift ideas#Mum]], ![[A|b c]]", "see Gift ideas › Mum, b c"],
    ["[Mr D](tel:01) by **1 May**, *not* `x` ==y==", "Mr D by 1 May, not x y"],
    ["## A\n> b\n- [x] c\n* d\n  - e", "A\nb\nc\n· d\n· e"],
    ["2 * 3 * 4, a_b_c, **", "2 * 3 * 4, a_b_c, **"],
  ])("reads %s without the signs of Markdown", (text, read) => {
    expect(plain(text)).toBe(read);
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
