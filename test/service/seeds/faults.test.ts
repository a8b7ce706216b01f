import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readSeeds } from '../../../src/seeds/files/files.ts';
import { SeedFilesError } from '../../../src/seeds/seed-errors.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { tester } from '../../support/actor.ts';
import { startMediaService } from '../../support/media.ts';

const { service } = await startMediaService();

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
    [
      'a name of no file',
      { 'blog/articles/a.md': article('authors: [seed:author/adda]\n') },
      'blog/articles/a.md:3 authors[0]: no file belongs to "author/adda". Did you mean "author/ada"?',
    ],
    [
      'a name of no file in Markdown',
      { 'blog/articles/a.md': article('', 'One.\n\nSee [her](seed:author/adda).') },
      'blog/articles/a.md:7 body.markdown: no file belongs to "author/adda". Did you mean "author/ada"?',
    ],
    [
      'a name of no file in a document',
      {
        'custom/entries/thing/t.json': thing({
          body: {
            content: [{ type: 'text', marks: [{ attrs: { ref: { type: 'entry', id: 'seed:thing/u' } } }] }],
          },
        }),
      },
      'values.body.content[0].marks[0].attrs.ref.id: no file belongs to "thing/u"',
    ],
    [
      'names in a circle',
      {
        'custom/entries/thing/t.json': thing({ twin: 'seed:thing/u' }),
        'custom/entries/thing/u.json': thing({ twin: 'seed:thing/t' }),
      },
      'these name each other in a circle, so none can be stored first: thing/t -> thing/u -> thing/t',
    ],
    [
      'a reference to no type',
      {
        'custom/types/a.json':
          '{ "name": "A", "kind": "collection", "fields": [{ "key": "a", "type": "reference", "options": { "content_type": "thng" } }] }',
      },
      'custom/types/a.json:1 fields[0].options.content_type: no file belongs to "type/thng". Did you mean "type/thing"?',
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
    [
      'entries of no type',
      { 'custom/entries/thong/t.json': thing({}) },
      'custom/entries/thong/t.json:1: no file belongs to "type/thong". Did you mean "type/thing"?',
    ],
    [
      'entries of a type named as a built-in kind',
      { 'custom/entries/author/a.json': thing({}) },
      'custom/entries/author: author is a built-in kind',
    ],
    [
      'a list in place of settings',
      { 'blog/authors/b.json': '[]' },
      'blog/authors/b.json:1: the settings must be an object',
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
      'blog/authors/b.json': '{ "name": "B", }',
      'blog/articles/a.md': 'Words.',
      'blog/articles/b.md': article('excerpt: a\nexcerpt: b\n'),
    });
    expect(message.split('\n')).toHaveLength(3);
  });

  it('is none in a folder without a family', async () => {
    const seeds = await readSeeds(await seedsWith({ 'blog/articles/.keep': '' }));
    expect(seeds.map(({ name }) => name)).toEqual(['author/ada', 'kb_collection/help', 'type/thing']);
  });
});

describe('what the service refuses', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an unknown setting',
      { 'blog/articles/a.md': article('excerp: a\n') },
      /a\.md:3 excerp: .*excerp.* Did you mean excerpt\?/,
    ],
    [
      'a missing setting',
      { 'kb/sections/s.json': '{\n  "title": "S"\n}' },
      /kb\/sections\/s\.json:1 collection: .*"collection"/,
    ],
    [
      'a value of another form',
      { 'blog/articles/a.md': article('excerpt:\n  - one\n') },
      /a\.md:4 excerpt: .*it must be/,
    ],
    [
      'a day that no calendar has',
      { 'blog/articles/a.md': article('published_at: 2026-02-31\n') },
      /a\.md:3 published_at: .*not a date/,
    ],
    [
      'a name of another kind',
      { 'custom/entries/thing/t.json': thing({ by: 'seed:kb_collection/help' }) },
      /t\.json:3 values\.by: /,
    ],
    [
      'a slug that another file has',
      { 'blog/articles/a.md': article('slug: b\n'), 'blog/articles/b.md': article('') },
      /blog\/articles\/b\.md:\d slug: .*"b"/,
    ],
    ['an article without a place', { 'kb/articles/k.md': article('position: 1\n') }, /kb\/articles\/k\.md:2/],
    [
      'a value for no field',
      { 'custom/entries/thing/t.json': thing({ titel: 'T' }) },
      /t\.json:3 values\.titel: .* Did you mean title\?/,
    ],
    [
      'votes below zero',
      {
        'kb/articles/k.md': article(
          'collection: seed:kb_collection/help\nvotes: { helpful: -1, not_helpful: 0 }\n',
        ),
      },
      /k\.md:4 votes\.helpful: /,
    ],
  ])('is said with its place in the file: %s', async (_what, files, message) => {
    const { id } = await service.newProject();
    const calls = service.app.contextsOf(tester);
    const doors = { project: () => calls.project(id), release: () => calls.release(id) };

    const loading = loadSeeds(doors, 'all', { progress: () => undefined, root: await seedsWith(files) });

    await expect(loading).rejects.toThrow(message);
  });

  it('is listed as a whole, and the file that was mended goes on from there', async () => {
    const { id, publishable } = await service.newProject();
    const calls = service.app.contextsOf(tester);
    const doors = { project: () => calls.project(id), release: () => calls.release(id) };
    const load = async (files: Record<string, string>) =>
      loadSeeds(doors, 'blog', { progress: () => undefined, root: await seedsWith(files) });

    const failure = await load({ 'blog/authors/b.json': '{ "nam": "B", "bio": 5 }' }).catch(
      (error: unknown) => error,
    );
    const counts = await load({ 'blog/authors/b.json': '{ "name": "B" }' });

    expect(failure instanceof SeedFilesError && failure.message.split('\n')).toHaveLength(3);
    expect(counts).toEqual({ loaded: 1, skipped: 1 });
    const { data } = (await publishable.get('/v1/authors')).body as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toEqual(['Ada', 'B']);
  });
});
