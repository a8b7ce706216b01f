import type { ComingDate } from '../../../../../src/contract/home.ts';
import { changeArticle } from '../../../features/articles/service.ts';
import { articleModules } from '../../../features/articles/list/article-modules.ts';
import { localeOf } from '../../../features/editing/item.ts';
import { publication } from '../../../features/editing/publish/publication.ts';
import type { ProjectApi } from '../../../api/project.ts';

/** The current state of an item with a date, as far as a move needs it. */
export interface DatedItem {
  id: string;
  title: string;
  revision: number;
  /** Whether the draft was changed after the date was set. */
  isEdited: boolean;
  /** The code of the further locale of the date; absent for the default locale. */
  locale?: string;
}

interface StoredItem {
  id: string;
  title: string;
  revision: number;
  has_unpublished_changes: boolean;
  publish_at_outdated?: true;
}

/** The API paths of an item's draft and of the item itself. */
interface ItemPaths {
  draft: string;
  published: string;
}

function pathsOf({ kind, id, type }: ComingDate['item'], isSingleton: boolean): ItemPaths {
  if (kind === 'blog_article' || kind === 'kb_article') {
    const { path } = articleModules[kind === 'blog_article' ? 'blog' : 'kb'];
    return { draft: `${path}/${id}`, published: `/v1${path}/${id}` };
  }
  const slug = type ?? '';
  return isSingleton
    ? { draft: `/content/${slug}/singleton`, published: `/v1/content/${slug}` }
    : { draft: `/content/${slug}/entries/${id}`, published: `/v1/content/${slug}/${id}` };
}

/** Reads the item of a date. A release has no draft. */
export async function readDatedItem(
  api: ProjectApi,
  { item, what }: ComingDate,
  isSingleton: boolean,
): Promise<DatedItem> {
  if (item.kind === 'release') return { id: item.id, title: item.title, revision: 0, isEdited: false };
  const stored = await api.get<StoredItem>(pathsOf(item, isSingleton).draft, localeOf(item));
  const { id, title, revision } = stored;
  const isEdited =
    what === 'starts'
      ? stored.has_unpublished_changes
      : what === 'changes' && stored.publish_at_outdated === true;
  return { id, title, revision, isEdited, ...localeOf(item) };
}

/**
 * Moves a date of an item to another time.
 * @throws revision_conflict if someone saved a newer draft, and the errors of dates
 */
export async function moveDate(
  api: ProjectApi,
  { coming, item, isSingleton }: { coming: ComingDate; item: DatedItem; isSingleton: boolean },
  at: Date,
): Promise<void> {
  const { kind, id } = coming.item;
  const moment = at.toISOString();
  if (kind === 'release') return void (await api.patch(`/v1/releases/${id}`, { promote_at: moment }));
  const change = changeOf(coming.what, moment);
  if (kind !== 'entry')
    return changeArticle(api, articleModules[kind === 'blog_article' ? 'blog' : 'kb'], item, change);
  const { draft, published } = pathsOf(coming.item, isSingleton);
  const options = { ifMatch: `"${item.revision}"`, query: localeOf(coming.item) };
  // The API's `If-Match` also accepts the live revision. A save without changes checks the newest one.
  await api.patch(draft, { values: {} }, options);
  await api.patch(published, { values: {}, ...change }, options);
}

function changeOf(what: ComingDate['what'], at: string): object {
  if (what === 'starts') return publication(at);
  return what === 'ends' ? { unpublish_at: at } : { publish_at: at };
}
