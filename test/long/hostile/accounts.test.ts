import { describe, expect, it } from 'vitest';
import { DashboardClient } from '../../support/dashboard.ts';
import { joinAsNewMember, newEmail, ownedProject, tokenOf } from '../../support/links.ts';
import { startOwnService } from '../../support/service.ts';
import { databaseOf } from '../../support/database.ts';

const service = await startOwnService();
const code = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code];

describe('an account that somebody made before its owner came', () => {
  it('cannot be made by adding an e-mail: no owner is given a password', async () => {
    const { send } = await ownedProject(service);

    const added = await send('POST', '/members', { email: 'bob@corp.example', role: 'editor' });

    expect(added.status).toBe(404);
    expect(added.body.password).toBeUndefined();
    const users = databaseOf(service.app.system).collection('users');
    expect(await users.countDocuments({ email: 'bob@corp.example' })).toBe(0);
  });

  it('gets nothing by an invitation that names its e-mail', async () => {
    const [a, b] = [await ownedProject(service), await ownedProject(service)];
    const email = newEmail(a.project);
    const planted = await joinAsNewMember(service, await a.invite(), email, 'known to the owner of A');
    await a.send('DELETE', `/members/${await a.idOf(email)}`);

    const invitation = await b.send('POST', '/invitations', { role: 'owner', note: email });
    const thief = await new DashboardClient(service.url).signIn(email, 'known to the owner of A');

    expect(JSON.stringify(invitation.body)).not.toContain('usr_'); // the same for whoever exists
    expect(thief).toMatchObject({ status: 200, body: { projects: [] } });
    expect((await planted.client.send('GET', '/session')).body.projects).toEqual([]);
    expect(code(await planted.client.send('POST', `/projects/${b.project.id}/keys`, {}))).toEqual([
      404,
      'unknown_project',
    ]);
    const bob = await joinAsNewMember(service, invitation.body.url, newEmail(b.project));
    expect(bob.answer.body.projects).toMatchObject([{ id: b.project.id, role: 'owner' }]);
  });

  it('is opened by no link of an owner once its person belongs to another project', async () => {
    const [a, b] = [await ownedProject(service), await ownedProject(service)];
    const email = newEmail(a.project);
    const bob = await joinAsNewMember(service, await a.invite(), email);
    const id = await a.idOf(email);
    const early = (await a.send('POST', `/members/${id}/link`, { kind: 'reset' })).body.url as string;
    const token = tokenOf(await b.invite('owner'));
    expect((await bob.client.send('POST', '/links/use', { token })).status).toBe(200);

    const late = await a.send('POST', `/members/${id}/link`, { kind: 'reset' });
    const used = await new DashboardClient(service.url).send('POST', '/links/use', {
      token: tokenOf(early),
      password: 'known to the owner of A',
    });

    expect([code(late), code(used)]).toEqual(Array(2).fill([409, 'member_elsewhere']));
    const thief = await new DashboardClient(service.url).signIn(email, 'known to the owner of A');
    expect(thief.status).toBe(401);
  });
});
