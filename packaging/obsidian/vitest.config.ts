import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { obsidian: fileURLToPath(new URL("tests/obsidian.ts", import.meta.url)) } },
  test: { environment: "jsdom", globalSetup: "tests/served_vault.ts", testTimeout: 30_000, hookTimeout: 300_000 },
});
