import { describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../support/service.ts';
import { ApiClient, type ApiAnswer } from '../support/client.ts';
import { newSite, shown, type Site } from './support/pages.ts';
import { purging, startPurging } from './support/purger.ts';
import { startHeartbeat } from './support/heartbeat.ts';
import { hasVarnish, startVarnish, type Varnish } from './support/varnish.ts';

const service = await startService(purging);
await service.app.start();
const sites = 25; // of three pages each
const editsMin = Number(process.env['CDN_EDITS'] ?? 1_000);
const freshMs = 1_000;
/** A target is told once a second: an edit that comes sooner after another may wait for that long. */
const silenceMs = 1_200;

interface Run {
  /** From when to when each page that an edit changed was old, on the clock of `performance.now()`. */
  old: { from: number; to: number }[];
  reads: number;
  hits: number;
}

/** Varnish names two transactions where it served what one before had fetched. */
const isHit = ({ headers }: ApiAnswer) => (headers.get('X-Varnish') ?? '').includes(' ');

/** Edits a site again and again; after each edit its pages are read until those that changed show it. */
async function editing(site: Site, cache: Varnish, edits: number): Promise<Run> {
  const { project, pages, edit } = site;
  const through = new ApiClient(cache.url, project.publishable.token);
  const run: Run = { old: [], reads: 0, hits: 0 };
  const truth = () => Promise.all(pages.map(async (path) => shown(await project.publishable.get(path))));
  const read = async (path: string) => {
    const answer = await through.get(path);
    run.reads += 1;
    if (isHit(answer)) run.hits += 1;
    return shown(answer);
  };
  const untilShown = async (path: string, wanted: string | undefined, from: number) => {
    while ((await read(path)) !== wanted && performance.now() - from < 20_000) await wait(25);
    run.old.push({ from, to: performance.now() });
  };
  let before = await truth();
  for (const path of pages) await read(path);
  for (let n = 0; n < edits; n += 1) {
    await edit(Math.floor(Math.random() * 1_000));
    const from = performance.now();
    const after = await truth();
    const changed = pages.map((path, i) => ({ path, i })).filter(({ i }) => after[i] !== before[i]);
    await Promise.all(changed.map(({ path, i }) => untilShown(path, after[i], from)));
    before = after;
    for (const path of pages) await read(path); // what did not change is stored still
    await wait(Math.max(0, from + silenceMs - performance.now()));
  }
  return run;
}

describe('behind Varnish', () => {
  it.skipIf(!hasVarnish)(
    'each page that an edit changed is fresh a second later',
    { timeout: 600_000 },
    async () => {
      const cache = await startVarnish(service.url);
      const all: Site[] = [];
      while (all.length < sites) all.push(await newSite(service));
      await startPurging(
        service,
        all.map(({ project }) => project),
        cache,
        { repeatSeconds: [] }, // nothing is under way, and a repeat would let the next edit wait for its second
      );
      const heartbeat = startHeartbeat(all[0]?.project.publishable as ApiClient);

      const runs = await Promise.all(all.map((site) => editing(site, cache, Math.ceil(editsMin / sites))));

      const old = runs.flatMap((run) => run.old);
      const tookMs = old.map(({ from, to }) => to - from).sort((a, b) => a - b);
      const sum = (key: 'reads' | 'hits') => runs.reduce((total, run) => total + run[key], 0);
      const at = (part: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * part)] ?? 0);
      console.log(
        `${sites * Math.ceil(editsMin / sites)} edits changed ${old.length} pages, fresh after ${at(0.5)} ms (half), ` +
          `${at(0.99)} ms (99 %), ${at(1)} ms (all); ${Math.round((100 * sum('hits')) / sum('reads'))} % of ${sum('reads')} reads were stored`,
      );
      expect(old.length).toBeGreaterThan(editsMin / 2);
      const late = old.filter(({ from, to }) => to - from - heartbeat.stalledMs(from, to) > freshMs);
      expect(late.map(({ from, to }) => Math.round(to - from))).toEqual([]);
    },
  );
});
