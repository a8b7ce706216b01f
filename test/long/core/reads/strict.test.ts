import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../../../src/accounts/keys/changes.ts';
import { ApiClient } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';
import { acting } from '../../../support/actor.ts';

/** Two processes' worth of service on one database. Everything that one does the other must see at once. */
const shared = { MONGODB_DB: `t_${randomUUID().slice(0, 13)}` };
const one = await startService(shared);
const other = await startService(shared);

/** Rounds of write and read: so many in each of so many projects at a time. */
const rounds = 100;
const projects = 10;
const patient = { timeout: 300_000 };

/** Writes on one process and reads on the other; answers what an entry and a list showed after each write. */
async function roundsInOneProject(): Promise<unknown[]> {
  const project = await one.newProject();
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'round', type: 'number' }] });
  const created = await project.secret.post('/v1/content/page/entries', {
    values: { round: -1 },
    publish: true,
  });
  const path = `/v1/content/page/${created.body.id}`;
  const reader = new ApiClient(other.url, project.publishable.token);
  const seen: unknown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await project.secret.patch(path, { values: { round } });

    const [single, list] = await Promise.all([reader.get(path), reader.get('/v1/content/page?limit=1')]);
    seen.push([single.body.values.round, list.body.data[0].values.round]);
  }
  return seen;
}

describe('two processes on one database', () => {
  it('admit together exactly as many reads as the budget has', patient, async () => {
    const limited = { MONGODB_DB: `t_${randomUUID().slice(0, 13)}`, RATE_READ: '600' };
    const left = await startService(limited);
    const right = await startService(limited);
    const project = await left.newProject();
    const clients = [left, right].map(({ url }) => new ApiClient(url, project.secret.token));

    const statuses = await Promise.all(
      Array.from({ length: 601 }, async (_, i) => (await clients[i % 2]?.get('/v1/ping'))?.status),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await databaseOf(left.app.system).dropDatabase();
  });

  it('refuse a key on its next request, whichever of them revoked it', patient, async () => {
    const project = await one.newProject();
    const db = one.app.system.project(project.id);
    const answers: number[] = [];
    for (let round = 0; round < 100; round += 1) {
      const { token, keyId } = await project.newKey({ purpose: 'publishable' });
      const client = new ApiClient(other.url, token);
      const before = await client.get('/v1/ping');

      await revokeKey(db, keyId, acting(one.app));

      answers.push(before.status, (await client.get('/v1/ping')).status);
    }
    expect(answers).toEqual(Array.from({ length: 100 }, () => [200, 401]).flat());
  });

  it(
    `answer with what was written on the other one, in each of ${projects * rounds} rounds`,
    patient,
    async () => {
      const seen = await Promise.all(Array.from({ length: projects }, roundsInOneProject));

      expect(seen.flat()).toHaveLength(projects * rounds);
      for (const each of seen) expect(each).toEqual(Array.from({ length: rounds }, (_, i) => [i, i]));
    },
  );

  it('never answer a reader with something older than what it was answered before', patient, async () => {
    const project = await one.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'n', type: 'number' }] });
    const created = await project.secret.post('/v1/content/page/entries', {
      values: { n: 0 },
      publish: true,
    });
    const path = `/v1/content/page/${created.body.id}`;
    let isWriting = true;
    const readers = [one, other].flatMap(({ url }) =>
      Array.from({ length: 4 }, async () => {
        const client = new ApiClient(url, project.publishable.token);
        const seen: number[] = [];
        while (isWriting) seen.push((await client.get(path)).body.values.n as number);
        return seen;
      }),
    );

    for (let n = 1; n <= 60; n += 1) await project.secret.patch(path, { values: { n } });
    isWriting = false;

    for (const seen of await Promise.all(readers)) expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe('a process whose clock is a little behind', () => {
  it('shows at once what another one published, and what was scheduled at its date', patient, async () => {
    const behind = await startService({ ...shared, CLOCK_OFFSET_MS: '-3000' });
    const project = await one.newProject();
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'n', type: 'number' }] });
    const reader = new ApiClient(behind.url, project.publishable.token);
    const numbers = async () =>
      ((await reader.get('/v1/content/page?sort=n')).body.data as { values: { n: number } }[]).map(
        ({ values }) => values.n,
      );
    const publish = (n: number, published_at?: string) =>
      project.secret.post('/v1/content/page/entries', {
        values: { n },
        publish: true,
        ...(published_at === undefined ? {} : { published_at }),
      });
    expect(await numbers()).toEqual([]);

    await publish(1);
    expect(await numbers()).toEqual([1]);
    await publish(2, new Date(one.app.clock.now().getTime() + 700).toISOString());
    expect(await numbers()).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await publish(3);

    expect(await numbers()).toEqual([1, 2, 3]);
  });
});
