import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldTypes } from '../../src/contract/field-types.ts';
import { readRichtext } from '../../src/richtext/service.ts';
import type { EntrySeed } from '../../src/seeds/custom-files.ts';
import { type Seeds, readSeeds } from '../../src/seeds/files.ts';
import { seedsFolder } from '../../src/seeds/folders.ts';
import { fillRichtext } from '../../src/seeds/fill.ts';
import { readSeedDate } from '../../src/seeds/seed-dates.ts';
import { namesInForm, namesInRichtext, namesInValues } from '../../src/seeds/names.ts';
import {
  AuthorFile,
  BlogArticleFile,
  CategoryFile,
  CollectionFile,
  type FieldFile,
  KbArticleFile,
} from '../../src/seeds/schema.ts';

const now = new Date('2026-11-21T12:00:00Z');
const dayMs = 86_400_000;

let seeds: Seeds;
beforeAll(async () => {
  seeds = await readSeeds();
});

function fieldsOf(type: string): readonly FieldFile[] {
  return seeds.types.find(({ name }) => name === type)?.data.fields ?? [];
}

/** Every value of an entry that is not empty, with its field. */
function valuesOf(entry: EntrySeed): [FieldFile, unknown][] {
  return fieldsOf(entry.type).flatMap((field): [FieldFile, unknown][] => {
    const value = entry.values[field.key];
    return value === undefined || value === null ? [] : [[field, value]];
  });
}

/** Every rich text: the bodies of articles and the rich text values of entries. */
function texts(): { file: string; body: unknown }[] {
  const bodies = [...seeds.kbArticles, ...seeds.blogArticles].map(({ file, body }) => ({ file, body }));
  const values = seeds.entries.flatMap((entry) =>
    valuesOf(entry)
      .filter(([field]) => field.type === 'richtext')
      .map(([, body]) => ({ file: entry.file, body })),
  );
  return [...bodies, ...values];
}

function markdownBodies(): { file: string; markdown: string }[] {
  return texts().flatMap(({ file, body }) => {
    const { markdown } = body as { markdown?: string };
    return markdown === undefined ? [] : [{ file, markdown }];
  });
}

describe('the demo seeds', () => {
  it('load from every file that is there', () => {
    const files = readdirSync(seedsFolder, { recursive: true, encoding: 'utf8' });
    const written = files.filter((file) => /^(custom|blog|kb)\/.*\.(json|md)$/.test(file));
    const { images: _, ...texts } = seeds;
    const loaded = Object.values(texts)
      .flat()
      .map(({ file }: { file: string }) => file);
    expect(loaded.sort()).toEqual(written.sort());
    expect(written.length).toBeGreaterThan(100);
  });

  it('are as many as a demo needs', () => {
    const { authors, categories, blogArticles, collections, sections, kbArticles, entries } = seeds;
    expect([authors.length, categories.length, collections.length, sections.length]).toEqual([3, 4, 3, 8]);
    expect(blogArticles.length).toBeGreaterThanOrEqual(12);
    expect(kbArticles.filter(({ data }) => data.archived !== true).length).toBeGreaterThanOrEqual(30);
    expect(entries.length).toBeGreaterThanOrEqual(25);
    for (const { data } of seeds.types.filter(({ data }) => data.kind === 'singleton')) {
      expect(data.name).toMatch(/^(Homepage|Site settings)$/);
    }
  });

  it('have a draft, a scheduled and a long published item in each family that can', () => {
    for (const items of [
      seeds.entries.map(({ publish, published_at: at }) => ({ publish, at })),
      seeds.blogArticles.map(({ data }) => ({ publish: data.publish ?? true, at: data.published_at })),
    ]) {
      const times = items.flatMap(({ at }) => (at == null ? [] : [readSeedDate(at, now)?.getTime() ?? NaN]));
      expect(items.filter(({ publish }) => !publish)).toHaveLength(1);
      expect(times.filter((time) => time > now.getTime())).toHaveLength(1);
      expect(Math.max(...times)).toBeLessThan(now.getTime() + 365 * dayMs);
      expect(times.filter((time) => time < now.getTime() - 180 * dayMs).length).toBeGreaterThan(3);
    }
    expect(seeds.kbArticles.filter(({ data }) => data.archived === true)).toHaveLength(1);
  });

  it('name only images that are made for them', () => {
    const forms = [
      ...seeds.authors.map(({ data }) => namesInForm(AuthorFile, data)),
      ...seeds.categories.map(({ data }) => namesInForm(CategoryFile, data)),
      ...seeds.collections.map(({ data }) => namesInForm(CollectionFile, data)),
      ...seeds.blogArticles.map(({ data }) => namesInForm(BlogArticleFile, data)),
      ...seeds.kbArticles.map(({ data }) => namesInForm(KbArticleFile, data)),
      ...seeds.entries.map(({ type, values }) => namesInValues(fieldsOf(type), values)),
      ...[...seeds.kbArticles, ...seeds.blogArticles].map(({ body }) => namesInRichtext(body, ['body'])),
    ];
    const images = seeds.images.map(({ data }) => data.file);
    const used = new Set(forms.flat().flatMap(({ kind, name }) => (kind === 'image' ? [name] : [])));
    expect([...used].filter((name) => !images.includes(name))).toEqual([]);
    expect(images.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the custom content', () => {
  it('uses all 14 field types, each with a value somewhere', () => {
    const filled = new Set(seeds.entries.flatMap((entry) => valuesOf(entry).map(([{ type }]) => type)));
    expect([...filled].sort()).toEqual([...fieldTypes].sort());
  });

  it('uses every option of a field, and every target of a link', () => {
    const all = seeds.types.flatMap(({ data }) => data.fields.map(({ options }) => options ?? {}));
    expect([...new Set(all.flatMap(Object.keys))].sort()).toEqual(
      ['choices', 'content_type', 'default', 'help', 'integer', 'max', 'max_items', 'max_length']
        .concat(['min', 'min_length', 'required', 'target', 'unique'])
        .sort(),
    );
    const targets = new Set(all.flatMap(({ target }) => (typeof target === 'string' ? [target] : [])));
    expect([...targets].sort()).toEqual(
      ['author', 'blog_article', 'blog_category', 'kb_article', 'kb_collection', 'kb_section'].sort(),
    );
  });

  it('labels entries by fields that exist', () => {
    for (const { data, name } of seeds.types) {
      const keys = data.fields.map(({ key }) => key);
      expect(keys, name).toContain(data.display_field);
      expect([undefined, ...keys], name).toContain(data.subtitle_field);
      expect(new Set(keys.map((key) => key.toLowerCase())).size, name).toBe(keys.length);
    }
  });

  it('fills every required field', () => {
    const missing = seeds.entries.flatMap((entry) => {
      const filled = new Set(valuesOf(entry).map(([{ key }]) => key));
      return fieldsOf(entry.type)
        .filter(({ key, options = {} }) => options['required'] === true && !filled.has(key))
        .filter(({ options = {} }) => !Object.hasOwn(options, 'default'))
        .map(({ key }) => `${entry.file} ${key}`);
    });
    expect(missing).toEqual([]);
  });

  it('writes values in the form of their type and within its options', () => {
    const wrong = seeds.entries.flatMap((entry) =>
      valuesOf(entry)
        .filter(([field, value]) => !isValue(field, value))
        .map(([{ key }, value]) => `${entry.file} ${key}: ${JSON.stringify(value)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('repeats no value of a unique field', () => {
    for (const { name, data } of seeds.types) {
      for (const { key } of data.fields.filter(({ options = {} }) => options['unique'] === true)) {
        const values = seeds.entries
          .filter(({ type }) => type === name)
          .flatMap(({ values }) => (values[key] === undefined ? [] : [values[key]]));
        expect(new Set(values).size, `${name} ${key}`).toBe(values.length);
      }
    }
  });

  it('has products that are worth filtering and sorting', () => {
    const products = seeds.entries.filter(({ type }) => type === 'product').map(({ values }) => values);
    const distinct = (key: string) => new Set(products.map((values) => values[key])).size;
    expect(distinct('price')).toBeGreaterThanOrEqual(12);
    expect(distinct('category')).toBe(6);
    expect(distinct('level')).toBe(4);
    expect(distinct('in_stock')).toBe(2);
    expect(distinct('maker')).toBe(4);
    expect(distinct('available_from')).toBeGreaterThanOrEqual(12);
  });

  it('has one page with every node and mark', () => {
    const page = JSON.stringify(
      seeds.entries.find(({ name }) => name === 'page/leaflet-style')?.values['body'],
    );
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

describe('the texts', () => {
  it.each([
    ['headings', /^#{2,3} \S/m],
    ['tables', /^\| --- \|/m],
    ['bullets', /^- \S/m],
    ['numbers', /^1\. \S/m],
    ['quotations', /^> [^[]/m],
    ['code with a language', /^```(python|ts|js|json|http|text)$/m],
    ['info callouts', /^> \[!NOTE\]$/m],
    ['success callouts', /^> \[!TIP\]$/m],
    ['warning callouts', /^> \[!WARNING\]$/m],
    ['danger callouts', /^> \[!CAUTION\]$/m],
    ['rules', /^---$/m],
    ['bold', /\*\*\S/],
    ['italics', /(?<!\*)\*\w/],
    ['struck out words', /~~\w/],
    ['code in a line', /[^`]`[^`\n]+`[^`]/],
    ['links to other seeds', /\]\(seed:kb_article\//],
    ['pictures with a caption', /!\[[^\]]+\]\(seed:[^ ]+ "[^"]+"\)/],
  ])('have %s', (_what, pattern) => {
    expect(markdownBodies().filter(({ markdown }) => pattern.test(markdown)).length).toBeGreaterThan(0);
  });

  it('point into the seeds only in ways that are checked', () => {
    for (const { file, markdown } of markdownBodies()) {
      const written = markdown.split('](seed:').length - 1;
      expect(namesInRichtext({ markdown }, ['body']), file).toHaveLength(written);
    }
  });

  it('are read by the service without losing anything', () => {
    const given = new Map<string, string>();
    const idFor = (name: string) => {
      const id = given.get(name) ?? `med_${given.size}`;
      given.set(name, id);
      return id;
    };
    for (const { file, body } of texts()) {
      const { warnings, links } = readRichtext(fillRichtext(body, { idOf: idFor, mediaIdOf: idFor }), 'body');
      const named = new Set(namesInRichtext(body, ['body']).map(({ name }) => idFor(name)));
      expect(warnings, file).toEqual([]);
      expect([...links.media, ...links.refs].map(({ id }) => id).sort(), file).toEqual([...named].sort());
    }
    expect(given.size).toBeGreaterThan(20);
  });

  it('are read as well while nothing that they name is stored', () => {
    const nothing = { idOf: () => null, mediaIdOf: () => null };
    const read = texts().map(({ body }) => readRichtext(fillRichtext(body, nothing), 'body'));
    expect(read.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(read.flatMap(({ links }) => [...links.media, ...links.refs])).toEqual([]);
  });

  it('have the length of an article', () => {
    const words = (body: { markdown: string } | null) => body?.markdown.split(/\s+/).length ?? 0;
    for (const { file, body } of seeds.blogArticles) {
      expect(words(body), file).toBeGreaterThanOrEqual(250);
      expect(words(body), file).toBeLessThanOrEqual(700);
    }
    for (const { file, body } of seeds.kbArticles) {
      expect(words(body), file).toBeGreaterThanOrEqual(100);
      expect(words(body), file).toBeLessThanOrEqual(300);
    }
  });
});

describe('the knowledge base', () => {
  it('has articles of every freshness, none reviewed before it was published', () => {
    const ages = seeds.kbArticles.flatMap(({ file, data }) => {
      if (data.archived === true) return [];
      const reviewed = readSeedDate(data.last_reviewed ?? '', now)?.getTime() ?? NaN;
      expect(reviewed, file).toBeGreaterThan(readSeedDate(data.published_at ?? '', now)?.getTime() ?? NaN);
      return [(now.getTime() - reviewed) / dayMs / (data.review_interval_days ?? 180)];
    });
    expect(ages.filter((age) => age < 0.5).length).toBeGreaterThanOrEqual(8);
    expect(ages.filter((age) => age >= 0.5 && age < 1).length).toBeGreaterThanOrEqual(5);
    expect(ages.filter((age) => age >= 1).length).toBeGreaterThanOrEqual(5);
  });

  it('gives every article a position of its own within its section', () => {
    const places = seeds.kbArticles.map(({ data }) => `${data.section ?? data.collection} ${data.position}`);
    expect(new Set(places).size).toBe(places.length);
    const filled = new Set(seeds.kbArticles.map(({ data }) => data.section));
    expect(seeds.sections.filter(({ name }) => !filled.has(name))).toEqual([]);
  });
});

function isValue({ type, options = {} }: FieldFile, value: unknown): boolean {
  const bound = (key: string, missing: number) => {
    const set = options[key];
    return typeof set === 'number' ? set : missing;
  };
  switch (type) {
    case 'string':
    case 'text':
      return (
        typeof value === 'string' &&
        value.length >= bound('min_length', 1) &&
        value.length <= bound('max_length', 500) &&
        (type === 'text' || !value.includes('\n'))
      );
    case 'number':
      return (
        typeof value === 'number' &&
        value >= bound('min', -Infinity) &&
        value <= bound('max', Infinity) &&
        (options['integer'] !== true || Number.isInteger(value))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && !/^[+-]/.test(value) && readSeedDate(value, now) !== null;
    case 'select':
      return (options['choices'] as { value: string }[]).some((choice) => choice.value === value);
    case 'url':
      return typeof value === 'string' && /^(https?:\/\/|mailto:|tel:|\/)\S+$/.test(value);
    case 'richtext':
      return typeof value === 'object';
    case 'image':
    case 'link':
    case 'reference':
      return typeof value === 'string';
    case 'gallery':
    case 'link_list':
    case 'reference_list':
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= bound('max_items', 200) &&
        new Set(value).size === value.length
      );
  }
}
