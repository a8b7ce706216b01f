import type { Query } from './query.ts';

/** Paging keys of every list: on a page that has a successor exactly one of the two nexts is set. */
export interface Paging {
  limit: number;
  has_more: boolean;
  next_cursor: string | null;
  next_offset: number | null;
  /** With `count: true`. */
  total?: number;
  total_is_capped?: boolean;
}

export interface Page<T, M = Paging> {
  data: T[];
  meta: M;
}

/**
 * A list: `await` gives its first page (a promise in full, with `catch` and `finally`), `for await` every item of every
 * page, `pages()` page by page. Nothing is asked before one of them is; the first page is asked for once.
 */
export interface Listing<T, M = Paging> extends Promise<Page<T, M>>, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T, M>>;
}

/** Makes a list of what reads one page; the query of a later page is the first one's with its place. */
export function listing<T, M extends Paging>(
  read: (query: Query) => Promise<Page<T, M>>,
  first: Query,
): Listing<T, M> {
  async function* pages() {
    let query = first;
    for (;;) {
      const page = await read(query);
      yield page;
      const { next_cursor: cursor, next_offset: offset } = page.meta;
      if (cursor === null && offset === null) return;
      query = { ...first, cursor, offset };
    }
  }
  let asked: Promise<Page<T, M>> | null = null;
  const firstPage = () => (asked ??= read(first));
  return {
    [Symbol.toStringTag]: 'Listing',
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
    then: (kept, refused) => firstPage().then(kept, refused),
    catch: (refused) => firstPage().catch(refused),
    finally: (ended) => firstPage().finally(ended),
  };
}
