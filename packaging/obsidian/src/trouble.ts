// What is shown instead of an answer.

import { SearchError, type Trouble } from "./client";
import { translated } from "./words";

const STARTS: Partial<Record<Trouble, string>> = {
  not_running: "Start it",
  other_vault: "Open this vault there",
  not_indexed: "Open this vault there",
};

/** A sentence for the user. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Append a button that starts the program by its address, if that helps. */
export function appendStart(parent: HTMLElement, error: unknown, start: () => void): void {
  const text = error instanceof SearchError ? STARTS[error.trouble] : undefined;
  if (text) parent.createEl("button", { text: translated(text), cls: "vaultsearch-start mod-cta" }).addEventListener("click", start);
}
