import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openReleaseContext } from '../../../../../src/server/create-context.ts';
import { loadTypes, readTypesNow } from '../../../../../src/content/types/lookup.ts';
import { inSnapshot } from '../../../../../src/core/mongo/transaction/snapshot.ts';
import { isCacheable } from '../../../../../src/core/http/pipeline/route-handler.ts';
import { publishDue } from '../../../../../src/lifecycle/publishing/due/due.ts';
import { tester } from '../../../../support/actor.ts';
import { ApiClient } from '../../../../support/client.ts';
import { scheduledKinds } from '../../../../support/assembly.ts';
import { startMediaService, storeVariables } from '../../../../support/media.ts';
import { startOwnService, type TestService } from '../../../../support/service.ts';
import {
  combinedReadsOf,
  localeReadsOf,
  localeWrites,
  newLocaleSite,
  writesBesideLocales,
} from '../../../../support/reads/soundness/locales.ts';
import { descriptions, newSite, readsOf, type Site } from '../../../../support/reads/soundness/site.ts';
import { type Writing, writes } from '../../../../support/reads/soundness/writes.ts';

const { service: keeping, store } = await startMediaService({});
/** The same database through a process that keeps nothing: its caches hold less than one answer. */
const keepingNothing = await startOwnService({
  ...storeVariables(store.settings),
  MONGODB_DB: keeping.app.config.MONGODB_DB,
  READ_CACHE_BYTES: '1024',
  DESCRIPTION_CACHE_BYTES: '1024',
});

const runs = Number(process.env['SOUNDNESS_RUNS'] ?? 1);
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

beforeAll(() => {
  for (const { app } of [keeping, keepingNothing]) app.clock.now = now;
});

/** Publishes what is due, as the job does. */
async function runJob({ app: { system, clock, log, contextsOf: callsOf } }: TestService): Promise<void> {
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

/** What a reader has of an answer; of a refusal the request's own id is left out. */
async function seen(client: ApiClient, path: string): Promise<unknown> {
  const { status, headers, text, body } = await client.get(path);
  return status === 200
    ? { status, text, etag: headers.get('ETag') }
    : { status, code: body.error.code, available_at: body.error.available_at };
}

/** Paths that are read at once: a loaded machine answers more of them with 503. */
const readAtOnce = 16;

/** Reads through both: what was kept must be what is there. */
async function compare(site: Site, paths: readonly string[], trail: readonly string[]): Promise<void> {
  const { publishable, secret } = site.project;
  for (let from = 0; from < paths.length; from += readAtOnce)
    await Promise.all(
      paths.slice(from, from + readAtOnce).map(async (path) => {
        const client = path.includes('locales=') ? secret : publishable;
        const fresh = new ApiClient(keepingNothing.url, client.token);
        const [kept, made] = await Promise.all([seen(client, path), seen(fresh, path)]);
        expect(kept, `${path} after ${trail.join(', ')}`).toEqual(made);
      }),
    );
}

/** Definitions are kept apart from answers, by all services of a process. */
async function compareTypes({ project }: Site): Promise<void> {
  const call = await keeping.app.contextsOf(tester).release(project.id);
  const kept = await inSnapshot(keeping.app.system, null, (session) =>
    loadTypes({ ...call, db: call.db.within(session) }),
  );
  expect([...kept]).toEqual([...(await readTypesNow(call))]);
}

type Step = (writing: Writing) => Promise<unknown>;

const moments: Record<string, Step> = {
  timePasses: async ({ n }) => {
    offsetMs += (n % 7) * 1_200_000;
    await Promise.resolve();
  },
  jobRuns: () => runJob(keeping),
};

const scriptOf = (names: fc.Arbitrary<string>) =>
  fc.array(fc.record({ name: names, n: fc.nat({ max: 1_000 }) }), { minLength: 16, maxLength: 20 });

describe('an answer that is kept', () => {
  it('is asked for by the samples, whichever route it is of', async () => {
    const site = await newSite(await keeping.newProject());
    const paths = [...readsOf(site), ...descriptions].map((path) => path.split('?')[0] ?? '');
    const patterns = keeping.app.assembly.surface.routes
      .filter(isCacheable)
      .map(({ path }) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+').replaceAll('.', '\\.')}$`));

    for (const pattern of patterns)
      expect(
        paths.filter((path) => pattern.test(path)),
        String(pattern),
      ).not.toEqual([]);
  });

  it('equals a new one after any writes, dates and runs of jobs', { timeout: 600_000 }, async () => {
    const steps: Record<string, Step> = { ...writes, ...moments };
    await fc.assert(
      fc.asyncProperty(scriptOf(fc.constantFrom(...Object.keys(steps))), async (moves) => {
        offsetMs = 0; // uploads are signed for the store's own time
        const site = await newSite(await keeping.newProject());
        const trail: string[] = [];
        await compare(site, [...readsOf(site), ...descriptions], trail);
        for (const { name, n } of moves) {
          await steps[name]?.({ service: keeping, site, n, now: now() });
          trail.push(`${name} ${n}`);
          await compare(site, readsOf(site), trail);
          await compareTypes(site);
        }
        await compare(site, descriptions, trail);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });

  it('equals a new one in every locale and fallback mode', { timeout: 1_800_000 }, async () => {
    const steps: Record<string, Step> = { ...localeWrites, ...writesBesideLocales, ...moments };
    const names = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...Object.keys(localeWrites)) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(writesBesideLocales)) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(moments)) },
    );
    await fc.assert(
      fc.asyncProperty(scriptOf(names), async (moves) => {
        offsetMs = 0;
        const site = await newLocaleSite(keeping);
        const trail: string[] = [];
        for (const { name, n } of [{ name: 'jobRuns', n: 0 }, ...moves]) {
          await steps[name]?.({ service: keeping, site, n, now: now() });
          trail.push(`${name} ${n}`);
          await compare(site, [...localeReadsOf(site), ...combinedReadsOf(site)], trail);
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });
});
