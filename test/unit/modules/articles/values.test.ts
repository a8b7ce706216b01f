import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveLocale, unsaved } from '../../../../src/lifecycle/index.ts';
import { articleForm, mergeOwn, ownPatch } from '../../../../src/modules/articles/locales/values.ts';
import { blogArticle } from '../../../../src/modules/blog/article.ts';
import type { BlogArticleValues } from '../../../../src/modules/blog/schema.ts';
import { bodyValues } from '../../../../src/modules/articles/write/input.ts';

const { parts, addressesOf } = articleForm(blogArticle);
const now = new Date('2026-01-01T00:00:00Z');
const text = fc.constantFrom('', 'a', 'b');
const paragraph = (words: string) => ({
  version: 2 as const,
  content:
    words === '' ? [] : [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
});
const image = fc.constantFrom(null, 'med_1');

const values: fc.Arbitrary<BlogArticleValues> = fc
  .record({ title: text, excerpt: text, slug: text, canonical_url: text, words: text, image, seoTitle: text })
  .map(({ words, image: featured_image_id, seoTitle, ...texts }) => ({
    ...blogArticle.empty,
    ...texts,
    ...bodyValues(paragraph(words)),
    featured_image_id,
    authors: ['aut_1'],
    tags: words === '' ? [] : [words],
    seo: { title: seoTitle, description: '', og_image_id: featured_image_id, no_index: words === 'a' },
  }));

/** The values that a locale serves, where all locales are live. */
function served(locales: Record<string, Partial<BlogArticleValues>>, chain: readonly string[]) {
  const states = new Map(
    Object.entries(locales).map(([id, own]) => {
      const live = parts.split({ ...blogArticle.empty, ...own }).own;
      return [id, { ...unsaved({}, now), live, live_at: now }] as const;
    }),
  );
  const result = serveLocale(states, { chain, mode: 'fields', addresses: addressesOf({}), now });
  return { ...parts.join({}, result?.values ?? {}), fallbacks: result?.fallbacks };
}

describe('the values of an article', () => {
  it('are the same after they were split by locale and joined again', () => {
    fc.assert(
      fc.property(values, (before) => {
        const { own, shared } = parts.split(before);
        expect(parts.join(shared, own)).toEqual(before);
        expect(Object.keys(shared)).toEqual(['authors', 'categories']);
      }),
    );
  });

  it('fall back key by key, and keys of seo locale by locale', () => {
    const english = {
      title: 'Hello',
      excerpt: 'English',
      seo: { title: 'SEO', description: 'About', og_image_id: 'med_1', no_index: true },
    };
    const german = { title: 'Hallo', ...bodyValues(paragraph('Eins zwei')) };
    const austrian = { canonical_url: 'https://example.com' };

    expect(served({ en: english, de: german }, ['de', 'en'])).toMatchObject({
      ...{ title: 'Hallo', excerpt: 'English', word_count: 2 },
      seo: { title: 'Hallo', description: 'Eins zwei', og_image_id: 'med_1', no_index: false },
      fallbacks: { excerpt: 'en', 'seo/og_image_id': 'en' },
    });
    expect(served({ en: english, at: austrian }, ['at', 'en']).seo).toMatchObject({
      ...{ title: 'SEO', description: 'About' },
    });
  });

  it('are cleared by null; an empty text is a value in a further locale', () => {
    const own = { title: 'Hallo', excerpt: 'Gruß', 'seo/title': 'SEO', 'seo/no_index': true };
    const write = (sent: Record<string, unknown>, isDefault = false) =>
      mergeOwn(own, ownPatch({ patch: { excerpt: sent['excerpt'] ?? '' }, seo: {}, sent }, isDefault));

    expect(write({ excerpt: null })).not.toHaveProperty('excerpt');
    expect(write({ excerpt: '' })).toMatchObject({ excerpt: '' });
    expect(write({ excerpt: '' }, true)).not.toHaveProperty('excerpt');
    const seo = { title: '', description: '', og_image_id: null, no_index: false };
    expect(mergeOwn(own, ownPatch({ patch: {}, seo, sent: { seo: null } }, false))).toEqual({
      ...{ title: 'Hallo', excerpt: 'Gruß' },
    });
  });
});
