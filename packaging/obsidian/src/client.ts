// Asks the program on this machine, by its JSON interface; nothing else is connected to.

import { realpathSync } from "node:fs";
import { requestUrl } from "obsidian";
import type { ModelAnswer, Place, RelatedAnswer, SearchAnswer, Status } from "./answers";
import { parameterOf } from "./passages";
import { translated } from "./words";

/** The first port that the program serves at; if it is taken, the program takes one of the next. */
export const FIRST_PORT = 8765;
const PORTS_TRIED = 10;
/** The program refuses a longer question. */
const MAX_QUERY = 1000;
/** Seconds to wait for an answer; a language model takes its time. */
export const LIMITS_S = { status: 5, ask: 300, others: 30 };

export type Trouble = "not_running" | "no_answer" | "wrong_token" | "not_indexed" | "other_vault" | "no_window" | "refused";

/** Why there is no answer: a kind for the plugin, a sentence for the user. */
export class SearchError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

export interface Connection {
  /** 0 to look for it. */
  port: number;
  token: string;
  /** The folder of the open vault; "" if unknown. */
  folder: string;
}

type Arguments = Record<string, string | number | boolean | string[]>;

/** The program, asked over 127.0.0.1. */
export class SearchClient {
  private port = 0;
  /** The name in Obsidian of the vault that was served at the port when it was found. */
  private vaultName = "";

  constructor(private readonly connection: () => Connection) {}

  /** Search; a model reads the best passages to order them, unless told not to `rerank`. */
  search(query: string, n: number, options: { rerank?: boolean } = {}): Promise<SearchAnswer> {
    return this.ask<SearchAnswer>("search", { query: query.slice(0, MAX_QUERY), n, ...options });
  }

  related(note: string): Promise<RelatedAnswer> {
    return this.ask<RelatedAnswer>("related", { note });
  }

  /** Ask the language model; `anyway`, also where probably nothing in the notes answers. */
  answer(question: string, anyway = false): Promise<ModelAnswer> {
    return this.ask<ModelAnswer>("ask", { question, anyway });
  }

  /** Show a note or a query's results in the program's window; false if the program has none. */
  async openInWindow(shown: { note: string } | { query: string }): Promise<boolean> {
    try {
      await this.ask("open", shown);
      return true;
    } catch (error) {
      if (error instanceof SearchError && ["not_running", "no_window"].includes(error.trouble)) return false;
      throw error;
    }
  }

  /** Return the state of the index; look for the program anew. */
  status(): Promise<Status> {
    this.port = 0;
    return this.ask<Status>("status", {});
  }

  private async ask<Answer>(operation: string, given: Arguments): Promise<Answer> {
    const former = this.port;
    const first = former === 0 ? undefined : await this.post<Answer>(former, operation, given).catch(asError);
    if (first !== undefined && !(first instanceof Error) && this.isOfVault(first)) return first;
    // The window may have opened another vault since, or have ended.
    this.port = await this.findPort();
    const answer = first === undefined || this.port !== former ? await this.post<Answer>(this.port, operation, given) : first;
    if (answer === undefined) throw notRunning();
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** Whether an answer is surely of the vault that was found: one that names no note may be of another. */
  private isOfVault(answer: unknown): boolean {
    const { results = [], related = [], passages = [] } = answer as Partial<SearchAnswer & RelatedAnswer & ModelAnswer>;
    const places: Place[] = [...results, ...related, ...passages];
    return places.length > 0 && places.every(({ url }) => parameterOf(url, "vault") === this.vaultName);
  }

  /** Find the port at which the program serves the open vault. */
  private async findPort(): Promise<number> {
    const { port, folder } = this.connection();
    const ports = port ? [port] : Array.from({ length: PORTS_TRIED }, (_, i) => FIRST_PORT + i);
    let elsewhere: SearchError | undefined;
    for (const candidate of ports) {
      try {
        const status = await this.post<Status>(candidate, "status", {});
        if (typeof status?.vault !== "string") continue; // another program's answer
        this.vaultName = status.vault.split(/[\\/]/).pop() ?? "";
        if (!folder || [folder, realFolder(folder)].some((each) => sameFolder(status.vault, each))) return candidate;
        elsewhere = new SearchError("other_vault", translated("vaultsearch serves another vault: {0}", status.vault));
      } catch (error) {
        if (!(error instanceof SearchError)) throw error;
        elsewhere = error;
      }
    }
    throw elsewhere ?? notRunning();
  }

  /** Return the answer of an operation, or undefined if nothing of ours listens there. */
  private async post<Answer>(port: number, operation: string, given: Arguments): Promise<Answer | undefined> {
    let response;
    try {
      const asking = requestUrl({
        url: `http://127.0.0.1:${port}/${operation}`,
        method: "POST",
        contentType: "application/json",
        headers: { Authorization: `Bearer ${this.connection().token}` },
        body: JSON.stringify(given),
        throw: false,
      });
      response = await inTime(asking, LIMITS_S[operation as keyof typeof LIMITS_S] ?? LIMITS_S.others);
    } catch (error) {
      if (error instanceof SearchError) throw error;
      return undefined;
    }
    let answer: unknown;
    try {
      answer = response.json as unknown;
    } catch {
      return undefined; // another program's page
    }
    if (response.status === 200) return answer as Answer;
    const refusal = answer as { error?: unknown; code?: unknown } | null;
    if (typeof refusal?.error !== "string" || typeof refusal.code !== "string") return undefined;
    throw refused(response.status, refusal.error, refusal.code);
  }
}

function refused(status: number, error: string, code: string): SearchError {
  if (status === 401) {
    return new SearchError("wrong_token", translated("The token is not the one of vaultsearch: copy it from its settings."));
  }
  if (status === 404 && code === "not_found") return new SearchError("no_window", error);
  if (["not_indexed", "vault_not_found"].includes(code)) {
    // The program's own sentence is for language models, which are to ask the user.
    return new SearchError("not_indexed", translated("vaultsearch has not indexed this vault: open it in its window once."));
  }
  return new SearchError("refused", error);
}

/** Await an answer for so long: Obsidian's own requests wait for ever, and block what is typed next. */
async function inTime<Answer>(asking: Promise<Answer>, seconds: number): Promise<Answer> {
  let timer: number | undefined;
  const waiting = new Promise<never>((_resolve, reject) => {
    const said = "vaultsearch does not answer. Try again in a moment; if that does not help, restart it.";
    timer = window.setTimeout(() => reject(new SearchError("no_answer", translated(said))), 1000 * seconds);
  });
  try {
    return await Promise.race([asking, waiting]);
  } finally {
    window.clearTimeout(timer);
  }
}

function notRunning(): SearchError {
  return new SearchError("not_running", translated("vaultsearch is not running."));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The folder that a link leads to, by which the program knows the vault. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function sameFolder(one: string, other: string): boolean {
  const plain = (folder: string) => folder.replace(/\\/g, "/").replace(/\/+$/, "").normalize("NFC");
  return plain(one).toLowerCase() === plain(other).toLowerCase();
}
