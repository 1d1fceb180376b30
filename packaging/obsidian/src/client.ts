// Asks the program on this machine, by its JSON interface; nothing else is connected to.

import { requestUrl } from "obsidian";
import type { ModelAnswer, RelatedAnswer, SearchAnswer, Status } from "./answers";

/** The first port that the program serves at; if it is taken, the program takes one of the next. */
export const FIRST_PORT = 8765;
const PORTS_TRIED = 10;

export type Trouble = "not_running" | "wrong_token" | "not_indexed" | "other_vault" | "no_window" | "refused";

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

  constructor(private readonly connection: () => Connection) {}

  /** Search; a model reads the best passages to order them, unless told not to `rerank`. */
  search(query: string, n: number, options: { rerank?: boolean } = {}): Promise<SearchAnswer> {
    return this.ask<SearchAnswer>("search", { query, n, ...options });
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
    if (this.port !== 0) {
      const answer = await this.post<Answer>(this.port, operation, given);
      if (answer !== undefined) return answer;
    }
    this.port = await this.findPort();
    const answer = await this.post<Answer>(this.port, operation, given);
    if (answer === undefined) throw notRunning();
    return answer;
  }

  /** Find the port at which the program serves the open vault. */
  private async findPort(): Promise<number> {
    const { port, folder } = this.connection();
    const ports = port ? [port] : Array.from({ length: PORTS_TRIED }, (_, i) => FIRST_PORT + i);
    let elsewhere: SearchError | undefined;
    for (const candidate of ports) {
      try {
        const status = await this.post<Status>(candidate, "status", {});
        if (status === undefined) continue;
        if (!folder || !status.vault || sameFolder(status.vault, folder)) return candidate;
        elsewhere = new SearchError("other_vault", `vaultsearch serves another vault: ${status.vault}`);
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
      response = await requestUrl({
        url: `http://127.0.0.1:${port}/${operation}`,
        method: "POST",
        contentType: "application/json",
        headers: { Authorization: `Bearer ${this.connection().token}` },
        body: JSON.stringify(given),
        throw: false,
      });
    } catch {
      return undefined;
    }
    let answer: unknown;
    try {
      answer = response.json as unknown;
    } catch {
      return undefined; // another program's page
    }
    if (response.status === 200) return answer as Answer;
    throw refused(response.status, answer as { error?: string; code?: string });
  }
}

function refused(status: number, answer: { error?: string; code?: string }): SearchError {
  if (status === 401) {
    return new SearchError("wrong_token", "The token is not the one of vaultsearch: copy it from its settings.");
  }
  if (status === 404 && answer.code === "not_found") return new SearchError("no_window", answer.error ?? "");
  if (["not_indexed", "vault_not_found"].includes(answer.code ?? "")) {
    // The program's own sentence is for language models, which are to ask the user.
    return new SearchError("not_indexed", "vaultsearch has not indexed this vault: open it in its window once.");
  }
  return new SearchError("refused", answer.error ?? `vaultsearch answered with ${status}.`);
}

function notRunning(): SearchError {
  return new SearchError("not_running", "vaultsearch is not running.");
}

function sameFolder(one: string, other: string): boolean {
  const plain = (folder: string) => folder.replace(/\\/g, "/").replace(/\/+$/, "").normalize("NFC");
  return plain(one).toLowerCase() === plain(other).toLowerCase();
}
