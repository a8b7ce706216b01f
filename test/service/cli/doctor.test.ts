import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodbFinding, nodeFinding } from '../../../src/cli/support/checks/examination.ts';
import { machineFinding } from '../../../src/cli/support/checks/machine-check.ts';
import { ownersFinding } from '../../../src/cli/support/checks/access-check.ts';
import type { Finding } from '../../../src/cli/support/checks/finding.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { listenWith } from '../../support/stand-in-server.ts';
import { startService, testVariables } from '../../support/service.ts';
import { clientOf, embeddedStore } from '../../support/test-store.ts';
import { addPerson } from '../../support/dashboard.ts';
import { databaseOf } from '../../support/database.ts';

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

/** What the doctor says about who may come in, by the name of the check. */
async function adviceOf(changes: Record<string, string> = {}) {
  const { checks } = await doctor(changes);
  return Object.fromEntries(checks.map(({ name, ok, why }) => [name, { ok, why }]));
}

async function doctor(changes: Record<string, string> = {}, ...flags: string[]) {
  const { out, exitCode } = await runCommand(
    ['doctor', '--json', ...flags],
    { ...variables, ...changes },
    tmpdir(),
  );
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Finding[] };
  return { ok, exitCode, checks, bad: checks.filter((check) => !check.ok) };
}

describe('the machine', () => {
  it.each([
    [
      { arch: 'x64', cpuInfo: 'flags\t\t: fpu sse4_2\nbugs\t\t: none', userId: 1000 },
      "x64 without AVX: MongoDB doesn't start on this machine. Use a MongoDB on another machine.",
    ],
    [{ arch: 'x64', cpuInfo: 'flags\t\t: fpu avx avx2', userId: 1000 }, 'x64 with AVX.'],
    [
      { arch: 'arm64', cpuInfo: 'Features\t: fp asimd crc32', userId: 1000 },
      "arm64 without ARMv8.2-A: MongoDB doesn't start on this machine. Use a MongoDB on another machine.",
    ],
    [{ arch: 'arm64', cpuInfo: 'Features\t: fp atomics', userId: 1000 }, 'arm64 with ARMv8.2-A.'],
    [{ arch: 'arm64', cpuInfo: null, userId: 501 }, 'arm64.'],
    [
      { arch: 'x64', cpuInfo: 'flags\t\t: avx', userId: 0 },
      'x64 with AVX. Galley runs as root, which it never needs: start it as another user.',
    ],
    [{ arch: 'riscv64', cpuInfo: 'flags\t\t: i', userId: null }, 'riscv64.'],
  ])('%o is described', (machine, text) => {
    const { ok, why, fix } = machineFinding(machine);
    expect([ok, `${why} ${fix}`.trim()]).toEqual([true, text]);
  });
});

describe('galley doctor', () => {
  it('finds missing buckets, makes them with --fix-bucket, and then finds all well', async () => {
    const before = await doctor();
    expect(before).toMatchObject({ ok: false, exitCode: 1, bad: [{ name: 'storage' }] });
    expect(before.bad[0]?.why).toContain('galley doctor --fix-bucket');

    expect(await doctor({}, '--fix-bucket')).toMatchObject({ ok: true, exitCode: 0, bad: [] });
    const after = await doctor();
    expect(after).toMatchObject({ ok: true, exitCode: 0, bad: [] });
    expect(after.checks.map(({ name }) => name)).toEqual([
      'galley',
      'node',
      'machine',
      'settings',
      'https',
      'database',
      'clock',
      'indexes',
      'secret',
      'owners',
      'keys',
      'audit',
      'texts',
      'backups',
      'storage',
    ]);
  });

  it('advises about who may come in, and calls nothing of it a fault', async () => {
    const db = databaseOf(service.app.system);
    const project = await service.newProject();
    expect(await adviceOf()).toMatchObject({
      owners: { why: 'There is no owner.' },
      keys: { why: expect.stringMatching(/^No key/) },
      https: { ok: true, why: expect.stringContaining('not https') },
    });

    await addPerson(service.app, project.id, { email: `o-${project.id}@example.test`, role: 'owner' });
    const long = new Date(0);
    await db.collection('api_keys').updateMany({ project_id: project.id }, { $set: { created_at: long } });
    await db.collection<{ _id: number; at: Date }>('audit_roots').insertOne({ _id: 1, at: long });

    expect(await adviceOf({ BASE_URL: 'https://cms.example' })).toMatchObject({
      owners: { ok: true, why: '1 owner signs in with a password alone.' },
      keys: { ok: true, why: '2 keys with all rights are unused for 90 days.' },
      audit: { ok: true, why: expect.stringContaining('1970') },
    });
    expect(await adviceOf({ BASE_URL: 'https://cms.example' })).not.toHaveProperty('https');

    expect(await adviceOf({ BASE_URL: 'https://cms.example' })).not.toHaveProperty('sign-in');
    await db
      .collection('passkeys')
      .insertOne({ credential_id: 'one', user_id: 'usr_1', rp_id: 'old.example' });
    expect(await adviceOf({ BASE_URL: 'https://cms.example', SIGN_IN: 'passkey' })).toMatchObject({
      'sign-in': {
        ok: true,
        why: `1 owner has no way to sign in that SIGN_IN accepts: o-${project.id}@example.test.`,
      },
      passkeys: { ok: true, why: "1 passkey belongs to another domain than cms.example and can't be used." },
    });
    await db.collection('passkeys').deleteMany({});
    await db.collection('audit_roots').deleteMany({});
  });

  it('names issuers that do not respond', async () => {
    await doctor({}, '--fix-bucket');
    const url = 'http://127.0.0.1:9';
    const issuer = { OIDC_ISSUERS: 'corp', OIDC_CORP_ISSUER: url, OIDC_CORP_LABEL: 'Acme' };
    const { bad } = await doctor({ ...issuer, OIDC_CORP_CLIENT_ID: 'a', OIDC_CORP_CLIENT_SECRET: 'b' });
    expect(bad).toMatchObject([{ name: 'issuer corp', why: expect.stringContaining('discovery failed') }]);
  });

  it('names both buckets when they are one, and touches no policy with --fix-bucket', async () => {
    await doctor({}, '--fix-bucket');
    const client = clientOf(settings);
    const before = await client.getBucketPolicy(settings.bucket);

    const one = await doctor({ S3_PRIVATE_BUCKET: settings.bucket }, '--fix-bucket');

    expect(one).toMatchObject({
      exitCode: 1,
      bad: [
        { name: 'settings', why: expect.stringContaining('The variable S3_PRIVATE_BUCKET names the bucket') },
      ],
    });
    expect(await client.getBucketPolicy(settings.bucket)).toBe(before);
    expect((await doctor()).bad).toEqual([]);
  });

  it('asks for the address that is served: a wrong S3_PUBLIC_URL is named, on this machine or elsewhere', async () => {
    await doctor({}, '--fix-bucket');

    const wrongPath = await doctor({ S3_PUBLIC_URL: `${settings.endpoint}/nosuch` });
    const wrongHost = await doctor({ S3_PUBLIC_URL: 'http://files.galley.invalid/media' });
    const closed = await doctor({ S3_PUBLIC_URL: 'http://localhost:1/media' });

    const told = (text: string) => [{ name: 'storage', why: expect.stringContaining(text) }];
    expect(wrongPath.bad).toMatchObject(told(`S3_PUBLIC_URL ${settings.endpoint}/nosuch does not serve`));
    expect(wrongHost.bad).toMatchObject(
      told('S3_PUBLIC_URL http://files.galley.invalid/media does not answer'),
    );
    // "localhost" is another machine for the browser than for a container.
    expect(closed.bad).toEqual([]);
    expect(closed.checks.at(-1)?.why).toContain(
      'S3_PUBLIC_URL http://localhost:1/media does not answer from here',
    );
  });

  it('says that visitors share an address behind https with TRUSTED_PROXY_HOPS=0', async () => {
    const https = { BASE_URL: 'https://cms.example.com' };
    const found = async (more: Record<string, string>) =>
      (await doctor({ ...https, ...more })).checks.find(({ name }) => name === 'proxy');

    expect((await found({}))?.fix).toContain('TRUSTED_PROXY_HOPS');
    expect(await found({ TRUSTED_PROXY_HOPS: '1' })).toBeUndefined();
  });

  it.each([
    [403, 'AccessDenied', false, /^The storage rejected: access of .*, cors of .*AccessDenied/],
    [501, 'NotImplemented', true, /The storage has no setting for access of .*NotImplemented.*not an error/],
  ])('ends with what --fix-bucket came to when the store says %s %s', async (status, code, ok, why) => {
    await doctor({}, '--fix-bucket');
    const guarded = await listenWith((asked, response) => {
      if (/[?&](policy|cors)\b/.test(asked.url ?? ''))
        return void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      const { method = '', url = '', headers } = asked;
      const passed = request(`${settings.endpoint}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(passed);
    });

    const { checks, exitCode } = await doctor({ S3_ENDPOINT: guarded.origin }, '--fix-bucket');

    const found = checks.find(({ name }) => name === 'buckets');
    expect([found?.ok, exitCode]).toEqual([ok, ok ? 0 : 1]);
    expect(found?.why).toMatch(why);
    if (!ok) expect(found?.fix).toContain('--fix-bucket needs s3:CreateBucket, s3:GetBucketPolicy');
    expect(checks.at(-1)).toMatchObject({ name: 'storage', ok: true });
    await guarded.stop();
  });

  it('finds a collection and an index that are gone, and makes them with --fix-indexes', async () => {
    const db = databaseOf(service.app.system);
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
    [{ MONGODB_URI: '' }, 'settings', 'No database is configured'],
    [{ MONGODB_URI: 'postgres://db' }, 'settings', 'The variable MONGODB_URI must be'],
    [{ MONGODB_URI: 'mongodb://127.0.0.1:1' }, 'database', 'points to no server that responds'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, 'storage', 'does not answer'],
  ])('with %j finds bad %s: %s', async (changes, name, why) => {
    const { bad, exitCode } = await doctor(changes);

    expect(exitCode).toBe(1);
    expect(bad).toMatchObject([{ name, why: expect.stringContaining(why) }]);
  });

  it.each([
    [0, 0, 'There is no owner.'],
    [3, 0, 'Every owner uses a second factor.'],
    [3, 1, '1 owner signs in with a password alone.'],
    [3, 2, '2 owners sign in with a password alone.'],
  ])('rates %d owners, %d of them without a second factor', (total, withoutSecondFactor, why) => {
    expect(ownersFinding({ total, withoutSecondFactor })).toMatchObject({ ok: true, why });
  });

  it.each([
    ['5.0.31', { ok: false, why: expect.stringContaining('too old'), fix: expect.stringContaining('7.0') }],
    ['6.0.5', { ok: true, fix: 'Production supports MongoDB 7.0 and 8.x.' }],
    ['7.0.15', { ok: true, fix: '' }],
    ['8.0.4', { ok: true, fix: '' }],
  ])('rates MongoDB %s', (version, finding) => {
    expect(mongodbFinding(version, 'galley')).toMatchObject(finding);
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
