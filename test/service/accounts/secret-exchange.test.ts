import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { SealKey } from '../../../src/projects/audit/seals/digest.ts';
import { verifyAll } from '../../../src/projects/audit/seals/verify.ts';
import { Cursors } from '../../../src/core/util/cursors.ts';
import { DashboardClient, password, signedIn } from '../../support/dashboard.ts';
import { databaseOf } from '../../support/database.ts';
import { startOwnService, testVariables } from '../../support/service.ts';

const [before, after] = ['the first secret, which has 32 bytes', 'the next secret, which has 32+ bytes'];

describe('the exchange of APP_SECRET', () => {
  it('keeps sessions, known browsers, keys, webhooks and authenticator apps', async () => {
    const old = await startOwnService({ APP_SECRET: before });
    const project = await old.newProject();
    await signedIn(old, project.id, 'owner');
    const email = `owner-${project.id}@example.test`;
    const client = new DashboardClient(old.url);
    expect((await client.signIn(email, password)).status).toBe(200);
    const { secret } = (await client.send('POST', '/account/totp')).body as { secret: string };
    const code = (atMs: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
    await client.send('POST', '/account/totp/confirm', { code: code(Date.now()) });
    const hook = { url: 'https://site.example/hook' };
    expect((await client.send('POST', `/projects/${project.id}/webhooks`, hook)).status).toBe(201);
    const cursor = new Cursors(before).encode(['list'], [1]);
    const MONGODB_DB = old.app.config.MONGODB_DB;

    const exchange = { APP_SECRET: after, APP_SECRET_PREVIOUS: before };
    const both = await startOwnService({ MONGODB_DB, ...exchange });
    const continued = new DashboardClient(both.url);
    Object.assign(continued, { cookie: client.cookie, browser: client.browser, csrf: client.csrf });
    expect((await continued.send('GET', '/session')).body.user).toMatchObject({ email });
    expect(new Cursors(after, before).decode(['list'], cursor)).toEqual([1]);
    const listTokens = async (at: DashboardClient) =>
      ((await at.send('GET', `/projects/${project.id}/keys`)).body.data as { token?: string | null }[])
        .map(({ token }) => token)
        .filter((token) => typeof token === 'string');
    expect(await listTokens(continued)).toEqual([expect.stringMatching(/^pk_/)]);
    expect(await verifyAll(both.app.system, new SealKey(after, before))).toEqual([]);

    const result = await runCommand(
      ['--json', 'secret', 'renew'],
      testVariables({ MONGODB_DB, ...exchange }),
      '/',
    );
    const projects = await databaseOf(both.app.system).collection('projects').countDocuments();
    expect(JSON.parse(result.out)).toEqual({ renewed: projects + 2 });

    const renewed = await startOwnService({ MONGODB_DB, APP_SECRET: after });
    const alone = new DashboardClient(renewed.url);
    Object.assign(alone, { cookie: client.cookie, browser: client.browser, csrf: client.csrf });
    expect(await listTokens(alone)).toHaveLength(1);
    const step = await new DashboardClient(renewed.url).signIn(email, password);
    const ticket = String(step.body.error.ticket);
    const answer = await alone.send('POST', '/session/second-factor', {
      ticket,
      code: code(Date.now() + 30_000),
    });
    expect(answer.status).toBe(200);
  });
});
