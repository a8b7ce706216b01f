/** What authors, categories, collections and sections have in common: they are named, and live from the start. */
export interface TermRecord {
  _id: string;
  slug: string;
  /** The name or title folded, by which lists are ordered. */
  sort_name: string;
  /** Grows with every change. */
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** The keys of every record that its feature fills. */
export type TermValues<R extends TermRecord> = Omit<R, keyof TermRecord>;

/** Keys that every stored row of a named thing has. */
export const namedKeys = ['slug', 'revision', 'created_at', 'updated_at'] as const;
