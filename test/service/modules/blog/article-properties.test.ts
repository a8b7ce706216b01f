import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const articles = '/v1/blog/articles';
const dates = ['2024-01-01', '2024-01-02', '2024-01-03'];

describe('paging through blog articles', () => {
  it(
    'neither skips nor repeats, also while others are written and changed',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...dates), { minLength: 1, maxLength: 9 }),
          fc.integer({ min: 1, max: 4 }),
          fc.boolean(),
          async (chosen, limit, isBusy) => {
            const project = await service.newProject();
            await Promise.all(
              chosen.map((published_at, i) =>
                project.secret.post(articles, { title: `T${i}`, publish: true, published_at }),
              ),
            );
            const whole = valuesOf(await project.publishable.get(`${articles}?limit=100`), 'slug');
            const seen: unknown[] = [];
            let next: string | null = '';
            for (let page = 0; next !== null; page += 1) {
              const answer = await project.publishable.get(`${articles}?limit=${limit}${next}`);
              seen.push(...valuesOf(answer, 'slug'));
              const { meta } = answer.body;
              expect(meta.has_more).toBe(meta.next_cursor !== null);
              next = meta.next_cursor === null ? null : `&cursor=${meta.next_cursor}`;
              if (!isBusy) continue;
              await project.secret.post(articles, { title: 'new', publish: true });
              await project.secret.patch(`${articles}/t0`, { excerpt: `page ${page}` });
            }
            expect(seen).toEqual(whole);
            expect(new Set(seen).size).toBe(chosen.length);
          },
        ),
        { numRuns: 8 },
      );
    },
  );
});

/** What a reader could know: the text that is seen, or why none is. */
interface Model {
  status: 'draft' | 'scheduled' | 'published' | 'gone';
  excerpt: string;
  events: string[];
}

const tomorrow = new Date(service.app.clock.now().getTime() + 86_400_000).toISOString();

/** What each write does to the model; the names of events follow from what readers see before and after. */
const moves: Record<string, { change: object; to: (model: Model) => Partial<Model> }> = {
  edit: { change: { excerpt: 'edited' }, to: () => ({ excerpt: 'edited' }) },
  publish: {
    change: { publish: true, published_at: null },
    to: () => ({ status: 'published' }),
  },
  hide: { change: { publish: false }, to: () => ({ status: 'draft' }) },
  schedule: { change: { publish: true, published_at: tomorrow }, to: () => ({ status: 'scheduled' }) },
  publishEdited: {
    change: { publish: true, published_at: '2020-01-01', excerpt: 'again' },
    to: () => ({ status: 'published', excerpt: 'again' }),
  },
};

function follow(before: Model, name: string): Model {
  const after = { ...before, ...moves[name]?.to(before) };
  const [was, is] = [before.status === 'published', after.status === 'published'];
  const verb =
    was && is ? 'updated' : is ? 'published' : was && after.status === 'draft' ? 'unpublished' : null;
  return { ...after, events: verb === null ? before.events : [...before.events, `blog.article.${verb}`] };
}

describe('publishing in any order', () => {
  it('shows and tells what a small model of the states says', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 1, maxLength: 7 }),
        async (names) => {
          const project = await service.newProject();
          await project.secret.post(articles, { title: 'A', excerpt: 'first' });
          let model: Model = { status: 'draft', excerpt: 'first', events: [] };
          for (const name of names) {
            const { change = {} } = moves[name] ?? {};
            const before = await project.secret.patch(`${articles}/a`, { title: 'A' });
            const answer = await project.secret.patch(`${articles}/a`, change);
            const isSame = answer.body.revision === before.body.revision;
            model = isSame ? { ...model, ...moves[name]?.to(model) } : follow(model, name);

            expect(answer.body).toMatchObject({ status: model.status, excerpt: model.excerpt });
            const read = await project.publishable.get(`${articles}/a`);
            expect(read.status).toBe(model.status === 'published' ? 200 : 404);
            if (read.status === 200) expect(read.body.excerpt).toBe(model.excerpt);
            expect(await project.events()).toEqual(model.events);
          }
          await project.secret.delete(`${articles}/a`);
          expect(await project.events()).toEqual([...model.events, 'blog.article.deleted']);
        },
      ),
      { numRuns: 12 },
    );
  });
});
