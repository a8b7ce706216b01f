import { Helper } from '../processes/helper.ts';
import { newId } from '../../src/contract/ids.ts';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite, type Site } from '../seed/site.ts';
import { msOfDescription } from './blocks-described.ts';
import { latenessUnder } from './process.ts';
import type { Stage } from '../stage.ts';

/** Entries per list, and blocks per entry. */
const [entries, blocks] = [20, 50];
const authorsMax = 10;
/** Creates of each kind per turn. */
const turnLength = 3;
/** Lists of a thousand blocks have 1 MB each. More parallel readers of uncached lists get 503, as intended. */
const readersAtOnce = 32;

interface Target {
  url: string;
  token: string;
}

const document = {
  type: 'doc',
  version: 2,
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Light wind' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'A kite is mostly patience, ' },
        { type: 'text', text: 'and a line', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' that hums when the wind is right.' },
      ],
    },
  ],
};

/**
 * Compares entries of 50 blocks with flat entries of equal texts, bytes and references (uncached lists, creates) and a
 * cached list with Koa, in alternating order. Then measures event-loop lag with 10% uncached lists, and introspection.
 */
export async function measureBlocks(stage: Stage) {
  const { app, galley, cold, sizes } = stage;
  const site = await newSite(app, 0);
  const { token } = site;
  const authors = await define({ url: galley.url, token });
  const values = { page: pageOf(authors), flat: flatOf(authors) };
  const create = async (type: 'page' | 'flat') =>
    write({ url: galley.url, token }, 'POST', [
      `/v1/content/${type}/entries`,
      { values: { ...values[type], title: type }, publish: true },
    ]);
  for (let i = 0; i < entries; i += 1) for (const type of ['page', 'flat'] as const) await create(type);

  const list = async (type: string) => msOf(() => read({ url: cold.url, token }, `/v1/content/${type}`));
  const creates = (type: 'page' | 'flat') =>
    msOf(async () => {
      for (let i = 0; i < turnLength; i += 1) await create(type);
    });
  const listed = await inTurns(list, sizes.growthRounds * sizes.growthRequests);
  const written = await inTurns(creates, sizes.writeRounds);
  const unseen = unseenLists(stage, site);
  const kept = '/v1/content/page';
  const lateness = await latenessUnder(stage, { token, cold: unseen, kept, connections: readersAtOnce });
  return {
    ratios: {
      blocks_list_vs_flat: listed.ratio,
      blocks_kept_vs_bare_koa: await keptAgainstKoa(stage, token),
      blocks_write_vs_flat: written.ratio,
      blocks_loop_lag_p99_ms: lateness,
      blocks_described_ms: await msOfDescription(stage),
    },
    medians: {
      'list of blocks, ms': listed.page,
      'list of flat entries, ms': listed.flat,
      'create of 50 blocks, ms': written.page / turnLength,
      'create of a flat entry, ms': written.flat / turnLength,
    },
  };
}

/** URLs of lists that aren't cached yet: each cursor starts after the newest entry, so all entries match. */
function unseenLists({ entryCursor }: Stage, site: Site): string[] {
  const tomorrow = Date.now() + 86_400_000;
  const place = (i: number) => ({ id: newId('entry', new Date()), at: new Date(tomorrow + i) });
  return Array.from(
    { length: 500 },
    (_, i) => `/v1/content/page?cursor=${entryCursor(site, 'page', place(i))}`,
  );
}

async function define(target: Target): Promise<string[]> {
  const put = (path: string, fields: object[]) => write(target, 'PUT', [`/v1/schema/${path}`, { fields }]);
  const title = { key: 'title', type: 'string' };
  const to = { content_type: 'author' };
  await put('content-types/author', [{ key: 'name', type: 'string' }]);
  await put('blocks/part', [
    { key: 'text', type: 'richtext' },
    { key: 'author', type: 'reference', options: to },
  ]);
  const options = { blocks: ['part'] };
  await put('content-types/page', [title, { key: 'sections', type: 'blocks', options }]);
  await put('content-types/flat', [
    title,
    ...keys().map((key) => ({ key, type: 'richtext' })),
    { key: 'authors', type: 'reference_list', options: to },
    { key: 'padding', type: 'text' },
  ]);
  const ids: string[] = [];
  for (let i = 0; i < authorsMax; i += 1) {
    const body = { values: { name: `Author ${i}` }, publish: true };
    const { id } = await write(target, 'POST', ['/v1/content/author/entries', body]);
    ids.push(String(id));
  }
  return ids;
}

function keys(): string[] {
  return Array.from({ length: blocks }, (_, i) => `text_${i}`);
}

/** An entry whose blocks have one text and one reference each. */
function pageOf(authors: readonly string[]): object {
  const sections = keys().map((_, i) => ({
    block: 'part',
    values: { text: document, author: authors[i % authors.length] },
  }));
  return { sections };
}

/** An entry with equal texts and references, and one more text as long as the ids and names of the blocks. */
function flatOf(authors: readonly string[]): object {
  const texts = Object.fromEntries(keys().map((key) => [key, document]));
  const aroundBlock = JSON.stringify({ id: `blk_${'0'.repeat(26)}`, block: 'part', values: {} }).length;
  return {
    ...texts,
    authors: keys().map((_, i) => authors[i % authors.length]),
    padding: 'x'.repeat(blocks * aroundBlock),
  };
}

/** Medians of both kinds, and the median of the ratios of all rounds. */
async function inTurns(work: (type: 'page' | 'flat') => Promise<number>, rounds: number) {
  await work('page');
  await work('flat');
  const found: { page: number; flat: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const before = isFirst ? await work('page') : 0;
    const flat = await work('flat');
    found.push({ flat, page: isFirst ? before : await work('page') });
  }
  return {
    page: median(found.map(({ page }) => page)),
    flat: median(found.map(({ flat }) => flat)),
    ratio: median(found.map(({ page, flat }) => page / flat)),
  };
}

async function keptAgainstKoa({ galley, load, sizes }: Stage, token: string): Promise<number> {
  const path = '/v1/content/page';
  const body = await read({ url: galley.url, token }, path);
  const koa = new Helper(new URL('../servers/bare-koa.ts', import.meta.url));
  try {
    const bare = { url: `http://127.0.0.1:${Number(await koa.ask({ [path]: body }))}`, token: '' };
    const flood = async (target: Target) => {
      const order = { ...target, paths: [path], connections: sizes.connections, seconds: sizes.roundSeconds };
      return (await load.flood(order)).requestsPerSecond;
    };
    const ratios: number[] = [];
    for (let round = 0; round < sizes.rounds; round += 1) {
      const bareRate = await flood(bare);
      ratios.push((await flood({ url: galley.url, token })) / bareRate);
    }
    return median(ratios);
  } finally {
    koa.stop();
  }
}

async function read({ url, token }: Target, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`);
  return text;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now();
  await work();
  return performance.now() - begunAt;
}
