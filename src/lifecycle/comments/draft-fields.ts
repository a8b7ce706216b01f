/** A field of a draft, as comments refer to it. */
export interface DraftField {
  key: string;
  /** The key under which its values are stored, which a rename doesn't change. */
  stored: string;
  /** Returns the text of the field; null if it is no text field. */
  readText: () => string | null;
}

/** Finds the fields of a draft, or of a block in it; null without such a block. */
export type DraftFields = (blockId: string | null) => readonly DraftField[] | null;
