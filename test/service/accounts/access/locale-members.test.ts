import { describe, expect, it } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import type { Role } from '../../../../src/contract/access.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { type DashboardAnswer, DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { tokenOf } from '../../../support/links.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService({ BULK_CONCURRENCY: '1' });
await service.app.start();

interface Site {
  project: TestProject;
  owner: DashboardClient;
  /** The path of a route of the project. */
  at: (path: string) => string;
}

async function newSite(): Promise<Site> {
  const project = await newProjectInLocales(service);
  const localized = { localized: true };
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: localized },
    { key: 'price', type: 'number' },
  ]);
  const owner = await signedIn(service, project.id, 'owner');
  return { project, owner, at: (path) => `/projects/${project.id}${path}` };
}

/** A member whose grant an owner limits to locales, with the id of the member. */
async function translator({ project, owner, at }: Site, ...locales: string[]) {
  const email = `translator-${Math.random()}-${project.id}@example.test`;
  const client = await signedIn(service, project.id, 'editor', email);
  const { data } = (await owner.send('GET', at('/members'))).body as {
    data: { id: string; email: string }[];
  };
  const id = data.find((one) => one.email === email)?.id ?? '';
  const change = (body: object) => owner.send('PATCH', at(`/members/${id}`), body);
  expect((await change({ grant: { locales } })).body).toMatchObject({ grant: { locales } });
  return { client, change };
}

async function newPage({ project }: Site): Promise<string> {
  const body = {
    values: { title: 'Hello', price: 3 },
    publish: true,
    locales: { de: { values: { title: 'Hallo' }, publish: true } },
  };
  return String(expectDone(await project.secret.post('/v1/content/page/entries', body)).id);
}

/** What a member lacks for a rejected request; the status of an accepted one. */
function missing({ status, body }: DashboardAnswer): unknown {
  return body?.error?.code === 'role_required' ? body.error.required : status;
}

describe('a member who is limited to a locale', () => {
  it('edits drafts of this locale, and nothing else', async () => {
    const site = await newSite();
    const { at } = site;
    const id = await newPage(site);
    const { client } = await translator(site, 'de');
    const path = at(`/content/page/entries/${id}`);
    const save = async (query: string, values: object) =>
      missing(await client.send('PATCH', `${path}${query}`, { values }));

    expect(await save('?locale=de', { title: 'Neu', price: 3 })).toBe(200);
    expect(await save('?locale=de', { price: 4 })).toBe('locale:*');
    expect(await save('', { title: 'New' })).toBe('locale:en');
    expect(await save('?locale=fr', { title: 'Nouveau' })).toBe('locale:fr');
    const send = async (method: string, end: string, body: object = {}) =>
      missing(await client.send(method, at(end), body));
    expect(await send('POST', '/content/page/entries', { values: { title: 'New' } })).toBe('locale:*');
    expect(await send('POST', `/content/page/entries/${id}/duplicate`)).toBe('locale:*');
    expect(await send('PUT', `/reviews/${id}`, { revision: 1 })).toBe('locale:*');
    expect(await send('POST', '/kb/moves', {})).toBe('locale:*');
    expect(await send('POST', '/comments', { item: id, text: 'A question' })).toBe(201);
    expect(await send('POST', '/preview', {})).toBe(201);
  });

  it('restores versions and deleted content of this locale', async () => {
    const site = await newSite();
    const { at, project } = site;
    const id = await newPage(site);
    const { client } = await translator(site, 'de');
    const path = `/v1/content/page/${id}`;
    expectDone(await project.secret.patch(`${path}?locale=de`, { values: { title: 'Zweiter' } }));
    const restore = async (query: string) => {
      const { data } = (await client.send('GET', at(`/versions/${id}${query}`))).body as {
        data: { id: string }[];
      };
      return missing(await client.send('POST', at(`/versions/${id}/${data.at(-1)?.id}/restore${query}`)));
    };
    expect(await restore('?locale=de')).toBe(200);
    expectDone(await project.secret.patch(path, { values: { title: 'Second' } }));
    expect(await restore('')).toBe('locale:en');

    expect((await client.send('DELETE', at(`${path}?locale=de`))).status).toBe(204);
    const whole = await newPage(site);
    expect((await project.secret.delete(`/v1/content/page/${whole}`)).status).toBe(204);
    const { data } = (await client.send('GET', at('/trash'))).body as {
      data: { trash_id: string }[];
    };
    const ids = data.map((one) => one.trash_id);
    expect(ids).toHaveLength(2);
    const { body } = await client.send('POST', at('/trash/restore'), { ids });
    expect(body, JSON.stringify(body)).toMatchObject({ done: 1, failed: 1 });
    expect(missing(await client.send('POST', at('/trash/remove'), { ids }))).toBe('locale:*');
  });

  it('deletes texts of a term in this locale, and restores them', async () => {
    const site = await newSite();
    const { at, project } = site;
    const german = { de: { name: 'Neues' }, fr: { name: 'Actualités' } };
    const body = { name: 'News', locales: german };
    const { id } = expectDone(await project.secret.post('/v1/blog/categories', body));
    const path = `/v1/blog/categories/${String(id)}`;
    const { client } = await translator(site, 'de');
    expect((await client.send('DELETE', at(`${path}?locale=de`))).status).toBe(204);
    expect(missing(await client.send('DELETE', at(`${path}?locale=fr`)))).toBe('locale:fr');
    expect((await project.secret.delete(`${path}?locale=fr`)).status).toBe(204);
    const { data } = (await client.send('GET', at('/trash'))).body as { data: { trash_id: string }[] };
    const ids = data.map((one) => one.trash_id);
    const restored = (await client.send('POST', at('/trash/restore'), { ids })).body;
    expect(restored).toMatchObject({ done: 1, failed: 1 });
    const { locales } = expectDone(await project.publishable.get(`${path}?locale=de`));
    expect(locales).toEqual(['en', 'de']);
  });

  it('publishes many entries in this locale, with a result for each', async () => {
    const site = await newSite();
    const { at, project } = site;
    const [first, second] = [await newPage(site), await newPage(site)];
    const { client } = await translator(site, 'de');
    const bulk = async (body: object) =>
      client.send('POST', at('/content/page/bulk'), { ids: [first], ...body });

    expect((await bulk({ action: 'unpublish', locale: 'de' })).body).toMatchObject({ done: 1, failed: 0 });
    for (const body of [{ action: 'delete' }, { action: 'unpublish' }, { action: 'publish', locale: 'fr' }])
      expect((await bulk(body)).body).toMatchObject({ done: 0, failed: 1 });

    const start = (body: object) =>
      client.send('POST', at('/content/page/bulk-jobs'), { ids: [first, second], ...body });
    expect(missing(await start({ action: 'delete' }))).toBe('locale:*');
    expect(missing(await start({ action: 'publish' }))).toBe('locale:en');
    expect(missing(await start({ action: 'publish', locale: 'fr' }))).toBe('locale:fr');
    const job = await start({ action: 'set', locale: 'de', set: { values: { price: 7 } } });
    expect(job.status).toBe(201);
    expect(await ended(site, job.body.id as string)).toMatchObject({ done: 0, failed: 2 });
    const titles = await start({ action: 'set', locale: 'de', set: { values: { title: 'Alle' } } });
    expect(await ended(site, titles.body.id as string)).toMatchObject({ done: 2, failed: 0 });
    expect(expectDone(await project.secret.get(`/v1/content/page/${second}`)).values).toMatchObject({
      price: 3,
    });
  });

  it('loses the right with the grant, the locale or the membership', async () => {
    const site = await newSite();
    const { at, owner } = site;
    const id = await newPage(site);
    const { client, change } = await translator(site, 'de', 'fr');
    const save = async (locale: string) => {
      const path = at(`/content/page/entries/${id}?locale=${locale}`);
      return missing(await client.send('PATCH', path, { values: { title: `to ${Math.random()}` } }));
    };
    const shown = async () => {
      const { projects } = (await client.send('GET', '/session')).body as { projects: { grant: object }[] };
      return projects[0]?.grant;
    };

    expect(await shown()).toEqual({ locales: ['de', 'fr'] });
    expect([await save('de'), await save('fr')]).toEqual([200, 200]);
    await change({ grant: { locales: ['fr'] } });
    expect(await save('de')).toBe('locale:de');
    await owner.send('PATCH', at('/locales/fr'), { code: 'fr-CH' });
    expect(await shown()).toEqual({ locales: ['fr-CH'] });
    expect(await save('fr-CH')).toBe(200);
    await owner.send('DELETE', at('/locales/fr-CH'), { confirm: 'fr-CH' });
    expect(await shown()).toEqual({ locales: [] });
    expect([await save('en'), await save('de')]).toEqual(['locale:en', 'locale:de']);
    expect((await client.send('GET', at(`/content/page/entries/${id}`))).status).toBe(200);
    await change({ grant: null });
    const log = (await owner.send('GET', at('/audit?action=member.changed'))).body as {
      data: { detail: { grant: object } }[];
    };
    expect(log.data.map(({ detail }) => detail.grant)).toEqual([
      { from: { locales: [expect.stringMatching(/^loc_/)] }, to: null },
      { from: { locales: ['de', 'fr'] }, to: { locales: ['fr'] } },
      { from: null, to: { locales: ['de', 'fr'] } },
    ]);
    expect([await save('en'), await save('de')]).toEqual([200, 200]);
  });

  it('is not found by older versions, which would ignore the locales', async () => {
    const site = await newSite();
    const { client, change } = await translator(site, 'de');
    const { body } = await client.send('GET', '/session');
    const id = (body as { user: { id: string } }).user.id;
    const olderIds = [id, `narrowed:${id}`, `group:${id}`];
    const find = () =>
      databaseOf(service.app.system)
        .collection('members')
        .findOne({ project_id: site.project.id, user_id: { $in: olderIds } });

    expect(await find()).toBeNull();
    await change({ grant: { areas: ['content'] } });
    expect(await find()).toMatchObject({ grant: { areas: ['content'] } });
    await change({ grant: { areas: ['content'], locales: ['de'] } });
    expect(await find()).toBeNull();
    expect((await client.send('GET', site.at('/content/page/entries'))).status).toBe(200);
  });

  it('may be invited', async () => {
    const { project, owner, at } = await newSite();
    const invite = async (role: Role, locales: string[]) =>
      owner.send('POST', at('/invitations'), { role, grant: { locales } });

    expect((await invite('owner', ['de'])).body.error).toMatchObject({
      code: 'invalid_scope',
      param: 'grant',
    });
    expect((await invite('author', ['it'])).body.error).toMatchObject({ param: 'grant.locales' });
    const { body } = await invite('author', ['de']);
    expect(body.invitation).toMatchObject({ grant: { locales: ['de'] } });
    expect((await owner.send('GET', at('/invitations'))).body.data).toMatchObject([
      { grant: { locales: ['de'] } },
    ]);
    const client = new DashboardClient(service.url);
    const email = `guest-${project.id}@example.test`;
    const account = { email, name: 'Guest', password };
    const joined = await client.send('POST', '/links/use', { token: tokenOf(String(body.url)), ...account });
    expect(joined.status).toBe(200);
    const grant = { from: null, to: { locales: ['de'] } };
    for (const action of ['invitation.created', 'member.joined'])
      expect((await owner.send('GET', at(`/audit?action=${action}`))).body.data).toMatchObject([
        { detail: { grant } },
      ]);
    expect((await client.send('GET', '/session')).body.projects).toMatchObject([
      { role: 'author', grant: { locales: ['de'] } },
    ]);
  });
});

async function ended({ owner, at }: Site, id: string): Promise<BulkJob> {
  const find = async () =>
    ((await owner.send('GET', at('/bulk-jobs'))).body.data as BulkJob[]).find((job) => job.id === id);
  await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).not.toBe('running');
  return (await find()) as BulkJob;
}
