import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// `npm run speed` measures beside a vault of this many notes; the tests have the sample vault.
const SPEED_NOTES = "1000";

export default defineConfig(({ mode }) => {
  const isSpeed = mode === "speed";
  if (isSpeed) process.env["VAULTSEARCH_NOTES"] ??= SPEED_NOTES; // read by the global setup, in this process
  return {
    resolve: { alias: { obsidian: fileURLToPath(new URL("tests/obsidian.ts", import.meta.url)) } },
    test: {
      include: [isSpeed ? "tests/typing_speed.ts" : "tests/*.test.ts"],
      environment: "jsdom",
      globalSetup: "tests/served_vault.ts",
      testTimeout: 30_000,
      hookTimeout: 300_000,
    },
  };
});
