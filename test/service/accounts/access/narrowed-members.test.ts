import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { tokenOf } from '../../../support/links.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService({ BULK_CONCURRENCY: '1' });
await service.app.start();
let project: TestProject;
let owner: DashboardClient;
let page: string;

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  await defineType(project, 'note', { title: 'string' });
  page = await publishEntry(project, 'page', { title: 'A page' });
  await publishEntry(project, 'note', { title: 'A note' });
  owner = await signedIn(service, project.id, 'owner');
});

const desk = () => `/projects/${project.id}`;
let people = 0;

/** A member of the project with the id by which owners change them. */
async function member(role: 'editor' | 'author' | 'viewer' = 'editor') {
  const email = `member-${(people += 1)}-${project.id}@example.test`;
  const client = await signedIn(service, project.id, role, email);
  const { data } = (await owner.send('GET', `${desk()}/members`)).body as {
    data: { id: string; email: string }[];
  };
  const id = data.find((one) => one.email === email)?.id ?? '';
  const change = (body: object) => owner.send('PATCH', `${desk()}/members/${id}`, body);
  return { client, id, change };
}

const refused = (required: string) => ({
  status: 403,
  body: { error: { code: 'role_required', required, message: expect.stringContaining(required) as string } },
});

describe('a narrowed member', () => {
  it('is refused what was left out, and works with the rest as before', async () => {
    const { client, change } = await member();
    const { body } = await change({ grant: { areas: ['content'], types: ['page'] } });
    expect(body).toMatchObject({ role: 'editor', grant: { areas: ['content'], types: ['page'] } });

    const ask = (path: string) => client.send('GET', desk() + path);
    expect(await ask('/v1/content/note')).toMatchObject(refused('type:note'));
    expect(await ask('/content/nothing/entries')).toMatchObject(refused('type:nothing'));
    expect(await ask('/v1/blog/articles')).toMatchObject(refused('area:blog'));
    expect(await ask('/media')).toMatchObject(refused('area:media'));
    expect(await ask('/views?list=content/note')).toMatchObject(refused('type:note'));
    const saved = await client.send('PATCH', `${desk()}/v1/content/page/${page}`, { values: { title: 'B' } });
    expect([saved.status, (await ask('/content/page/entries')).status]).toEqual([200, 200]);
    expect((await ask('/home')).body.recent).toMatchObject([{ type: 'page' }]);
  });

  it('does in bulk what they may do alone', async () => {
    const { client, change } = await member();
    await change({ grant: { types: ['page'] } });
    const id = await publishEntry(project, 'page', { title: 'In bulk' });
    const started = await client.send('POST', `${desk()}/content/page/bulk-jobs`, {
      action: 'unpublish',
      ids: [id],
    });
    expect(started.status).toBeLessThan(300);
    const other = await client.send('POST', `${desk()}/content/note/bulk-jobs`, {
      action: 'unpublish',
      ids: null,
    });
    expect(other).toMatchObject(refused('type:note'));

    await expect
      .poll(async () => (await project.publishable.get(`/v1/content/page/${id}`)).status, { timeout: 20_000 })
      .toBe(404);
  });

  it('may be made whole again, after a step-up, and is stored where older builds do not look', async () => {
    const { id, change } = await member();
    const asBefore = () =>
      databaseOf(service.app.system).collection('members').countDocuments({ user_id: id });
    expect(await asBefore()).toBe(1);
    await change({ grant: { areas: ['blog'] } });
    expect(await asBefore()).toBe(0);

    expect((await change({ grant: null })).body.grant).toBeNull();
    expect(await asBefore()).toBe(1);
  });

  it('keeps the narrowing in another role, and loses it as an owner', async () => {
    const { change } = await member();
    await change({ grant: { areas: ['blog'] } });

    expect((await change({ role: 'author' })).body).toMatchObject({
      role: 'author',
      grant: { areas: ['blog'] },
    });
    expect((await change({ role: 'owner', grant: { areas: ['kb'] } })).body.error.code).toBe('invalid_scope');
    expect((await change({ role: 'owner' })).body).toMatchObject({ role: 'owner', grant: null });
    expect((await change({ grant: { areas: ['kb'] } })).body.error).toMatchObject({
      code: 'invalid_scope',
      param: 'grant',
    });
  });

  it.each([
    [{ grant: { areas: ['blogg'] } }, 'invalid_scope', 'grant.areas', 'blog'],
    [{ grant: { types: ['pag'] } }, 'invalid_scope', 'grant.types', 'page'],
    [{}, 'nothing_to_update', undefined, undefined],
  ])('cannot be made with %j', async (body, code, param, meant) => {
    const { change } = await member();
    const { error } = (await change(body)).body as {
      error: { code: string; param?: string; did_you_mean?: string };
    };

    expect([error.code, error.param, error.did_you_mean]).toEqual([code, param, meant]);
  });

  it('comes by an invitation that says so, which is in the log', async () => {
    const grant = { areas: ['blog', 'authors'] };
    const made = await owner.send('POST', `${desk()}/invitations`, { role: 'author', grant });
    expect(made.body.invitation).toMatchObject({ role: 'author', grant });
    const guest = new DashboardClient(service.url);
    const email = `guest-${project.id}@example.test`;
    const used = await guest.send('POST', '/links/use', {
      token: tokenOf(String(made.body.url)),
      email,
      name: 'Guest',
      password,
    });
    expect(used.status).toBe(200);
    guest.csrf = String(used.body.csrf);

    expect(await guest.send('GET', `${desk()}/v1/content/page`)).toMatchObject(refused('area:content'));
    expect((await guest.send('GET', `${desk()}/v1/blog/articles`)).status).toBe(200);
    const { data } = (await owner.send('GET', `${desk()}/audit?action=member.joined`)).body as {
      data: { detail: object }[];
    };
    expect(data[0]?.detail).toMatchObject({ grant: { from: null, to: grant } });
  });

  it('is not narrowed further by the link of another invitation', async () => {
    const { client } = await member('editor');
    const made = await owner.send('POST', `${desk()}/invitations`, {
      role: 'viewer',
      grant: { areas: ['kb'] },
    });
    const used = await client.send('POST', '/links/use', { token: tokenOf(String(made.body.url)) });

    expect(used.status).toBe(200);
    expect((await client.send('GET', `${desk()}/v1/content/page`)).status).toBe(200);
    expectDone(await project.secret.get('/v1/ping'));
  });
});
