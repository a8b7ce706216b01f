import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { type Finding, nodeFinding } from '../../src/cli/examination.ts';
import { runCommand } from '../../src/cli/program.ts';
import { startService, testVariables } from '../support/service.ts';
import { embeddedStore } from '../support/test-store.ts';

const { settings, stop } = await embeddedStore();
afterAll(stop);

const variables = {
  ...testVariables({ MONGODB_DB: `t_${randomUUID().slice(0, 13)}` }),
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY: settings.accessKey,
  S3_SECRET_KEY: settings.secretKey,
};
const service = await startService(variables);

async function doctor(changes: Record<string, string> = {}, ...flags: string[]) {
  const { out, exitCode } = await runCommand(
    ['doctor', '--json', ...flags],
    { ...variables, ...changes },
    tmpdir(),
  );
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Finding[] };
  return { ok, exitCode, bad: checks.filter((check) => !check.ok), names: checks.map(({ name }) => name) };
}

describe('galley doctor', () => {
  it('finds missing buckets, makes them with --fix-bucket, and then finds all well', async () => {
    const before = await doctor();
    expect(before).toMatchObject({ ok: false, exitCode: 1, bad: [{ name: 'storage' }] });
    expect(before.bad[0]?.why).toContain('galley doctor --fix-bucket');

    expect(await doctor({}, '--fix-bucket')).toMatchObject({ ok: true, exitCode: 0, bad: [] });
    expect(await doctor()).toEqual({
      ok: true,
      exitCode: 0,
      bad: [],
      names: ['galley', 'node', 'settings', 'database', 'indexes', 'secret', 'storage'],
    });
  });

  it('finds a collection and an index that are gone, and makes them with --fix-indexes', async () => {
    const { db } = service.app.system;
    await db.collection('api_keys').dropIndex('key_id_1');
    await db.dropCollection('releases');

    const [missing, ...others] = (await doctor({}, '--fix-bucket')).bad;

    expect(others).toEqual([]);
    expect(missing).toMatchObject({ name: 'indexes', why: 'Missing: api_keys {key_id}; releases.' });
    expect((await doctor({}, '--fix-indexes')).bad).toEqual([]);
  });

  it('finds that APP_SECRET is another than the one that sealed the keys', async () => {
    const project = await service.newProject();
    await project.newKey({ purpose: 'publishable' });

    const { bad } = await doctor({ APP_SECRET: 'another secret that is only for tests, 32+' });

    expect(bad).toMatchObject([{ name: 'secret' }]);
  });

  it.each([
    [{ APP_SECRET: '' }, 'settings', 'The variable APP_SECRET is missing'],
    [{ S3_BUCKET: '' }, 'settings', 'The variable S3_BUCKET is missing'],
    [{ MONGODB_URI: '' }, 'settings', 'No database is named'],
    [{ MONGODB_URI: 'postgres://db' }, 'settings', 'The variable MONGODB_URI must be'],
    [{ MONGODB_URI: 'mongodb://127.0.0.1:1' }, 'database', 'leads to no server that answers'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, 'storage', 'does not answer'],
  ])('with %j finds bad %s: %s', async (changes, name, why) => {
    const { bad, exitCode } = await doctor(changes);

    expect(exitCode).toBe(1);
    expect(bad).toMatchObject([{ name, why: expect.stringContaining(why) }]);
  });

  it.each([
    ['20.19.0', true],
    ['22.0.0', true],
    ['24.1.0', true],
    ['20.18.9', false],
    ['18.20.0', false],
  ])('says whether Node %s runs the service: %s', (version, ok) => {
    expect(nodeFinding(version).ok).toBe(ok);
  });
});
