import type { Query, QueryClient } from '@tanstack/react-query';

/** Queries about deleted items, while a screen still shows them. */
const deletedQueries = new WeakSet<object>();

/** Whether a query may run: it must not be about an item that is being deleted. */
export function isFetchAllowed(query: object): boolean {
  return !deletedQueries.has(query);
}

/**
 * Deletes the item at a path such as `/v1/authors/…`, and blocks all queries about it until its screen closes: the change
 * log may report the deletion before the response arrives, and refetched queries would get 404.
 * @throws what `remove` throws; then the queries are allowed again
 */
export async function removeWithoutRefetch(
  client: QueryClient,
  path: string,
  remove: () => Promise<void>,
): Promise<void> {
  const names = namesOf(path);
  const queries = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey }) => queryKey.some((part) => typeof part === 'string' && isAbout(part, names)),
  });
  for (const query of queries) deletedQueries.add(query);
  await Promise.all(queries.map((query) => query.cancel({ revert: true })));
  for (const query of queries) query.invalidate(); // stops the timers, and refetches the query if it is shown again
  try {
    await remove();
  } catch (error) {
    for (const query of queries) deletedQueries.delete(query);
    void client.invalidateQueries({ predicate: (query) => queries.includes(query) });
    throw error;
  }
}

/** Removes cached data of deleted items once nothing shows them, because an item may be restored from the trash. */
export function dropDeletedQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || isFetchAllowed(query)) return;
    if (query.getObserversCount() === 0) cache.remove(query as Query);
  });
}

/** The parts of query keys that identify an item: its path, its id, and the paths that contain only the id. */
function namesOf(path: string): string[] {
  if (!path.startsWith('/v1/')) return [path];
  const id = path.slice(path.lastIndexOf('/') + 1);
  return [path, id, `/referenced-by/${id}`, `/versions/${id}`];
}

function isAbout(part: string, names: readonly string[]): boolean {
  return names.some((name) => part === name || part.startsWith(`${name}/`));
}
