import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CreatedProject } from '../../../../src/accounts/new-project/schema.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { disableAccount } from '../../../../src/accounts/sign-in/operator-actions.ts';
import { endMembership } from '../../../../src/accounts/users/membership.ts';
import { findUserByEmail } from '../../../../src/accounts/users/repository.ts';
import { acting } from '../../../support/actor.ts';

const [open, ofOwners, off] = await Promise.all(
  [{ PROJECT_CREATION: 'everyone', MAX_PROJECTS_PER_PERSON: '3' }, { PROJECT_CREATION: 'owners' }, {}].map(
    (settings) => startService(settings),
  ),
);
if (open === undefined || ofOwners === undefined || off === undefined) throw new Error('three services');

const body = (name = 'Magazine') => ({ name, request_id: randomUUID() });

async function memberOf(service: TestService, role: 'owner' | 'editor') {
  const project = await service.newProject();
  const email = `${role}-${project.id}@example.test`;
  return { project, email, client: await signedIn(service, project.id, role) };
}

/** How many rows of a new project there are in all projects of the service. */
function counts({ app }: TestService): Promise<number[]> {
  const count = (name: string) => databaseOf(app.system).collection(name).countDocuments();
  return Promise.all(['projects', 'releases', 'members', 'api_keys'].map(count));
}

const refusal = ({ status, body: sent }: { status: number; body: any }) => [status, sent?.error?.code];

describe('POST /dashboard/api/projects', () => {
  it('creates a project with its release, an owner and keys that work', async () => {
    const { client } = await memberOf(open, 'editor');

    const { status, body: made } = await client.send('POST', '/projects', {
      ...body(' Magazine '),
      private_media: true,
    });

    expect(status).toBe(201);
    expect(made.project).toMatchObject({ name: 'Magazine', private_media: true, role: 'owner' });
    expect(
      (made.keys as CreatedProject['keys']).map(({ key }) => [
        key.purpose,
        key.name,
        key.origins,
        key.expires_at,
      ]),
    ).toEqual([
      ['publishable', 'publishable key', [], null],
      ['secret', 'secret key', [], null],
    ]);
    for (const { token } of made.keys as { token: string }[]) {
      const ping = await fetch(`${open.url}/v1/ping`, { headers: { Authorization: `Bearer ${token}` } });
      expect(await ping.json()).toMatchObject({ project: { id: made.project.id, name: 'Magazine' } });
    }
    const session = await client.send('GET', '/session');
    expect(session.body.projects).toContainEqual(made.project);
    const { body: members } = await client.send('GET', `/projects/${made.project.id}/members`);
    expect(members.data).toMatchObject([{ role: 'owner', is_you: true }]);
    const secret = (made.keys as { token: string }[])[1]?.token ?? '';
    const releases = await fetch(`${open.url}/v1/releases`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(((await releases.json()) as { data: object[] }).data).toMatchObject([
      { name: 'Main', default: true },
    ]);
  });

  it('creates one project for one request, however often and however fast it is sent', async () => {
    const { client } = await memberOf(open, 'owner');
    const before = await counts(open);
    const sent = body();

    const [one, two] = await Promise.all([1, 2].map(() => client.send('POST', '/projects', sent)));
    const three = await client.send('POST', '/projects', { ...sent, name: 'Another name' });

    expect([one?.status, two?.status, three.status]).toEqual([201, 201, 201]);
    expect(one?.body.project).toEqual(two?.body.project);
    expect(three.body).toEqual({ project: one?.body.project, keys: [] });
    expect([one?.body.keys.length, two?.body.keys.length].sort()).toEqual([0, 2]);
    const [projects = 0, releases = 0, members = 0, keys = 0] = before;
    expect(await counts(open)).toEqual([projects + 1, releases + 1, members + 1, keys + 2]);
  });

  it('shows a former member nothing of the project that they created', async () => {
    const { client, email } = await memberOf(open, 'owner');
    const sent = body();
    const { body: made } = await client.send('POST', '/projects', sent);
    const db = open.app.system.project(made.project.id);
    await signedIn(open, made.project.id, 'owner'); // another owner
    const user = await findUserByEmail(open.app.system, email);
    await endMembership(db, user?._id ?? '');

    expect(refusal(await client.send('POST', '/projects', sent))).toEqual([404, 'unknown_project']);
  });

  it.each([
    ['without a name', { name: '' }],
    ['with a blank name', { name: '   ' }],
    ['with a name above 200 characters', { name: 'x'.repeat(201) }],
    ['without an id of the request', { request_id: undefined }],
    ['with a malformed id of the request', { request_id: 'short' }],
    ['with an unknown key', { role: 'owner' }],
    ['with a text for a boolean', { private_media: 'yes' }],
  ])('refuses a body %s and stores nothing', async (_name, wrong) => {
    const { client } = await memberOf(open, 'owner');
    const before = await counts(open);

    const { status, body: answer } = await client.send('POST', '/projects', { ...body(), ...wrong });

    expect(status).toBe(400);
    expect(answer.error.param ?? answer.error.errors?.[0]?.param).toBe(Object.keys(wrong)[0]);
    expect(await counts(open)).toEqual(before);
  });

  it('needs somebody who is signed in, and whose account is open', async () => {
    const { client, email } = await memberOf(open, 'owner');
    const stranger = new DashboardClient(open.url);
    const before = await counts(open);

    expect(refusal(await stranger.send('POST', '/projects', body()))).toEqual([401, 'not_signed_in']);

    const user = await findUserByEmail(open.app.system, email);
    if (user === null) throw new Error('no account');
    await disableAccount(open.app.system, user, acting(open.app));
    expect(refusal(await client.send('POST', '/projects', body()))).toEqual([401, 'not_signed_in']);
    expect(await counts(open)).toEqual(before);
  });

  it('counts ten requests a minute of one person, refused ones too', async () => {
    const { client } = await memberOf(off, 'owner');
    const other = await memberOf(off, 'owner');
    for (let i = 0; i < 10; i += 1) expect(refusal(await client.send('POST', '/projects', {}))[0]).toBe(400);

    const refused = await client.send('POST', '/projects', body());

    expect(refusal(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await other.client.send('POST', '/projects', {})).status).toBe(400);
  });
});

describe('the bound of a person', () => {
  it('counts what the person created and what still exists, and no other projects', async () => {
    const { client } = await memberOf(open, 'owner');
    const made = [];
    for (let i = 0; i < 3; i += 1) made.push(await client.send('POST', '/projects', body(`Site ${i}`)));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);

    const refused = await client.send('POST', '/projects', body());

    expect(refusal(refused)).toEqual([400, 'limit_reached']);
    expect(refused.body.error).toMatchObject({ limit: 'projects_per_person_max', value: 3 });
    const projects = databaseOf(open.app.system).collection<{ _id: string }>('projects');
    await projects.deleteOne({ _id: made[0]?.body.project.id as string });
    expect((await client.send('POST', '/projects', body())).status).toBe(201);
  });
});

describe('PROJECT_CREATION', () => {
  it('is off unless the operator sets it: nobody is offered a project', async () => {
    const { client } = await memberOf(off, 'owner');
    const before = await counts(off);

    const refused = await client.send('POST', '/projects', body());

    expect(refusal(refused)).toEqual([403, 'project_creation_refused']);
    expect((await client.send('GET', '/session')).body.may_create_projects).toBe(false);
    expect(await counts(off)).toEqual(before);
  });

  it('with "owners" asks for a project that the person owns, as it is when the project is stored', async () => {
    const owner = await memberOf(ofOwners, 'owner');
    const editor = await memberOf(ofOwners, 'editor');

    expect((await owner.client.send('GET', '/session')).body.may_create_projects).toBe(true);
    expect((await owner.client.send('POST', '/projects', body())).status).toBe(201);
    expect((await editor.client.send('GET', '/session')).body.may_create_projects).toBe(false);
    expect(refusal(await editor.client.send('POST', '/projects', body()))).toEqual([
      403,
      'project_creation_refused',
    ]);
  });

  it('with "everyone" serves a person without any project', async () => {
    const { project, client, email } = await memberOf(open, 'editor');
    const user = await findUserByEmail(open.app.system, email);
    await endMembership(open.app.system.project(project.id), user?._id ?? '');

    expect((await client.send('GET', '/session')).body).toMatchObject({
      projects: [],
      may_create_projects: true,
    });
    expect((await client.send('POST', '/projects', body())).status).toBe(201);
  });
});
