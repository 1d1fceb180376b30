// An answer of the user's own language model, each sentence with what it cites, checked by the program.

import { type App, Modal } from "obsidian";
import type { ModelAnswer, Sentence, Source } from "./answers";
import type { SearchClient } from "./client";
import { place } from "./passages";
import { appendStart, sentence as sentenceOf } from "./trouble";
import { translated } from "./words";

/** Asks a question and shows the answer's sentences and passages. */
export class AskModal extends Modal {
  private question = "";
  /** The question whose answer is awaited, "" if none is. */
  private awaited = "";
  private answerEl: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly client: SearchClient,
    private readonly openSource: (source: Source) => void,
    private readonly start: () => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle(translated("Ask your notes"));
    const row = this.contentEl.createDiv({ cls: "vaultsearch-question" });
    const field = row.createEl("input", { attr: { type: "text", placeholder: translated("A question") } });
    field.addEventListener("input", () => (this.question = field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) void this.ask(this.question.trim());
    });
    row.createEl("button", { text: translated("Ask"), cls: "mod-cta" }).addEventListener("click", () => {
      void this.ask(this.question.trim());
    });
    const described = translated("Your language model answers from your notes; each sentence is checked.");
    this.contentEl.createDiv({ cls: "vaultsearch-headings", text: described });
    this.answerEl = this.contentEl.createDiv({ cls: "vaultsearch-answer" });
  }

  private async ask(question: string, anyway = false): Promise<void> {
    const parent = this.answerEl;
    // Once: a model may be paid by the question.
    if (!question || question === this.awaited || !parent) return;
    this.awaited = question;
    parent.setText(translated("Reading your notes…"));
    try {
      const answer = await this.client.answer(question, anyway);
      if (question === this.awaited) this.show(answer, question, parent);
    } catch (error) {
      if (question === this.awaited) this.fail(error, parent);
    } finally {
      if (question === this.awaited) this.awaited = "";
    }
  }

  private fail(error: unknown, parent: HTMLElement): void {
    parent.empty();
    parent.createEl("p", { text: sentenceOf(error) });
    appendStart(parent, error, this.start);
  }

  private show(answer: ModelAnswer, question: string, parent: HTMLElement): void {
    parent.empty();
    for (const sentence of answer.answer.sentences) {
      const line = parent.createEl("p");
      line.createEl(sentence.supported === false ? "s" : "span", { text: sentence.text });
      for (const number of sentence.citations) this.cite(line, number, answer.passages);
      line.createDiv({ cls: "vaultsearch-headings", text: outcome(sentence) });
    }
    const said = translated(STATES[answer.state] ?? "{0} on {1}", answer.model, answer.sent_to);
    parent.createEl("p", { cls: "vaultsearch-headings", text: said });
    if (answer.state !== "not in notes") return;
    parent.createEl("button", { text: translated("Ask anyway") }).addEventListener("click", () => void this.ask(question, true));
  }

  private cite(line: HTMLElement, number: number, sources: Source[]): void {
    const source = sources.find((each) => each.number === number);
    if (!source) return;
    const link = line.createEl("a", { text: ` [${number}]`, attr: { "aria-label": place(source) } });
    link.addEventListener("click", () => this.openSource(source));
  }
}

/** Why there is no sentence. */
const STATES: Record<string, string> = {
  "not in notes": "Probably nothing in your notes answers this; nothing was sent.",
  declined: "The model found no answer in your notes.",
};

function outcome(sentence: Sentence): string {
  if (sentence.supported) return translated("✓ Checked");
  if (sentence.supported === null) return translated("Compare with the note");
  return `${translated("Not in your notes")}${sentence.detail ? `: ${sentence.detail}` : ""}`;
}
