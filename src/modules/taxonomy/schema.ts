/**
 * The common fields of authors, categories, collections and sections. These terms have names and no drafts.
 */
export interface TermRecord {
  _id: string;
  slug: string;
  /** The folded name or title, by which lists are sorted. */
  sort_name: string;
  /** Incremented by every change. */
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** The fields that a kind adds. */
export type TermValues<R extends TermRecord> = Omit<R, keyof TermRecord>;

/** Keys of every stored row of a term. */
export const namedKeys = ['slug', 'revision', 'created_at', 'updated_at'] as const;
