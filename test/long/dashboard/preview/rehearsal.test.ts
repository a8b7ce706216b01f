import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueEveryMs } from '../../../../src/lifecycle/publishing/due/due.ts';
import type { ApiAnswer } from '../../../support/client.ts';
import { dayMs, defineType, expectDone } from '../../../support/content.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
const beginning = Date.parse('2027-03-05T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** What happens to one item: whether it is live, and its dates in days from the beginning. */
interface Life {
  starts: number | null;
  ends: number | null;
  changes: number | null;
  editedLater: boolean;
  n: number;
  pointsAt: number;
}

const day = fc.integer({ min: 1, max: 9 });
const orNone = fc.option(day, { nil: null });
const life: fc.Arbitrary<Life> = fc.record({
  starts: fc.oneof(fc.constant(0), fc.constant(0), orNone),
  ends: orNone,
  changes: orNone,
  editedLater: fc.boolean(),
  n: fc.integer({ min: 1, max: 5 }),
  pointsAt: fc.nat({ max: 3 }),
});
const lives = fc.record({
  pages: fc.array(life, { minLength: 4, maxLength: 4 }),
  home: life,
  posts: fc.array(life, { minLength: 3, maxLength: 3 }),
  helps: fc.array(life, { minLength: 3, maxLength: 3 }),
  inRelease: fc.array(life, { minLength: 2, maxLength: 2 }),
});

class Site {
  readonly project: TestProject;
  readonly ids: Record<'pages' | 'posts' | 'helps', string[]> = { pages: [], posts: [], helps: [] };
  release = '';

  private constructor(project: TestProject) {
    this.project = project;
  }

  static async new(content: { [K in 'pages' | 'posts' | 'helps' | 'inRelease']: Life[] } & { home: Life }) {
    setClock(service, beginning);
    const site = new Site(await service.newProject());
    await site.#fill(content);
    return site;
  }

  async #post(path: string, body: object) {
    return expectDone(await this.project.secret.post(path, body));
  }

  async #fill({ pages, home, posts, helps, inRelease }: Parameters<typeof Site.new>[0]): Promise<void> {
    await defineType(this.project, 'home', { title: 'string' }, { kind: 'singleton' });
    await defineType(this.project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'slug', type: 'string', options: { unique: true } },
      { key: 'n', type: 'number' },
      { key: 'next', type: 'reference', options: { content_type: 'page' } },
      { key: 'body', type: 'richtext' },
    ]);
    const people = [
      await this.#post('/v1/authors', { name: 'Ada' }),
      await this.#post('/v1/authors', { name: 'Bo' }),
    ];
    const news = await this.#post('/v1/blog/categories', { name: 'News' });
    const shelf = await this.#post('/v1/kb/collections', { title: 'All' });
    const section = await this.#post('/v1/kb/sections', { title: 'First', collection: shelf.id });
    for (const [i, one] of pages.entries()) {
      const values = { title: `Page ${i}`, slug: `page-${i}`, n: one.n };
      this.ids.pages.push(await this.#item('/v1/content/page/entries', { values }, one));
    }
    for (const [i, one] of posts.entries()) {
      const body = { markdown: `[to](entry:${this.ids.pages[one.pointsAt]})` };
      const named = { title: `Post ${i}`, slug: `post-${i}`, authors: [people[i % 2]?.id], body };
      this.ids.posts.push(await this.#item('/v1/blog/articles', { ...named, categories: [news.id] }, one));
      await this.#change(
        `/v1/blog/articles/post-${i}`,
        { authors: [people[0]?.id], tags: ['later'], categories: [] },
        one,
      );
    }
    for (const [i, one] of helps.entries()) {
      const placed = {
        title: `Help ${i}`,
        slug: `help-${i}`,
        collection: shelf.id,
        review_interval_days: one.n,
      };
      this.ids.helps.push(await this.#item('/v1/kb/articles', placed, one));
      const moved = { section: section.id, review_interval_days: null, authors: [people[1]?.id] };
      await this.#change(`/v1/kb/articles/help-${i}`, moved, one);
    }
    await this.#pages(pages, '');
    await this.#item('/v1/content/home', { values: { title: 'Now' } }, home, 'put');
    await this.#change('/v1/content/home', { values: { title: 'Then' } }, home);
    this.release = (await this.#post('/v1/releases', { name: 'Spring' })).id as string;
    await this.#pages(inRelease, `?release=${this.release}`);
  }

  /** Schedules changes of the first pages. */
  async #pages(own: readonly Life[], query: string): Promise<void> {
    for (const [i, one] of own.entries()) {
      const body = { markdown: `[to](blog_article:${this.ids.posts[0]})` };
      const next = this.ids.pages[one.pointsAt];
      const values = { title: `Changed${query === '' ? '' : ' in Spring'} ${i}`, n: 9 - one.n, next, body };
      await this.#change(`/v1/content/page/${this.ids.pages[i]}${query}`, { values }, one);
    }
  }

  async #item(path: string, body: object, { starts, ends }: Life, method: 'post' | 'put' = 'post') {
    const dates =
      starts === null
        ? {}
        : {
            publish: true,
            ...(starts === 0 ? {} : { published_at: iso(beginning + starts * dayMs) }),
            ...(ends === null || ends <= starts ? {} : { unpublish_at: iso(beginning + ends * dayMs) }),
          };
    return expectDone(await this.project.secret[method](path, { ...body, ...dates })).id as string;
  }

  /** Schedules a change where the item is live and the change comes before its end, and then edits the draft. */
  async #change(path: string, body: object, { changes, editedLater }: Life): Promise<void> {
    const sent = changes === null ? body : { ...body, publish_at: iso(beginning + changes * dayMs) };
    if (changes !== null) await this.project.secret.patch(path, sent); // rejected for items that are not live then
    const title = { title: 'Edited later' };
    const edit = 'values' in body ? { values: title } : title;
    if (editedLater)
      await this.project.secret.patch(`${path}${path.includes('?') ? '&' : '?'}draft=true`, edit);
  }

  get paths(): string[] {
    const { pages, posts, helps } = this.ids;
    return [
      ...[
        '',
        'limit=2',
        'sort=n',
        'sort=-updated_at&limit=2',
        'sort=published_at&offset=1',
        'count=true',
        'fields=title',
      ].map((query) => `/v1/content/page?${query}`),
      ...[
        'where[n][gte]=4',
        'where[title]=Page 1',
        'where[title][contains]=changed',
        'where[next][is_null]=true',
      ].map((query) => `/v1/content/page?${encodeURI(query)}&count=true`),
      `/v1/content/page?ids=${pages.join(',')}`,
      '/v1/content/page/lookup?where[slug]=page-1',
      ...pages.map((id) => `/v1/content/page/${id}`),
      '/v1/content/home',
      ...['', 'author=ada', 'category=news', 'tag=later', 'limit=1', 'count=true'].map(
        (query) => `/v1/blog/articles?${query}`,
      ),
      ...posts.map((id) => `/v1/blog/articles/${id}`),
      ...[
        '/v1/blog/categories',
        '/v1/authors',
        '/v1/authors/ada',
        '/v1/kb/tree',
        '/v1/kb/collections',
        '/v1/kb/sections/first',
      ],
      ...[
        '',
        'collection=all',
        'section=first',
        'freshness=stale',
        'freshness=fresh',
        'limit=1&offset=1',
      ].map((query) => `/v1/kb/articles?${query}`),
      ...helps.map((id) => `/v1/kb/articles/${id}`),
    ];
  }
}

/** Status and body without what depends on the request: messages, ids of requests, cursors. */
function shown({ status, body }: ApiAnswer): unknown {
  const excluded = new Set(['message', 'request_id', 'doc_url', 'next_cursor']);
  const text = JSON.stringify(body, (key, value: unknown) => (excluded.has(key) ? undefined : value));
  return { status, body: JSON.parse(text) as unknown };
}

const at = (path: string, ms: number, release = '') =>
  `/preview${path}${path.includes('?') ? '&' : '?'}at=${iso(ms)}${release === '' ? '' : `&release=${release}`}`;

/** Reads a few at a time, so that a busy machine rejects none. */
async function readAll(paths: readonly string[], read: (path: string) => Promise<ApiAnswer>) {
  const answers: ApiAnswer[] = [];
  for (let i = 0; i < paths.length; i += 4)
    answers.push(...(await Promise.all(paths.slice(i, i + 4).map(read))));
  return answers;
}

/**
 * Moves the clock to a moment up to which all dates are applied. The job waits for dates of the next second, which never
 * come while the clock stands still, so it doesn't run directly before a day begins.
 */
async function moveTo(ms: number): Promise<void> {
  const sinceDay = (ms - beginning) % dayMs;
  setClock(service, sinceDay > dayMs - dueEveryMs ? ms - dueEveryMs : ms);
  await runJob(service);
  setClock(service, ms);
}

describe('a rehearsal', () => {
  it('shows what readers get at that time, before and after a promotion', { timeout: 900_000 }, async () => {
    const runs = Number(process.env['REHEARSAL_RUNS'] ?? 3);
    const times = fc.array(day, { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(lives, times, fc.boolean(), async (content, days, promotesFirst) => {
        const site = await Site.new(content);
        const { secret, publishable } = site.project;
        const moments = days.flatMap((n) => [
          beginning + n * dayMs - 1,
          beginning + n * dayMs,
          beginning + n * dayMs + 3_600_000,
        ]);
        const sorted = [...new Set(moments)].sort((a, b) => a - b);
        const first = sorted[0] ?? beginning;
        const isPromoted = (ms: number) => promotesFirst || ms > first + dayMs;
        const expected = new Map<number, unknown[]>();
        for (const ms of sorted) {
          const read = (path: string) => secret.get(at(path, ms, isPromoted(ms) ? site.release : ''));
          expected.set(ms, (await readAll(site.paths, read)).map(shown));
        }
        let promoted = false;
        for (const ms of sorted) {
          await moveTo(ms);
          if (isPromoted(ms) && !promoted) {
            expectDone(await secret.post(`/v1/releases/${site.release}/promote`, {}));
            await moveTo(ms);
            promoted = true;
          }
          const answers = (await readAll(site.paths, (path) => publishable.get(path))).map(shown);
          const differences = answers.flatMap((answer, i) => {
            const rehearsed = expected.get(ms)?.[i];
            return isDeepStrictEqual(answer, rehearsed) ? [] : [{ path: site.paths[i], rehearsed, answer }];
          });
          expect([iso(ms), differences]).toEqual([iso(ms), []]);
        }
      }),
      {
        numRuns: runs,
        endOnFailure: true, // a smaller example takes minutes to find
        ...(process.env['FUZZ_SEED'] === undefined ? {} : { seed: Number(process.env['FUZZ_SEED']) }),
      },
    );
  });
});
