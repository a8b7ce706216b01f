import { describe, expect, it } from 'vitest';
import type { Scopes } from '../../../../src/contract/access.ts';
import { hashOfToken } from '../../../../src/core/util/index.ts';
import type { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { type TestProject, workerDatabase } from '../../../support/service.ts';

const { service } = await startMediaService({ MONGODB_DB: workerDatabase() });
const localized = { localized: true };

/** A project in en, de, de-AT and fr with a localized type. */
async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: localized },
    { key: 'price', type: 'number' },
  ]);
  await defineType(site, 'plain', { title: 'string' });
  return site;
}

/** The limits of a key that may change content of these locales only. */
function limitsTo(codes: readonly string[]): Scopes {
  return { can: ['read', 'draft', 'publish'], locales: [...codes] };
}

/** A client with a key whose scopes are limited to locales, as an owner creates it. */
async function translator(site: TestProject, ...codes: string[]): Promise<ApiClient> {
  const owner = await signedIn(service, site.id, 'owner');
  const body = { purpose: 'secret', name: 'Translator', scopes: limitsTo(codes) };
  const { status, body: created } = await owner.send('POST', `/projects/${site.id}/keys`, body);
  expect(status).toBe(201);
  expect(created.key.scopes.locales).toEqual(codes);
  return site.as(String(created.token));
}

async function newPage(site: TestProject, body: object = {}): Promise<string> {
  const values = { title: 'Hello', price: 3 };
  return String(expectDone(await site.secret.post('/v1/content/page/entries', { values, ...body })).id);
}

const german = { de: { values: { title: 'Hallo' } } };
const everywhere = { publish: true, locales: { de: { values: { title: 'Hallo' }, publish: true } } };

/** The missing scope of a rejected request. */
function missing(answer: Parameters<typeof refusal>[0]): unknown {
  const [status, code] = refusal(answer);
  expect([status, code]).toEqual([403, 'scope_required']);
  return (answer.body as { error: { required: string } }).error.required;
}

describe('entries of a key that is limited to a locale', () => {
  it('are read as before, and written in this locale', async () => {
    const site = await newSite();
    const id = await newPage(site, { publish: true });
    const de = await translator(site, 'de');
    const path = `/v1/content/page/${id}`;

    expect(expectDone(await de.get(path)).values).toMatchObject({ title: 'Hello', price: 3 });
    expectDone(await de.patch(`${path}?locale=de`, { values: { title: 'Hallo' } }));
    const published = expectDone(await de.patch(`${path}?locale=de`, { publish: true }));
    expect(published.states).toMatchObject({ de: { status: 'published' }, en: { status: 'published' } });
    expect(expectDone(await site.publishable.get(`${path}?locale=de`)).values).toMatchObject({
      title: 'Hallo',
      price: 3,
    });
    expectDone(await de.patch(`${path}?locale=de`, { values: { title: 'Hallo!' } }));
    expectDone(await de.patch(`${path}?locale=de`, { publish: false }));
    expect((await de.delete(`${path}?locale=de`)).status).toBe(204);
    expect(expectDone(await site.publishable.get(path)).values).toMatchObject({ title: 'Hello' });
  });

  it('are refused outside of it', async () => {
    const site = await newSite();
    const id = await newPage(site, everywhere);
    const de = await translator(site, 'de');
    const path = `/v1/content/page/${id}`;
    const title = { values: { title: 'x' } };

    expect(missing(await de.patch(path, title))).toBe('locale:en');
    expect(missing(await de.patch(path, { publish: false }))).toBe('locale:en');
    expect(missing(await de.patch(`${path}?locale=fr`, title))).toBe('locale:fr');
    expect(missing(await de.patch(`${path}?locale=de`, { ...title, locales: { fr: title } }))).toBe(
      'locale:fr',
    );
    expect(missing(await de.patch(`${path}?locale=de`, { values: { price: 4 } }))).toBe('locale:*');
    expect(missing(await de.patch(path, { locales: { '*': { publish: false } } }))).toBe('locale:en');
    expect(missing(await de.delete(path))).toBe('locale:*');
    expect(missing(await de.post('/v1/content/page/entries', { values: {}, locales: german }))).toBe(
      'locale:*',
    );
    expect(expectDone(await site.secret.get(`${path}?locale=de`)).values).toMatchObject({
      title: 'Hallo',
      price: 3,
    });
    expectDone(await de.patch(`${path}?locale=de`, { values: { price: 3 } }));
  });

  it('leave waiting shared values in the draft, also with a date', async () => {
    const site = await newSite();
    const id = await newPage(site, everywhere);
    const de = await translator(site, 'de');
    const path = `/v1/content/page/${id}`;
    expectDone(await site.secret.patch(`${path}?draft=true`, { values: { price: 9 } }));
    const price = async () => {
      const { values } = expectDone(await site.publishable.get(`${path}?locale=de`));
      return (values as { price: number }).price;
    };

    expectDone(await de.patch(`${path}?locale=de`, { values: { title: 'Neu' }, publish: true }));
    expect(await price()).toBe(3);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expectDone(
      await de.patch(`${path}?locale=de`, { values: { title: 'Später' }, publish: true, publish_at: at }),
    );
    expect(await price()).toBe(3);
    expect(missing(await de.patch(`${path}?locale=de`, { publish: true, publish_shared: true }))).toBe(
      'locale:*',
    );
    expectDone(await site.secret.patch(path, { publish: true }));
    expect(await price()).toBe(9);
  });

  it('can be those of the default locale, without shared fields and plain types', async () => {
    const site = await newSite();
    const [id, plain] = [
      await newPage(site),
      String(expectDone(await site.secret.post('/v1/content/plain/entries', { values: { title: 'a' } })).id),
    ];
    const en = await translator(site, 'en');
    const path = `/v1/content/page/${id}`;

    expectDone(await en.patch(path, { values: { title: 'Hi' }, publish: true }));
    expect(expectDone(await site.publishable.get(path)).values).toMatchObject({ title: 'Hi' });
    expect(missing(await en.patch(path, { values: { price: 5 } }))).toBe('locale:*');
    expect(missing(await en.patch(`${path}?locale=de`, { values: { title: 'x' } }))).toBe('locale:de');
    expect(missing(await en.patch(`/v1/content/plain/${plain}`, { values: { title: 'b' } }))).toBe(
      'locale:*',
    );
    expect(missing(await en.patch(`/v1/content/plain/${plain}`, { publish: true }))).toBe('locale:*');
  });

  it('are refused one by one in a bulk request, and together in a transaction', async () => {
    const site = await newSite();
    const [first, second] = [await newPage(site, everywhere), await newPage(site, everywhere)];
    const de = await translator(site, 'de');
    const patch = (id: string, locale: string, values: object) => ({
      method: 'PATCH',
      path: `/v1/content/page/${id}`,
      body: { locales: { [locale]: { values } } },
    });
    const operations = [
      patch(first, 'de', { title: 'Eins' }),
      patch(second, 'fr', { title: 'Un' }),
      { method: 'DELETE', path: `/v1/content/page/${second}` },
      { method: 'POST', path: '/v1/content/page/entries', body: { values: { title: 'c' } } },
    ];

    const { results } = expectDone(await de.post('/v1/bulk', { operations })) as {
      results: { status: number; error?: { required?: string } }[];
    };
    expect(results.map(({ status, error }) => [status, error?.required])).toEqual([
      [200, undefined],
      [403, 'locale:fr'],
      [403, 'locale:*'],
      [403, 'locale:*'],
    ]);
    const together = { operations: operations.slice(0, 2), mode: 'all' };
    expect(refusal(await de.post('/v1/bulk', together))[1]).toBe('bulk_rejected');
    expect(missing(await de.post('/v1/content/page/entries', { values: {} }))).toBe('locale:*');
  });
});

describe('other items of a key that is limited to a locale', () => {
  it('are articles', async () => {
    const site = await newSite();
    const de = await translator(site, 'de');
    const path = '/v1/blog/articles/hello';
    expectDone(await site.secret.post('/v1/blog/articles', { title: 'Hello', publish: true }));

    expectDone(await de.patch(`${path}?locale=de`, { title: 'Hallo', publish: true }));
    expect(expectDone(await site.publishable.get(`${path}?locale=de`)).title).toBe('Hallo');
    expect(missing(await de.patch(path, { title: 'x' }))).toBe('locale:en');
    expect(missing(await de.patch(path, { publish: false }))).toBe('locale:en');
    expect(missing(await de.patch(`${path}?locale=fr`, { title: 'x' }))).toBe('locale:fr');
    const author = String(expectDone(await site.secret.post('/v1/authors', { name: 'Edda' })).id);
    expect(missing(await de.patch(`${path}?locale=de`, { author_ids: [author] }))).toBe('locale:*');
    expect(missing(await de.delete(path))).toBe('locale:*');
    expect(missing(await de.post('/v1/blog/articles', { title: 'New' }))).toBe('locale:*');
    expect((await de.delete(`${path}?locale=de`)).status).toBe(204);
  });

  it('are articles of the knowledge base, with their reviews', async () => {
    const site = await newSite();
    const de = await translator(site, 'de');
    const collection = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Guides' })).id;
    const body = {
      title: 'Hello',
      collection,
      publish: true,
      locales: { de: { title: 'Hallo', publish: true } },
    };
    expectDone(await site.secret.post('/v1/kb/articles', body));
    const path = '/v1/kb/articles/hello';

    expectDone(await de.post(`${path}/review?locale=de`, {}));
    expect(missing(await de.post(`${path}/review`, {}))).toBe('locale:en');
    expectDone(await de.patch(`${path}?locale=de`, { excerpt: 'Neu' }));
    expect(missing(await de.patch(`${path}?locale=de`, { archived: true }))).toBe('locale:*');
  });

  it('are authors, categories and alt texts', async () => {
    const site = await newSite();
    const de = await translator(site, 'de');
    expectDone(await site.secret.post('/v1/authors', { name: 'Edda' }));
    expectDone(await site.secret.post('/v1/blog/categories', { name: 'News' }));
    const asset = await newAsset(site.secret);

    expectDone(await de.patch('/v1/authors/edda?locale=de', { name: 'Edda', bio: 'Näht Segel.' }));
    expectDone(await de.patch('/v1/blog/categories/news', { locales: { de: { name: 'Neues' } } }));
    expectDone(await de.patch(`/v1/media/${asset}?locale=de`, { alt: 'Ein Hafen' }));
    expect(missing(await de.patch('/v1/authors/edda', { bio: 'x' }))).toBe('locale:en');
    expect(missing(await de.patch('/v1/authors/edda?locale=fr', { bio: 'x' }))).toBe('locale:fr');
    expect(
      missing(await de.patch('/v1/authors/edda?locale=de', { links: [{ url: 'https://e.example' }] })),
    ).toBe('locale:*');
    expect(missing(await de.delete('/v1/authors/edda'))).toBe('locale:*');
    expect(missing(await de.post('/v1/authors', { name: 'New' }))).toBe('locale:*');
    expect(missing(await de.patch(`/v1/media/${asset}`, { alt: 'x' }))).toBe('locale:en');
    expect(missing(await de.patch(`/v1/media/${asset}?locale=de`, { file_name: 'x.png' }))).toBe('locale:*');
    const upload = { file_name: 'a.png', content_type: 'image/png', size_bytes: 1 };
    expect(missing(await de.post('/v1/media/uploads', upload))).toBe('locale:*');
    expect((await de.delete('/v1/authors/edda?locale=de')).status).toBe(204);
  });

  it('are confirmations of texts', async () => {
    const site = await newSite();
    const de = await translator(site, 'de');
    const id = await newPage(site, everywhere);
    expectDone(await site.secret.patch(`/v1/content/page/${id}`, { values: { title: 'Hello again' } }));

    const confirm = (client: ApiClient, locale: string) =>
      client.post('/v1/translations/confirm', { locale, ids: [id] });
    expectDone(await site.secret.patch(`/v1/content/page/${id}?locale=fr`, { values: { title: 'Salut' } }));
    expectDone(await site.secret.patch(`/v1/content/page/${id}`, { values: { title: 'Hello there' } }));
    expect(missing(await confirm(de, 'fr'))).toBe('locale:fr');
    expect(expectDone(await confirm(de, 'de')).data).toMatchObject([{ id, state: 'current' }]);
  });
});

describe('a key that is limited to locales', () => {
  it('is described with codes, and follows renamed and removed locales', async () => {
    const site = await newSite();
    const id = await newPage(site, everywhere);
    const client = await translator(site, 'de', 'fr');
    const owner = await signedIn(service, site.id, 'owner');
    const scopes = async () => (expectDone(await client.get('/v1/ping')).key as { scopes: Scopes }).scopes;
    const write = (locale: string) =>
      client.patch(`/v1/content/page/${id}?locale=${locale}`, { values: { title: `in ${locale}` } });

    expect((await scopes()).locales).toEqual(['de', 'fr']);
    expect(expectDone(await client.get('/v1/introspection')).key).toMatchObject({
      scopes: { locales: ['de', 'fr'] },
    });
    const rename = { code: 'de-CH' };
    expect((await owner.send('PATCH', `/projects/${site.id}/locales/de`, rename)).status).toBe(200);
    expect((await scopes()).locales).toEqual(['de-CH', 'fr']);
    expectDone(await write('de-CH'));
    for (const code of ['fr', 'de-AT'])
      expect(
        (await owner.send('DELETE', `/projects/${site.id}/locales/${code}`, { confirm: code })).status,
      ).toBe(200);
    expect((await scopes()).locales).toEqual(['de-CH']);
    expect(refusal(await write('fr'))[1]).toBe('unknown_locale');
    expect(
      (await owner.send('DELETE', `/projects/${site.id}/locales/de-CH`, { confirm: 'de-CH' })).status,
    ).toBe(200);
    expect((await scopes()).locales).toEqual([]);
    expect(missing(await write('en'))).toBe('locale:en');
    expect(expectDone(await client.get(`/v1/content/page/${id}`)).id).toBe(id);
  });

  it('is created with known locales only, without other rights over the whole project', async () => {
    const site = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const create = async (scopes: object) => {
      const body = { purpose: 'secret', name: 'T', scopes };
      const answer = await owner.send('POST', `/projects/${site.id}/keys`, body);
      return [answer.status, answer.body.error?.code, answer.body.error?.param];
    };
    const can = ['read', 'draft', 'publish'];
    const reject = (param: string) => [400, 'invalid_scope', param];

    expect(await create({ can, locales: ['it'] })).toEqual(reject('scopes.locales'));
    expect(await create({ can, locales: [] })).toEqual(reject('scopes.locales'));
    expect(await create({ can: [...can, 'schema'], locales: ['de'] })).toEqual(reject('scopes.can'));
    expect(await create({ can: [...can, 'releases'], locales: ['de'] })).toEqual(reject('scopes.can'));
    expect(await create({ can, locales: ['DE_at'] })).toEqual([201, undefined, undefined]);
    const log = await owner.send('GET', `/projects/${site.id}/audit?action=key.created`);
    expect(log.body.data[0].detail.scopes).toEqual({ from: null, to: { can, locales: ['de-AT'] } });
  });

  it('is not found by older versions, which would ignore the locales', async () => {
    const site = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const keys = `/projects/${site.id}/keys`;
    const can = ['read', 'draft', 'publish'];
    const body = { purpose: 'secret', name: 'Translator', scopes: { can, locales: ['de'] } };
    const { key, token } = (await owner.send('POST', keys, body)).body as {
      key: { id: string };
      token: string;
    };
    const hash = hashOfToken(token);
    const find = () =>
      databaseOf(service.app.system)
        .collection<{ _id: string }>('api_keys')
        .findOne({ _id: { $in: [hash, hashOfToken(`narrowed:${hash}`)] } });
    const read = async () => (await site.as(token).get('/v1/ping')).status;

    expect([await find(), await read()]).toEqual([null, 200]);
    await owner.send('PATCH', `${keys}/${key.id}`, { scopes: { can: ['read'] } });
    expect([await find(), await read()]).toEqual([expect.objectContaining({ key_id: key.id }), 200]);
    await owner.send('PATCH', `${keys}/${key.id}`, { scopes: { can: ['read'], locales: ['de'] } });
    expect([await find(), await read()]).toEqual([null, 200]);
  });

  it('writes nothing of another project', async () => {
    const [site, other] = [await newSite(), await newSite()];
    const id = await newPage(other, everywhere);
    const de = await translator(site, 'de');
    const target = `/v1/content/page/${id}?locale=de`;
    expect(refusal(await de.patch(target, { values: { title: 'x' } }))[1]).toBe('unknown_entry');
  });
});
