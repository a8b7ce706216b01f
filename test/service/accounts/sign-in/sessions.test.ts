import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../../src/contract/time.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestService } from '../../../support/service.ts';

const start = Date.parse('2027-03-01T09:00:00.000Z');
const from = { 'X-Forwarded-For': '2001:db8:1:2:3:4:5:6' };
const short = await startOwnService({ SESSION_HOURS: '2', TRUSTED_PROXY_HOPS: '1' });
const silent = await startOwnService({ AUDIT_ADDRESS_DAYS: '0', TRUSTED_PROXY_HOPS: '1' });

async function signIn(service: TestService) {
  const project = await service.newProject();
  await signedIn(service, project.id, 'owner');
  const client = new DashboardClient(service.url);
  const email = `owner-${project.id}@example.test`;
  const answer = await client.send('POST', '/session', { email, password }, from);
  expect(answer.status).toBe(200);
  client.csrf = answer.body.csrf;
  const sessions = async () =>
    (await client.send('GET', '/account/sessions')).body.data as {
      is_this: boolean;
      address: string | null;
    }[];
  return { project, client, answer, sessions };
}

describe('a session', () => {
  it('lasts as long as SESSION_HOURS says, for the browser and for the service', async () => {
    setClock(short, start);
    const { client, answer } = await signIn(short);
    const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('galley_session='));
    const expires = Date.parse(/expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '');
    expect(Math.abs(expires - Date.now() - 2 * hourMs)).toBeLessThan(60_000);

    setClock(short, start + 2 * hourMs - 1);
    expect((await client.send('GET', '/session')).body.user).not.toBeNull();
    setClock(short, start + 2 * hourMs);
    expect((await client.send('GET', '/session')).body.user).toBeNull();
  });

  it('is listed with the network that it began from, an IPv6 address by its /64', async () => {
    setClock(short, start);
    const { sessions } = await signIn(short);

    expect((await sessions()).find(({ is_this }) => is_this)?.address).toBe('2001:db8:1:2::/64');
  });

  it('has no address where AUDIT_ADDRESS_DAYS is 0, and neither has a row of the log', async () => {
    const { project, client, sessions } = await signIn(silent);
    await client.send('POST', `/projects/${project.id}/v1/authors`, { name: 'Ada' }, from);

    expect((await sessions()).map(({ address }) => address)).toEqual([null, null]);
    for (const log of [project.id, 'installation'])
      expect((await storedRows(silent.app, log)).filter((row) => 'address' in row)).toEqual([]);
    const stored = await databaseOf(silent.app.system).collection('sessions').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('2001:db8');
  });
});
