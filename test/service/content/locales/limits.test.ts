import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ MAX_LOCALE_ROWS: '3' });
const ample = await startService();

describe('the limit of rows in further locales', () => {
  it('rejects a write that adds one too many, and no other', async () => {
    const site = await newProjectInLocales(service);
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const german = { de: { values: { title: 'Hallo' } } };
    const create = (locales: object) =>
      site.secret.post('/v1/content/page/entries', { values: { title: 'Hello' }, locales });
    const { id } = expectDone(await create({ ...german, fr: { values: { title: 'Salut' } } }));
    expectDone(await create(german));

    const rejected = await create(german);
    expect(rejected.status).toBe(400);
    expect(rejected.body.error).toMatchObject({
      code: 'limit_reached',
      limit: 'locale_rows_per_project_max',
      value: 3,
    });
    expectDone(await site.secret.post('/v1/content/page/entries', { values: { title: 'English' } }));
    const path = `/v1/content/page/${String(id)}`;
    expectDone(await site.secret.patch(path, { locales: { de: { values: { title: 'Servus' } } } }));
    expectDone(await site.secret.delete(`${path}?locale=fr`));
    expectDone(await create(german));
    expect((await create(german)).body.error).toMatchObject({ code: 'limit_reached' });
    expectDone(await site.secret.delete(path));
    expectDone(await create(german));
    const { limits } = expectDone(await site.secret.get('/v1/introspection'));
    expect(limits).toMatchObject({ locale_rows_per_project_max: 3 });
  });

  it('counts the rows of restored entries, of clones, and of what a job changed', async () => {
    const site = await newProjectInLocales(service);
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const owner = await signedIn(service, site.id, 'owner');
    const isOverLimit = { code: 'limit_reached', limit: 'locale_rows_per_project_max' };
    const create = async (...codes: string[]) => {
      const locales = Object.fromEntries(codes.map((code) => [code, { values: { title: 'Hallo' } }]));
      return site.secret.post('/v1/content/page/entries', { values: { title: 'Hello' }, locales });
    };
    const { id } = expectDone(await create('de', 'fr'));
    expect((await site.secret.post('/v1/releases', { name: 'Spring' })).body.error).toMatchObject(
      isOverLimit,
    );

    expectDone(await site.secret.delete(`/v1/content/page/${String(id)}`));
    expectDone(await create('de', 'fr'));
    const { body } = await owner.send('GET', `/projects/${site.id}/trash`);
    const ids = (body.data as { trash_id: string }[]).map(({ trash_id }) => trash_id);
    const restored = await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids });
    expect(restored.body).toMatchObject({ failed: 1, data: [{ error: isOverLimit }] });

    expect((await owner.send('PATCH', `/projects/${site.id}/locales/fr`, { fallback: 'de' })).status).toBe(
      200,
    );
    await sweepAll(service);
    expect((await create('de', 'fr')).body.error).toMatchObject(isOverLimit);
    expectDone(await create('de'));
    expect((await create('de')).body.error).toMatchObject(isOverLimit);
  });
});

describe('the limit of rows in further locales, for articles', () => {
  it('counts their rows together with those of entries', async () => {
    const site = await newProjectInLocales(service);
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const isOverLimit = { code: 'limit_reached', limit: 'locale_rows_per_project_max', value: 3 };
    const german = { de: { values: { title: 'Hallo' } } };
    const createEntry = () =>
      site.secret.post('/v1/content/page/entries', { values: { title: 'Hello' }, locales: german });
    const createArticle = (title: string, ...codes: string[]) => {
      const locales = Object.fromEntries(codes.map((code) => [code, { title }]));
      return site.secret.post('/v1/blog/articles', { title, locales });
    };
    expectDone(await createEntry());
    expectDone(await createArticle('News', 'de', 'fr'));

    expect((await createArticle('More', 'de')).body.error).toMatchObject(isOverLimit);
    expect((await createEntry()).body.error).toMatchObject(isOverLimit);
    expectDone(await createArticle('English'));
    expectDone(await site.secret.patch('/v1/blog/articles/news?locale=de', { title: 'Neues' }));
    expectDone(await site.secret.delete('/v1/blog/articles/news?locale=fr'));
    expectDone(await createEntry());
    expect((await createArticle('More', 'de')).body.error).toMatchObject(isOverLimit);
    expectDone(await site.secret.delete('/v1/blog/articles/news'));
    expectDone(await createArticle('More', 'de'));
    const owner = await signedIn(service, site.id, 'owner');
    const changed = await owner.send('PATCH', `/projects/${site.id}/locales/fr`, { fallback: 'de' });
    expect(changed.status).toBe(200);
    await sweepAll(service);
    expect((await createArticle('Most', 'de')).body.error).toMatchObject(isOverLimit);
  });
});

describe('the bytes of the rows of one write', () => {
  it('are limited, and a write over the limit stores nothing', async () => {
    const { site, codes } = await newSiteInLocales(25);
    const keys = Array.from({ length: 16 }, (_, i) => `text_${i}`);
    const title = { key: 'title', type: 'string', options: { localized: true } };
    await defineType(site, 'page', [title, ...keys.map((key) => ({ key, type: 'text' }))]);
    const long = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(50_000)]));
    const inLocales = (some: readonly string[]) =>
      Object.fromEntries(some.map((code) => [code, { values: { title: code }, publish: true }]));
    const body = {
      values: { title: 'Long', ...long },
      publish: true,
      locales: inLocales(codes.slice(0, 10)),
    };
    const { id } = expectDone(await site.secret.post('/v1/content/page/entries', body));

    const path = `/v1/content/page/${String(id)}`;
    const rejected = await site.secret.patch(path, { locales: inLocales(codes.slice(10)) });
    expect(rejected.body.error).toMatchObject({
      code: 'limit_reached',
      limit: 'locale_row_bytes_per_write_max',
      value: 32 * 1024 * 1024,
    });
    const { locales } = expectDone(await site.publishable.get(`${path}?locale=en&fields=title`));
    expect(locales).toEqual(['en', ...codes.slice(0, 10)]);
    expectDone(await site.secret.patch(path, { locales: inLocales(codes.slice(10, 12)) }));
  });
});

/** A project with this many further locales, in a service with the default limits. */
async function newSiteInLocales(count: number) {
  const site = await ample.newProject({ oneLocale: true });
  const owner = await signedIn(ample, site.id, 'owner');
  const codes = Array.from({ length: count }, (_, i) => `en-${String.fromCodePoint(65 + i)}A`);
  for (const code of codes)
    expect((await owner.send('POST', `/projects/${site.id}/locales`, { code })).status).toBe(201);
  return { site, codes };
}
