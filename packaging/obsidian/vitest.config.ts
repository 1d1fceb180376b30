import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// `npm run speed` measures beside a vault of this many notes; tests and pictures have the sample vault.
const SPEED_NOTES = "1000";
const FILES: Record<string, string> = { speed: "tests/typing_speed.ts", picture: "tests/take_picture.ts" };

export default defineConfig(({ mode }) => {
  if (mode === "speed") process.env["VAULTSEARCH_NOTES"] ??= SPEED_NOTES; // read by the global setup, in this process
  return {
    resolve: { alias: { obsidian: fileURLToPath(new URL("tests/obsidian.ts", import.meta.url)) } },
    test: {
      include: [FILES[mode] ?? "tests/*.test.ts"],
      environment: "jsdom",
      globalSetup: "tests/served_vault.ts",
      testTimeout: 60_000,
      hookTimeout: 300_000,
    },
  };
});
