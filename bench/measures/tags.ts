import { fileURLToPath } from 'node:url';
import type { EventRecord } from '../../src/projects/events/schema.ts';
import { databaseOf } from '../../test/support/database.ts';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

const withoutTags = fileURLToPath(new URL('../processes/without-tags.mjs', import.meta.url));
const path = '/v1/content/page/entries';
/** Creates per service in one round, alternating, so that both run under equal load. */
const createsOfRound = 10;

/**
 * Measures the cost of cache tags: a published create with and without stored tags, and a cached list with and without
 * tags in its response.
 */
export async function measureTags(stage: Stage) {
  const medians: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const create = await costOfCreates(stage);
  ratios['create_with_tags_vs_without'] = create.telling / create.silent;
  medians['create with tags, ms'] = create.telling;
  medians['create without tags, ms'] = create.silent;
  const lists = await speedOfLists(stage);
  ratios['kept_list_with_tags_vs_without'] = median(lists.map(({ tagged, plain }) => tagged / plain));
  medians['kept list with tags'] = median(lists.map(({ tagged }) => tagged));
  medians['kept list without tags'] = median(lists.map(({ plain }) => plain));
  return { ratios, medians };
}

async function costOfCreates(stage: Stage): Promise<{ telling: number; silent: number }> {
  const { app, galley, sizes } = stage;
  const { token, projectId } = await newSite(app, 0);
  const fields = [{ key: 'title', type: 'string' }];
  await write({ url: galley.url, token }, 'PUT', ['/v1/schema/content-types/page', { fields }]);
  const other = await stage.start({}, { nodeOptions: ['--import', withoutTags] });
  try {
    const create = async ({ url }: { url: string }) => {
      const begunAt = performance.now();
      await write({ url, token }, 'POST', [path, { values: { title: 'Page' }, publish: true }]);
      return performance.now() - begunAt;
    };
    for (let i = 0; i < createsOfRound; i += 1) await Promise.all([create(galley), create(other)]); // warm-up
    await expectDifference(stage, projectId);
    const found = { telling: [] as number[], silent: [] as number[] };
    for (let i = 0; i < sizes.writeRounds * createsOfRound; i += 1) {
      if (i % 2 === 0) found.telling.push(await create(galley));
      found.silent.push(await create(other));
      if (i % 2 === 1) found.telling.push(await create(galley));
    }
    return { telling: median(found.telling), silent: median(found.silent) };
  } finally {
    await other.stop();
  }
}

/** @throws Error if both services do the same, which means that the hook replaced nothing */
async function expectDifference({ app }: Stage, projectId: string): Promise<void> {
  const events = databaseOf(app.system).collection<EventRecord>('events');
  const published = { project_id: projectId, name: 'content.entry.published' } as const;
  const [all, telling] = await Promise.all([
    events.countDocuments(published),
    events.countDocuments({ ...published, tags: { $exists: true } }),
  ]);
  if (telling * 2 !== all) throw new Error(`${telling} of ${all} creates told tags; half of them should`);
}

/** Requests per second of one cached list with and without tags, in turns. */
async function speedOfLists({ load, galley, large, sizes }: Stage) {
  const order = {
    url: galley.url,
    token: large.token,
    paths: ['/v1/content/kite'],
    connections: sizes.connections,
    seconds: sizes.roundSeconds,
  };
  const turn = async (headers: Record<string, string>) =>
    (await load.flood({ ...order, headers })).requestsPerSecond;
  await turn({});
  const rounds: { tagged: number; plain: number }[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const before = isFirst ? await turn({ 'x-cache-tags': 'true' }) : 0;
    const plain = await turn({});
    rounds.push({ plain, tagged: isFirst ? before : await turn({ 'x-cache-tags': 'true' }) });
  }
  return rounds;
}
