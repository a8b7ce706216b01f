import type { Area } from '../../contract/access.ts';
import { kindOfId } from '../../contract/ids.ts';
import { clip } from '../../contract/text/clip.ts';
import {
  entryDraftFields,
  entryTitleIn,
  findEntry,
  labelKeys,
  loadTypes,
  type TypesBySlug,
} from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { checkNeed } from '../../core/http/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import type { DraftFields } from '../../lifecycle/index.ts';
import { articleDraftFields, findArticleById } from '../../modules/index.ts';
import { needOf, unknownItem } from '../reviews/items.ts';
import {
  findListedArticles,
  findListedEntries,
  type ListedArticle,
  type ListedEntry,
  titleChars,
} from './repository.ts';
import type { CommentedItem } from './schema.ts';

/** An item as lists of threads show it. */
export interface ListedItem {
  subject: CommentedItem;
  /** The member who requested its review; null without a review. */
  requesterId: string | null;
}

/** An item with its draft, of which threads are written. */
export interface LoadedItem extends ListedItem {
  area: Area;
  /** @param localeId - null for the default locale */
  fieldsIn: (localeId: string | null) => DraftFields;
}

/**
 * Finds an item by its id. An item outside of the member's grant is rejected, not hidden: the member knows its id.
 * @param param - the name of the parameter with the id
 * @throws unknown_entry and its counterparts, role_required
 */
export async function loadCommentedItem(
  context: ReleaseContext,
  itemId: string,
  param: string,
): Promise<LoadedItem> {
  const item = await findItem(context, itemId);
  if (item === null) throw unknownItem(itemId, param);
  checkNeed(context.caller, needOf(item, 'read'));
  return item;
}

async function findItem(context: ReleaseContext, itemId: string): Promise<LoadedItem | null> {
  const db = whole(context.db);
  const kind = kindOfId(itemId);
  if (kind === 'entry') {
    const entry = await findEntry(db, itemId);
    if (entry === null) return null;
    const types = await loadTypes({ db, project: context.project });
    const type = types.get(entry.type);
    const listedItem = listedEntry(types, entry);
    if (type === undefined || listedItem === null) return null;
    const shape = { fields: type.fields, blocks: types.blocks };
    return {
      ...listedItem,
      area: 'content',
      fieldsIn: (localeId) => entryDraftFields(context, { shape, entry }, localeId),
    };
  }
  if (kind !== 'blog_article' && kind !== 'kb_article') return null;
  const article = await findArticleById(db, itemId);
  if (article === null) return null;
  return { ...listedArticle(article), area: article.module, fieldsIn: () => articleDraftFields(article) };
}

/** Reads items that the caller can see, in at most two commands. Deleted ones are missing. */
export async function findListedItems(
  context: ReleaseContext,
  ids: readonly string[],
  types: TypesBySlug,
): Promise<ReadonlyMap<string, ListedItem>> {
  const entryIds = ids.filter((id) => kindOfId(id) === 'entry');
  const articleIds = ids.filter((id) => kindOfId(id) !== 'entry');
  const [entryRows, articleRows] = await Promise.all([
    entryIds.length === 0 ? [] : findListedEntries(context.db, entryIds, labelKeys(types)),
    articleIds.length === 0 ? [] : findListedArticles(context.db, articleIds),
  ]);
  const items = [
    ...entryRows.flatMap((entry) => listedEntry(types, entry) ?? []),
    ...articleRows.map(listedArticle),
  ];
  return new Map(items.map((item) => [item.subject.id, item]));
}

/** Null while the type is being deleted. */
function listedEntry(types: TypesBySlug, entry: ListedEntry): ListedItem | null {
  const type = types.get(entry.type);
  if (type === undefined) return null;
  const title = clip(entryTitleIn(type, entry.draft), titleChars);
  const subject = { kind: 'entry' as const, id: entry.id, type: entry.type, title };
  return { subject, requesterId: entry.review?.requested_by?.id ?? null };
}

function listedArticle({ _id: id, module, draft, review }: ListedArticle): ListedItem {
  const subject = {
    kind: `${module}_article` as const,
    id,
    type: null,
    title: clip(draft.title, titleChars),
  };
  return { subject, requesterId: review?.requested_by?.id ?? null };
}
