import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { articleRowsAndDerivation, rowsAndDerivation } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);

describe('a duplicate', () => {
  it('of an entry is a new draft with the draft’s values, without those that are unique', async () => {
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'path', type: 'string', options: { unique: true } },
      { key: 'other', type: 'reference', options: { content_type: 'page' } },
    ]);
    const target = expectDone(
      await project.secret.post('/v1/content/page/entries', { values: { title: 'Target' } }),
    ) as { id: string };
    const original = expectDone(
      await project.secret.post('/v1/content/page/entries', {
        values: { title: 'One', path: '/one', other: target.id },
        publish: true,
      }),
    ) as { id: string };
    await send('PATCH', `/content/page/entries/${original.id}`, { values: { title: 'Two' } });

    const copy = await send('POST', `/content/page/entries/${original.id}/duplicate`);

    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      status: 'draft',
      revision: 1,
      live: null,
      draft: { title: 'Two (copy)', other: target.id },
    });
    expect(copy.body.id).not.toBe(original.id);
    expect(copy.body.draft).not.toHaveProperty('path');
    const places = await project.secret.get(`/v1/content/page/${target.id}/referenced-by`);
    expect(places.body.data).toHaveLength(2);
    expect((await send('POST', '/content/page/entries/ent_none/duplicate')).body.error.code).toBe(
      'unknown_entry',
    );
  });

  it.each(['blog', 'kb'])('of an article of the %s has a title and a slug of its own', async (module) => {
    const place =
      module === 'kb'
        ? {
            collection: (
              expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' })) as { id: string }
            ).id,
          }
        : { canonical_url: 'https://example.com/first' };
    const original = expectDone(
      await project.secret.post(`/v1/${module}/articles`, {
        title: 'First',
        body: { markdown: 'Text' },
        publish: true,
        ...place,
      }),
    ) as { id: string };

    const copy = await send('POST', `/${module}/articles/${original.id}/duplicate`);

    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      title: 'First (copy)',
      slug: 'first-copy',
      status: 'draft',
      revision: 1,
    });
    expect(JSON.stringify(copy.body.draft.body)).toContain('Text');
    if (module === 'kb') expect(copy.body.draft).toMatchObject(place);
    else expect(copy.body.draft.canonical_url).toBe('');
    const unknown = await send('POST', `/${module}/articles/none/duplicate`);
    expect(unknown.body.error.code).toBe(`unknown_${module}_article`);
  });
});

describe('a duplicate in several locales', () => {
  it('of an entry is a draft in each of them, without their unique values', async () => {
    const { site, send: sendTo } = await newSite();
    await defineType(site, 'page', [
      { key: 'title', type: 'string', options: { localized: true } },
      { key: 'path', type: 'string', options: { localized: true, unique: true } },
      { key: 'price', type: 'number' },
    ]);
    const created = await site.secret.post('/v1/content/page/entries', {
      values: { title: 'Prices', path: '/pricing', price: 3 },
      publish: true,
      locales: {
        de: { values: { title: 'Preise', path: '/preise' }, publish: true },
        fr: { values: { path: '/prix' } },
      },
    });
    const original = String(expectDone(created).id);

    const copy = await sendTo('POST', `/content/page/entries/${original}/duplicate`);

    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      status: 'draft',
      live: null,
      draft: { title: 'Prices (copy)', price: 3 },
    });
    const german = await sendTo('GET', `/content/page/entries/${copy.body.id}?locale=de`);
    expect(german.body).toMatchObject({ status: 'draft', draft: { title: 'Preise (copy)', price: 3 } });
    expect(german.body.draft).not.toHaveProperty('path');
    const patched = await site.secret.patch(`/v1/content/page/${copy.body.id}?locale=de`, { publish: true });
    expect(Object.keys(expectDone(patched).states as object)).toEqual(['en', 'de']);
    const { stored, derived } = await rowsAndDerivation(service, site.id);
    expect(stored).toEqual(derived);
  });

  it('of an entry without content in the default locale leaves that locale empty', async () => {
    const { site, send: sendTo } = await newSite();
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const created = await site.secret.post('/v1/content/page/entries?locale=de', {
      values: { title: 'Preise' },
    });

    const copy = await sendTo('POST', `/content/page/entries/${String(expectDone(created).id)}/duplicate`);

    expect(copy.status).toBe(201);
    const published = await site.secret.patch(`/v1/content/page/${copy.body.id}?locale=de`, {
      publish: true,
    });
    expect(expectDone(published)).toMatchObject({ values: { title: 'Preise (copy)' }, locales: ['de'] });
    expect(Object.keys(expectDone(published).states as object)).toEqual(['de']);
  });

  it('of an article is a draft in each of them, with slugs of its own', async () => {
    const { site, send: sendTo } = await newSite();
    const created = await site.secret.post('/v1/blog/articles', {
      title: 'Prices',
      canonical_url: 'https://example.com/prices',
      seo: { title: 'All prices' },
      publish: true,
      locales: {
        de: { title: 'Preise', excerpt: '', canonical_url: 'https://example.com/preise', publish: true },
        fr: { excerpt: 'Combien' },
      },
    });

    const copy = await sendTo('POST', `/blog/articles/${String(expectDone(created).id)}/duplicate`);

    expect(copy.body).toMatchObject({ title: 'Prices (copy)', slug: 'prices-copy', status: 'draft' });
    const publish = { locales: { '*': { publish: true } } };
    const published = expectDone(await site.secret.patch(`/v1/blog/articles/${copy.body.id}`, publish));
    expect(Object.keys(published.states as object)).toEqual(['en', 'de', 'fr']);
    const read = async (code: string) =>
      expectDone(await site.publishable.get(`/v1/blog/articles/${copy.body.id}?locale=${code}`));
    expect(await read('de')).toMatchObject({
      ...{ title: 'Preise (copy)', slug: 'preise-copy', excerpt: '', canonical_url: '' },
      fallbacks: {},
    });
    expect(await read('fr')).toMatchObject({ title: '', slug: 'prices-copy', excerpt: 'Combien' });
    const { stored, derived } = await articleRowsAndDerivation(service, site.id);
    expect(stored).toMatchObject(derived as object[]);
  });

  it('of an article without content in the default locale leaves that locale empty', async () => {
    const { site, send: sendTo } = await newSite();
    const collection = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Help' })).id;
    const created = await site.secret.post('/v1/kb/articles?locale=de', { title: 'Leinen', collection });

    const copy = await sendTo('POST', `/kb/articles/${String(expectDone(created).id)}/duplicate`);

    expect(copy.status).toBe(201);
    const path = `/v1/kb/articles/${copy.body.id}`;
    const published = expectDone(await site.secret.patch(`${path}?locale=de`, { publish: true }));
    expect(published).toMatchObject({ title: 'Leinen (copy)', slug: 'leinen-copy', locales: ['de'] });
    expect(Object.keys(published.states as object)).toEqual(['de']);
  });
});

/** A project in several locales, and requests of its owner. */
async function newSite() {
  const site = await newProjectInLocales(service);
  const owner = await signedIn(service, site.id, 'owner');
  return {
    site,
    send: (method: string, path: string) => owner.send(method, `/projects/${site.id}${path}`),
  };
}
