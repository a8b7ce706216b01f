import { createAuthor } from '../../authors/service.ts';
import { createBlogArticle, createCategory } from '../../blog/service.ts';
import { createKbArticle } from '../../kb/articles/service.ts';
import { createCollection, createSection } from '../../kb/service.ts';
import { addVotes } from '../../kb/votes/service.ts';
import type { ProjectCall } from '../../platform/call.ts';
import type { Seeds } from '../files.ts';
import { fillRichtext } from '../fill.ts';
import type { ArticleSeed } from '../folders.ts';
import type { BlogArticleFile, KbArticleFile } from '../schema.ts';
import { readSeedDate } from '../seed-dates.ts';
import type { Loading } from './loading.ts';

type Seo = { title?: string; description?: string; og_image?: string; no_index?: boolean } | undefined;

/** Keys that a file left out stay out of the body. */
function given<T extends object>(body: T): Given<T> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  ) as Given<T>;
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Authors, categories, then articles: an article names the others (specification: seeding-order). */
export async function loadBlog(loading: Loading, seeds: Seeds): Promise<void> {
  await loadPeopleAndCategories(loading, seeds);
  for (const seed of seeds.blogArticles) {
    await loading.load(seed.name, async () => {
      const call = await loading.doors.project();
      const { body } = await createBlogArticle(call, blogArticle(loading, seed, call.now));
      return body.id;
    });
  }
}

async function loadPeopleAndCategories(loading: Loading, seeds: Seeds): Promise<void> {
  for (const { name, slug, data } of seeds.authors) {
    await loading.load(name, async () => {
      const { avatar, ...rest } = data;
      const answer = await createAuthor(
        await loading.doors.project(),
        given({ ...rest, slug, avatar_id: image(loading, avatar) }),
      );
      return answer.body.id;
    });
  }
  for (const { name, slug, data } of seeds.categories) {
    await loading.load(name, async () => {
      const { image: picture, seo, ...rest } = data;
      const body = given({ ...rest, slug, image_id: image(loading, picture), seo: seoOf(loading, seo) });
      return (await createCategory(await loading.doors.project(), body)).body.id;
    });
  }
}

function blogArticle(loading: Loading, { slug, data, body }: ArticleSeed<BlogArticleFile>, now: Date) {
  const { featured_image, authors, categories, published_at, publish = true, seo, ...rest } = data;
  return given({
    ...rest,
    slug,
    publish,
    body: body === null ? undefined : fillRichtext(body, loading),
    featured_image_id: image(loading, featured_image),
    authors: loading.idsOf(authors),
    categories: loading.idsOf(categories),
    published_at: loading.dateOf(published_at, now),
    seo: seoOf(loading, seo),
  });
}

/** Authors first, since articles name them; then collections, sections, articles with their votes. */
export async function loadKb(loading: Loading, seeds: Seeds): Promise<void> {
  await loadPeopleAndCategories(loading, { ...seeds, categories: [] });
  for (const { name, slug, data } of seeds.collections) {
    await loading.load(name, async () => {
      const { image: picture, seo, ...rest } = data;
      const body = given({ ...rest, slug, image_id: image(loading, picture), seo: seoOf(loading, seo) });
      return (await createCollection(await loading.doors.project(), body)).body.id;
    });
  }
  for (const { name, slug, data } of seeds.sections) {
    await loading.load(name, async () => {
      const body = given({ ...data, slug, collection: loading.idOf(data.collection) ?? data.collection });
      return (await createSection(await loading.doors.project(), body)).body.id;
    });
  }
  for (const seed of seeds.kbArticles) await loading.load(seed.name, () => loadKbArticle(loading, seed));
}

async function loadKbArticle(
  loading: Loading,
  { slug, data, body }: ArticleSeed<KbArticleFile>,
): Promise<string> {
  const {
    featured_image,
    authors,
    section,
    collection,
    published_at,
    publish,
    last_reviewed,
    votes,
    archived,
    seo,
    ...rest
  } = data;
  const call = await loading.doors.project();
  const written = await createKbArticle(
    asOf(call, last_reviewed),
    given({
      ...rest,
      slug,
      body: body === null ? undefined : fillRichtext(body, loading),
      featured_image_id: image(loading, featured_image),
      authors: loading.idsOf(authors),
      section: section === undefined ? undefined : loading.idOf(section),
      collection: collection === undefined ? undefined : loading.idOf(collection),
      published_at: loading.dateOf(published_at, call.now),
      ...(archived === true ? { archived } : { publish: publish ?? true }),
      seo: seoOf(loading, seo),
    }),
  );
  if (votes !== undefined) await addVotes(call, written.body.id, votes);
  return written.body.id;
}

/** An article is as old as its last review, so that the demo has fresh, aging and stale ones. */
function asOf(call: ProjectCall, lastReviewed: string | undefined): ProjectCall {
  const now = lastReviewed === undefined ? null : readSeedDate(lastReviewed, call.now);
  return now === null ? call : { ...call, now };
}

function image(loading: Loading, name: string | undefined): string | undefined {
  return name === undefined ? undefined : (loading.mediaIdOf(name) ?? undefined);
}

function seoOf(loading: Loading, seo: Seo) {
  if (seo === undefined) return undefined;
  const { og_image, ...rest } = seo;
  return given({ ...rest, og_image_id: image(loading, og_image) });
}
