// The real program serves the sample vault to all tests: `VAULTSEARCH_PYTHON -m vaultsearch serve`.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  const words = ["-m", "vaultsearch", "serve", "--vault", folder, "--http", `127.0.0.1:${port}`];
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
