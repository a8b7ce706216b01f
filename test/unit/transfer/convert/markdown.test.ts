import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../support/transfer/convert/run-convert.ts';
import { newFolder } from '../../../support/transfer/installations.ts';

async function sourceFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await newFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const convertFiles = async (files: Readonly<Record<string, string | Uint8Array>>, ...options: string[]) =>
  convert('markdown', await sourceFolder(files), ...options);

describe('galley convert markdown', () => {
  it('reads YAML and TOML front matter', async () => {
    const { body, lines } = await convertFiles({
      'a.md': `---
title: One
date: 2019-05-02 10:00:00 +0200
slug: first
description: Short
tags: [sea, "two words"]
categories: News
author: {name: Ada Reed, email: ada@secret.test}
aliases: [/old/one]
weight: 3
---
Text`,
      'b.markdown': '+++\ntitle = "Two"\ndate = 2020-01-02T03:04:05Z\ndraft = true\n+++\nText',
    });

    expect(body).toMatchObject({ in: 2, converted: 2, skipped: 0, words: { in: 5, lost: 0 } });
    const [one, two] = await lines('articles');
    expect(one).toMatchObject({
      source_id: 'a.md',
      title: 'One',
      slug: 'first',
      excerpt: 'Short',
      tags: ['sea', 'two words'],
      status: 'published',
      published_at: '2019-05-02T08:00:00.000Z',
    });
    expect(two).toMatchObject({ title: 'Two', slug: 'b', status: 'draft' });
    expect(two).not.toHaveProperty('published_at');
    expect(await lines('authors')).toMatchObject([{ name: 'Ada Reed' }]);
    expect(await lines('redirects')).toMatchObject([
      { from: '/old/one', to: { file: 'articles', source_id: 'a.md' } },
    ]);
    expect(await lines('losses')).toMatchObject([{ reason: 'front_matter_key', detail: 'weight' }]);
  });

  it('counts Markdown in HTML, preformatted text, frames and decoded URLs as readers see them', async () => {
    const { body, lines } = await convertFiles({
      'a.md': `# One

<td>
A [link](https://example.com/reef/fish) here
</td>

<pre><code>run \`<b>cargo</b>\` [not](a-link)</code></pre>

<iframe src="https://example.com/film">See <a href="https://example.com/film">the film</a></iframe>

Broken [link] (https://example.com/#the%20tide)
`,
    });

    expect(body.words).toMatchObject({ lost: 0 });
    expect(body.words.in).toBeGreaterThan(12);
    expect((await lines('losses')).map(({ reason }) => reason)).not.toContain('words');
  });

  it('finds title, date and slug without front matter', async () => {
    const { lines } = await convertFiles({
      '2019-05-02-hello-sea.md': 'Before\n\n# The **sea**\n\nAfter',
      'trip/index.md': 'No heading',
      '_drafts/idea.md': 'Idea',
      'off.md': '---\npublished: false\n---\nOff',
      'broken.md': '---\ntitle: [\n---\nKept',
    });
    const articles = await lines('articles');
    expect(articles.map(({ title, slug, status }) => [title, slug, status])).toEqual([
      ['The sea', 'hello-sea', 'published'],
      ['Idea', 'idea', 'draft'],
      ['Broken', 'broken', 'published'],
      ['Off', 'off', 'draft'],
      ['Trip', 'trip', 'published'],
    ]);
    expect(articles[0]?.['published_at']).toBe('2019-05-02T00:00:00.000Z');
    expect(JSON.stringify(articles[0]?.['body'])).not.toContain('sea');
    expect(await lines('losses')).toMatchObject([{ title: 'broken', reason: 'front_matter' }]);
  });

  it('copies files to which texts refer, and links files to each other', async () => {
    const { lines, out } = await convertFiles({
      'posts/a.md':
        '![A](../img/a.png) [b](b.md#part) [c](/posts/c/) ![x](https://other.test/x.png) [d](/posts/none)',
      'posts/b.md': 'B',
      'posts/c/index.md': 'C [file](../../img/a.png)',
      'img/a.png': 'png',
      'img/unused.png': 'png',
    });
    const text = JSON.stringify((await lines('articles'))[0]?.['body']);
    expect(text).toContain('"href":"/posts/b.md"');
    expect(text).toContain('"href":"/posts/c/index.md"');
    expect(text).toContain('"href":"/posts/none"');
    expect(await lines('media')).toMatchObject([
      { file: 'files/source/img/a.png' },
      { url: 'https://other.test/x.png' },
    ]);
    expect(await readdir(join(out, 'files/source/img'))).toEqual(['a.png']);
  });

  it('finds absolute paths below --static', async () => {
    const statics = await sourceFolder({ 'img/a.png': 'png' });
    const source = { 'a.md': '---\ncover: /img/a.png\n---\n![A](/img/a.png)' };
    const { lines, body } = await convertFiles(source, '--static', statics);
    expect(await lines('media')).toMatchObject([{ file: 'files/static/img/a.png' }]);
    expect((await lines('articles'))[0]?.['featured_image']).toBe((await lines('media'))[0]?.['source_id']);
    expect(body.losses.total).toBe(0);
    expect((await convertFiles(source)).body.losses.by_reason.file_missing).toBe(1);
  });

  it('never reads files outside of the folder, or through links', async () => {
    const outside = await sourceFolder({ 'secret.png': 'secret', 'secret.md': 'secret words' });
    const folder = await sourceFolder({
      'a.md':
        '![1](../secret.png) ![2](link.png) ![3](dir/secret.png) ![4](..%2fsecret.png) ![5](/etc/passwd)',
    });
    await symlink(join(outside, 'secret.png'), join(folder, 'link.png'));
    await symlink(outside, join(folder, 'dir'));
    await symlink(join(outside, 'secret.md'), join(folder, 'b.md'));
    const { body, lines, text } = await convert('markdown', folder);
    expect(body).toMatchObject({ in: 1, losses: { by_reason: { file_missing: 5 } } });
    expect(await lines('media')).toEqual([]);
    expect(await text()).not.toContain('secret words');
  });

  it('writes entries of a type with fields for other keys', async () => {
    const { lines } = await convertFiles(
      {
        'a.md':
          '---\ntitle: A\nprice: 3\nfeatured: true\nday: 2020-01-02\nnote: Hello\nlist: [1]\nid: 7\n---\nText',
        'deep/b.md': '---\nprice: free\npermalink: /b/\n---\nB',
      },
      '--to',
      'page',
    );
    const [type] = await lines('types');
    const fields: object[] = type?.['fields'];
    expect(fields.slice(4)).toEqual([
      { key: 'price', type: 'number' },
      { key: 'featured', type: 'boolean' },
      { key: 'day', type: 'date' },
      { key: 'note', type: 'string' },
    ]);
    expect((await lines('entries')).map(({ values }) => values as object)).toMatchObject([
      { title: 'A', path: '/a', price: 3, featured: true, day: '2020-01-02T00:00:00.000Z', note: 'Hello' },
      { title: 'B', path: '/b/' },
    ]);
    expect((await lines('losses')).map(({ detail }) => detail as string)).toEqual(['list', 'id', 'price']);
  });

  it('writes the knowledge base with folders as collections and sections', async () => {
    const { lines } = await convertFiles(
      { 'start/a.md': 'A', 'start/02-first_steps/b.md': 'B', 'c.md': 'C' },
      '--to',
      'kb',
    );
    expect((await lines('kb-collections')).map(({ title }) => title as string)).toContain('Start');
    expect((await lines('kb-sections')).map(({ title }) => title as string)).toEqual(['First steps']);
    const articles = await lines('kb-articles');
    expect(
      articles.map(({ section, collection }) => [section !== undefined, collection !== undefined]),
    ).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
  });

  it.each(['{% include x %}', '{{ page.title }}', '<Badge text="x">New</Badge>'])(
    'keeps %s as text, with a loss',
    async (tag) => {
      const { body } = await convertFiles({ 'a.mdx': `Text ${tag} end` });
      expect(body).toMatchObject({ words: { lost: 0 }, losses: { by_reason: { template_tag: 1 } } });
    },
  );

  it('skips files that are not UTF-8 or too large', async () => {
    const { body, lines } = await convertFiles({
      'a.md': new Uint8Array([0xff, 0xfe, 0x41]),
      'b.md': 'word '.repeat(4_000_000),
      'c.md': 'word '.repeat(200_000),
      'd.md': 'Fine',
    });
    expect(body).toMatchObject({ in: 4, converted: 1, skipped: 3 });
    expect((await lines('losses')).map(({ reason }) => reason as string)).toEqual([
      'unreadable',
      'unreadable',
      'too_large',
    ]);
  });

  it.each([
    ['a folder without Markdown', { 'a.txt': 'x' }, []],
    ['a target that is no slug', { 'a.md': 'x' }, ['--to', 'My Type']],
    ['a missing static folder', { 'a.md': 'x' }, ['--static', '/nowhere']],
  ])('rejects %s, and writes nothing', async (_name, files, options) => {
    const { exitCode, body, out } = await convertFiles(files, ...options);
    expect([exitCode, body.error.code]).toEqual([1, 'invalid_parameter']);
    expect(await readdir(dirname(out))).toEqual([]);
  });

  it('loses no word of random Markdown', async () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const line = fc
      .tuple(
        fc.constantFrom('', '# ', '- ', '1. ', '> ', '    ', '| a | b |\n|---|---|\n| '),
        fc.array(word, { minLength: 1, maxLength: 5 }),
      )
      .chain(([start, words]) =>
        fc.constantFrom('', '**', '`', '~~', '*').map((mark) => `${start}${mark}${words.join(' ')}${mark}`),
      );
    const texts = fc.sample(
      fc.array(line, { maxLength: 8 }).map((parts) => parts.join('\n\n')),
      150,
    );
    const { body } = await convertFiles(
      Object.fromEntries(texts.map((text, i) => [`${i}.md`, text])),
      '--strict',
    );
    expect(body).toMatchObject({ converted: 150, words: { lost: 0 } });
  });
});
