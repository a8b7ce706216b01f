import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { startService } from '../support/service.ts';
import { newSite, type Site, stalePages } from './support/pages.ts';
import { purging, startPurging } from './support/purger.ts';
import { startSlowWay } from './support/slow-way.ts';
import { hasVarnish, startVarnish, type Varnish } from './support/varnish.ts';

const service = await startService(purging);
await service.app.start();
const sites = 10;
const readers = 24;
const editingMs = 6_000;
const slowestMs = 8_000;
/** After the last purge of a change, which comes 10 s after it. */
const freshAfterMs = 11_000;

/**
 * Edits sites under readers at full speed while answers take up to 8 s from the service to the cache.
 * @returns the pages that are old 11 s after the last edit
 */
async function staleAfterEdits(repeatSeconds: number[]) {
  const way = await startSlowWay(service.url);
  const cache = await startVarnish(way.url);
  const all = await Promise.all(Array.from({ length: sites }, () => newSite(service)));
  await startPurging(
    service,
    all.map(({ project }) => project),
    cache,
    { repeatSeconds },
  );
  way.delayMs = () => Math.random() * slowestMs;
  const reading = startReaders(all, cache);
  let edits = 0;
  const end = performance.now() + editingMs;
  while (performance.now() < end) {
    await Promise.all(all.map(({ edit }) => edit(edits)));
    edits += 1;
    await wait(250 + Math.random() * 500);
  }
  await wait(freshAfterMs);
  const requests = await reading.stop();
  // No fill is under way any more; what is stored now stays.
  const stale = await Promise.all(
    all.map((site) => stalePages(site, new ApiClient(cache.url, site.project.publishable.token))),
  );
  console.log(
    `${edits * sites} edits, ${requests} requests, ${way.answers} fills, ${stale.flat().length} stale`,
  );
  return stale.flat();
}

/** Visitors who read all pages again and again. */
function startReaders(all: readonly Site[], cache: Varnish) {
  let isStopped = false;
  let requests = 0;
  const read = async (at: number) => {
    const { project, pages } = all[at % all.length] as Site;
    const through = new ApiClient(cache.url, project.publishable.token);
    for (let n = at; !isStopped; n += 1) {
      await through.get(pages[n % pages.length] ?? '/');
      requests += 1;
      await wait(2);
    }
  };
  const loops = Array.from({ length: readers }, (_, at) => read(at));
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
      return requests;
    },
  };
}

describe('behind Varnish, while answers are under way for up to 8 s', () => {
  it.skipIf(!hasVarnish)('nothing is stale 11 s after the last edit', async () => {
    expect(await staleAfterEdits([2, 10])).toEqual([]);
  });

  it.skipIf(!hasVarnish)(
    'purges that are not repeated leave old pages, which is what this test can see',
    async () => {
      expect((await staleAfterEdits([])).length).toBeGreaterThan(0);
    },
  );
});
