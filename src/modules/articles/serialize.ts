import type { PreviewState } from '../../contract/drafts.ts';
import { type LinkBatch, renderRichtext, type ResolvedTargets, type Richtext } from '../../content/index.ts';
import { previewState, publishedState } from '../../lifecycle/index.ts';
import { type ArticleModule, bodyLinks, fieldLinks } from './module.ts';
import type { ListedArticle } from './store/repository.ts';
import type { ArticleRecord, ArticleValues } from './store/schema.ts';
import { seoForm } from './write/seo.ts';

/** Average reading speed (specification: blog-articles). */
const wordsPerMinute = 238;

/** One snapshot of an article with its revision and times. */
export interface ArticleView<V extends ArticleValues, W = Omit<V, 'body'>> {
  id: string;
  slug: string;
  values: W;
  published_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
  /** Only in reads of drafts. */
  state?: PreviewState;
}

/** The live snapshot; the caller has checked that the article is live. */
export function liveView<V extends ArticleValues>(record: ArticleRecord<V>, now: Date): ArticleView<V, V>;
export function liveView<V extends ArticleValues>(record: ListedArticle<V>, now: Date): ArticleView<V>;
export function liveView<V extends ArticleValues>(record: ListedArticle<V>, now: Date): ArticleView<V> {
  if (record.live === null) throw new Error(`${record._id} is not live`);
  const state = previewState(record, now);
  return {
    id: record._id,
    slug: record.slug,
    values: record.live,
    published_at: record.published_at,
    revision: record.live_revision ?? record.revision,
    created_at: record.created_at,
    updated_at: record.live_updated_at ?? record.updated_at,
    ...(state === undefined ? {} : { state }),
  };
}

/** The draft, as responses to writes contain it. */
export function draftView<V extends ArticleValues>(record: ArticleRecord<V>): ArticleView<V, V> {
  const { _id: id, slug, draft: values, published_at, revision, created_at, updated_at } = record;
  return { id, slug, values, published_at, revision, created_at, updated_at };
}

/** Collects the targets of a list response; single responses also need `bodyLinks`. */
export function collectFieldLinks<V extends ArticleValues>(
  module: ArticleModule<V>,
  links: LinkBatch,
  { values }: ArticleView<V>,
): void {
  for (const { kind, id } of fieldLinks(module, values)) links.add(kind, id);
}

export function collectBodyLinks<V extends ArticleValues>(
  links: LinkBatch,
  { values }: ArticleView<V, V>,
): void {
  for (const { kind, id } of bodyLinks(values)) links.add(kind, id);
}

/** The keys of articles in lists of both modules; `published_at` is null only for drafts. */
export function articleForm<V extends ArticleValues>(view: ArticleView<V>, targets: ResolvedTargets) {
  const { values } = view;
  const { title, featured_image_id: image } = values;
  return {
    id: view.id,
    slug: view.slug,
    title,
    excerpt: values.excerpt,
    featured_image: image === null ? null : targets.image(image),
    authors: namedRefs('author', values.authors, targets),
    reading_time_minutes: Math.max(1, Math.round(values.word_count / wordsPerMinute)),
    word_count: values.word_count,
    published_at: view.published_at?.toISOString() ?? null,
    seo: seoForm(values.seo, { title, description: values.excerpt || values.opening, image }, targets),
    revision: view.revision,
    created_at: view.created_at.toISOString(),
    updated_at: view.updated_at.toISOString(),
    ...(view.state === undefined ? {} : { state: view.state }),
  };
}

/** The body of a single response, in its four views. */
export function bodyForm<V extends ArticleValues>(
  { values }: ArticleView<V, V>,
  targets: ResolvedTargets,
): Richtext {
  return renderRichtext(values.body, targets);
}

/** Names and slugs of targets, in the order of their ids. */
export function namedRefs(
  kind: 'author' | 'blog_category',
  ids: readonly string[],
  targets: ResolvedTargets,
) {
  return ids.flatMap((id) => {
    const link = targets.link(kind, id);
    return link === null ? [] : [{ id, name: link.title, slug: link.slug ?? '' }];
  });
}

/** The publishing keys in the response to a write (specification: modules). */
export function writtenState<V extends ArticleValues>(record: ArticleRecord<V>, now: Date) {
  const { published_at, created_at, updated_at, revision, ...state } = publishedState(record, now);
  return state;
}
