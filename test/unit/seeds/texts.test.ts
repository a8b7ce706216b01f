import { describe, expect, it } from 'vitest';
import { readRichtext } from '../../../src/content/richtext/read/read.ts';
import { namesIn, withIds } from '../../../src/seeds/files/names.ts';
import { type Article, entries, ofKind, valuesOf, now, dayMs, timeOf } from '../../support/seeds/demo.ts';

/** Every rich text: the bodies of articles and the rich text values of entries. */
function texts(): { file: string; body: unknown }[] {
  const articles = [...ofKind('kb_article'), ...ofKind('blog_article')];
  const bodies = articles.map(({ text: { file }, body }) => ({ file, body: body['body'] }));
  const values = entries().flatMap((entry) =>
    valuesOf(entry)
      .filter(([field]) => field.type === 'richtext')
      .map(([, body]) => ({ file: entry.text.file, body })),
  );
  return [...bodies, ...values];
}

function markdownBodies(): { file: string; markdown: string }[] {
  return texts().flatMap(({ file, body }) => {
    const { markdown } = body as { markdown?: string };
    return markdown === undefined ? [] : [{ file, markdown }];
  });
}

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
      expect(namesIn(markdown), file).toHaveLength(written);
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
      const { warnings, links } = readRichtext(withIds({ body }, idFor)['body'], 'body');
      const named = new Set(namesIn(body).map(({ name }) => idFor(name)));
      expect(warnings, file).toEqual([]);
      expect([...links.media, ...links.refs].map(({ id }) => id).sort(), file).toEqual([...named].sort());
    }
    expect(given.size).toBeGreaterThan(20);
  });

  it('are read as well while nothing that they name is stored', () => {
    const nothing = () => null;
    const read = texts().map(({ body }) => readRichtext(withIds({ body }, nothing)['body'], 'body'));
    expect(read.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(read.flatMap(({ links }) => [...links.media, ...links.refs])).toEqual([]);
  });

  it('have the length of an article', () => {
    const words = ({ body }: Article) => body?.markdown.split(/\s+/).length ?? 0;
    for (const { name, body } of ofKind('blog_article')) {
      expect(words(body), name).toBeGreaterThanOrEqual(250);
      expect(words(body), name).toBeLessThanOrEqual(700);
    }
    for (const { name, body } of ofKind('kb_article')) {
      expect(words(body), name).toBeGreaterThanOrEqual(100);
      expect(words(body), name).toBeLessThanOrEqual(300);
    }
  });
});

describe('the knowledge base', () => {
  it('has articles of every freshness, none reviewed before it was published', () => {
    const ages = ofKind('kb_article').flatMap(({ name, body }) => {
      const { archived, last_reviewed, published_at, review_interval_days = 180 } = body as Article;
      if (archived === true) return [];
      const reviewed = timeOf(last_reviewed) ?? NaN;
      expect(reviewed, name).toBeGreaterThan(timeOf(published_at) ?? NaN);
      return [(now.getTime() - reviewed) / dayMs / review_interval_days];
    });
    expect(ages.filter((age) => age < 0.5).length).toBeGreaterThanOrEqual(8);
    expect(ages.filter((age) => age >= 0.5 && age < 1).length).toBeGreaterThanOrEqual(5);
    expect(ages.filter((age) => age >= 1).length).toBeGreaterThanOrEqual(5);
  });

  it('gives every article a position of its own within its section', () => {
    const articles = ofKind('kb_article').map(({ body }): Article => body);
    const places = articles.map(
      ({ section, collection, position }) => `${section ?? collection} ${position}`,
    );
    expect(new Set(places).size).toBe(places.length);
    const filled = new Set(articles.map(({ section }) => section));
    expect(ofKind('kb_section').filter(({ name }) => !filled.has(`seed:${name}`))).toEqual([]);
  });
});
