import { describe, expect, it, vi } from 'vitest';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { comeBack, passThrough, start } from '../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../support/sign-in/stand-in-issuer.ts';
import { type Command, startMongoProxy } from './support/mongo-proxy.ts';
import { newScene } from './support/scene.ts';

const issuer = await startIssuer();
const scene = await newScene({ ROLE: 'api', ...issuerVariables(issuer) });
const { service } = scene;
const database = databaseOf(service.app.system);
const statements = ['insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];

/** What is stored of a person: account, identity, membership, and whether the invitation was used. */
async function partsOf(sub: string, invitations: number) {
  const identity = await database.collection('identities').findOne({ sub });
  const user = await database.collection('users').findOne({ email: `${sub}@people.example` });
  const left = await database.collection('access_links').countDocuments({ kind: 'invitation' });
  return { account: user !== null, identity: identity !== null, isUsed: left < invitations };
}

describe('a process that dies in the callback of an issuer', () => {
  it('leaves everything or nothing of a new account, and the next sign-in works', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const outcomes: boolean[] = [];
    for (let nth = 1; ; nth += 1) {
      const sub = `person-${String(nth)}`;
      issuer.behavior.claims = { sub, email: `${sub}@people.example` };
      const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
      const invitation = new URL(String(body.url)).hash.slice(1);
      const invitations = await database.collection('access_links').countDocuments({ kind: 'invitation' });

      const proxy = await startMongoProxy();
      const victim = await scene.start({ MONGODB_URI: proxy.uri });
      const browser = new DashboardClient(victim.url);
      const { url, flow } = await start(browser, { invitation });
      let count = 0;
      proxy.judge = ({ name }: Command) => {
        if (!statements.includes(name)) return 'pass';
        count += 1;
        return count < nth ? 'pass' : 'hold';
      };
      const attempt = comeBack({ ...service, url: victim.url }, browser, { query: issuer.answer(url), flow });
      const isHeld = await Promise.race([
        vi.waitUntil(() => proxy.caught.length > 0, { timeout: 20_000, interval: 20 }),
        attempt.then(
          () => false,
          () => false,
        ),
      ]);
      await victim.kill();
      await attempt.catch(() => null);
      await clientOf(service.app.system).db('admin').command({ killAllSessions: [] });
      const { account, identity, isUsed } = await partsOf(sub, invitations);
      expect([identity, isUsed], `before statement ${String(nth)}`).toEqual([account, account]);
      outcomes.push(account);

      const again = new DashboardClient(service.url);
      const arrival = await passThrough(service, issuer, again, account ? {} : { invitation });
      expect(arrival.query).toEqual({});
      expect((await again.send('GET', '/session')).body.projects).toMatchObject([{ id: project.id }]);
      if (isHeld === false) break;
    }
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
    expect(outcomes.length).toBeGreaterThan(6);
  }, 600_000);
});
