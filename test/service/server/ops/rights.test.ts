import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { startGuardedMongod } from '../../../support/guarded-mongod.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService, testVariables } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { clientOf } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const mongod = await startGuardedMongod();
const password = 'as long as it is secret';
await makeUserOfTheGuide();
const variables = {
  MONGODB_URI: mongod.uriFor({ name: 'galley', password, authSource: 'galley' }),
  MONGODB_DB: 'galley',
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
};

/** Runs what docs/run/kubernetes.md tells an administrator to paste into MongoDB's shell. */
async function makeUserOfTheGuide(): Promise<void> {
  const [script = ''] = guideBlocks('run/kubernetes.md', 'js');
  const asked: Promise<unknown>[] = [];
  const createUser = (name: string, { user, pwd, roles }: { user: string; pwd: string; roles: object[] }) =>
    asked.push(mongod.admin.db(name).command({ createUser: user, pwd, roles }));
  const db = {
    getSiblingDB: (name: string) => ({
      createUser: (user: Parameters<typeof createUser>[1]) => createUser(name, user),
    }),
  };
  runInNewContext(script, { db, passwordPrompt: () => password });
  expect(asked).toHaveLength(1);
  await Promise.all(asked);
}

describe('a user with the role readWrite on the one database', () => {
  it('is enough for a first start, for writes, and for webhooks that follow the change stream', async () => {
    const service = await startService(variables);
    await service.app.start();
    const project = await service.newProject();
    const receiver = await startReceiver();
    const details = { now: service.app.clock.now(), actor: tester, box: service.app.box };
    await createEndpoint(service.app.system.project(project.id), { url: receiver.url }, details);

    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'A' });

    expect((await receiver.got(2)).map(({ body }) => body.event)).toContain('content.entry.published');
    expect((await project.secret.get(`/v1/content/page/${id}`)).status).toBe(200);
    const unwell = async () => {
      const answer = await fetch(`${service.url}/readyz`);
      const { problems } = (await answer.json()) as { problems: { part: string }[] };
      return problems.map(({ part }) => part);
    };
    await expect.poll(unwell, { timeout: 20_000 }).toEqual(['storage']); // none is there; the stream is well
  });

  it('is enough for an upgrade: migrations, and indexes that are missing', async () => {
    const db = mongod.admin.db('galley');
    const marks = db.collection<{ _id: string; migrated: number }>('schema_versions');
    const before = await marks.findOne({ _id: 'schema' });
    expect(before?.migrated).toBeGreaterThan(0);
    const indexes = () => db.collection('entries').indexes();
    const whole = (await indexes()).length;
    await marks.updateOne({ _id: 'schema' }, { $set: { migrated: 0, fingerprint: '' } });
    await db.collection('entries').dropIndexes();

    await startService(variables);

    expect((await marks.findOne({ _id: 'schema' }))?.migrated).toBe(before?.migrated);
    expect(await indexes()).toHaveLength(whole);
  });

  it('is enough for galley doctor', async () => {
    const env = testVariables(variables);
    const { out } = await runCommand(['doctor', '--json', '--fix-indexes'], env, tmpdir());

    const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean }[] };
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['storage']); // none is there
  });

  it('reads no other database: MongoDB does ask who is there', async () => {
    const service = await startService(variables);

    const other = clientOf(service.app.system).db('other').collection('things').findOne({});

    await expect(other).rejects.toMatchObject({ code: 13 });
  });
});
