import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readSeeds } from '../../src/seeds/files.ts';
import { SeedFilesError } from '../../src/seeds/seed-errors.ts';

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A seeds folder with these files, and with a few good ones that they may name. */
async function seedsWith(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
  folders.push(root);
  const good = {
    'blog/authors/ada.json': '{ "name": "Ada" }',
    'kb/collections/help.json': '{ "title": "Help", "position": 10 }',
    'custom/types/thing.json': JSON.stringify({
      name: 'Thing',
      kind: 'collection',
      fields: [
        { key: 'title', type: 'string' },
        { key: 'body', type: 'richtext' },
        { key: 'twin', type: 'reference', options: { content_type: 'thing' } },
        { key: 'by', type: 'link', options: { target: 'author' } },
      ],
    }),
  };
  for (const [file, text] of Object.entries({ ...good, ...files })) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return root;
}

async function faultsOf(files: Record<string, string>): Promise<string> {
  const failure: unknown = await readSeeds(await seedsWith(files)).catch((error: unknown) => error);
  if (!(failure instanceof SeedFilesError)) throw new Error('the seeds were read without a fault');
  return failure.message;
}

const article = (settings: string, body = 'Words.') => `---\ntitle: Title\n${settings}---\n\n${body}\n`;
const thing = (values: object) => JSON.stringify({ values }, null, 2);

describe('a fault in a seed file', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'no front matter',
      { 'blog/articles/a.md': 'Words.' },
      'blog/articles/a.md:1: begin the file with front matter',
    ],
    [
      'front matter that is never closed',
      { 'blog/articles/a.md': '---\ntitle: A\n' },
      'blog/articles/a.md:1: begin the file with front matter',
    ],
    [
      'a colon in plain YAML text',
      { 'blog/articles/a.md': '---\ntitle: One: two\n---\n' },
      'blog/articles/a.md:2: Nested mappings are not allowed in compact mappings. Put a text that contains ": " in quotes',
    ],
    [
      'a key given twice',
      { 'blog/articles/a.md': article('excerpt: a\nexcerpt: b\n') },
      'blog/articles/a.md:4: Map keys must be unique. Remove one of the two',
    ],
    ['a comma too many in JSON', { 'blog/authors/b.json': '{ "name": "B", }' }, 'no trailing commas'],
    ['an unknown setting', { 'blog/articles/a.md': article('excerp: a\n') }, 'Did you mean excerpt?'],
    [
      'a missing setting',
      { 'kb/sections/s.json': '{\n  "title": "S",\n  "position": 1\n}' },
      'kb/sections/s.json:1 collection: this is missing; write a name such as kb_collection/some-file-name',
    ],
    [
      'a value of another form',
      { 'blog/articles/a.md': article('tags:\n  - one\n  - 2\n') },
      'blog/articles/a.md:5 tags[1]: expected a text of 1 to 80 characters, got 2',
    ],
    [
      'a day that no calendar has',
      { 'blog/articles/a.md': article('published_at: 2026-02-31\n') },
      'blog/articles/a.md:3 published_at: "2026-02-31" is not a date; write 2026-03-14',
    ],
    [
      'a name of no file',
      { 'blog/articles/a.md': article('authors: [author/adda]\n') },
      'blog/articles/a.md:3 authors[0]: no file belongs to "author/adda". Did you mean "author/ada"?',
    ],
    [
      'a name of no file in Markdown',
      { 'blog/articles/a.md': article('', 'One.\n\nSee [her](seed:author/adda).') },
      'blog/articles/a.md:7 body: no file belongs to "author/adda". Did you mean "author/ada"?',
    ],
    [
      'a name of another kind',
      { 'custom/entries/thing/t.json': thing({ by: 'kb_collection/help' }) },
      'custom/entries/thing/t.json:3 values.by: "kb_collection/help" is a kb_collection; the name of a file of kind author belongs here',
    ],
    [
      'a name of no file in a document',
      {
        'custom/entries/thing/t.json': thing({
          body: {
            content: [{ type: 'text', marks: [{ attrs: { ref: { type: 'entry', id: 'thing/u' } } }] }],
          },
        }),
      },
      'values.body.content[0].marks[0].attrs.ref.id: no file belongs to "thing/u"',
    ],
    [
      'a name of what is stored later',
      {
        'kb/articles/k.md': article('position: 1\ncollection: kb_collection/help\n', '[x](seed:thing/t)'),
        'custom/entries/thing/t.json': thing({ title: 'T' }),
      },
      'kb/articles/k.md:7 body: a kb_article cannot name a thing, because it is stored earlier',
    ],
    [
      'names in a circle',
      {
        'custom/entries/thing/t.json': thing({ twin: 'thing/u' }),
        'custom/entries/thing/u.json': thing({ twin: 'thing/t' }),
      },
      'these name each other in a circle, so none can be stored first: thing/t -> thing/u -> thing/t',
    ],
    [
      'a slug that another file has',
      { 'blog/articles/a.md': article('slug: b\n'), 'blog/articles/b.md': article('') },
      'blog/articles/b.md:2 slug: blog/articles/a.md has the slug "b" already',
    ],
    [
      'an article without a place',
      { 'kb/articles/k.md': article('position: 1\n') },
      'section: this is missing; name a section, or a collection',
    ],
    [
      'a value for no field',
      { 'custom/entries/thing/t.json': thing({ titel: 'T' }) },
      'custom/entries/thing/t.json:3 values.titel: "titel" is not known here. Did you mean title?',
    ],
    [
      'entries of no type',
      { 'custom/entries/thong/t.json': thing({}) },
      'custom/entries/thong: there is no type of this name; add custom/types/thong.json',
    ],
    [
      'a type named as a built-in kind',
      {
        'custom/types/author.json':
          '{ "name": "A", "kind": "collection", "fields": [{ "key": "a", "type": "text" }] }',
      },
      'custom/types/author.json: author is a built-in kind',
    ],
    [
      'a reference to no type',
      {
        'custom/types/a.json':
          '{ "name": "A", "kind": "collection", "fields": [{ "key": "a", "type": "reference", "options": { "content_type": "thng" } }] }',
      },
      'custom/types/a.json:1 fields[0].options.content_type: no file belongs to "thng". Did you mean "thing"?',
    ],
    [
      'a text for a type without rich text',
      {
        'custom/types/a.json':
          '{ "name": "A", "kind": "collection", "fields": [{ "key": "a", "type": "text" }] }',
        'custom/entries/a/x.md': '---\nvalues: { a: b }\n---\nWords.\n',
      },
      'custom/entries/a/x.md: a has no rich text field',
    ],
    [
      'a text in two places',
      { 'custom/entries/thing/t.md': '---\nvalues:\n  body: { markdown: a }\n---\nWords.\n' },
      'custom/entries/thing/t.md:3 values.body: it is written below the front matter too',
    ],
    [
      'two entries of a singleton',
      {
        'custom/types/s.json':
          '{ "name": "S", "kind": "singleton", "fields": [{ "key": "a", "type": "text" }] }',
        'custom/entries/s/a.json': thing({}),
        'custom/entries/s/b.json': thing({}),
      },
      'custom/entries/s: s is a singleton and takes one file',
    ],
    ['a file of another kind', { 'blog/articles/a.txt': 'A' }, 'blog/articles/a.txt: files here end in .md'],
    [
      'a file with a capital',
      { 'blog/authors/Bob.json': '{ "name": "B" }' },
      'name it with lower-case letters',
    ],
  ])('is said with its place: %s', async (_what, files, message) => {
    expect(await faultsOf(files)).toContain(message);
  });

  it('does not hide the others', async () => {
    const message = await faultsOf({
      'blog/authors/b.json': '{ "nam": "B", "bio": 5 }',
      'blog/articles/a.md': 'Words.',
    });
    expect(message.split('\n')).toHaveLength(4);
  });

  it('is none in a folder without a family', async () => {
    const seeds = await readSeeds(await seedsWith({ 'blog/articles/.keep': '' }));
    expect(seeds.blogArticles).toEqual([]);
    expect(seeds.authors.map(({ name, slug }) => [name, slug])).toEqual([['author/ada', 'ada']]);
  });
});
