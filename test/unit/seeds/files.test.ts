import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../src/contract/fields/field-types.ts';
import { seedsFolder } from '../../../src/seeds/files/files.ts';
import {
  type Article,
  entries,
  fieldsOf,
  ofKind,
  seeds,
  valuesOf,
  now,
  dayMs,
  timeOf,
} from '../../support/seeds/demo.ts';

describe('the demo seeds', () => {
  it('load from every file that is there', () => {
    const files = readdirSync(seedsFolder, { recursive: true, encoding: 'utf8' });
    const written = files.filter((file) => /^(custom|blog|kb)\/.*\.(json|md)$/.test(file));
    const loaded = seeds.filter(({ kind }) => kind !== 'image').map(({ text: { file } }) => file);
    expect(loaded.sort()).toEqual(written.sort());
    expect(written.length).toBeGreaterThan(100);
  });

  it('are as many as a demo needs', () => {
    const few = ['author', 'blog_category', 'kb_collection', 'kb_section'];
    expect(few.map((kind) => ofKind(kind).length)).toEqual([3, 4, 3, 8]);
    expect(ofKind('blog_article').length).toBeGreaterThanOrEqual(12);
    expect(
      ofKind('kb_article').filter(({ body }) => body['archived'] !== true).length,
    ).toBeGreaterThanOrEqual(30);
    expect(entries().length).toBeGreaterThanOrEqual(25);
    for (const { body } of ofKind('type').filter(({ body }) => body['kind'] === 'singleton')) {
      expect(body['name']).toMatch(/^(Homepage|Site settings)$/);
    }
  });

  it('have a draft, a scheduled and a long published item in each family that can', () => {
    const pages = ofKind('landing_page');
    expect(pages.filter(({ body }) => body['publish'] === false)).toHaveLength(1);
    const others = entries().filter(({ kind }) => kind !== 'landing_page');
    for (const items of [others, ofKind('blog_article')]) {
      const times = items.flatMap(({ body }) => timeOf((body as Article).published_at) ?? []);
      expect(items.filter(({ body }) => body['publish'] === false)).toHaveLength(1);
      expect(times.filter((time) => time > now.getTime())).toHaveLength(1);
      expect(Math.max(...times)).toBeLessThan(now.getTime() + 365 * dayMs);
      expect(times.filter((time) => time < now.getTime() - 180 * dayMs).length).toBeGreaterThan(3);
    }
    expect(ofKind('kb_article').filter(({ body }) => body['archived'] === true)).toHaveLength(1);
  });

  it('show every picture that is made for them', () => {
    const used = new Set(seeds.flatMap(({ uses }) => uses.map(({ name }) => name)));
    expect(ofKind('image').filter(({ name }) => !used.has(name))).toEqual([]);
  });

  it('name what is stored before', () => {
    const stored = new Set<string>();
    for (const { name, uses } of seeds) {
      stored.add(name);
      expect(
        uses.filter((use) => !stored.has(use.name)),
        name,
      ).toEqual([]);
    }
  });
});

describe('the custom content', () => {
  it('uses every field type but lists of files, each with a value somewhere', () => {
    const filled = new Set(entries().flatMap((entry) => valuesOf(entry).map(([{ type }]) => type)));
    expect([...filled].sort()).toEqual(fieldTypes.filter((type) => type !== 'file_list').sort());
  });

  it('uses every option of a field, and every target of a link', () => {
    const all = ofKind('type').flatMap(({ text }) => fieldsOf(text.stem).map(({ options }) => options ?? {}));
    expect([...new Set(all.flatMap(Object.keys))].sort()).toEqual(
      ['choices', 'content_type', 'default', 'help', 'integer', 'max', 'max_items', 'max_length']
        .concat(['localized', 'min', 'min_length', 'required', 'target', 'unique', 'blocks', 'max_of'])
        .concat(['format', 'source', 'accept', 'show_if', 'group', 'width', 'collapse_empty'])
        .sort(),
    );
    const targets = new Set(all.flatMap(({ target }) => (typeof target === 'string' ? [target] : [])));
    expect([...targets].sort()).toEqual(
      ['author', 'blog_article', 'blog_category', 'kb_article', 'kb_collection', 'kb_section'].sort(),
    );
  });

  it('has products that are worth filtering and sorting', () => {
    const products = ofKind('product').map(({ body }) => body['values'] as Record<string, unknown>);
    const distinct = (key: string) => new Set(products.map((values) => values[key])).size;
    expect(distinct('price')).toBeGreaterThanOrEqual(12);
    expect(distinct('category')).toBe(6);
    expect(distinct('level')).toBe(4);
    expect(distinct('in_stock')).toBe(2);
    expect(distinct('maker')).toBe(4);
    expect(distinct('available_from')).toBeGreaterThanOrEqual(12);
  });

  it('has one page with every node and mark', () => {
    const page = JSON.stringify(seeds.find(({ name }) => name === 'page/leaflet-style')?.body['values']);
    const found = new Set([...page.matchAll(/"type":"([a-zA-Z]+)"/g)].map(([, type]) => type));
    for (const word of (
      'paragraph heading bulletList orderedList listItem blockquote codeBlock horizontalRule hardBreak image table ' +
      'tableRow tableHeader tableCell callout text bold italic underline strike code subscript superscript link'
    ).split(' ')) {
      expect(found, word).toContain(word);
    }
    for (const tone of ['info', 'success', 'warning', 'danger']) expect(page).toContain(`"tone":"${tone}"`);
    for (const level of [1, 2, 3, 4, 5, 6]) expect(page).toContain(`"level":${level}`);
    for (const name of ['start', 'language', 'colspan', 'rowspan', 'colwidth', 'caption', 'title']) {
      expect(page).toContain(`"${name}":`);
    }
  });
});
