// What the program answers, as far as the plugin reads it; `/openapi.json` describes all of it.

/** A passage of a note. */
export interface Passage {
  number: number;
  id: string;
  path: string;
  title: string;
  heading_path: string[];
  line_start: number;
  line_end: number;
  text: string;
  kind: string;
}

export interface SearchAnswer {
  results: Passage[];
  notice?: string | null;
}

export interface RelatedNote {
  path: string;
  title: string;
  reasons: string[];
  heading_path: string[];
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
export interface Source {
  number: number;
  path: string;
  title: string;
  heading_path: string[];
}

export interface ModelAnswer {
  state: string;
  answer: { sentences: Sentence[] };
  passages: Source[];
  model: string;
  sent_to: string;
}
