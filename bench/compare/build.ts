import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Galley, startGalley } from '../processes/galley.ts';
import { write } from '../seed/api.ts';

const run = promisify(execFile);

/** A built checkout with its own database, seeded over its own API. */
export interface Build {
  name: string;
  galley: Galley;
  token: string;
  /** Published entries, each with a reference. */
  pages: readonly string[];
  /** List URLs, each with a different cursor. */
  coldPaths: readonly string[];
}

const pageCount = 300;
const authorCount = 20;
const articleCount = 40;
/** Parallel requests of the seed. */
const together = 8;
const list = '/v1/content/page';

/** Starts the service of a checkout on its own database, and seeds it with data that is equal for all builds. */
export async function openBuild(
  name: string,
  checkout: string,
  variables: Readonly<Record<string, string>>,
): Promise<Build> {
  const own = { ...variables, MONGODB_DB: `compare_${name}` };
  const galley = await startGalley(own, { checkout });
  const command = async (...args: string[]) =>
    (
      await run(process.execPath, [join(checkout, 'bin/galley.js'), ...args], {
        cwd: checkout,
        env: { ...process.env, ...own },
      })
    ).stdout;
  await command('project', 'create', '--name', 'Compare');
  const shown = await command('key', 'create', '--project', 'Compare', '--purpose', 'secret');
  const token = /sk_\w+/.exec(shown)?.[0];
  if (token === undefined) throw new Error(`${checkout}: no key was made: ${shown}`);
  const api = { url: galley.url, token };
  const pages = await seed(api);
  return { name, galley, token, pages, coldPaths: await walk(api) };
}

/** Requests that an overloaded service rejects with 503 are retried, as a client would do. */
const attemptsMax = 5;

export async function writePatiently(...[api, method, request]: Parameters<typeof write>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(api, method, request);
    } catch (error) {
      if (attempt === attemptsMax || !String(error).includes(': 503 ')) throw error;
    }
  }
}

type Api = Parameters<typeof write>[0];

async function seed(api: Api): Promise<string[]> {
  const types = '/v1/schema/content-types';
  await writePatiently(api, 'PUT', [`${types}/author`, { fields: [{ key: 'name', type: 'string' }] }]);
  const fields = [
    { key: 'title', type: 'string' },
    { key: 'notes', type: 'text' },
    { key: 'price', type: 'number' },
    { key: 'author', type: 'reference', options: { content_type: 'author' } },
  ];
  await writePatiently(api, 'PUT', [`${types}/page`, { fields }]);
  const post = async (path: string, body: object) =>
    String((await writePatiently(api, 'POST', [path, body]))['id']);
  const authors = await many(authorCount, (i) => {
    return post('/v1/content/author/entries', { values: { name: `Author ${i}` }, publish: true });
  });
  await many(articleCount, (i) =>
    post('/v1/blog/articles', {
      title: `Article ${i}`,
      excerpt: 'Light wind, a long line.',
      publish: true,
    }),
  );
  return many(pageCount, (i) => {
    const values = pageValues(i, authors[i % authorCount] ?? '');
    return post(`${list}/entries`, { values, publish: true });
  });
}

export function pageValues(i: number, author: string): Record<string, unknown> {
  const notes = `Flown ${i} times. Light wind, a long line, and somebody who holds the other end of it.`;
  return { title: `Page ${i}`, notes, price: i, ...(author === '' ? {} : { author }) };
}

async function many<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i += together)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(together, count - i) }, (_, j) => make(i + j)))),
    );
  return made;
}

/** Walks through the list with one entry per page and returns a URL for each cursor. */
async function walk({ url, token }: Api): Promise<string[]> {
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    const place: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await fetch(`${url}${list}?limit=1${place}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
    cursor = ((await answer.json()) as { meta: { next_cursor: string | null } }).meta.next_cursor;
    if (cursor !== null) paths.push(`${list}?cursor=${cursor}`);
  } while (cursor !== null);
  return paths;
}
