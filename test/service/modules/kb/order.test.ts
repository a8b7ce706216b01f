import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { type KnowledgeBase, newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();

/** A plain list of everything, in order of creation: what the knowledge base should look like. */
interface Model {
  collections: { id: string; position: number }[];
  sections: { id: string; position: number; collection: string }[];
  articles: { slug: string; position: number; shelf: string; live: boolean }[];
}

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position; // sort is stable

function expectedSlugs(model: Model, shelves = shelvesOf(model)): string[] {
  return shelves.flatMap((shelf) =>
    model.articles
      .filter((article) => article.live && article.shelf === shelf)
      .sort(byPosition)
      .map(({ slug }) => slug),
  );
}

function shelvesOf({ collections, sections }: Model): string[] {
  return [...collections].sort(byPosition).flatMap(({ id }) => [
    id,
    ...sections
      .filter(({ collection }) => collection === id)
      .sort(byPosition)
      .map((section) => section.id),
  ]);
}

function expectedTree(model: Model) {
  const count = (shelf: string) => expectedSlugs(model, [shelf]).length;
  return [...model.collections].sort(byPosition).map(({ id }) => {
    const sections = model.sections.filter(({ collection }) => collection === id).sort(byPosition);
    const own = sections.map((section) => ({ id: section.id, article_count: count(section.id) }));
    const article_count = own.reduce((sum, section) => sum + section.article_count, count(id));
    return { id, article_count, sections: own };
  });
}

type Step = (kb: KnowledgeBase, model: Model) => Promise<void>;
const small = fc.integer({ min: -3, max: 3 });
const pick = fc.nat({ max: 1_000 });
function chosen<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

/** Moves `item` to the place of the last created; equal positions are ordered by creation. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  small.map((position) => async (kb: KnowledgeBase, model: Model) => {
    model.collections.push({ id: await kb.collection('C', { position }), position });
  }),
  fc.tuple(small, pick).map(([position, at]) => async (kb: KnowledgeBase, model: Model) => {
    const collection = chosen(model.collections, at)?.id;
    if (collection === undefined) return;
    const id = await kb.section(collection, 'S', { position });
    model.sections.push({ id, position, collection });
  }),
  {
    weight: 4,
    arbitrary: fc
      .tuple(small, pick, fc.boolean())
      .map(([position, at, live]) => async (kb: KnowledgeBase, model: Model) => {
        const shelf = chosen(shelvesOf(model), at);
        if (shelf === undefined) return;
        const place = shelf.startsWith('kbs_') ? { section: shelf } : { collection: shelf };
        const { slug } = await kb.article('A', { ...place, position, publish: live });
        model.articles.push({ slug, position, shelf, live });
      }),
  },
  fc.tuple(small, pick).map(([position, at]) => async (kb: KnowledgeBase, model: Model) => {
    const collection = chosen(model.collections, at);
    if (collection === undefined) return;
    await kb.secret.patch(`/v1/kb/collections/${collection.id}`, { position });
    collection.position = position;
  }),
  fc.tuple(small, pick, pick).map(([position, at, to]) => async (kb: KnowledgeBase, model: Model) => {
    const section = chosen(model.sections, at);
    const collection = chosen(model.collections, to)?.id;
    if (section === undefined || collection === undefined) return;
    await kb.secret.patch(`/v1/kb/sections/${section.id}`, { position, collection });
    Object.assign(section, { position, collection });
  }),
  fc
    .tuple(small, pick, pick, fc.boolean())
    .map(([position, at, to, live]) => async (kb: KnowledgeBase, model: Model) => {
      const article = chosen(model.articles, at);
      const shelf = chosen(shelvesOf(model), to);
      if (article === undefined || shelf === undefined) return;
      const place = shelf.startsWith('kbs_') ? { section: shelf } : { collection: shelf, section: null };
      const answer = await kb.secret.patch(`/v1/kb/articles/${article.slug}`, {
        ...place,
        position,
        publish: live,
      });
      expect(answer.status, answer.text).toBe(200);
      Object.assign(article, { position, shelf, live });
    }),
  pick.map((at) => async (kb: KnowledgeBase, model: Model) => {
    const article = chosen(model.articles, at);
    if (article === undefined) return;
    await kb.secret.delete(`/v1/kb/articles/${article.slug}`);
    model.articles.splice(model.articles.indexOf(article), 1);
  }),
);

/** All pages of a list, put together again. */
async function paged(kb: KnowledgeBase, limit: number, query: string): Promise<string[]> {
  const slugs: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { body } = await kb.publishable.get(`/v1/kb/articles?limit=${limit}&offset=${offset}${query}`);
    slugs.push(...(body.data as { slug: string }[]).map(({ slug }) => slug));
    offset = body.meta.next_offset as number | null;
  }
  return slugs;
}

describe('editorial order', () => {
  it('is that of a plain list, whatever was created, moved, hidden and deleted, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        async (run, limit) => {
          const kb = await newKnowledgeBase(service);
          const model: Model = { collections: [], sections: [], articles: [] };
          for (const step of run) await step(kb, model);
          const all = expectedSlugs(model);

          expect(await paged(kb, limit, '')).toEqual(all);
          expect(await paged(kb, limit, '&q=a')).toEqual(all); // sorted in the query instead
          expect(await paged(kb, limit, '&freshness=fresh')).toEqual(all);
          const tree = await kb.publishable.get('/v1/kb/tree');
          expect(tree.body.data).toMatchObject(expectedTree(model));
          for (const { id } of model.collections) {
            const shelves = [id, ...shelvesOf(model).filter((shelf) => parentOf(model, shelf) === id)];
            expect(await paged(kb, limit, `&collection=${id}`)).toEqual(expectedSlugs(model, shelves));
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);
});

function parentOf({ sections }: Model, shelf: string): string | undefined {
  return sections.find(({ id }) => id === shelf)?.collection;
}
