import { describe, expect, it } from 'vitest';
import { startCommands } from '../../../support/command-line.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { joinAsNewMember, newEmail, ownedProject, tokenOf } from '../../../support/links.ts';
import { databaseOf } from '../../../support/database.ts';

const { service, galley } = await startCommands();
const links = () =>
  databaseOf(service.app.system).collection<{ _id: string; hash: string; expires_at: Date }>('access_links');
const code = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code];
const invalid = [404, 'invalid_link'];

function use(client: DashboardClient, url: string, more: object = {}) {
  return client.send('POST', '/links/use', { token: tokenOf(url), ...more });
}

async function look(url: string) {
  const stranger = new DashboardClient(service.url);
  return stranger.send('POST', '/links/look', { token: tokenOf(url) });
}

describe('an invitation', () => {
  it('says what it is for, and makes an account with a password of its own', async () => {
    const { project, invite, send } = await ownedProject(service);
    const url = await invite('editor');
    const email = newEmail(project);

    expect((await look(url)).body).toMatchObject({ kind: 'invitation', project: 'Test', role: 'editor' });
    const { answer, client } = await joinAsNewMember(service, url, email.toUpperCase());

    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email, name: 'Nora' }, projects: [{ id: project.id, role: 'editor' }] },
    });
    expect((await client.send('GET', '/session')).body.user.email).toBe(email);
    const { body } = await send('GET', '/members');
    expect(body.data[1]).toMatchObject({ email, role: 'editor', invited_by: `owner-${project.id}` });
    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
  });

  it('is used by who is signed in, or signs in with the account that they have', async () => {
    const one = await ownedProject(service);
    const two = await ownedProject(service);
    const three = await ownedProject(service);
    const { client } = await joinAsNewMember(service, await one.invite(), newEmail(one.project));
    const { email } = (await client.send('GET', '/session')).body.user;

    const asOneself = await use(client, await two.invite('owner'));
    const elsewhere = new DashboardClient(service.url);
    const url = await three.invite();
    const guessed = await use(elsewhere, url, { email, password: 'not the password' });
    const bySignIn = await use(elsewhere, url, { email, password });

    expect(asOneself.body.projects).toHaveLength(2);
    expect(asOneself.headers.getSetCookie()).toEqual([]); // their session goes on
    expect(code(guessed)).toEqual([401, 'invalid_credentials']);
    const opened = bySignIn.body.projects as { role: string }[];
    expect(opened.map(({ role }) => role)).toEqual(['editor', 'owner', 'editor']);
  });

  it('is stored as a hash, and is in no list', async () => {
    const { send, invite } = await ownedProject(service);
    const token = tokenOf(await invite());

    expect(JSON.stringify((await send('GET', '/invitations')).body)).not.toContain(token);
    expect(JSON.stringify(await links().find().toArray())).not.toContain(token);
  });

  it('works once: used, withdrawn, expired and unknown ones get one and the same answer', async () => {
    const { project, invite, send } = await ownedProject(service);
    const [used, withdrawn, expired] = [await invite(), await invite(), await invite()];
    await joinAsNewMember(service, used, newEmail(project));
    const open = (await send('GET', '/invitations')).body.data as { id: string }[];
    const [newest, other] = open.map(({ id }) => id);
    expect((await send('DELETE', `/invitations/${other}`)).status).toBe(204);
    expect(code(await send('DELETE', `/invitations/${other}`))).toEqual([404, 'unknown_invitation']);
    await links().updateOne({ _id: newest ?? '' }, { $set: { expires_at: new Date(0) } });
    const unknown = used.replace(/.{43}$/, 'x'.repeat(43));

    const answers = [];
    for (const url of [used, withdrawn, expired, unknown]) {
      answers.push((await joinAsNewMember(service, url, newEmail(project))).answer, await look(url));
    }

    expect(answers.map(code)).toEqual(Array(8).fill(invalid));
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it('has one winner when many use it at once', async () => {
    const { project, invite, send } = await ownedProject(service);
    const url = await invite();

    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => (await joinAsNewMember(service, url, newEmail(project))).answer),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect((await send('GET', '/members')).body.data).toHaveLength(2);
  });

  it('makes no account where there is one, and stays good', async () => {
    const { project, invite } = await ownedProject(service);
    const url = await invite();

    const taken = await joinAsNewMember(service, url, `owner-${project.id}@example.test`);
    const weak = await joinAsNewMember(service, url, newEmail(project), 'qwertyuiop');

    expect(code(taken.answer)).toEqual([409, 'email_taken']);
    expect(weak.answer.body.error).toMatchObject({ code: 'invalid_field_value', param: 'password' });
    expect((await joinAsNewMember(service, url, newEmail(project))).answer.status).toBe(200);
  });

  it('ends with the ownership of who made it, and never lowers a role', async () => {
    const { project, owner, invite, send, idOf } = await ownedProject(service);
    const email = newEmail(project);
    const { client } = await joinAsNewMember(service, await invite('owner'), email);
    expect((await use(owner, await invite('editor'))).body.projects).toMatchObject([{ role: 'owner' }]);
    const made = (await client.send('POST', `/projects/${project.id}/invitations`, { role: 'owner' })).body;
    await send('PATCH', `/members/${await idOf(email)}`, { role: 'editor' });

    expect(code((await joinAsNewMember(service, made.url, newEmail(project))).answer)).toEqual(invalid);
  });

  it('is a matter of owners', async () => {
    const { project } = await ownedProject(service);
    const editor = await signedIn(service, project.id, 'editor');
    const path = `/projects/${project.id}/invitations`;

    const answers = [
      await editor.send('POST', path, { role: 'owner' }),
      await editor.send('GET', path),
      await editor.send('POST', `/projects/${project.id}/members/usr_x/link`, { kind: 'reset' }),
    ];

    expect(answers.map(code)).toEqual(Array(3).fill([403, 'role_required']));
  });
});

describe('a link to a new password', () => {
  it('ends sessions and former links, and the person reads who made it until they set another password', async () => {
    const { project, invite, send, idOf } = await ownedProject(service);
    const email = newEmail(project);
    const { client } = await joinAsNewMember(service, await invite(), email);
    const path = `/members/${await idOf(email)}/link`;
    const former = (await send('POST', path, { kind: 'reset' })).body.url;
    const made = await send('POST', path, { kind: 'reset' });
    const { url } = made.body;
    expect(made.status).toBe(201);
    expect((await look(url)).body).toMatchObject({ kind: 'reset', email, by: `owner-${project.id}` });

    const elsewhere = new DashboardClient(service.url);
    const answer = await use(elsewhere, url, { password: 'a second long password' });
    elsewhere.csrf = answer.body.csrf;

    expect(answer.body).toMatchObject({ user: { email }, reset: { by: `owner-${project.id}` } });
    expect((await client.send('GET', '/session')).body.user).toBeNull();
    expect(code(await use(elsewhere, former, { password: 'a third long password' }))).toEqual(invalid);
    const next = new DashboardClient(service.url);
    expect((await next.signIn(email)).status).toBe(401);
    expect((await next.signIn(email, 'a second long password')).body.reset.by).toBe(`owner-${project.id}`);
    const own = { current_password: 'a second long password', new_password: 'a fourth long password' };
    expect((await next.send('POST', '/account/password', own)).body.reset).toBeUndefined();
  });

  it('is made for members alone all of whose projects the owner owns, asked again when it is used', async () => {
    const one = await ownedProject(service);
    const two = await ownedProject(service);
    const email = newEmail(one.project);
    const { client } = await joinAsNewMember(service, await one.invite(), email);
    const path = `/members/${await one.idOf(email)}/link`;
    const { url } = (await one.send('POST', path, { kind: 'recover' })).body;
    await use(client, await two.invite());

    const made = await one.send('POST', path, { kind: 'reset' });
    const used = await use(new DashboardClient(service.url), url, { password: 'a second long password' });

    expect([code(made), code(used)]).toEqual(Array(2).fill([409, 'member_elsewhere']));
    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
  });

  it('ends when whoever made it lost the project', async () => {
    const { project, owner, invite, send, idOf } = await ownedProject(service);
    const [email, other] = [newEmail(project), newEmail(project)];
    const second = await joinAsNewMember(service, await invite('owner'), other);
    await joinAsNewMember(service, await invite(), email);
    const { url } = (await send('POST', `/members/${await idOf(email)}/link`, { kind: 'reset' })).body;
    const me = await idOf(`owner-${project.id}@example.test`);
    await second.client.send('DELETE', `/projects/${project.id}/members/${me}`);

    const used = await use(new DashboardClient(service.url), url, { password: 'a second long password' });

    expect(code(used)).toEqual([409, 'member_elsewhere']);
    expect((await owner.send('GET', '/session')).body.projects).toEqual([]);
  });

  it('is not for oneself, who has a password to prove', async () => {
    const { project, send, idOf } = await ownedProject(service);
    const me = await idOf(`owner-${project.id}@example.test`);

    expect((await send('POST', `/members/${me}/link`, { kind: 'reset' })).body.error.param).toBe('userId');
  });

  it('of the command line helps everybody back, in two ways', async () => {
    const { project, owner } = await ownedProject(service);
    const email = `owner-${project.id}@example.test`;

    const signIn = await galley(['user', 'link', '--email', email, '--kind', 'sign-in']);
    const used = await use(new DashboardClient(service.url), signIn.body.url);
    const reset = await galley(['user', 'link', '--email', email, '--kind', 'reset']);
    const again = await use(new DashboardClient(service.url), reset.body.url, {
      password: 'a second long password',
    });

    expect(Object.keys(signIn.body)).toEqual(['url', 'expires_at']);
    expect(Date.parse(signIn.body.expires_at) - Date.now()).toBeLessThan(601_000);
    expect([used.status, again.status]).toEqual([200, 200]);
    expect(again.body.reset.by).toBeNull();
    expect((await owner.send('GET', '/session')).body.user).toBeNull();
  });
});

describe('one’s own sessions', () => {
  it('are listed, and ended one by one or all others at once', async () => {
    const { project, owner } = await ownedProject(service);
    const email = `owner-${project.id}@example.test`;
    const elsewhere = new DashboardClient(service.url);
    const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
    const answer = await elsewhere.send('POST', '/session', { email, password }, agent);
    elsewhere.csrf = answer.body.csrf;
    const third = await signedIn(service, project.id, 'owner');
    const list = async () =>
      (await owner.send('GET', '/account/sessions')).body.data as { id: string; browser: string }[];
    const found = (await list()).find(({ browser }) => browser === 'Firefox on Linux');
    expect(found).toMatchObject({ is_this: false, by_link: false });

    expect((await owner.send('DELETE', `/account/sessions/${found?.id}`)).status).toBe(204);
    expect((await elsewhere.send('GET', '/session')).body.user).toBeNull();
    expect(code(await owner.send('DELETE', `/account/sessions/${found?.id}`))).toEqual([
      404,
      'unknown_session',
    ]);
    expect((await owner.send('DELETE', '/account/sessions')).status).toBe(204);

    expect((await third.send('GET', '/session')).body.user).toBeNull();
    expect(await list()).toMatchObject([{ is_this: true }]);
  });
});
