// What the program answers, as far as the plugin reads it; `/openapi.json` describes all of it.

/** What Obsidian can open. */
export interface Place {
  title: string;
  heading_path: string[];
  /** Obsidian's own address: the vault, and the note at the heading or the file at the page. */
  url: string;
}

/** A passage of a note. */
export interface Passage extends Place {
  number: number;
  id: string;
  path: string;
  line_start: number;
  line_end: number;
  text: string;
  kind: string;
}

export interface SearchAnswer {
  results: Passage[];
  notice?: string | null;
}

export interface RelatedNote extends Place {
  path: string;
  reasons: string[];
  line: number;
}

export interface RelatedAnswer {
  path: string;
  related: RelatedNote[];
}

export interface Status {
  summary: string;
  vault: string;
  notes: number;
}

/** A sentence of a language model, with the passages that it cites; `supported` is null if that is unsure. */
export interface Sentence {
  text: string;
  citations: number[];
  supported: boolean | null;
  objection: string | null;
  detail: string;
}

/** A passage that the language model was sent. */
export interface Source extends Place {
  number: number;
  path: string;
}

export interface ModelAnswer {
  state: string;
  answer: { sentences: Sentence[] };
  passages: Source[];
  model: string;
  sent_to: string;
}
