// From a key in the search modal to its rows, beside the real program: `npm run speed`.

import { expect, inject, it } from "vitest";
import VaultsearchPlugin from "../src/main";
import { App, modals } from "./obsidian";

/** Words of the made-up notes: titles, words of their texts, one with a slip, none of them. */
const QUERIES = [
  "modern discussion",
  "treated copies",
  "earthquake lead figure",
  "scottish mediterranean",
  "erthquake",
  "how did the earning of the librarian change",
  "tag:vessels school",
  "70042",
  "what to cook for a birthday",
  "wild altitude arctic",
];
/** Milliseconds between two keys: a quick typist, and a usual one (60 words a minute). */
const PACES = [100, 200];
const LIMIT_MS = 150;

it.each(PACES)("a key every %i ms", async (pace) => {
  const given = { port: inject("port"), token: inject("token") };
  const plugin: any = new (VaultsearchPlugin as any)(new App(inject("folder")), given);
  await plugin.onload();
  plugin.search();
  const modal: any = modals.at(-1);
  await modal.type("warm");
  const waited: number[] = [];
  for (const query of QUERIES) {
    const keys: Promise<number>[] = [];
    for (let length = 1; length <= query.length; length++) {
      const start = performance.now();
      keys.push(modal.type(query.slice(0, length)).then(() => performance.now() - start));
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    waited.push(...(await Promise.all(keys)));
  }
  waited.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(waited[Math.floor(share * (waited.length - 1))] ?? 0);
  const p95 = percentile(0.95);
  console.log(`${waited.length} keys, one every ${pace} ms: p50 ${percentile(0.5)} ms, p95 ${p95} ms, longest ${percentile(1)} ms`);
  expect(p95).toBeLessThanOrEqual(LIMIT_MS);
}, 300_000);
