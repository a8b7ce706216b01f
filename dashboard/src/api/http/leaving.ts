import type { Query, QueryClient } from '@tanstack/react-query';

/** What is asked about things that are deleted while a screen shows them: only that screen still holds these queries. */
const leaving = new WeakSet<object>();

/** Whether a query may ask: not about what is being deleted. */
export function mayAsk(query: object): boolean {
  return !leaving.has(query);
}

/**
 * Deletes what stands at an address, `/v1/authors/…`. What is on its way about it ends, and nothing more is asked until
 * its screen is left: the change log reports a deletion before its answer comes, and the rest would be answered 404.
 * @throws what `remove` throws; then the screen reads again
 */
export async function withoutAsking(
  client: QueryClient,
  address: string,
  remove: () => Promise<void>,
): Promise<void> {
  const named = namesOf(address);
  const queries = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey }) => queryKey.some((part) => typeof part === 'string' && isAbout(part, named)),
  });
  for (const query of queries) leaving.add(query);
  await Promise.all(queries.map((query) => query.cancel({ revert: true })));
  for (const query of queries) query.invalidate(); // its timers end, and what is shown again is requested again
  try {
    await remove();
  } catch (problem) {
    for (const query of queries) leaving.delete(query);
    void client.invalidateQueries({ predicate: (query) => queries.includes(query) });
    throw problem;
  }
}

/** Forgets what was said of a thing that is deleted once nothing shows it: it may come back out of the trash. */
export function forgetLeft(client: QueryClient): void {
  const cache = client.getQueryCache();
  cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || mayAsk(query)) return;
    if (query.getObserversCount() === 0) cache.remove(query as Query);
  });
}

/** What questions about it are named by: its address, its id, and the addresses that name what is stored by its id alone. */
function namesOf(address: string): string[] {
  if (!address.startsWith('/v1/')) return [address];
  const id = address.slice(address.lastIndexOf('/') + 1);
  return [address, id, `/referenced-by/${id}`, `/versions/${id}`];
}

function isAbout(part: string, names: readonly string[]): boolean {
  return names.some((name) => part === name || part.startsWith(`${name}/`));
}
