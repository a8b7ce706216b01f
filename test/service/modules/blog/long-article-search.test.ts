import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { costOf } from '../../../support/cost.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;

/** Different words, as many as fit into the largest body there is. */
const words = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}`);
const longWord = `${'donaudampfschifffahrt'.repeat(12)}ende`; // 256 letters
const paragraphs = Array.from({ length: 60 }, (_, i) => words.slice(i * 1_000, (i + 1) * 1_000).join(' '));
const body = {
  version: 2,
  content: [...paragraphs, `${longWord} ${'z'.repeat(300)} last.`].map((text) => ({
    type: 'paragraph',
    content: [{ type: 'text', text }],
  })),
};

beforeAll(async () => {
  project = await service.newProject();
  const { id: collection } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'All' }));
  for (const title of ['Long', 'Short']) {
    const article = {
      title,
      body: title === 'Long' ? body : { markdown: `${words[5]} brief` },
      publish: true,
    };
    expectDone(await project.secret.post('/v1/blog/articles', article));
    expectDone(await project.secret.post('/v1/kb/articles', { ...article, collection }));
  }
});

describe.each(['/v1/blog/articles', '/v1/kb/articles'])('GET %s?q=', (path) => {
  it.each([
    ['a word at the end', 'last', ['Long']],
    ['the first word', 'w0', ['Long']],
    ['a word far behind', `${words[59_999]}`, ['Long']],
    ['the beginning of one', 'w1a9', ['Long']],
    ['words near and far', `${words[3]} ${words[45_000]} last`, ['Long']],
    ['a word of both', `${words[5]}`, ['Long', 'Short']],
    ['a word of one and a word of the other', `${words[45_000]} brief`, []],
    ['a word of the title and one far behind', `long ${words[45_000]}`, ['Long']],
    ['a word that is in no text', 'w1a9xy', []],
    ['the middle of a word', 'ast', []],
    ['a long word', longWord.slice(0, 200), ['Long']],
    ['a long word that goes on in another way', `${longWord.slice(0, 60)}x`, []],
  ])('finds %s', async (_title, q, titles) => {
    const answer = await project.publishable.get(`${path}?count=true&q=${encodeURIComponent(q)}`);

    const found = (answer.body.data as { title: string }[]).map(({ title }) => title);
    expect(found.sort()).toEqual(titles);
    expect(answer.body.meta.total).toBe(titles.length);
  });

  it('finds what an edit left, and nothing that it took away', async () => {
    const count = async (q: string) =>
      (await project.publishable.get(`${path}?q=${q}`)).body.data.length as number;
    const slug = `${path}/long`;
    expectDone(await project.secret.patch(slug, { body: { markdown: 'Now only this' } }));
    expect([await count('last'), await count(`${words[45_000]}`), await count('this')]).toEqual([0, 0, 1]);

    const { result, cpuMs } = await costOf(() => project.secret.patch(slug, { body }));
    expectDone(result);
    expect(cpuMs).toBeLessThan(3_000);
    expect([await count('last'), await count(`${words[45_000]}`), await count('this')]).toEqual([1, 1, 0]);
  });
});
