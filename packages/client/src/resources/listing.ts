import type { Query } from '../http/query.ts';

/** Paging keys of every list. If there is a next page, exactly one of `next_cursor` and `next_offset` is set. */
export interface Paging {
  limit: number;
  has_more: boolean;
  next_cursor: string | null;
  next_offset: number | null;
  /** Present with `count: true`. */
  total?: number;
  total_is_capped?: boolean;
}

export interface Page<T, M = Paging> {
  data: T[];
  meta: M;
}

/**
 * A lazy list: `await` it for the first page, loop with `for await` over all items, or with `pages()` over pages. No
 * request is sent before that, and the first page is requested once.
 */
export interface Listing<T, M = Paging> extends Promise<Page<T, M>>, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T, M>>;
}

/** Creates a list from a function that reads one page. Later pages have the same query and a position. */
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
  let firstRead: Promise<Page<T, M>> | null = null;
  const firstPage = () => (firstRead ??= read(first));
  return {
    [Symbol.toStringTag]: 'Listing',
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
    then: (resolve, reject) => firstPage().then(resolve, reject),
    catch: (reject) => firstPage().catch(reject),
    finally: (onFinally) => firstPage().finally(onFinally),
  };
}
