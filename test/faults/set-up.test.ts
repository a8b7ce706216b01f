import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DashboardClient, password } from '../support/dashboard.ts';
import { type Command, startMongoProxy } from './support/mongo-proxy.ts';
import { newScene } from './support/scene.ts';
import { clientOf } from '../support/database.ts';

const scene = await newScene({ ROLE: 'api' });
const client = clientOf(scene.service.app.system);
const form = { project: 'Site', email: 'owner@example.test', password };
const collections = ['users', 'projects', 'members', 'releases', 'sessions'];
const statements = ['insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];

const databases: string[] = [];
afterAll(async () => {
  for (const name of databases) await client.db(name).dropDatabase();
});

/**
 * Sets up an installation of its own with a process that dies before the nth statement which the set-up writes.
 * @returns what was there then, and what came of the same token afterwards; null when there is no nth statement
 */
async function diesBefore(nth: number) {
  const database = `t_${randomUUID().slice(0, 13)}`;
  databases.push(database);
  const countRows = () =>
    Promise.all(collections.map((name) => client.db(database).collection(name).countDocuments()));
  const proxy = await startMongoProxy();
  const victim = await scene.start({ MONGODB_URI: proxy.uri, MONGODB_DB: database });
  const token = await vi.waitUntil(() => /"set_up_token":"(\w{24})"/.exec(victim.program.err)?.[1], {
    timeout: 60_000,
  });
  let seen = 0;
  proxy.judge = ({ name }: Command) => {
    if (!statements.includes(name)) return 'pass';
    seen += 1;
    return seen < nth ? 'pass' : 'hold';
  };
  const attempt = new DashboardClient(victim.url)
    .send('POST', '/set-up', { ...form, token })
    .catch(() => null);
  const isHeld = await Promise.race([
    vi.waitUntil(() => proxy.caught.length > 0, { timeout: 20_000, interval: 20 }),
    attempt.then(() => false),
  ]);
  if (!isHeld) {
    await victim.kill();
    return { answer: (await attempt)?.status, left: await countRows(), after: null };
  }
  const statement = proxy.caught[0];
  await victim.kill();
  const left = await countRows();
  const next = await scene.start({ MONGODB_DB: database });
  const again = await vi.waitUntil(
    async () => {
      const { status, body } = await new DashboardClient(next.url).send('POST', '/set-up', {
        ...form,
        token,
      });
      return status === 503 ? null : { status, code: body.error?.code as string | undefined };
    },
    { timeout: 90_000, interval: 500 },
  );
  await next.kill();
  return {
    statement: `${statement?.name} ${String(statement?.target)}`,
    left,
    again,
    after: await countRows(),
  };
}

describe('a process that dies while the first owner is made', () => {
  it('before any of its statements leaves all of it or nothing, and in the second case the token is good', async () => {
    const died: string[] = [];
    for (let nth = 1; ; nth += 1) {
      const { statement, left, again, after, answer } = await diesBefore(nth);
      if (after === null) {
        expect([answer, left]).toEqual([201, [1, 1, 1, 1, 1]]);
        break;
      }
      died.push(statement);
      const isMade = left.some((count) => count > 0);
      expect(left, statement).toEqual(Array(5).fill(isMade ? 1 : 0));
      expect(again, statement).toEqual(isMade ? { status: 409, code: 'set_up_done' } : { status: 201 });
      expect(after, statement).toEqual([1, 1, 1, 1, 1]);
    }
    expect(died).toContain('insert users');
    expect(died).toContain('commitTransaction 1');
  });
});
