// The real program serves the sample vault to all tests: `VAULTSEARCH_PYTHON -m vaultsearch serve`.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const place = mkdtempSync(join(tmpdir(), "vaultsearch-plugin-"));
  const folder = join(place, "Sample vault");
  cpSync(resolve(import.meta.dirname, "../../../resources/Sample vault"), folder, { recursive: true });
  const python = process.env["VAULTSEARCH_PYTHON"] ?? "python3";
  const env = { ...process.env, VAULTSEARCH_HOME: place };
  execFileSync(python, ["-m", "vaultsearch", "index", folder], { env, stdio: "ignore" });
  const port = 20_000 + (process.pid % 20_000);
  const model = await scriptedModel();
  const endpoint = ["--set", `ask.base_url=${model}`, "--set", "ask.model=scripted"];
  const words = ["-m", "vaultsearch", "serve", "--vault", folder, "--http", `127.0.0.1:${port}`, ...endpoint];
  const served = spawn(python, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  const token = readFileSync(await tokenFile(served), "utf8").trim();
  project.provide("port", port);
  project.provide("token", token);
  project.provide("folder", folder);
  return () => {
    served.kill();
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
