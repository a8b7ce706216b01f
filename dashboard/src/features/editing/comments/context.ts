import { createContext, useContext } from 'react';
import type { Thread } from '../../../../../src/dashboard/comments/schema.ts';

export type Quote = NonNullable<NonNullable<Thread['anchor']>['quote']>;

/** The part of an item that comments are about. Without both it is the whole item. */
export interface ItemPart {
  /** The key of the field; null for a whole block. */
  field: string | null;
  blockId: string | null;
}

/** A part of an item, and the passage of its text that a new thread quotes. */
export interface NewAnchor {
  part: ItemPart;
  quote: Quote | null;
}

/** The whole item, without a passage. */
export const wholeItem: NewAnchor = { part: { field: null, blockId: null }, quote: null };

/** The comments of the item that is being edited, for its fields and blocks. */
export interface CommentsHost {
  /** The number of open threads on a part. */
  countAt: (part: ItemPart) => number;
  /** The quoted passages of open threads on a field, and of the form for a new one. */
  quotesAt: (part: ItemPart) => readonly Quote[];
  /** Opens the form for a new thread. */
  start: (anchor: NewAnchor) => void;
  /** Opens the form for a new thread on the selected text; does nothing without a selection in a field. */
  startOnSelection: () => void;
  /** Shows the first thread on a part. */
  show: (part: ItemPart) => void;
}

export const CommentsContext = createContext<CommentsHost | null>(null);

/** Null where items have no comments. */
export function useComments(): CommentsHost | null {
  return useContext(CommentsContext);
}

/** The name in the form of the field that is rendered; null outside of fields of an item. */
export const FieldNameContext = createContext<string | null>(null);

/** The field or block with a name in the form: `title`, `sections/blk_1`, `sections/blk_1/title`. */
export function partOf(name: string): ItemPart {
  const [top = '', blockId, key] = name.split('/');
  return blockId === undefined ? { field: top, blockId: null } : { field: key ?? null, blockId };
}

export function partKey({ field, blockId }: ItemPart): string {
  return `${blockId ?? ''}/${field ?? ''}`;
}
