import { fileURLToPath } from 'node:url';
import { databaseOf } from '../../test/support/database.ts';
import { signedIn } from '../../test/support/dashboard.ts';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { seedAudit } from '../seed/audit.ts';
import { newKey, newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

const withoutAudit = fileURLToPath(new URL('../processes/without-audit.mjs', import.meta.url));
const path = '/v1/content/page/entries';
/** Creates per service in one round, alternating, so that both run under equal load. */
const createsOfRound = 10;
/** Many short turns, because load from other programs lasts for seconds. */
const turns = 24;
const turnSeconds = 0.8;

/**
 * Measures the cost of governance: a published create with and without an audit log row, a cached list with a
 * restricted and an unrestricted API key, and a page of a long audit log with each filter.
 */
export async function measureGovernance(stage: Stage) {
  const create = await costOfCreates(stage);
  const lists = await speedOfLists(stage);
  const pages = await msOfPages(stage);
  return {
    ratios: {
      create_with_audit_vs_without: create.noting / create.silent,
      narrowed_kept_list_vs_whole: lists.narrowed / lists.whole,
      audit_page_ms: Math.max(...Object.values(pages)),
    },
    medians: {
      'create with a row of the log, ms': create.noting,
      'create without, ms': create.silent,
      'kept list by a narrowed key': lists.narrowed,
      'kept list by a whole key': lists.whole,
      'kept list by another whole key': lists.again,
      ...pages,
    },
  };
}

async function costOfCreates(stage: Stage): Promise<{ noting: number; silent: number }> {
  const { app, galley, sizes } = stage;
  const { token, projectId } = await newSite(app, 0);
  const fields = [{ key: 'title', type: 'string' }];
  await write({ url: galley.url, token }, 'PUT', ['/v1/schema/content-types/page', { fields }]);
  const other = await stage.start({}, { nodeOptions: ['--import', withoutAudit] });
  try {
    const create = async ({ url }: { url: string }) => {
      const begunAt = performance.now();
      await write({ url, token }, 'POST', [path, { values: { title: 'Page' }, publish: true }]);
      return performance.now() - begunAt;
    };
    for (let i = 0; i < createsOfRound; i += 1) await Promise.all([create(galley), create(other)]); // warm-up
    await expectDifference(stage, projectId);
    const found = { noting: [] as number[], silent: [] as number[] };
    for (let i = 0; i < sizes.writeRounds * createsOfRound; i += 1) {
      if (i % 2 === 0) found.noting.push(await create(galley));
      found.silent.push(await create(other));
      if (i % 2 === 1) found.noting.push(await create(galley));
    }
    return { noting: median(found.noting), silent: median(found.silent) };
  } finally {
    await other.stop();
  }
}

/** @throws Error if both services do the same, which means that the hook replaced nothing */
async function expectDifference({ app }: Stage, projectId: string): Promise<void> {
  const ofProject = { project_id: projectId };
  const [creates, rows] = await Promise.all([
    databaseOf(app.system).collection('entries').countDocuments(ofProject),
    databaseOf(app.system)
      .collection('audit')
      .countDocuments({ ...ofProject, 'subject.kind': 'entry' }),
  ]);
  if (rows * 2 !== creates)
    throw new Error(`${rows} of ${creates} creates stored a row; half of them should`);
}

/** Requests per second of one cached list with each API key, in turns. A second unrestricted key shows the noise. */
async function speedOfLists({ app, load, galley, large, sizes }: Stage) {
  const scopes = { can: ['read'], areas: ['content'], types: ['kite'], releases: 'default' as const };
  const tokens = {
    whole: large.token,
    again: (await newKey(app, large.projectId)).token,
    narrowed: (await newKey(app, large.projectId, 'secret', scopes)).token,
  };
  const names = ['whole', 'again', 'narrowed'] as const;
  const found = { whole: [] as number[], again: [] as number[], narrowed: [] as number[] };
  const { connections } = sizes;
  for (let round = 0; round <= turns; round += 1) {
    const first = round % names.length; // each key is first in some rounds
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const order = { url: galley.url, token: tokens[name], paths: ['/v1/content/kite'], connections };
      const { requestsPerSecond } = await load.flood({ ...order, seconds: turnSeconds });
      if (round > 0) found[name].push(requestsPerSecond);
    }
  }
  return { whole: median(found.whole), again: median(found.again), narrowed: median(found.narrowed) };
}

/** The filters of the audit log screen, each of which matches a share of the rows. */
const filters = {
  'page of the log, ms': '',
  'page of one actor, ms': '?actor=usr_7',
  'page of one item, ms': '?item=ent_77',
  'page of access and settings, ms': '?access=true',
  'page of a group, ms': '?action=key.*',
} as const;

/** Median time of a page of 50 rows with each filter. */
async function msOfPages({ app, galley, sizes }: Stage): Promise<Record<string, number>> {
  const { projectId } = await newSite(app, 0);
  await seedAudit(app, projectId, sizes.auditRows);
  const owner = await signedIn({ app, url: galley.url }, projectId, 'owner');
  const found: Record<string, number> = {};
  for (const [name, query] of Object.entries(filters)) {
    const times: number[] = [];
    for (let i = 0; i <= sizes.growthRequests * 5; i += 1) {
      const begunAt = performance.now();
      const answer = await owner.send('GET', `/projects/${projectId}/audit${query}`);
      if (i > 0) times.push(performance.now() - begunAt); // the first request is a warm-up
      const { length } = (answer.body as { data: unknown[] }).data;
      if (length !== 50) throw new Error(`${name}: ${length} rows`);
    }
    found[name] = median(times);
  }
  return found;
}
