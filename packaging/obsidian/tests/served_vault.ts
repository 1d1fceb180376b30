// The real program serves the sample vault to all tests: `VAULTSEARCH_PYTHON -m vaultsearch serve`; with
// VAULTSEARCH_NOTES, a vault of so many made-up notes.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    port: number;
    token: string;
    folder: string;
    /** Where a vault is served that was never indexed. */
    unindexedPort: number;
  }
}

const ROOT = resolve(import.meta.dirname, "../../..");
const GENERATED = `import sys
from pathlib import Path
from tests.bench.generated_vault import write_vault
write_vault(Path(sys.argv[1]), int(sys.argv[2]))`;

export default async function setup(project: TestProject): Promise<() => void> {
  const place = mkdtempSync(join(tmpdir(), "vaultsearch-plugin-"));
  const folder = join(place, "Sample vault");
  const python = process.env["VAULTSEARCH_PYTHON"] ?? "python3";
  const env = { ...process.env, VAULTSEARCH_HOME: place };
  const notes = process.env["VAULTSEARCH_NOTES"];
  if (notes) execFileSync(python, ["-c", GENERATED, folder, notes], { cwd: ROOT, env });
  else cpSync(join(ROOT, "resources/Sample vault"), folder, { recursive: true });
  execFileSync(python, ["-m", "vaultsearch", "index", folder], { env, stdio: "ignore" });
  const port = 20_000 + (process.pid % 20_000);
  const model = await scriptedModel();
  const serve = (vault: string, at: number) => {
    const endpoint = ["--set", `ask.base_url=${model}`, "--set", "ask.model=scripted"];
    const words = ["-m", "vaultsearch", "serve", "--vault", vault, "--http", `127.0.0.1:${at}`, ...endpoint];
    return spawn(python, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  };
  const served = [serve(folder, port)];
  const token = readFileSync(await tokenFile(served[0]!), "utf8").trim();
  if (!notes) {
    const unindexed = join(place, "Unindexed vault");
    mkdirSync(unindexed);
    served.push(serve(unindexed, port + 1));
    await tokenFile(served[1]!);
  }
  project.provide("port", port);
  project.provide("token", token);
  project.provide("folder", folder);
  project.provide("unindexedPort", port + 1);
  return () => {
    for (const each of served) each.kill();
    rmSync(place, { recursive: true, force: true });
  };
}

/** Serve a language model that says the same to all, in the shape of OpenAI's; return its address. */
async function scriptedModel(): Promise<string> {
  const said = "Pottery course, six Tuesday evenings at the studio on Magdalen Street [1]. It costs 900 euros [1].";
  const server = createServer((_request, response) => {
    const part = { id: "1", object: "chat.completion.chunk", created: 1, model: "scripted" };
    const choices = [{ index: 0, delta: { content: said }, finish_reason: "stop" }];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ ...part, choices })}\n\ndata: [DONE]\n\n`);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Wait until the program says where its token is, which is when it listens. */
function tokenFile(served: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    served.stderr?.on("data", (part: Buffer) => {
      said += part.toString();
      const file = /token in (.+)/.exec(said)?.[1];
      if (file && said.includes("/openapi.json")) resolve(file);
    });
    served.on("exit", () => reject(new Error(`vaultsearch ended: ${said}`)));
  });
}
