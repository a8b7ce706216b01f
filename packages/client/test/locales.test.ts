import { describe, expect, it } from 'vitest';
import { defineType } from '../../../test/support/content.ts';
import { newProjectInLocales } from '../../../test/support/locales.ts';
import { startService } from '../../../test/support/service.ts';
import { createClient } from '../src/main.ts';
import { renderRichtext } from '../src/richtext.ts';

const service = await startService();

describe('translations', () => {
  it('are listed, counted and confirmed', async () => {
    const project = await newProjectInLocales(service);
    await defineType(project, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const { token } = await project.newKey({ purpose: 'secret' });
    const client = createClient({ baseUrl: service.url, key: token });
    const { id } = await client.content('page').create({ values: { title: 'Hello' }, publish: true });
    const german = client.inLocale('de').content('page');
    const missing = await client.translations.list({ locale: 'de', state: ['missing'], limit: 5 });
    expect(missing.data).toMatchObject([{ id, kind: 'entry', missing_fields: ['title'] }]);

    const written = await german.patch(id, { values: { title: 'Hallo' }, translated_from: 1 });
    expect(written.states).toMatchObject({ de: { translation: 'current' } });
    await client.content('page').patch(id, { values: { title: 'Welcome' } });
    const outdated = { locale: 'de', kind: 'entry', missing: 0, outdated: 1, current: 0 };
    expect((await client.translations.summary()).data).toContainEqual(outdated);
    const { data } = await client.translations.confirm({ locale: 'de', ids: [id], fields: ['title'] });
    expect(data).toMatchObject([{ id, state: 'current' }]);
    expect((await client.translations.list({ locale: 'de' })).data).toEqual([]);
  });
});

describe('a client in one locale', () => {
  it('reads and writes in it, with the fallback of its reads', async () => {
    const project = await newProjectInLocales(service);
    await defineType(project, 'page', [
      { key: 'title', type: 'string', options: { localized: true } },
      { key: 'note', type: 'string', options: { localized: true } },
    ]);
    const { token } = await project.newKey({ purpose: 'secret' });
    const client = createClient({ baseUrl: service.url, key: token });
    const austrian = client.inLocale('de-AT');
    const own = client.inLocale('de-AT', { fallback: 'none' });
    const values = { title: 'Hello', note: 'English' };
    const { id } = await client.content('page').create({ values, publish: true });
    await client
      .inLocale('de')
      .content('page')
      .patch(id, { values: { note: 'Deutsch' }, publish: true });
    await austrian.content('page').patch(id, { values: { title: 'Servus' }, publish: true });

    expect(await austrian.content('page').get(id)).toMatchObject({
      values: { title: 'Servus', note: 'Deutsch' },
      fallbacks: { note: 'de' },
    });
    expect((await own.content('page').get(id)).values).toEqual({ title: 'Servus', note: null });
    const { data } = await own.content('page').list({ where: { title: 'Servus' } });
    expect(data).toMatchObject([{ id, locale: 'de-AT' }]);
    expect((await client.content('page').get(id)).values).toEqual(values);
    expect((await austrian.content('page').referencedBy(id)).data).toEqual([]);
    await austrian.content('page').delete(id);
    await expect(austrian.content('page').get(id)).rejects.toMatchObject({ code: 'entry_not_published' });
    const author = await client.authors.create({ name: 'Edda' });
    await client.inLocale('de').authors.patch(author.slug, { name: 'Edda', bio: 'Segel' });
    expect(await austrian.authors.get(author.slug)).toMatchObject({ bio: 'Segel', name: 'Edda' });
  });

  it('lists with alternates, and renders links to articles with their slug in the locale', async () => {
    const project = await newProjectInLocales(service);
    const { token } = await project.newKey({ purpose: 'secret' });
    const client = createClient({ baseUrl: service.url, key: token });
    const german = client.inLocale('de').blog.articles;
    const { id, slug } = await client.blog.articles.create({ title: 'Knots', publish: true });
    await german.patch(slug, { title: 'Knoten', publish: true });
    const link = { markdown: `Siehe [Knoten](blog_article:${id}).` };
    const other = await client.blog.articles.create({ title: 'Lines', publish: true });
    await german.patch(other.slug, { title: 'Leinen', body: link, publish: true });

    const { body } = await german.get('leinen');
    const html = renderRichtext(body, {}, { links: { blog_article: '/de/blog/{slug}' } });
    expect(html).toContain('<a href="/de/blog/knoten"');
    const listed = await german.list({ alternates: true });
    expect(listed.data.find((article) => article.id === id)?.alternates).toMatchObject([
      { locale: 'en', slug: 'knots' },
      { locale: 'de', slug: 'knoten' },
    ]);
  });
});
