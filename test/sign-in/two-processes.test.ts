import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { newSetUpToken } from '../../src/sign-in/service.ts';
import { DashboardClient, password } from '../support/dashboard.ts';
import { tokenOf } from '../support/links.ts';
import { runSource } from '../support/program.ts';
import { startService, testVariables } from '../support/service.ts';
import { databaseOf } from '../support/database.ts';

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });

/** A second process of the service on the same database. */
async function secondProcess() {
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  const variables = testVariables({ MONGODB_DB, PORT: String(port), LOG_LEVEL: 'warn', ROLE: 'api' });
  const env = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const program = runSource('src/main.ts', { env });
  const token = await vi.waitUntil(() => /"set_up_token":"(\w{24})"/.exec(program.err)?.[1], {
    timeout: 60_000,
    interval: 50,
  });
  return { program, token, url: `http://127.0.0.1:${port}` };
}

describe('two processes', () => {
  it('make one owner and let one join, whatever comes to them at once', { timeout: 120_000 }, async () => {
    const second = await secondProcess();
    try {
      const own = (await newSetUpToken(service.app.system)) ?? '';
      const clients = [new DashboardClient(service.url), new DashboardClient(second.url)];
      const ofBoth = (path: string, bodyOf: (i: number) => object) =>
        Promise.all(clients.map((client, i) => client.send('POST', path, bodyOf(i))));

      const setUps = await ofBoth('/set-up', (i) => ({
        token: [own, second.token][i],
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
    } finally {
      second.program.process.kill();
      await second.program.ended();
      await databaseOf(service.app.system).dropDatabase();
    }
  });
});
