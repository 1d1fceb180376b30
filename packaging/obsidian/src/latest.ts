// One question at a time, however quickly one types.

/** Answers what was typed last: a question that waits while another is answered is overtaken by the next. */
export class LatestAnswer<Answer> {
  private typed = "";
  private answer: Promise<Answer> | undefined;

  constructor(private readonly ask: (query: string) => Promise<Answer>) {}

  /** Ask; whoever asked since the last answer is answered with the same one. */
  to(query: string): Promise<Answer> {
    this.typed = query;
    this.answer ??= this.askForLast().finally(() => (this.answer = undefined));
    return this.answer;
  }

  private async askForLast(): Promise<Answer> {
    for (;;) {
      const asked = this.typed;
      const answer = await this.ask(asked);
      if (asked === this.typed) return answer;
    }
  }
}
