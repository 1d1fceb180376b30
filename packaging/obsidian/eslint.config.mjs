import obsidianmd from "eslint-plugin-obsidianmd";
import tseslint from "typescript-eslint";

export default tseslint.config(...obsidianmd.configs.recommended, {
  files: ["src/**/*.ts"],
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
});
