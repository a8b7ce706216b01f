import { nobody } from '../../src/contract/events/actor.ts';
import { revokeKey } from '../../src/accounts/keys/changes.ts';
import { write } from '../seed/api.ts';
import { newKey, newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

/** Each key is replaced before it reaches its own rate limit. */
const roundsPerKey = 200;

/**
 * Checks two processes behind a round robin: a shared rate limit, keys that are revoked in another process, and writes
 * in one process that are read in the other.
 */
export async function measureStrictness(stage: Stage): Promise<Record<string, number>> {
  const settings = { RATE_READ: '600', RATE_PROJECT_FACTOR: '10' }; // the API keys of one project can use its whole rate limit
  const pair = [await stage.start(settings), await stage.start(settings)] as const;
  try {
    return {
      admitted_of_601: await admitted(stage, pair),
      revoked_refused_share: await refused(stage, pair),
      fresh_share: await fresh(stage, pair),
    };
  } finally {
    await Promise.all(pair.map((galley) => galley.stop()));
  }
}

type Pair = readonly [{ url: string }, { url: string }];

async function status(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

async function admitted({ app }: Stage, pair: Pair): Promise<number> {
  const { token } = await newSite(app, 0);
  const asked = Array.from({ length: 601 }, (_, i) =>
    status(`${pair[i % 2 === 0 ? 0 : 1].url}/v1/ping`, token),
  );
  return (await Promise.all(asked)).filter((each) => each === 200).length;
}

/** Revokes each key in this process, and then sends a request with it to both services. */
async function refused({ app, sizes }: Stage, pair: Pair): Promise<number> {
  const { projectId } = await newSite(app, 0);
  let count = 0;
  for (let round = 0; round < sizes.revokeRounds; round += 1) {
    const { token, keyId } = await newKey(app, projectId);
    for (const { url } of pair)
      if ((await status(`${url}/v1/ping`, token)) !== 200) throw new Error('a new key was refused');
    await revokeKey(app.system.project(projectId), keyId, { now: app.clock.now(), actor: nobody });
    const statuses = await Promise.all(pair.map(({ url }) => status(`${url}/v1/ping`, token)));
    if (statuses.every((each) => each === 401)) count += 1;
  }
  return count / sizes.revokeRounds;
}

async function fresh({ app, sizes }: Stage, [one, other]: Pair): Promise<number> {
  const { projectId, token } = await newSite(app, 0);
  const api = { url: one.url, token };
  const fields = [{ key: 'round', type: 'number' }];
  await write(api, 'PUT', ['/v1/schema/content-types/page', { fields }]);
  const { id } = await write(api, 'POST', [
    '/v1/content/page/entries',
    { values: { round: -1 }, publish: true },
  ]);
  let count = 0;
  let reader = token;
  for (let round = 0; round < sizes.freshRounds; round += 1) {
    if (round % roundsPerKey === 0) reader = (await newKey(app, projectId)).token;
    await write(api, 'PATCH', [`/v1/content/page/${String(id)}`, { values: { round } }]);
    const answers = await Promise.all(
      [`/v1/content/page/${String(id)}`, '/v1/content/page'].map((path) =>
        read(`${other.url}${path}`, reader),
      ),
    );
    if (answers.every((text) => text.includes(`"round":${round}}`))) count += 1;
  }
  return count / sizes.freshRounds;
}

async function read(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${text}`);
  return text;
}
