/** A checked block of a write. Its nested lists are separate from its other values. */
export interface WrittenItem {
  id: string;
  /** Whether the id was sent. A generated id is replaced if the entry already contains an equal block. */
  isNamed: boolean;
  block: string;
  /** Whether the item changes a block of the entry, so that omitted fields keep their values. */
  isPatch: boolean;
  /** The ids of the locales whose readers see the block; null for all, absent if they stay. */
  onlyLocales?: readonly string[] | null;
  /** By storage key; null clears the value. */
  values: Record<string, unknown>;
  /** The nested lists that were sent, by storage key; null clears the list. */
  lists: Record<string, WrittenList | null>;
  /** The path in the request. */
  at: string;
}

/** A whole list of blocks. */
export interface WrittenList {
  items: WrittenItem[];
  at: string;
}

/** Changes of blocks by id; null removes the block. */
export interface WrittenParts {
  parts: Map<string, WrittenPart | null>;
}

export type WrittenPart = Pick<WrittenItem, 'values' | 'lists' | 'at'>;

/** A checked write of a `blocks` field. */
export class WrittenBlocks {
  readonly form: WrittenList | WrittenParts;

  constructor(form: WrittenList | WrittenParts) {
    this.form = form;
  }
}

/** Every item of a written list, at all depths. */
export function* itemsOf({ items }: WrittenList): Generator<WrittenItem, void, undefined> {
  for (const item of items) {
    yield item;
    for (const list of Object.values(item.lists)) if (list !== null) yield* itemsOf(list);
  }
}
