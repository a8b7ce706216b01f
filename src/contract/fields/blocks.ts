/** A part of a page as it is stored and written: an item of a `blocks` field. */
export interface Block {
  id: string;
  /** The slug of its definition. */
  block: string;
  /** By the keys of its definition; empty ones are absent. */
  values: Record<string, unknown>;
}
