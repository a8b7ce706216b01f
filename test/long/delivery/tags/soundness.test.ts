import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openReleaseContext } from '../../../../src/server/create-context.ts';
import { publishDue } from '../../../../src/lifecycle/publishing/due/due.ts';
import {
  localeReadsOf,
  localeWrites,
  newLocaleSite,
  writesBesideLocales,
} from '../../../support/reads/soundness/locales.ts';
import { descriptions, newSite, readsOf, type Site } from '../../../support/reads/soundness/site.ts';
import { writes } from '../../../support/reads/soundness/writes.ts';
import { tester } from '../../../support/actor.ts';
import { scheduledKinds } from '../../../support/assembly.ts';
import { startMediaService } from '../../../support/media.ts';
import { feedSince, keeping, revisionOf, tagsIn, toldSince } from '../../../support/delivery/holding.ts';
import { otherWriters } from '../../../support/delivery/writers.ts';

const { service } = await startMediaService({});
/** How many pairs of a read and a change are looked at, about; a change of a site is seen by some 50 reads. */
const pairs = Number(process.env['DELIVERY_PAIRS'] ?? 800);
/** No run is begun after so many seconds: how many pairs were looked at is told, and grows with the machine. */
const secondsMax = Number(process.env['DELIVERY_SECONDS'] ?? 3_600);
const stepsOfRun = 16;
const pairsOfRun = stepsOfRun * 50;
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

beforeAll(() => {
  service.app.clock.now = now;
});

/** Publishes what is due, as the job does. */
async function runJob(): Promise<void> {
  const { system, clock, log, contextsOf: callsOf } = service.app;
  const openProject = callsOf(tester).project;
  await publishDue({
    system,
    clock,
    log,
    kinds: scheduledKinds,
    openProject,
    openRelease: openReleaseContext,
  });
}

/** An answer as a cache keeps it. */
interface Held {
  status: number;
  text: string;
  tags: string[];
  untilMs: number;
}

async function read({ project }: Site, path: string): Promise<Held> {
  const answer = await project.publishable.get(path, keeping);
  const until = answer.headers.get('X-Cache-Until');
  const untilMs = until === null ? Infinity : Date.parse(until);
  // Refusals name their request; to a cache one 404 is as good as another.
  return {
    status: answer.status,
    text: answer.status === 200 ? answer.text : '',
    tags: tagsIn(answer),
    untilMs,
  };
}

/** Nobody keeps other refusals, and they carry no tags. */
function isKept({ status }: Held): boolean {
  return status === 200 || status === 404;
}

/** Reads of what does not exist, or not yet. */
const missing = ['/v1/blog/articles/none', '/v1/authors/none', '/v1/kb/articles/none', '/v1/content/type-1'];

interface Followed {
  told: readonly string[];
  /** The place of the feed before the change. */
  since: string;
  trail: readonly string[];
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

class Cache {
  readonly #held = new Map<string, Held>();
  /** Of single reads that were purged: how many had really changed. */
  readonly purged = { all: 0, changed: 0 };
  /** By what was purged for nothing. */
  readonly needless: string[] = [];
  pairs = 0;

  /** Fills the cache with what it does not hold. */
  async fill(site: Site, paths: readonly string[]): Promise<void> {
    const missing = paths.filter((path) => !this.#held.has(path));
    await Promise.all(
      missing.map(async (path) => {
        const held = await read(site, path);
        if (isKept(held)) this.#held.set(path, held);
      }),
    );
  }

  /** Drops what a change told of and what has ended; everything else must be as it is now. */
  async follow(site: Site, { told, since, trail }: Followed): Promise<void> {
    const isOfAll = told.some((tag) => tag.startsWith('all:'));
    await Promise.all(
      [...this.#held].map(async ([path, held]) => {
        this.pairs += 1;
        const isTold = held.tags.some((tag) => told.includes(tag));
        const hasEnded = held.untilMs <= now().getTime();
        const { status, text, untilMs } = await read(site, path);
        const isSame = status === held.status && text === held.text;
        if (isTold || hasEnded || !isSame) this.#held.delete(path);
        if (!isTold && !hasEnded && !isSame) {
          const later = await toldSince(site.project.secret, since); // work in the background told of itself meanwhile
          const message = `${path} [${held.tags.join(' ')}] after ${trail.join(', ')}: ${later.join(' ')}`;
          expect(
            held.tags.some((tag) => later.includes(tag)) || held.untilMs <= now().getTime(),
            message,
          ).toBe(true);
        }
        if (!isTold || hasEnded || isOfAll || !/\/[a-z]{3}_[0-9a-z]{26}$/.test(path)) return;
        this.purged.all += 1;
        // Who is given an end is filled anew with it, though it shows the same until then.
        if (isSame && untilMs === held.untilMs) this.needless.push(trail.at(-1)?.split(' ')[0] ?? '');
        else this.purged.changed += 1;
      }),
    );
  }
}

type Step = (writing: Parameters<(typeof writes)[string]>[0]) => Promise<unknown>;

const time: Readonly<Record<string, Step>> = {
  timePasses: async ({ n }: { n: number }) => {
    offsetMs += (n % 7) * 1_200_000;
    await Promise.resolve();
  },
  jobRuns: () => runJob(),
};
interface Variant {
  newSite: () => Promise<Site>;
  reads: (site: Site) => string[];
  steps: Readonly<Record<string, Step>>;
}

const variants: Readonly<Record<string, Variant>> = {
  'in one locale': {
    newSite: async () => newSite(await service.newProject({ oneLocale: true })),
    reads: readsOf,
    steps: { ...writes, ...otherWriters, ...time },
  },
  'in four locales': {
    newSite: () => newLocaleSite(service),
    reads: localeReadsOf,
    steps: { ...writesBesideLocales, ...otherWriters, ...localeWrites, ...time },
  },
};

function scriptOf(steps: Variant['steps']) {
  const step = fc.record({ name: fc.constantFrom(...Object.keys(steps)), n: fc.nat({ max: 1_000 }) });
  return fc.array(step, { minLength: stepsOfRun, maxLength: stepsOfRun });
}

describe('a cache that follows the tags', () => {
  it.each(Object.keys(variants))('is always up to date %s', { timeout: 3_600_000 }, async (name) => {
    const { newSite: create, reads, steps } = variants[name] as Variant;
    const everyRead = (site: Site) => [...reads(site), ...missing, ...descriptions];
    const purged = { all: 0, changed: 0 };
    const needless: string[] = [];
    let seen = 0;
    const endsAt = performance.now() + secondsMax * 1_000;
    await fc.assert(
      fc.asyncProperty(scriptOf(steps), async (moves) => {
        if (performance.now() > endsAt) return;
        offsetMs = 0; // uploads are signed for the store's own time
        const site = await create();
        const cache = new Cache();
        const trail: string[] = [];
        await cache.fill(site, everyRead(site));
        let since = String(await revisionOf(site.project));
        for (const { name: step, n } of moves) {
          await steps[step]?.({ service, site, n, now: now() });
          trail.push(`${step} ${n}`);
          const { tags: told, next } = await feedSince(site.project.secret, since);
          await cache.follow(site, { told, since, trail });
          since = next;
          await cache.fill(site, everyRead(site));
        }
        seen += cache.pairs;
        needless.push(...cache.needless);
        purged.all += cache.purged.all;
        purged.changed += cache.purged.changed;
      }),
      { numRuns: Math.max(1, Math.ceil(pairs / pairsOfRun)), endOnFailure: true },
    );
    if (process.env['DELIVERY_PAIRS'] !== undefined)
      console.log({ pairs: seen, purged, needless: countEach(needless) });
    if (purged.all >= 200) expect(purged.changed / purged.all).toBeGreaterThanOrEqual(0.7);
  });
});
