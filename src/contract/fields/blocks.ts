/** An item of a `blocks` field, as stored and written. */
export interface Block {
  id: string;
  /** The slug of its definition. */
  block: string;
  /** By key of the definition; empty values are absent. */
  values: Record<string, unknown>;
  /** The ids of the locales whose readers see the block; absent for all. */
  only_locales?: readonly string[];
}
