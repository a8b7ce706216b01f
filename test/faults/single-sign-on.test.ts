import { beforeEach, describe, expect, it } from 'vitest';
import { storedRows } from '../support/audit/rows.ts';
import { signedIn } from '../support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { Visitor } from '../support/sign-in/passkeys.ts';
import { type Arrival, comeBack, passThrough, start } from '../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../support/sign-in/stand-in-issuer.ts';
import { killBeforeStatement, killsTimeoutMs } from './support/kill.ts';
import { newScene } from './support/scene.ts';

const issuer = await startIssuer();
const scene = await newScene({ ROLE: 'api', TRUSTED_PROXY_HOPS: '1', ...issuerVariables(issuer) });
const { service } = scene;
const database = databaseOf(service.app.system);
beforeEach(() => issuer.reset());

/** What is stored of a person: account, identity, membership, and whether the invitation was used. */
async function partsOf(sub: string, invitations: number) {
  const identity = await database.collection('identities').findOne({ sub });
  const user = await database.collection('users').findOne({ email: `${sub}@people.example` });
  const left = await database.collection('access_links').countDocuments({ kind: 'invitation' });
  return { account: user !== null, identity: identity !== null, isUsed: left < invitations };
}

/** The callback of a sign-in that was started at this process. */
async function callbackAt(url: string, body: object = {}): Promise<() => Promise<Arrival>> {
  const browser = new Visitor(url);
  const { url: issuerPage, flow } = await start(browser, { ...body });
  return () => comeBack({ ...service, url }, browser, { query: issuer.answer(issuerPage), flow });
}

describe('a process that dies in the callback of an issuer', () => {
  it(
    'leaves everything or nothing of a new account, and the next sign-in works',
    async () => {
      const project = await service.newProject();
      const owner = await signedIn(service, project.id, 'owner');
      const outcomes: boolean[] = [];
      for (let nth = 1; ; nth += 1) {
        const sub = `person-${String(nth)}`;
        issuer.behavior.claims = { sub, email: `${sub}@people.example` };
        const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
        const invitation = new URL(String(body.url)).hash.slice(1);
        const invitations = await database.collection('access_links').countDocuments({ kind: 'invitation' });

        const isKilled = await killBeforeStatement(scene, nth, (url) => callbackAt(url, { invitation }));

        const { account, identity, isUsed } = await partsOf(sub, invitations);
        expect([identity, isUsed], `before statement ${String(nth)}`).toEqual([account, account]);
        outcomes.push(account);
        const again = new Visitor(service.url);
        const arrival = await passThrough(service, issuer, again, account ? {} : { invitation });
        expect(arrival.query).toEqual({});
        expect((await again.send('GET', '/session')).body.projects).toMatchObject([{ id: project.id }]);
        if (!isKilled) break;
      }
      expect(new Set(outcomes)).toEqual(new Set([true, false]));
      expect(outcomes.length).toBeGreaterThan(6);
    },
    killsTimeoutMs,
  );

  it(
    'leaves whole memberships from groups, and the next sign-in completes them',
    async () => {
      const projects = [await service.newProject(), await service.newProject()];
      for (const { id } of projects) {
        const owner = await signedIn(service, id, 'owner');
        const group_roles = [{ issuer: 'corp', group: 'web-team', role: 'editor' }];
        expect((await owner.send('PUT', `/projects/${id}/sign-in`, { group_roles })).status).toBe(200);
      }
      const counts: number[] = [];
      for (let nth = 1; ; nth += 1) {
        const sub = `member-${String(nth)}`;
        issuer.behavior.claims = { sub, email: `${sub}@people.example`, groups: ['web-team'] };

        const isKilled = await killBeforeStatement(scene, nth, (url) => callbackAt(url));

        const user = await database.collection('users').findOne({ email: `${sub}@people.example` });
        const memberships = await membershipsOf(String(user?._id), projects);
        for (const { members, rows } of memberships)
          expect(rows, `before statement ${String(nth)}`).toBe(members);
        counts.push(memberships.reduce((sum, { members }) => sum + members, 0));
        const again = new Visitor(service.url);
        expect((await passThrough(service, issuer, again)).query).toEqual({});
        const { body } = await again.send('GET', '/session');
        expect(body.projects).toMatchObject([{ role: 'editor' }, { role: 'editor' }]);
        for (const { members, rows } of await membershipsOf(String(body.user.id), projects))
          expect([members, rows]).toEqual([1, 1]);
        if (!isKilled) break;
      }
      expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
    },
    killsTimeoutMs,
  );
});

/** The memberships of a person in each project, and the audit rows of joining. */
function membershipsOf(userId: string, projects: readonly { id: string }[]) {
  return Promise.all(
    projects.map(async ({ id }) => {
      const rows = (await storedRows(service.app, id)).filter(
        ({ action, subject }) => action === 'member.joined' && subject.id === userId,
      );
      const members = await database
        .collection('members')
        .countDocuments({ project_id: id, user_id: `group:${userId}` });
      return { members, rows: rows.length };
    }),
  );
}
