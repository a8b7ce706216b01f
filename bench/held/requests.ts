import type { Installation } from '../installation.ts';

/** A request with the highest possible cost of its kind. */
export interface DearRequest {
  name: string;
  /** How long the request may block the event loop: 50 ms for building a response, 200 ms for reading a body. */
  boundMs: 50 | 200;
  /** Runs before each request and isn't measured. */
  before?: (round: number) => Promise<unknown>;
  method?: 'GET' | 'POST';
  path: (round: number) => string;
  body?: string;
}

const [kib, mib] = [1024, 1024 * 1024];
const typesPath = '/v1/schema/content-types';
const textFields = Array.from({ length: 78 }, (_, i) => ({ key: `t${i}`, type: 'text' }));
const choices = Array.from({ length: 60 }, (_, i) => ({ value: `v${i}`, label: `A choice number ${i}` }));

/** Fills the project with content for the largest possible responses, and lists the requests. */
export async function dearRequests({ send }: Installation): Promise<readonly DearRequest[]> {
  const wideValues = Object.fromEntries(textFields.map(({ key }) => [key, 'wide '.repeat(10_000)]));
  await send('PUT', `${typesPath}/page`, { fields: [{ key: 'title', type: 'string' }, ...textFields] });
  for (let i = 0; i < 6; i += 1) await create('page', { title: `p${i}`, ...wideValues });
  await send('PUT', `${typesPath}/story`, {
    fields: [
      { key: 'body', type: 'richtext' },
      { key: 'others', type: 'reference_list', options: { content_type: 'story' } },
    ],
  });
  const markdown = 'A paragraph with *some* words in it, and **more** of them.\n\n'.repeat(700);
  const stories: string[] = [];
  for (let i = 0; i < 100; i += 1) stories.push(await create('story', { body: { markdown } }));
  const all = await create('story', { others: stories.slice(0, 30) });
  await defineBlocks(send);
  const maker = await create('maker', { name: 'Ada' });
  const text = { markdown: '## Light wind\n\nA kite is *mostly* patience, and a **line** that hums.' };
  const sections = Array.from({ length: 50 }, () => ({ block: 'part', values: { text, maker } }));
  for (let i = 0; i < 20; i += 1) await create('wall', { sections });
  const define = (round: number) =>
    send('PUT', `${typesPath}/choices_0`, { name: `Choices ${round}`, fields: selects(100) });
  for (let i = 0; i < 15; i += 1) await send('PUT', `${typesPath}/choices_${i}`, { fields: selects(100) });

  const entries = '/v1/content/page/entries';
  const write = (name: string, body: string): DearRequest => ({
    name,
    boundMs: 200,
    method: 'POST',
    path: () => entries,
    body,
  });
  return [
    {
      name: 'a list of 16 MiB, not in memory',
      boundMs: 50,
      path: (round) => `/v1/content/page?limit=${100 - round}`,
    },
    {
      name: 'a list of 100 rich texts',
      boundMs: 50,
      path: (round) => `/v1/content/story?limit=${100 - round}`,
    },
    {
      name: 'a list of 1,000 blocks, not in memory',
      boundMs: 50,
      path: (round) => `/v1/content/wall?limit=${100 - round}`,
    },
    {
      name: 'an entry with 30 rich texts',
      boundMs: 50,
      before: define,
      path: () => `/v1/content/story/${all}`,
    },
    { name: 'introspection after a change', boundMs: 50, before: define, path: () => '/v1/introspection' },
    {
      name: 'the OpenAPI document after a change',
      boundMs: 50,
      before: define,
      path: () => '/v1/openapi.json',
    },
    { name: 'the types after a change', boundMs: 50, before: define, path: () => '/v1/types.d.ts' },
    write('a valid body of 3.9 MB', JSON.stringify({ values: { title: 'A', ...wideValues } })),
    write('a mebibyte of [', '['.repeat(mib)),
    write('50,000 keys', `{"values":{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join()}}}`),
    write('a list of two million values', `{"values":{"title":[${'0,'.repeat(2 * mib - 50)}0]}}`),
    {
      ...write('512 KiB of Markdown lists', markdownBody('- a\n', 512 * kib)),
      path: () => '/v1/content/story/entries',
    },
    {
      ...write('Markdown as large as a text may be', markdownBody('Some words of a sentence. ', 200 * kib)),
      path: () => '/v1/content/story/entries',
    },
  ];

  async function create(type: string, values: object): Promise<string> {
    const path = `/v1/content/${type}/entries`;
    return (await send<{ id: string }>('POST', path, { values, publish: true })).id;
  }
}

async function defineBlocks(send: Installation['send']): Promise<void> {
  const maker = { key: 'maker', type: 'reference', options: { content_type: 'maker' } };
  await send('PUT', `${typesPath}/maker`, { fields: [{ key: 'name', type: 'string' }] });
  await send('PUT', '/v1/schema/blocks/part', { fields: [{ key: 'text', type: 'richtext' }, maker] });
  const sections = { key: 'sections', type: 'blocks', options: { blocks: ['part'] } };
  await send('PUT', `${typesPath}/wall`, { fields: [sections] });
}

function selects(count: number) {
  return Array.from({ length: count }, (_, i) => ({ key: `s${i}`, type: 'select', options: { choices } }));
}

function markdownBody(part: string, bytes: number): string {
  return JSON.stringify({ values: { body: { markdown: part.repeat(Math.floor(bytes / part.length)) } } });
}
