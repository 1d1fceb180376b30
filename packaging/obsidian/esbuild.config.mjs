// Bundles the plugin into main.js, which Obsidian loads.
import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  external: ["obsidian", "electron", "node:fs"],
  format: "cjs",
  target: "es2022",
  outfile: "main.js",
  minify: true,
  logLevel: "warning",
});
