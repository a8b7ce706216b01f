/** A block as a write names or sends it, after its check. Lists inside it stand apart from its other values. */
export interface WrittenItem {
  id: string;
  /** Whether the id was sent; others were made here, and may give way to one that the same block has already. */
  isNamed: boolean;
  block: string;
  /** Whether it is laid over a block that the entry has: what was not sent stays. */
  isLaid: boolean;
  /** By key; null clears. */
  values: Record<string, unknown>;
  /** The lists that were sent, by key; null clears. */
  lists: Record<string, WrittenList | null>;
  /** Where it stands in the request. */
  at: string;
}

/** A list of blocks: its order and its members. */
export interface WrittenList {
  items: WrittenItem[];
  at: string;
}

/** Changes of blocks where they stand, by id; null removes. */
export interface WrittenParts {
  parts: Map<string, WrittenPart | null>;
}

export type WrittenPart = Pick<WrittenItem, 'values' | 'lists' | 'at'>;

/** What was written into a `blocks` field. */
export class WrittenBlocks {
  readonly form: WrittenList | WrittenParts;

  constructor(form: WrittenList | WrittenParts) {
    this.form = form;
  }
}

/** Every item that a written list places, at all depths. */
export function* itemsOf({ items }: WrittenList): Generator<WrittenItem, void, undefined> {
  for (const item of items) {
    yield item;
    for (const list of Object.values(item.lists)) if (list !== null) yield* itemsOf(list);
  }
}
