import { describe, expect, it } from 'vitest';
import { type MembershipGrant, unionOf } from '../../../../src/contract/access.ts';
import { addPerson, DashboardClient } from '../../../support/dashboard.ts';
import { newEmail, ownedProject, tokenOf } from '../../../support/links.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

const unions: [MembershipGrant, MembershipGrant, MembershipGrant][] = [
  [{ role: 'editor', grant: { areas: ['blog'] } }, { role: 'viewer' }, { role: 'editor' }],
  [
    { role: 'viewer', grant: { areas: ['blog'] } },
    { role: 'author', grant: { areas: ['kb', 'blog'] } },
    { role: 'author', grant: { areas: ['blog', 'kb'] } },
  ],
  [
    { role: 'author', grant: { types: ['page'] } },
    { role: 'author', grant: { types: ['note', 'page'] } },
    { role: 'author', grant: { types: ['note', 'page'] } },
  ],
  [
    { role: 'editor', grant: { areas: ['content'], types: ['page'] } },
    { role: 'editor', grant: { areas: ['blog'] } },
    { role: 'editor', grant: { areas: ['blog', 'content'], types: ['page'] } },
  ],
  [
    { role: 'viewer' },
    { role: 'editor', grant: { locales: ['loc_de'] } },
    { role: 'editor', grant: { locales: ['loc_de'] } },
  ],
  [
    { role: 'author', grant: { areas: ['blog'], locales: ['loc_de'] } },
    { role: 'editor', grant: { areas: ['kb'], locales: ['loc_fr'] } },
    { role: 'editor', grant: { areas: ['blog', 'kb'], locales: ['loc_de', 'loc_fr'] } },
  ],
  [{ role: 'author', grant: { locales: ['loc_de'] } }, { role: 'author' }, { role: 'author' }],
  [{ role: 'owner' }, { role: 'viewer', grant: { areas: ['kb'] } }, { role: 'owner' }],
  [{ role: 'viewer', grant: { areas: ['kb'] } }, { role: 'owner' }, { role: 'owner' }],
];

describe('an invitation for a person who is a member', () => {
  it.each(unions)('of %j as %j gives %j', (before, invited, expected) => {
    expect(unionOf(before, invited)).toEqual(expected);
  });

  it.each(['as the person who is signed in', 'by signing in with the link'])(
    'never takes a role or a grant away: %s',
    async (way) => {
      const { project, invite, send } = await ownedProject(service);
      const email = newEmail(project);
      await addPerson(service.app, project.id, { email, role: 'editor', grant: { areas: ['blog'] } });
      const client = new DashboardClient(service.url);
      if (way.startsWith('as')) await client.signIn(email);
      const credentials = way.startsWith('as') ? {} : { email, password: 'correct horse battery' };

      const token = tokenOf(await invite('viewer'));
      const joined = await client.send('POST', '/links/use', { token, ...credentials });
      const again = await client.send('POST', '/links/use', { token, ...credentials });

      expect([joined.status, joined.body.projects[0].role]).toEqual([200, 'editor']);
      expect(again.status).not.toBe(200);
      const members = (await send('GET', '/members')).body.data as { email: string; role: string }[];
      expect(members.find((member) => member.email === email)).toMatchObject({ role: 'editor' });
    },
  );
});
