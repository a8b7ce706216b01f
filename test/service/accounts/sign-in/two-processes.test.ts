import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, vi } from 'vitest';
import { createSetUpToken } from '../../../../src/accounts/sign-in/set-up/set-up-token-repository.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { tokenOf } from '../../../support/links.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';
import { startProcess } from '../../../support/second-process.ts';

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const second = await startProcess({ MONGODB_DB, ROLE: 'api' });
cleanup(async () => {
  second.program.process.kill();
  await second.program.ended();
  await databaseOf(service.app.system).dropDatabase();
});

describe('two processes', () => {
  it('make one owner and let one join, whatever comes to them at once', { timeout: 120_000 }, async () => {
    const own = (await createSetUpToken(service.app.system)) ?? '';
    const inLog = /"set_up_token":"(\w{24})"/;
    const printed = await vi.waitUntil(() => inLog.exec(second.program.err)?.[1], { timeout: 60_000 });
    const clients = [new DashboardClient(service.url), new DashboardClient(second.url)];
    const ofBoth = (path: string, bodyOf: (i: number) => object) =>
      Promise.all(clients.map((client, i) => client.send('POST', path, bodyOf(i))));

    const setUps = await ofBoth('/set-up', (i) => ({
      token: [own, printed][i],
      project: 'Site',
      email: `owner-${i}@example.test`,
      password,
    }));

    expect(setUps.map(({ status }) => status).sort()).toEqual([201, 409]);
    const winner = setUps.findIndex(({ status }) => status === 201);
    const owner = clients[winner];
    const { csrf, projects } = setUps[winner]?.body as { csrf: string; projects: { id: string }[] };
    if (owner !== undefined) owner.csrf = csrf;
    const made = await owner?.send('POST', `/projects/${projects[0]?.id}/invitations`, { role: 'editor' });
    const token = tokenOf(String(made?.body.url));
    for (const client of clients) client.cookie = null;

    const joins = await ofBoth('/links/use', (i) => ({
      token,
      email: `guest-${i}@example.test`,
      name: 'Guest',
      password,
    }));

    expect(joins.map(({ status }) => status).sort()).toEqual([200, 404]);
    const count = (name: string) => databaseOf(service.app.system).collection(name).countDocuments();
    expect(await Promise.all(['users', 'projects', 'members'].map(count))).toEqual([2, 1, 2]);
  });

  it.each([1, 2, 3])(
    'take one code of an app once, whatever comes to them at once: person %d',
    async (n) => {
      const project = await service.newProject();
      const email = `guarded-${n}@example.test`;
      const client = await signedIn(service, project.id, 'owner', email);
      const { secret } = (await client.send('POST', '/account/totp')).body;
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      const begun = Date.now();
      const at = (steps: number) => totp.generate({ timestamp: begun + steps * totp.period * 1_000 });
      const confirmed = await client.send('POST', '/account/totp/confirm', { code: at(0) });
      expect(confirmed.status).toBe(200);
      const [recovery = ''] = confirmed.body.recovery_codes as string[];

      for (const code of [at(1), recovery]) {
        const tries = await Promise.all(
          [service.url, second.url].map(async (url) => {
            const by = new DashboardClient(url);
            const { status, body } = await by.signIn(email);
            expect([status, body.error.code]).toEqual([401, 'second_factor_required']);
            return { by, ticket: String(body.error.ticket) };
          }),
        );

        const answers = await Promise.all(
          tries.map(({ by, ticket }) => by.send('POST', '/session/second-factor', { ticket, code })),
        );

        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
        expect(answers.find(({ status }) => status === 401)?.body.error.code).toBe('invalid_second_factor');
      }
    },
    60_000,
  );
});
