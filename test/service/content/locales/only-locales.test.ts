import { describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const [all, german, french] = ['0', '1', '2'].map((n) => `blk_01k0000000000000000000000${n}`) as [
  string,
  string,
  string,
];

async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  const { secret } = site;
  const text = { key: 'text', type: 'string', options: { localized: true, required: true } };
  expectDone(await secret.put('/v1/schema/blocks/hero', { fields: [text] }));
  expectDone(await secret.put('/v1/schema/blocks/offer', { fields: [{ key: 'code', type: 'string' }] }));
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'sections', type: 'blocks', options: { blocks: ['hero', 'offer'] } },
    { key: 'own', type: 'blocks', options: { blocks: ['offer'], localized: true } },
  ]);
  return site;
}

const sections = [
  { id: all, block: 'hero', values: { text: 'Hello' } },
  { id: german, block: 'offer', values: { code: 'X' }, only_locales: ['de'] },
  { id: french, block: 'hero', values: {}, only_locales: ['fr', 'de-AT'] },
];

async function createPage({ secret }: TestProject) {
  const locales = {
    de: { values: { title: 'Hallo', sections: { [all]: { text: 'Hallo' } } }, publish: true },
    fr: { values: { title: 'Salut', sections: { [french]: { text: 'Vive' } } }, publish: true },
  };
  const body = { values: { title: 'Hello', sections }, publish: true, locales };
  return expectDone(await secret.post('/v1/content/page/entries', body));
}

type Values = Record<string, { id: string }[]>;
const idsOf = (body: { values: unknown }) => pluck((body.values as Values)['sections'], 'id');

describe('blocks for chosen locales', () => {
  it('are served in these requested locales only, and written by their codes', async () => {
    const site = await newSite();
    const created = await createPage(site);
    const { publishable, secret } = site;
    const path = `/v1/content/page/${String(created.id)}`;

    expect(created.values.sections).toMatchObject([
      { id: all },
      { id: german, only_locales: ['de'] },
      { id: french, only_locales: ['fr', 'de-AT'] },
    ]);
    expect(created.values.sections[0]).not.toHaveProperty('only_locales');
    const read = async (query: string) => expectDone(await publishable.get(`${path}${query}`));
    expect(idsOf(await read(''))).toEqual([all]);
    expect(idsOf(await read('?locale=de'))).toEqual([all, german]);
    expect(idsOf(await read('?locale=fr'))).toEqual([all, french]);
    expect(JSON.stringify(await read('?locale=fr'))).not.toContain('only_locales');
    const { data } = expectDone(await publishable.get('/v1/content/page?locale=de'));
    expect(idsOf(data[0])).toEqual([all, german]);

    const replaced = await secret.patch(path, {
      values: { sections: [all, french, { id: german, only_locales: null }] },
    });
    expect(expectDone(replaced).values.sections).toMatchObject([
      { id: all },
      { id: french, only_locales: ['fr', 'de-AT'] },
      { id: german },
    ]);
    expect(idsOf(await read(''))).toEqual([all, german]);
    const { stored, derived } = await rowsAndDerivation(service, site.id);
    expect(stored).toEqual(derived);
  });

  it('are described in projects with several locales only', async () => {
    const site = await newSite();
    const plain = await service.newProject({ oneLocale: true });
    expectDone(
      await plain.secret.put('/v1/schema/blocks/offer', { fields: [{ key: 'code', type: 'string' }] }),
    );
    await defineType(plain, 'page', [{ key: 'sections', type: 'blocks', options: { blocks: ['offer'] } }]);

    for (const path of ['/v1/openapi.json', '/v1/types.d.ts']) {
      expect((await site.secret.get(path)).text).toContain('only_locales');
      expect((await plain.secret.get(path)).text).not.toContain('only_locales');
    }
    const { schemas } = (await site.secret.get('/v1/openapi.json')).body.components as { schemas: object };
    expect(JSON.stringify(schemas)).toMatch(
      /"only_locales":[^}]*"maxItems":50,"minItems":1|"only_locales":[^}]*"minItems":1,"maxItems":50/,
    );
  });

  it('need their required fields in these locales', async () => {
    const site = await newSite();
    const page = await createPage(site);
    const path = `/v1/content/page/${String(page.id)}`;
    const { secret } = site;

    const austrian = await secret.patch(`${path}?locale=de-AT`, {
      values: { title: 'Servus', sections: { [all]: { text: 'Servus' } } },
      publish: true,
    });
    expect(refusal(austrian).slice(0, 2)).toEqual([400, 'missing_required_field']);
    const complete = { [all]: { text: 'Servus' }, [french]: { text: 'Baba' } };
    expectDone(
      await secret.patch(`${path}?locale=de-AT`, {
        values: { title: 'Servus', sections: complete },
        publish: true,
      }),
    );
  });

  it('are no fallback and no text to translate in other locales', async () => {
    const site = await newSite();
    const { publishable, secret } = site;
    const owner = await signedIn(service, site.id, 'owner');
    expect((await owner.send('PATCH', `/projects/${site.id}/locales/de`, { fallback: 'en' })).status).toBe(
      200,
    );
    const texts = [
      { id: all, block: 'hero', values: { text: 'Hello' } },
      { id: french, block: 'hero', values: { text: 'Long live' }, only_locales: ['fr'] },
    ];
    const publish = true;
    const locales = {
      de: { values: { title: 'Hallo', sections: { [all]: { text: 'Hallo' } } }, publish },
      fr: { values: { title: 'Salut', sections: { [all]: { text: 'Salut' } } }, publish },
    };
    const { id } = expectDone(
      await secret.post('/v1/content/page/entries', {
        values: { title: 'Hello', sections: texts },
        publish,
        locales,
      }),
    );
    const path = `/v1/content/page/${String(id)}`;
    const read = async (locale: string) => expectDone(await publishable.get(`${path}?locale=${locale}`));
    expect((await read('de')).fallbacks).toEqual({});
    const translationsOf = async (locale: string) =>
      expectDone(await secret.get(`/v1/translations?locale=${locale}&state=missing,outdated,current`)).data;
    expect(await translationsOf('de')).toMatchObject([{ state: 'current', missing_fields: [] }]);
    expect(await translationsOf('fr')).toMatchObject([
      { missing_fields: [`sections/${french}/text`] }, // a missing text does not count in a partial locale
    ]);
  });

  it('whose locale was removed are in no response of the API, and block no write', async () => {
    const site = await newSite();
    const { id } = await createPage(site);
    const { publishable, secret } = site;
    const owner = await signedIn(service, site.id, 'owner');
    const remove = async (code: string) => {
      const { status } = await owner.send('DELETE', `/projects/${site.id}/locales/${code}`, {
        confirm: code,
      });
      expect(status).toBe(200);
    };
    const path = `/v1/content/page/${String(id)}`;
    const editorPath = `/projects/${site.id}/content/page/entries/${String(id)}`;
    const saveUnchanged = async () => {
      const { draft } = (await owner.send('GET', editorPath)).body as { draft: Values };
      const saved = await owner.send('PATCH', editorPath, {
        values: { sections: draft['sections'], title: 'New' },
      });
      expect([saved.status, saved.body.error]).toEqual([200, undefined]);
      return pluck(draft['sections'], 'id');
    };

    await remove('fr');
    await remove('de-AT');
    expect(await saveUnchanged()).toEqual([all, german, french]);
    const published = expectDone(await secret.patch(path, { publish: true }));
    expect(published.values.sections).toMatchObject([{ id: all }, { id: german, only_locales: ['de'] }]);
    expect(idsOf(expectDone(await publishable.get(path)))).toEqual([all]);

    await remove('de');
    expect(await saveUnchanged()).toEqual([all, german, french]);
    expect(idsOf(expectDone(await secret.patch(path, { publish: true })))).toEqual([all]);
    const unknown = { sections: [{ id: german, block: 'offer', only_locales: ['de'] }] };
    expect(refusal(await secret.patch(path, { values: unknown }))[1]).toBe('unknown_field');
  });

  it('count in filters of these locales only, also for types without localized fields', async () => {
    const site = await newSite();
    await defineType(site, 'strip', [
      { key: 'sections', type: 'blocks', options: { blocks: ['offer'] } },
      { key: 'price', type: 'number' },
    ]);
    const { id } = await createPage(site);
    const strip = { sections: [{ block: 'offer', values: { code: 'X' }, only_locales: ['de'] }], price: 1 };
    const created = await site.secret.post('/v1/content/strip/entries', { values: strip, publish: true });
    const stripId = expectDone(created).id;
    const list = async (path: string) =>
      pluck(expectDone(await site.publishable.get(`/v1/content/${path}`)).data, 'id');

    const offers = 'where[sections][contains]=offer';
    const none = 'where[sections][is_null]=true';
    for (const locale of ['', 'locale=en&', 'locale=fr&', 'locale=fr&fallback=none&']) {
      expect(await list(`page?${locale}${offers}`), locale).toEqual([]);
      expect(await list(`strip?${locale}${offers}&where[price][gte]=0&sort=price`), locale).toEqual([]);
      expect(await list(`strip?${locale}${none}`), locale).toEqual([stripId]);
      expect(await list(`page?${locale}where[sections][contains]=hero`), locale).toEqual([id]);
      expect(await list(`page?${locale}${none}`), locale).toEqual([]);
    }
    for (const locale of ['locale=de&', 'locale=de&fallback=none&']) {
      expect(await list(`page?${locale}${offers}`), locale).toEqual([id]);
      expect(await list(`strip?${locale}${offers}`), locale).toEqual([stripId]);
      expect(await list(`strip?${locale}where[sections][is_null]=false`), locale).toEqual([stripId]);
    }
  });

  it('count towards the bounds of the list in their locales', async () => {
    const site = await newSite();
    const { secret } = site;
    const bounds = { min_items: 1, max_items: 2, max_of: { offer: 1 } };
    await defineType(site, 'bar', [
      { key: 'title', type: 'string', options: { localized: true } },
      { key: 'items', type: 'blocks', options: { blocks: ['offer', 'hero'], ...bounds } },
    ]);
    const offer = (...codes: string[]) => ({ block: 'offer', only_locales: codes });
    const create = (items: object[], more: object = {}) =>
      secret.post('/v1/content/bar/entries', { values: { title: 'x', items }, ...more });

    const { id, values } = expectDone(await create([offer('en'), offer('de'), offer('fr', 'de-AT')]));
    const [first] = pluck(values.items, 'id');
    const widened = {
      items: [{ id: first, only_locales: ['en', 'de'] }, ...pluck(values.items, 'id').slice(1)],
    };
    const tooMany = await secret.patch(`/v1/content/bar/${String(id)}`, { values: widened });
    expect(refusal(tooMany)[1]).toBe('invalid_field_value');
    expect(tooMany.body.error).toMatchObject({ expected: 'at most 1 of offer', got: '2' });
    const few = await create([offer('de')], { publish: true });
    expect(few.body.error).toMatchObject({ expected: 'at least 1 blocks', got: '0' });
    expectDone(await create([offer('en')], { publish: true }));
  });

  it('notify the locales whose readers see them, and those that serve the entry whole', async () => {
    const site = await newSite();
    const { id } = await createPage(site);
    const { secret, publishable } = site;
    const path = `/v1/content/page/${String(id)}`;
    const change = async (query: string, values: object) => {
      const count = (await site.eventData()).length;
      const before = await Promise.all(codes.map((code) => publishable.get(`${path}?locale=${code}`)));
      expectDone(await secret.patch(`${path}${query}`, { values: { sections: values } }));
      const after = await Promise.all(codes.map((code) => publishable.get(`${path}?locale=${code}`)));
      const [event, ...others] = (await site.eventData()).slice(count);
      expect(others).toEqual([]);
      const changedCodes = codes.filter((_, i) => before[i]?.text !== after[i]?.text);
      return { notified: event === undefined ? [] : pluck(event['locales'], 'locale'), changedCodes };
    };

    const codes = ['en', 'de', 'fr'];
    const german1 = await change('', { [german]: { code: 'Y' } });
    expect(german1).toEqual({ notified: ['de'], changedCodes: ['de'] });
    const french1 = await change('?locale=fr', { [french]: { text: 'Salut' } });
    expect(french1).toEqual({ notified: ['fr'], changedCodes: ['fr'] });
    const moved = [all, { id: german, only_locales: ['fr'] }, french];
    expect(await change('', moved)).toEqual({ notified: ['de', 'fr'], changedCodes: ['de', 'fr'] });
    expect(await change('', [all, { id: german, only_locales: ['de-AT'] }, french])).toEqual({
      notified: ['fr'],
      changedCodes: ['fr'],
    });

    // The revision is that of the German entry, which Austrian readers are served whole.
    expect(await change('', { [german]: { code: 'Z' } })).toEqual({ notified: [], changedCodes: [] });
    const owner = await signedIn(service, site.id, 'owner');
    const serve = await owner.send('PATCH', `/projects/${site.id}/locales/de-AT`, { serves_entries: true });
    expect(serve.status).toBe(200);
    const whole = `${path}?locale=de-AT&fallback=entries`;
    const before = expectDone(await publishable.get(whole));
    expect((await change('', { [german]: { code: 'AT' } })).notified).toEqual(['de']);
    const after = expectDone(await publishable.get(whole));
    expect(after.values.sections).toMatchObject([{ id: all }, { id: german, values: { code: 'AT' } }, {}]);
    expect(after.revision).toBeGreaterThan(Number(before.revision));
  });

  it.each([
    ['an unknown code', { sections: [{ block: 'offer', only_locales: ['it'] }] }, 'unknown_locale'],
    ['no code', { sections: [{ block: 'offer', only_locales: [] }] }, 'invalid_field_value'],
    ['a text', { sections: [{ block: 'offer', only_locales: 'de' }] }, 'invalid_field_value'],
    ['a list of one locale', { own: [{ block: 'offer', only_locales: ['de'] }] }, 'invalid_field_value'],
  ])('are rejected with %s', async (_, values, code) => {
    const { secret } = await newSite();

    expect(refusal(await secret.post('/v1/content/page/entries', { values }))[1]).toBe(code);
  });

  it('are unknown in a project with one locale, and kept by saves of the dashboard', async () => {
    const site = await newSite();
    const page = await createPage(site);
    const owner = await signedIn(service, site.id, 'owner');
    const at = `/projects/${site.id}/content/page/entries/${String(page.id)}`;
    const { draft } = (await owner.send('GET', at)).body as { draft: Values };
    const blocks = draft['sections'] ?? [];
    expect((await owner.send('PATCH', at, { values: { sections: blocks.toReversed() } })).status).toBe(200);
    const saved = expectDone(
      await site.secret.patch(`/v1/content/page/${String(page.id)}`, { values: { title: 'x' } }),
    );
    expect(saved.values.sections).toMatchObject([
      { id: french, only_locales: ['fr', 'de-AT'] },
      { id: german, only_locales: ['de'] },
      { id: all },
    ]);

    const plain = await service.newProject({ oneLocale: true });
    expectDone(
      await plain.secret.put('/v1/schema/blocks/offer', { fields: [{ key: 'code', type: 'string' }] }),
    );
    await defineType(plain, 'page', [{ key: 'sections', type: 'blocks', options: { blocks: ['offer'] } }]);
    const values = { sections: [{ block: 'offer', only_locales: ['en'] }] };
    expect(refusal(await plain.secret.post('/v1/content/page/entries', { values }))[1]).toBe('unknown_field');
  });
});
