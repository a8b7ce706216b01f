import { limits } from '../../../contract/limits.ts';
import { countMetaOf } from '../../../contract/paging.ts';
import { editorTargets, LinkBatch } from '../../../content/index.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { eachWord, type Within } from '../../../core/mongo/index.ts';
import {
  countArticles,
  findArticleDrafts,
  findSelectedArticles,
  type ListedDraft,
} from '../store/draft-repository.ts';
import { editedLocale, furtherLocaleId } from '../../../projects/index.ts';
import { listedIn } from './listed-locale.ts';
import { editorState, type KbState, writeForm } from './editor.ts';
import { type ArticleModule, fieldLinks } from '../module.ts';
import type { AnyArticle } from '../store/repository.ts';
import type {
  ArticleValues,
  EditorArticleList,
  EditorArticleNarrowing,
  EditorArticleQuery,
} from '../store/schema.ts';
import {
  countOpenThreads,
  inReviewState,
  inTab,
  inTabOfLocale,
  inTranslation,
  isHidden,
  type ListedLocale,
  listedStates,
  type SelectedItem,
  type Selection,
} from '../../../lifecycle/index.ts';

type Condition = Within<AnyArticle>;

/** The module's additions to its list of drafts. */
interface ListAdditions<V extends ArticleValues> {
  /** Adds freshness and votes. */
  kbOf?: (drafts: readonly ListedDraft<V>[]) => Promise<ReadonlyMap<string, KbState>>;
  /** The module's own filters. */
  where?: readonly Condition[];
}

/** Returns a page of a module's drafts, in any state. */
export async function listArticleDrafts<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  query: EditorArticleQuery,
  { kbOf, where = [] }: ListAdditions<V> = {},
): Promise<EditorArticleList> {
  const { limit = limits.page_size_default, offset = 0, sort = '-updated_at', count } = query;
  const view = listedLocale(context);
  const locales = (view?.list ?? []).slice(1).map(({ id }) => id);
  const filter: Condition = {
    $and: [{ module: module.module }, ...conditionsOf(context, query), ...where],
  };
  const [rows, total] = await context.withConcurrencyLimit(() =>
    Promise.all([
      findArticleDrafts<V>(context.db, { filter, sort, skip: offset, limit: limit + 1, locales }),
      count === true ? countArticles(context.db, filter, limits.count_cap + 1) : null,
    ]),
  );
  const storedPage = rows.slice(0, limit);
  const page = view === null ? storedPage : storedPage.map((article) => listedIn(article, view));
  const kb = (await kbOf?.(page)) ?? new Map<string, KbState>();
  const openThreads = await countOpenThreads(
    context.db,
    page.map(({ _id }) => _id),
  );
  const links = new LinkBatch();
  for (const { draft } of page) for (const { kind, id } of fieldLinks(module, draft)) links.add(kind, id);
  const hasMore = rows.length > limit;
  return {
    data: page.map((record, i) => ({
      ...editorState(record, { now: context.now, kb: kb.get(record._id) ?? null, openThreads }),
      has_unpublished_changes: isHidden(record, context.now) || record.is_changed,
      draft: writeForm(record.draft),
      ...(view === null
        ? {}
        : { locale: view.locale.code, states: listedStates(storedPage[i] ?? record, view) }),
    })),
    targets: await editorTargets(context, links),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor: null,
      next_offset: hasMore ? offset + limit : null,
      ...countMetaOf(total),
    },
  };
}

/** The first `max` articles of a list of drafts, last changed first; with `ids`, those of them. */
export function selectArticles<V extends ArticleValues>(
  context: ProjectContext,
  { module }: ArticleModule<V>,
  { query, where = [] }: Pick<ListAdditions<V>, 'where'> & { query: EditorArticleNarrowing },
  { ids, max }: Selection,
): Promise<SelectedItem[]> {
  const byId = ids === null ? [] : [{ _id: { $in: [...ids] } }];
  const filter: Condition = { $and: [{ module }, ...conditionsOf(context, query), ...where, ...byId] };
  const locale = furtherLocaleId(context);
  return context.withConcurrencyLimit(() => findSelectedArticles(context.db, filter, { max, locale }));
}

/** The locale of the list; null if the project has one locale. @throws unknown_locale */
function listedLocale(context: ProjectContext): ListedLocale | null {
  const locale = editedLocale(context);
  return locale === null ? null : { locale, list: context.project.locales.list, now: context.now };
}

function conditionsOf(context: ProjectContext, query: EditorArticleNarrowing): Condition[] {
  const { author, category, tag, section, review, translation, q = '' } = query;
  const { now } = context;
  const { list } = context.project.locales;
  const locale = list.find(({ id }) => id === furtherLocaleId(context)) ?? null;
  const ownDraft = locale === null ? null : `locales.${locale.id}.draft`;
  return [
    ...inStatus(query.status, locale?.id ?? null, now),
    ...(translation === undefined ? [] : [inTranslation(translation, { list, now }, locale)]),
    ...(review === undefined ? [] : [inReviewState(review)]),
    ...(author === undefined ? [] : [{ 'draft.authors': author }]),
    ...(category === undefined ? [] : [{ 'draft.categories': category }]),
    ...(tag === undefined ? [] : [{ [`${ownDraft ?? 'draft'}.tags`]: tag }]),
    ...(section === undefined ? [] : [{ 'draft.shelf': section }]),
    ...eachWord(q, (has) => ({
      $or: [
        { 'draft.title': has },
        { slug: has },
        ...(ownDraft === null ? [] : [{ [`${ownDraft}.title`]: has }, { [`${ownDraft}.slug`]: has }]),
      ],
    })),
  ];
}

/** Archived articles are stored as drafts, so the draft tab excludes them. */
function inStatus(status: EditorArticleNarrowing['status'], locale: string | null, now: Date): Condition[] {
  if (status === undefined) return [];
  if (status === 'archived') return [{ status }];
  const inState = locale === null ? inTab(status, now) : inTabOfLocale(status, locale, now);
  return status === 'draft' ? [inState, { status: { $ne: 'archived' } }] : [inState];
}
