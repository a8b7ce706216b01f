import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

const path = '/v1/blog/articles';
const hello = {
  title: 'Hello',
  excerpt: 'A greeting',
  body: { markdown: 'One two three.' },
  tags: ['news'],
  publish: true,
  locales: { de: { title: 'Hallo', body: { markdown: 'Eins zwei.' }, publish: true } },
};

describe('a blog article in several locales', () => {
  it('is created in two locales and read in each', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const created = await secret.post(path, hello);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ slug: 'hello', locale: 'en', locales: ['en', 'de'] });
    expect(created.body.states).toMatchObject({
      en: { status: 'published', has_unpublished_changes: false },
      de: { status: 'published', has_unpublished_changes: false },
    });
    const german = await publishable.get(`${path}/hallo?locale=de`);
    expect(german.headers.get('content-language')).toBe('de');
    expect(german.body).toMatchObject({
      slug: 'hallo',
      title: 'Hallo',
      word_count: 2,
      excerpt: '',
      tags: [],
      locale: 'de',
      locales: ['en', 'de'],
      fallbacks: {},
      alternates: [
        { locale: 'en', url: '/v1/blog/articles/hello?locale=en', slug: 'hello' },
        { locale: 'de', url: '/v1/blog/articles/hallo?locale=de', slug: 'hallo' },
      ],
    });
    const byEnglishSlug = expectDone(await publishable.get(`${path}/hello?locale=de`));
    expect(byEnglishSlug.slug).toBe('hallo');
    const plain = expectDone(await publishable.get(`${path}/hallo`));
    expect(plain).toMatchObject({ slug: 'hello', title: 'Hello', word_count: 3 });
    expect(Object.keys(plain)).not.toContain('locale');
    const several = expectDone(await secret.get(`${path}/hello?locales=en,de,fr`));
    expect(several.locales).toMatchObject({ en: { title: 'Hello' }, de: { title: 'Hallo' }, fr: null });
    const hidden = await publishable.get(`${path}/hello?locale=fr`);
    expect([hidden.status, hidden.body.error]).toMatchObject([
      404,
      { code: 'blog_article_not_published', locale: 'fr', locales: ['en', 'de'] },
    ]);
    expect(refusal(await publishable.get(`${path}/hello?locales=en`))[1]).toBe('secret_key_required');
    expect(refusal(await publishable.get(`${path}/hello?fallback=none`))[2]).toBe('fallback');
    expect(refusal(await publishable.get(`${path}?locale=it`))[1]).toBe('unknown_locale');
  });

  it('shows values of the fallback, and seo locale by locale', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const seo = { title: 'SEO', description: 'About' };
    const german = { title: 'Hallo', excerpt: 'Gruß', body: { markdown: 'Eins zwei.' }, seo, publish: true };
    const austrian = { title: 'Servus', publish: true };
    expectDone(await secret.post(path, { ...hello, locales: { de: german, 'de-AT': austrian } }));

    const served = expectDone(await publishable.get(`${path}/servus?locale=de-AT`));
    expect(served).toMatchObject({
      title: 'Servus',
      excerpt: 'Gruß',
      word_count: 2,
      fallbacks: { excerpt: 'de', body: 'de' },
      seo: { title: 'Servus', description: 'About' },
    });
    const own = expectDone(await publishable.get(`${path}/servus?locale=de-AT&fallback=none`));
    expect(own).toMatchObject({ title: 'Servus', excerpt: '', word_count: 0, fallbacks: {} });
    expectDone(await secret.patch(`${path}/hallo?locale=de`, { publish: false }));
    const alone = expectDone(await publishable.get(`${path}/servus?locale=de-AT`));
    expect(alone).toMatchObject({ excerpt: '', word_count: 0, fallbacks: {}, locales: ['en', 'de-AT'] });
  });

  it('is listed, filtered, searched and counted in the locale, by its dates there', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const author = expectDone(await secret.post('/v1/authors', { name: 'Ada' }));
    const on = (day: number) => `2026-01-0${day}T00:00:00Z`;
    const create = (title: string, english: number, german: number | null) =>
      secret.post(path, {
        ...{ title, authors: [author.id], tags: ['t'], publish: true, published_at: on(english) },
        ...(german === null
          ? {}
          : {
              locales: {
                de: { title: `${title} deutsch`, tags: ['d'], publish: true, published_at: on(german) },
              },
            }),
      });
    for (const [title, english, german] of [
      ['One', 1, 3],
      ['Two', 2, null],
      ['Three', 3, 1],
    ] as const)
      expectDone(await create(title, english, german));

    const titles = async (query: string) =>
      pluck(expectDone(await publishable.get(`${path}?${query}`)).data, 'title');
    expect(await titles('')).toEqual(['Three', 'Two', 'One']);
    expect(await titles('locale=de')).toEqual(['One deutsch', 'Three deutsch']);
    expect(await titles('locale=en')).toEqual(['Three', 'Two', 'One']);
    expect(await titles('locale=de&tag=d')).toHaveLength(2);
    expect(await titles('locale=de&tag=t')).toEqual([]);
    expect(await titles(`locale=de&author=${author.slug as string}&q=one`)).toEqual(['One deutsch']);
    expect(await titles('locale=de&fallback=none&q=deutsch')).toHaveLength(2);
    expect(await titles('q=deutsch')).toEqual([]);
    const first = expectDone(await publishable.get(`${path}?locale=de&limit=1&count=true&alternates=true`));
    expect(first.meta).toMatchObject({ locale: 'de', fallback: 'fields', has_more: true, total: 2 });
    expect(first.data).toMatchObject([
      { locale: 'de', locales: ['en', 'de'], alternates: [{}, { slug: 'one-deutsch' }] },
    ]);
    const cursor = encodeURIComponent(first.meta.next_cursor as string);
    expect(await titles(`locale=de&limit=1&cursor=${cursor}`)).toEqual(['Three deutsch']);
    expect(refusal(await publishable.get(`${path}?limit=1&cursor=${cursor}`))[1]).toBe('invalid_cursor');
    const count = async (query: string) =>
      expectDone(await publishable.get(`/v1/authors/ada${query}`)).article_count as number;
    expect([await count(''), await count('?locale=de'), await count('?locale=fr')]).toEqual([3, 2, 0]);
  });

  it('is changed in one locale, with its own revision', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    expectDone(await secret.post(path, hello));
    const tagIn = async (locale: string) =>
      (await publishable.get(`${path}/hello?locale=${locale}`)).headers.get('ETag') ?? '';
    const [english, german] = [await tagIn('en'), await tagIn('de')];

    const changed = await secret.patch(`${path}/hallo?locale=de`, { excerpt: 'Neu' }, { 'If-Match': german });
    expect(changed.body).toMatchObject({ title: 'Hallo', excerpt: 'Neu', slug: 'hallo', locale: 'de' });
    expect(await tagIn('en')).toBe(english);
    expect(await tagIn('de')).not.toBe(german);
    expect(
      refusal(await secret.patch(`${path}/hallo?locale=de`, { excerpt: 'B' }, { 'If-Match': german }))[1],
    ).toBe('revision_conflict');
    expectDone(await secret.patch(`${path}/hello`, { excerpt: 'New' }, { 'If-Match': english }));
    const cleared = expectDone(await secret.patch(`${path}/hallo?locale=de`, { excerpt: null }));
    expect(cleared.excerpt).toBe('');
    const hidden = expectDone(await secret.patch(`${path}/hallo`, { locales: { '*': { publish: false } } }));
    expect(hidden.states).toMatchObject({ en: { status: 'draft' }, de: { status: 'draft' } });
    expect((await secret.delete(`${path}/hallo?locale=de`)).status).toBe(204);
    expect(refusal(await secret.get(`${path}/hallo`))[1]).toBe('unknown_blog_article');
    expect(refusal(await secret.delete(`${path}/hello?locale=de`))[1]).toBe('unknown_blog_article');
    expect(refusal(await secret.delete(`${path}/hello?locale=en`))[1]).toBe('locale_is_default');
    expect((await secret.delete(`${path}/hello`)).status).toBe(204);
  });

  it('returns a large body of the addressed locale again under its idempotency key', async () => {
    const { secret } = await newProjectInLocales(service);
    const german = { title: 'Größe', body: { markdown: 'Größe '.repeat(8_000) } };
    const english = { title: 'Size', body: { markdown: 'Size '.repeat(16_000) } };
    const create = () =>
      secret.post(
        `${path}?locale=de`,
        { ...german, locales: { en: english } },
        { 'Idempotency-Key': 'large' },
      );
    const first = await create();
    const second = await create();
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(expectDone(second).body).toEqual(expectDone(first).body);
  });

  it('is created in a further locale alone', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const created = await secret.post(`${path}?locale=de`, { title: 'Über uns', publish: true });

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${path}/uber-uns?locale=de`);
    expect(expectDone(await publishable.get(`${path}/uber-uns?locale=de`)).locales).toEqual(['de']);
    expect(refusal(await publishable.get(`${path}/uber-uns`))[1]).toBe('blog_article_not_published');
    expect(expectDone(await publishable.get(path)).data).toEqual([]);
    const english = expectDone(await secret.patch(`${path}/uber-uns`, { title: 'About', publish: true }));
    expect(english.slug).toBe('about');
    expect(expectDone(await publishable.get(`${path}/uber-uns`)).slug).toBe('about');
  });

  it('stays without content after the deletion of its only locale', async () => {
    const { secret } = await newProjectInLocales(service);
    const ids: string[] = [];
    for (const title of ['Eins', 'Zwei']) {
      const created = expectDone(await secret.post(`${path}?locale=de`, { title }));
      ids.push(created.id);
      expect((await secret.delete(`${path}/${created.id}?locale=de`)).status).toBe(204);
    }
    for (const id of ids) {
      const written = expectDone(await secret.patch(`${path}/${id}?locale=de`, { title: 'Neu' }));
      expect(written.states).toHaveProperty('de');
    }
  });

  it('shares one namespace of slugs, which are final in each locale by itself', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    expectDone(await secret.post(path, { ...hello, locales: { de: { title: 'Hallo' } } }));

    const taken = await secret.post(path, { title: 'B', locales: { de: { title: 'C', slug: 'hello' } } });
    expect(taken.body.error).toMatchObject({
      code: 'blog_slug_taken',
      param: 'locales.de.slug',
      locale: 'de',
    });
    expect((await secret.post(path, { title: 'Hallo' })).body.slug).toBe('hallo-2');
    expect(refusal(await publishable.get(`${path}/hallo`))[1]).toBe('unknown_blog_article');
    expect(refusal(await publishable.get(`${path}/hallo?locale=de`))[1]).toBe('blog_article_not_published');
    expect((await secret.patch(`${path}/hallo?locale=de`, { slug: 'guten-tag' })).body.slug).toBe(
      'guten-tag',
    );
    expectDone(await secret.patch(`${path}/guten-tag?locale=de`, { publish: true }));
    expect(refusal(await secret.patch(`${path}/guten-tag?locale=de`, { slug: 'x' }))[1]).toBe(
      'slug_is_final',
    );
  });

  it.each<[string, object, [number, string, string]]>([
    ['', { title: 'A', locales: { it: { title: 'A' } } }, [400, 'unknown_locale', 'locales.it']],
    [
      '',
      { title: 'A', locales: { de: { authors: [] } } },
      [400, 'invalid_field_value', 'locales.de.authors'],
    ],
    ['', { title: 'A', locales: { en: { title: 'B' } } }, [400, 'invalid_field_value', 'locales.en']],
    [
      '',
      { title: 'A', locales: { de: { excerpt: 'B' } } },
      [400, 'missing_required_field', 'locales.de.title'],
    ],
    ['', { title: 'A', locales: { de: { title: 5 } } }, [400, 'invalid_field_value', 'locales.de.title']],
    ['', { title: 'A', locales: { '*': { title: 'B' } } }, [400, 'invalid_field_value', 'locales.*']],
    ['?locale=it', { title: 'A' }, [400, 'unknown_locale', 'locale']],
  ])('rejects a creation with %s %j', async (query, body, expected) => {
    const { secret } = await newProjectInLocales(service);
    expect(refusal(await secret.post(`${path}${query}`, body))).toEqual(expected);
  });

  it('accepts no title in a partial locale', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const french = { excerpt: 'Bonjour', publish: true };
    expectDone(await secret.post(path, { ...hello, locales: { fr: french } }));
    const served = expectDone(await publishable.get(`${path}/hello?locale=fr`));
    expect(served).toMatchObject({ slug: 'hello', title: '', excerpt: 'Bonjour', locale: 'fr' });
  });
});
