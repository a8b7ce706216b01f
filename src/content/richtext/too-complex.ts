/** Thrown for Markdown or HTML that is too expensive to convert; `why` completes "The document is not valid:". */
export class InputTooComplex extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}
