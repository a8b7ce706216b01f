import { LinkBatch, editorTargets, resolveTargets } from '../../../content/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import {
  countOpenThreads,
  isHidden,
  isPendingOutdated,
  itemReview,
  publishedState,
  wasSeen,
} from '../../../lifecycle/index.ts';
import { editedArticle, editorForm, editorKeys } from './editor-locale.ts';
import { articleParts, writtenForm } from '../locales/values.ts';
import { emptyArticle } from '../write/input.ts';
import { allLinks, type ArticleModule } from '../module.ts';
import { seoForm } from '../write/seo.ts';
import type { EditorArticle, EditorArticleRow, ArticleRecord, ArticleValues } from '../store/schema.ts';

/** Freshness and votes of an article; null in the blog. */
export type KbState = EditorArticleRow['kb'];

/** The state of an article that its editor shows in addition to the values. */
export function editorState<V extends ArticleValues>(
  record: Omit<ArticleRecord<V>, 'draft' | 'live' | 'pending'> & {
    draft: Omit<V, 'body'>;
    live: unknown;
    pending?: { values: unknown; at: Date };
  },
  { now, kb, openThreads }: { now: Date; kb: KbState; openThreads: ReadonlyMap<string, number> },
): Omit<EditorArticleRow, 'draft'> {
  const { title, excerpt, word_count } = record.draft;
  return {
    id: record._id,
    slug: record.slug,
    slug_is_final: wasSeen(record, now),
    title,
    excerpt,
    ...publishedState(record, now),
    word_count,
    kb,
    review: itemReview(record),
    open_comments: openThreads.get(record._id) ?? 0,
  };
}

/** Converts stored values to the form of writes. */
export function writeForm(values: object): Record<string, unknown> {
  const {
    word_count: _count,
    opening: _opening,
    shelf: containerId,
    ...rest
  } = values as Record<string, unknown>;
  if (typeof containerId !== 'string') return rest;
  const container = containerId.startsWith('kbs_')
    ? { section: containerId }
    : { collection: containerId, section: null };
  return { ...rest, ...container };
}

/** The field of a stored value of an article; undefined for values that are computed from others. */
export function versionField(key: string): string | undefined {
  if (key === 'word_count' || key === 'opening') return undefined;
  return key === 'shelf' ? 'section' : key;
}

/** Values of a version in the form of writes. In a further locale, values that it does not have are null. */
export function versionForm(values: object, isFurther: boolean): Record<string, unknown> {
  const form = writeForm(values);
  if (!isFurther) return form;
  const article = values as ArticleValues; // versions of articles contain article values
  return writtenForm(form, articleParts({ empty: emptyArticle }).split(article).own);
}

/**
 * Returns an article in any state for its editor, in the locale of the request.
 * @param kbOf - reads freshness and votes
 * @throws unknown_locale
 */
export async function editorArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  stored: ArticleRecord<V>,
  kbOf?: (article: ArticleRecord<V>) => Promise<KbState>,
): Promise<EditorArticle> {
  const edited = editedArticle(context, module, stored);
  const record = edited?.article ?? stored;
  const { draft } = record;
  const links = new LinkBatch();
  for (const values of [draft, record.live])
    if (values !== null) for (const { kind, id } of allLinks(module, values)) links.add(kind, id);
  const [openThreads, targets, linkTargets, kb = null] = await Promise.all([
    countOpenThreads(context.db, [record._id]),
    editorTargets(context, links),
    resolveTargets(context, links),
    kbOf?.(record),
  ]);
  const fallbacks = {
    title: draft.title,
    description: draft.excerpt || draft.opening,
    image: draft.featured_image_id,
  };
  const live = isHidden(record, context.now) ? null : record.live;
  return {
    ...editorState(record, { now: context.now, kb, openThreads }),
    ...(isPendingOutdated(record, context.now) ? { publish_at_outdated: true as const } : {}),
    draft: editorForm(edited, writeForm(draft), 'draft'),
    live: live === null ? null : editorForm(edited, writeForm(live), 'live'),
    ...editorKeys(context, module, edited),
    seo: seoForm(draft.seo, fallbacks, linkTargets),
    targets,
  };
}
