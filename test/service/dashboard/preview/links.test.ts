import { describe, expect, it } from 'vitest';
import { setClock } from '../../../support/publishing/clock.ts';
import { valuesOf } from '../../../support/client.ts';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { type DashboardAnswer, type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService, startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

async function newSite(on = service) {
  const project = await on.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ]);
  const other = (await createEntry(project, 'page', { title: 'Other draft' })).id as string;
  const live = await publishEntry(project, 'page', { title: 'Live' });
  const item = (await createEntry(project, 'page', { title: 'Mine', next: other })).id as string;
  expectDone(
    await project.secret.patch(`/v1/content/page/${live}?draft=true`, { values: { title: 'Edited' } }),
  );
  return { project, other, live, item };
}

const linkFor = async (client: DashboardClient, { id }: TestProject, body: object = {}) =>
  client.send('POST', `/projects/${id}/preview-links`, { expires_in_hours: 24, ...body });

const read = async (project: TestProject, token: unknown, path = '/preview/v1/content/page') =>
  project.as(String(token)).get(path);

describe('a share link', () => {
  it('for an item shows its draft alone, and everything else as published', async () => {
    const { project, other, live, item } = await newSite();
    const author = await signedIn(service, project.id, 'author');

    const { status, body } = await linkFor(author, project, {
      name: 'For Ada',
      item: { type: 'page', id: item },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      link: { name: 'For Ada', drafts: 'item', item: { type: 'page', id: item }, last_used_at: null },
      url: null,
    });
    const list = await read(project, body.token);
    expect(valuesOf(list, 'id')).toEqual([item, live]);
    const titles = valuesOf(list, 'values').map(({ title }: any) => title as string);
    expect(titles).toEqual(['Mine', 'Live']);
    expect(list.body.data[0]).toMatchObject({ values: { next: null }, state: { status: 'draft' } });
    expect(list.body.data[1]).not.toHaveProperty('state');
    expect(refusal(await read(project, body.token, `/preview/v1/content/page/${other}`))[1]).toBe(
      'entry_not_published',
    );
    expect(
      valuesOf(await read(project, body.token, '/preview/v1/content/page?status=published'), 'id'),
    ).toEqual([]);
    expect((await read(project, body.token, '/preview/v1/session')).body).toMatchObject({
      ...{ kind: 'link', drafts: 'item', item: { type: 'page', id: item } },
      expires_at: body.link.expires_at,
    });
    expect(refusal(await read(project, body.token, '/preview/v1/media'))[1]).toBe('unknown_endpoint');
    expect(refusal(await read(project, body.token, '/v1/content/page'))[1]).toBe('invalid_api_key');
  });

  it('for an article shows its draft alone', async () => {
    const { project } = await newSite();
    const editor = await signedIn(service, project.id, 'editor');
    const mine = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Mine' })) as {
      id: string;
    };
    await project.secret.post('/v1/blog/articles', { title: 'Other' });
    const { body } = await linkFor(editor, project, { item: { type: 'blog_article', id: mine.id } });

    expect(valuesOf(await read(project, body.token, '/preview/v1/blog/articles'), 'title')).toEqual(['Mine']);
  });

  it('without an item shows all drafts', async () => {
    const { project, other, live, item } = await newSite();
    const editor = await signedIn(service, project.id, 'editor');
    const { body } = await linkFor(editor, project);

    expect(body.link).toMatchObject({ drafts: 'all', item: null, name: '' });
    expect(valuesOf(await read(project, body.token), 'id')).toEqual([item, live, other]);
    const withItem = await linkFor(editor, project, { item: { type: 'page', id: item }, drafts: 'all' });
    expect(valuesOf(await read(project, withItem.body.token), 'id')).toHaveLength(3);
  });

  it('fills the preview URL of the project', async () => {
    const { project, item } = await newSite();
    const owner = await signedIn(service, project.id, 'owner');
    const preview_url = 'https://www.example.com/api/preview?type={type}&id={id}&slug={slug}&token={token}';
    await owner.send('POST', '/session/step-up', { password: 'correct horse battery' });
    expect((await owner.send('PATCH', `/projects/${project.id}/settings`, { preview_url })).status).toBe(200);

    const { body } = await linkFor(owner, project, { item: { type: 'page', id: item, slug: 'a b' } });

    expect(body.url).toBe(
      `https://www.example.com/api/preview?type=page&id=${item}&slug=a%20b&token=${encodeURIComponent(body.token as string)}`,
    );
    expect((await linkFor(owner, project)).body.url).toContain('?type=&id=&slug=&token=pv_');
  });

  it('ends when it is revoked or expires, and with the rights of its creator', async () => {
    const own = await startOwnService({});
    const { project, item } = await newSite(own);
    const owner = await signedIn(own, project.id, 'owner');
    const names = ['removed', 'demoted', 'narrowed', 'leaving'] as const;
    const clients = await Promise.all(
      names.map((name) => signedIn(own, project.id, 'editor', `${name}-${project.id}@example.test`)),
    );
    const tokens = await Promise.all(
      clients.map(async (client) => (await linkFor(client, project)).body.token as string),
    );
    const ids = await Promise.all(
      clients.map(async (one) => (await one.send('GET', '/session')).body.user.id as string),
    );
    const statusOf = async (token: unknown) => (await read(project, token)).status;
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200, 200, 200]);

    const members = `/projects/${project.id}/members`;
    await owner.send('DELETE', `${members}/${ids[0] ?? ''}`);
    await owner.send('PATCH', `${members}/${ids[1] ?? ''}`, { role: 'viewer' });
    await owner.send('PATCH', `${members}/${ids[2] ?? ''}`, { grant: { areas: ['blog'] } });
    await clients[3]?.send('DELETE', '/session');
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 403, 200]);

    const { body: mine } = await linkFor(owner, project, {
      item: { type: 'page', id: item },
      expires_in_hours: 1,
    });
    const { body: short } = await linkFor(owner, project, { expires_in_hours: 1 });
    expect((await owner.send('DELETE', `/projects/${project.id}/preview-links/${mine.link.id}`)).status).toBe(
      204,
    );
    expect(await statusOf(mine.token)).toBe(401);
    setClock(own, Date.parse(short.link.expires_at as string) - 1);
    expect(await statusOf(short.token)).toBe(200);
    setClock(own, Date.parse(short.link.expires_at as string));
    expect((await read(project, short.token)).body.error).toMatchObject({
      code: 'invalid_preview_token',
      message: 'This preview has expired. Open it again in the dashboard, or ask for a new link.',
    });
  });

  it('is created by authors, editors and owners, and listed and revoked by its creator and by owners', async () => {
    const { project } = await newSite();
    const [owner, author, viewer] = await Promise.all(
      (['owner', 'author', 'viewer'] as const).map((role) => signedIn(service, project.id, role)),
    );
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');
    if (owner === undefined || author === undefined || viewer === undefined) throw new Error('three people');
    const path = `/projects/${project.id}/preview-links`;
    const idsFor = async (client: DashboardClient) => pluck((await client.send('GET', path)).body.data, 'id');

    const first = (await linkFor(author, project)).body.link.id as string;
    const second = (await linkFor(owner, project)).body.link.id as string;

    expect((await linkFor(viewer, project)).body.error).toMatchObject({
      code: 'role_required',
      role: 'author',
    });
    expect((await linkFor(stranger, project)).body.error.code).toBe('unknown_project');
    expect(await idsFor(author)).toEqual([first]);
    expect(await idsFor(owner)).toEqual([second, first]);
    expect(await idsFor(viewer)).toEqual([]);
    expect((await author.send('DELETE', `${path}/${second}`)).body.error.code).toBe('unknown_preview_link');
    expect((await owner.send('DELETE', `${path}/${first}`)).status).toBe(204);
    expect((await owner.send('DELETE', `${path}/${first}`)).body.error.code).toBe('unknown_preview_link');
    const log = await owner.send('GET', `/projects/${project.id}/audit?limit=50`);
    const text = JSON.stringify(log.body);
    expect(text).toContain('preview.link_created');
    expect(text).toContain('preview.link_revoked');
    expect(text).not.toContain('pv_');
  });

  it('rejects invalid bodies, and items that the member cannot read', async () => {
    const { project, item } = await newSite();
    const narrowed = await signedIn(
      service,
      project.id,
      { role: 'author', grant: { areas: ['blog'] } },
      `narrow-${project.id}@example.test`,
    );
    const editor = await signedIn(service, project.id, 'editor');
    const codeOf = async (client: DashboardClient, body: object) => {
      const answer = await linkFor(client, project, body);
      return [answer.status, answer.body.error.code, answer.body.error.param];
    };
    const page = { type: 'page', id: item };

    expect(await codeOf(editor, { expires_in_hours: 0 })).toEqual([
      400,
      'invalid_field_value',
      'expires_in_hours',
    ]);
    expect(await codeOf(editor, { expires_in_hours: 721 })).toEqual([
      400,
      'invalid_field_value',
      'expires_in_hours',
    ]);
    expect(await codeOf(editor, { drafts: 'item' })).toEqual([400, 'invalid_field_value', 'drafts']);
    expect(await codeOf(editor, { name: 'x'.repeat(201) })).toEqual([400, 'invalid_field_value', 'name']);
    expect(await codeOf(editor, { at: 'now' })).toEqual([400, 'invalid_field_value', 'at']);
    expect(await codeOf(editor, { item: { type: 'page', id: 'ent_nothing' } })).toEqual([
      404,
      'unknown_entry',
      'item.id',
    ]);
    expect(await codeOf(editor, { item: { type: 'home', id: item } })).toEqual([
      404,
      'unknown_entry',
      'item.id',
    ]);
    expect(await codeOf(editor, { item: { type: 'kb_article', id: item } })).toEqual([
      404,
      'unknown_kb_article',
      'item.id',
    ]);
    expect(await codeOf(narrowed, { item: page })).toEqual([404, 'unknown_entry', 'item.id']);
    expect((await linkFor(editor, project, { expires_in_hours: 720 })).status).toBe(201);
  });

  it('has its own budget, and a project has at most 100', { timeout: 60_000 }, async () => {
    const own = await startOwnService({ RATE_READ: '2' });
    const { project } = await newSite(own);
    const owner = await signedIn(own, project.id, 'owner');
    const created: DashboardAnswer[] = [];
    for (let n = 0; n < 99; n += 11)
      created.push(...(await Promise.all(Array.from({ length: 11 }, () => linkFor(owner, project)))));
    expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 99 }, () => 201));
    const [one, two] = await Promise.all([linkFor(owner, project), linkFor(owner, project)]);
    expect([one.status, two.status].sort()).toEqual([201, 400]);
    const full = one.status === 400 ? one : two;
    expect(full.body.error).toMatchObject({ code: 'limit_reached', limit: 'preview_links_per_project_max' });

    const statusOf = async (at: number) => (await read(project, created[at]?.body.token)).status;
    expect([await statusOf(0), await statusOf(0), await statusOf(0)]).toEqual([200, 200, 429]);
    expect(await statusOf(1)).toBe(200);
  });
});
