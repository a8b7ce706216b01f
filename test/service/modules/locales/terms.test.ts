import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

const ada = {
  name: 'Ada',
  bio: 'A mathematician',
  job_title: 'Writer',
  locales: { de: { name: 'Adelheid', bio: 'Eine Mathematikerin' } },
};

describe('an author in several locales', () => {
  it('is created in two locales and read in all', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const created = await secret.post('/v1/authors', ada);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ slug: 'ada', name: 'Ada', locale: 'en', locales: ['en', 'de'] });
    const austrian = await publishable.get('/v1/authors/adelheid?locale=de-AT');
    expect(austrian.headers.get('content-language')).toBe('de-AT');
    expect(austrian.body).toMatchObject({
      slug: 'adelheid',
      name: 'Adelheid',
      job_title: 'Writer',
      locale: 'de-AT',
      locales: ['en', 'de'],
      fallbacks: { slug: 'de', name: 'de', bio: 'de', job_title: 'en' },
      alternates: [
        { locale: 'en', url: '/v1/authors/ada?locale=en', slug: 'ada' },
        { locale: 'de', url: '/v1/authors/adelheid?locale=de', slug: 'adelheid' },
      ],
    });
    const plain = expectDone(await publishable.get('/v1/authors/adelheid'));
    expect(Object.keys(plain)).not.toContain('locale');
    expect(plain).toMatchObject({ slug: 'ada', name: 'Ada' });
    const several = expectDone(await secret.get('/v1/authors/ada?locales=en,fr'));
    expect(several.locales).toMatchObject({
      en: { name: 'Ada' },
      fr: { name: 'Ada', locales: ['en', 'de'] },
    });
  });

  it('is changed and deleted in one locale', async () => {
    const { secret } = await newProjectInLocales(service);
    const { id } = expectDone(await secret.post('/v1/authors', ada));
    const changed = expectDone(await secret.patch(`/v1/authors/${String(id)}?locale=de`, { bio: null }));

    expect(changed).toMatchObject({ name: 'Adelheid', bio: '', job_title: '', locale: 'de' });
    expect(expectDone(await secret.get('/v1/authors/ada?locale=de'))).toMatchObject({
      ...{ bio: 'A mathematician', fallbacks: { bio: 'en', job_title: 'en' } },
    });
    expect(expectDone(await secret.patch('/v1/authors/ada', { bio: 'B' })).name).toBe('Ada');
    expect(refusal(await secret.delete('/v1/authors/ada?locale=en'))[1]).toBe('locale_is_default');
    expect(refusal(await secret.delete('/v1/authors/ada?locale=fr'))[1]).toBe('unknown_author');
    expect((await secret.delete('/v1/authors/ada?locale=de')).status).toBe(204);
    expect(refusal(await secret.get('/v1/authors/adelheid'))[1]).toBe('unknown_author');
    expect(expectDone(await secret.get('/v1/authors/ada?locale=de'))).toMatchObject({
      name: 'Ada',
      locales: ['en'],
    });
  });

  it('has a revision in each locale, which moves with what the locale shows', async () => {
    const { secret } = await newProjectInLocales(service);
    expectDone(await secret.post('/v1/authors', ada));
    const revisions = async () => {
      const { locales } = expectDone(await secret.get('/v1/authors/ada?locales=en,de,de-AT,fr'));
      return Object.values(locales as Record<string, { revision: number }>).map(({ revision }) => revision);
    };
    const tagIn = async (locale: string) =>
      (await secret.get(`/v1/authors/ada?locale=${locale}`)).headers.get('ETag') ?? '';
    const [german, french] = [await tagIn('de'), await tagIn('fr')];

    const changed = await secret.patch('/v1/authors/ada?locale=de', { bio: 'Neu' }, { 'If-Match': german });
    expect([changed.status, changed.body.revision]).toEqual([200, 2]);
    expect(await revisions()).toEqual([1, 2, 2, 1]);
    expectDone(await secret.patch('/v1/authors/ada?locale=fr', { bio: 'Une' }, { 'If-Match': french }));
    expect(await revisions()).toEqual([1, 2, 2, 3]);
    expect(
      refusal(await secret.patch('/v1/authors/ada?locale=de', { bio: 'B' }, { 'If-Match': german }))[1],
    ).toBe('revision_conflict');
    expectDone(await secret.patch('/v1/authors/ada', { bio: 'New' }, { 'If-Match': '"1"' }));
    expect(await revisions()).toEqual([4, 2, 2, 3]);
    expectDone(await secret.patch('/v1/authors/ada', { job_title: 'Countess' }));
    expect(await revisions()).toEqual([5, 5, 5, 5]);
    expect((await secret.delete('/v1/authors/ada?locale=de')).status).toBe(204);
    expect(await revisions()).toEqual([5, 6, 6, 5]);
  });

  it('is listed by the names of the locale', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    for (const [name, german] of [
      ['Ada', 'Zita'],
      ['Bob', null],
      ['Cleo', 'Anna'],
    ] as const)
      await secret.post('/v1/authors', {
        name,
        ...(german === null ? {} : { locales: { de: { name: german } } }),
      });

    const first = expectDone(await publishable.get('/v1/authors?locale=de&limit=2'));
    expect(pluck(first.data, 'name')).toEqual(['Anna', 'Bob']);
    expect(first.meta).toMatchObject({ locale: 'de', fallback: 'fields' });
    const cursor = encodeURIComponent(first.meta.next_cursor as string);
    const second = expectDone(await publishable.get(`/v1/authors?locale=de&limit=2&cursor=${cursor}`));
    expect(pluck(second.data, 'name')).toEqual(['Zita']);
    expect(refusal(await publishable.get(`/v1/authors?limit=2&cursor=${cursor}`))[1]).toBe('invalid_cursor');
  });

  it.each<[string, object, [number, string, string]]>([
    ['', { name: 'A', locales: { it: { name: 'A' } } }, [400, 'unknown_locale', 'locales.it']],
    ['', { name: 'A', locales: { de: { links: [] } } }, [400, 'invalid_field_value', 'locales.de.links']],
    ['', { name: 'A', locales: { en: { name: 'B' } } }, [400, 'invalid_field_value', 'locales.en']],
    ['', { name: 'A', locales: { de: { bio: 'B' } } }, [400, 'missing_required_field', 'locales.de.name']],
    ['?locale=it', { name: 'A' }, [400, 'unknown_locale', 'locale']],
  ])('rejects a creation with %s %j', async (query, body, expected) => {
    const { secret } = await newProjectInLocales(service);
    expect(refusal(await secret.post(`/v1/authors${query}`, body))).toEqual(expected);
  });

  it('shares one namespace of slugs, and accepts empty names in partial locales', async () => {
    const { secret } = await newProjectInLocales(service);
    expectDone(await secret.post('/v1/authors', ada));
    const taken = await secret.post('/v1/authors', {
      name: 'Bob',
      locales: { de: { name: 'B', slug: 'ada' } },
    });

    expect(taken.body.error).toMatchObject({ code: 'slug_taken', param: 'locales.de.slug', locale: 'de' });
    expect((await secret.post('/v1/authors?locale=de', { name: 'Adelheid' })).body.slug).toBe('adelheid-2');
    expect((await secret.patch('/v1/authors/ada?locale=fr', { bio: 'Une' })).body).toMatchObject({
      name: '',
      bio: 'Une',
    });
  });
});

describe('collections and sections in several locales', () => {
  it('are found, listed and shown in the tree in the locale', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const collection = expectDone(
      await secret.post('/v1/kb/collections', { title: 'Start', locales: { de: { title: 'Anfang' } } }),
    );
    const section = { title: 'First', collection: collection.id, locales: { de: { title: 'Erstes' } } };
    expectDone(await secret.post('/v1/kb/sections', section));

    const [listed] = expectDone(await publishable.get('/v1/kb/sections?locale=de&collection=start'))
      .data as any[];
    expect(listed).toMatchObject({
      title: 'Erstes',
      slug: 'erstes',
      collection: { title: 'Anfang' },
      locale: 'de',
    });
    const [node] = expectDone(await publishable.get('/v1/kb/tree?locale=de')).data as any[];
    expect(node).toMatchObject({ title: 'Anfang', sections: [{ title: 'Erstes' }] });
    expect((await publishable.get('/v1/kb/collections/anfang?locale=de')).body.seo.title).toBe('Anfang');
  });
});
