import { describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../support/service.ts';
import { ApiClient } from '../support/client.ts';
import { newSite, shown, type Site } from './support/pages.ts';
import { startPurger } from './support/purger.ts';
import { hasVarnish, startVarnish, type Varnish } from './support/varnish.ts';

const service = await startService();
const sites = 12; // of five pages each
const editsMin = Number(process.env['CDN_EDITS'] ?? 1_000);
const freshMs = 1_000;

interface Run {
  edits: number;
  /** How long after its edit each page that changed was fresh, in milliseconds. */
  tookMs: number[];
  requests: number;
}

/** Edits a site again and again; after each edit its pages are read until those that changed show it. */
async function editing(site: Site, cache: Varnish, edits: number): Promise<Run> {
  const { project, pages, edit } = site;
  const through = new ApiClient(cache.url, project.publishable.token);
  const run: Run = { edits, tookMs: [], requests: 0 };
  const truth = async () =>
    Promise.all(pages.map(async (path) => shown(await project.publishable.get(path))));
  const read = async (path: string) => {
    run.requests += 1;
    return shown(await through.get(path));
  };
  let before = await truth();
  for (const path of pages) await read(path);
  for (let n = 0; n < edits; n += 1) {
    const order = Math.floor(Math.random() * 1_000_000);
    await edit(order);
    const begin = performance.now();
    const after = await truth();
    const changed = pages.flatMap((path, i) =>
      after[i] === before[i] ? [] : [{ path, wanted: after[i] ?? '' }],
    );
    before = after;
    await Promise.all(
      changed.map(async ({ path, wanted }) => {
        while ((await read(path)) !== wanted && performance.now() - begin < 5 * freshMs) await wait(20);
        run.tookMs.push(performance.now() - begin);
      }),
    );
    for (const path of pages) await read(path); // what did not change is still stored
  }
  return run;
}

describe('behind Varnish', () => {
  it.skipIf(!hasVarnish)('each page that an edit changed is fresh a second later', async () => {
    let fills = 0;
    service.app.http.on('request', () => (fills += 1));
    const cache = await startVarnish(service.url);
    const all = await Promise.all(Array.from({ length: sites }, () => newSite(service)));
    for (const { project } of all) await startPurger(project, cache);

    const runs = await Promise.all(all.map((site) => editing(site, cache, Math.ceil(editsMin / sites))));

    const tookMs = runs.flatMap((run) => run.tookMs).sort((a, b) => a - b);
    const requests = runs.reduce((sum, run) => sum + run.requests, 0);
    const at = (part: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * part)] ?? 0);
    console.log(
      `${runs.reduce((sum, { edits }) => sum + edits, 0)} edits, ${tookMs.length} pages changed, ` +
        `fresh after ${at(0.5)} ms (half), ${at(0.99)} ms (99 %), ${at(1)} ms (all); ${requests} requests, ${fills} at the service`,
    );
    expect(tookMs.length).toBeGreaterThan(editsMin / 2);
    expect(at(1)).toBeLessThanOrEqual(freshMs);
  });
});
