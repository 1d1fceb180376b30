// An answer of the user's own language model, each sentence with what it cites, checked by the program.

import { type App, Modal, Setting } from "obsidian";
import type { ModelAnswer, Passage } from "./answers";
import type { SearchClient } from "./client";
import { place } from "./passages";

/** Asks a question and shows the answer's sentences and passages. */
export class AskModal extends Modal {
  private question = "";
  private answerEl: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly client: SearchClient,
    private readonly open_passage: (passage: Passage) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Ask your notes");
    new Setting(this.contentEl)
      .setDesc("Your language model answers from your notes; each sentence is checked.")
      .addText((text) => {
        text.setPlaceholder("A question").onChange((value) => (this.question = value));
        text.inputEl.addEventListener("keydown", (event) => {
          if (event.key === "Enter") void this.ask();
        });
      })
      .addButton((button) => button.setButtonText("Ask").setCta().onClick(() => void this.ask()));
    this.answerEl = this.contentEl.createDiv({ cls: "vaultsearch-answer" });
  }

  private async ask(): Promise<void> {
    const place_of_answer = this.answerEl;
    if (!this.question.trim() || !place_of_answer) return;
    place_of_answer.setText("Reading your notes…");
    try {
      this.show(await this.client.answer(this.question.trim()), place_of_answer);
    } catch (error) {
      place_of_answer.setText(error instanceof Error ? error.message : String(error));
    }
  }

  private show(answer: ModelAnswer, parent: HTMLElement): void {
    parent.empty();
    for (const sentence of answer.sentences) {
      const line = parent.createEl("p");
      line.createEl(sentence.struck ? "s" : "span", { text: sentence.text });
      for (const number of sentence.sources) this.cite(line, number, answer.passages);
      if (sentence.reason) line.createDiv({ cls: "vaultsearch-headings", text: sentence.reason });
    }
    if (answer.notice) parent.createEl("p", { cls: "vaultsearch-headings", text: answer.notice });
  }

  private cite(line: HTMLElement, number: number, passages: Passage[]): void {
    const passage = passages.find((each) => each.number === number);
    if (!passage) return;
    const link = line.createEl("a", { text: ` [${number}]`, attr: { "aria-label": place(passage) } });
    link.addEventListener("click", () => this.open_passage(passage));
  }
}
