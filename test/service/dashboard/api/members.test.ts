import { describe, expect, it } from 'vitest';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}/members${path}`, body);
  const me = (await send('GET', '')).body.data[0].id as string;
  return { project, owner, send, me };
}

describe('the members of a project', () => {
  it('are not added by their e-mail any more: nobody is given a password', async () => {
    const { send } = await owned();

    const added = await send('POST', '', { email: 'somebody@example.test', role: 'editor' });

    expect(added).toMatchObject({ status: 404, body: { error: { code: 'unknown_endpoint' } } });
  });

  it('lose with their role what it gave, at the next request', async () => {
    const { project, send } = await owned();
    const second = await signedIn(service, project.id, 'owner', `second-${project.id}@example.test`);
    const id = (await send('GET', '')).body.data[1].id;
    const keys = () => second.send('GET', `/projects/${project.id}/keys`);
    expect((await keys()).status).toBe(200);

    const changed = await send('PATCH', `/${id}`, { role: 'editor' });

    expect(changed.body.role).toBe('editor');
    expect((await keys()).body.error.code).toBe('role_required');
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    expect((await keys()).body.error.code).toBe('unknown_project');
  });

  it('keep an owner, also when two leave at once', async () => {
    const { project, owner, send, me } = await owned();
    expect((await send('DELETE', `/${me}`)).body.error.code).toBe('last_owner');
    expect((await send('PATCH', `/${me}`, { role: 'editor' })).body.error.code).toBe('last_owner');
    const second = await signedIn(service, project.id, 'owner', `second-${project.id}@example.test`);
    const other = (await send('GET', '')).body.data[1].id as string;
    const path = (id: string) => `/projects/${project.id}/members/${id}`;

    const answers = await Promise.all([owner.send('DELETE', path(me)), second.send('DELETE', path(other))]);

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('are not found in other projects', async () => {
    const { send } = await owned();
    const other = await owned();

    const answers = [
      await send('PATCH', `/${other.me}`, { role: 'editor' }),
      await send('DELETE', `/${other.me}`),
      await send('POST', `/${other.me}/link`, { kind: 'reset' }),
    ];

    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(3).fill('unknown_member'));
  });
});

describe('POST account/password', () => {
  it('ends every session of the person and begins a new one', async () => {
    const { project, owner } = await owned();
    const elsewhere = await signedIn(service, project.id, 'owner');
    const body = { current_password: password, new_password: 'another long password' };

    const changed = await owner.send('POST', '/account/password', body);
    owner.csrf = changed.body.csrf;

    expect((await elsewhere.send('GET', '/session')).body.user).toBeNull();
    expect((await owner.send('GET', `/projects/${project.id}/members`)).status).toBe(200);
    const email = `owner-${project.id}@example.test`;
    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(401);
    expect((await new DashboardClient(service.url).signIn(email, 'another long password')).status).toBe(200);
  });

  it('refuses a wrong password and a weak one', async () => {
    const { owner } = await owned();

    const wrong = await owner.send('POST', '/account/password', {
      current_password: 'guess',
      new_password: 'another long password',
    });
    const weak = await owner.send('POST', '/account/password', {
      current_password: password,
      new_password: 'short',
    });

    expect(wrong.body.error.code).toBe('invalid_credentials');
    expect(weak.body.error).toMatchObject({ code: 'invalid_field_value', param: 'new_password' });
  });
});

describe('PATCH account', () => {
  it('changes the name', async () => {
    const { owner } = await owned();

    expect((await owner.send('PATCH', '/account', { name: ' Olga ' })).body.name).toBe('Olga');
    expect((await owner.send('GET', '/session')).body.user.name).toBe('Olga');
  });
});
