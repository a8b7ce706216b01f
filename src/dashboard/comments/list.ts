import { limits } from '../../contract/limits.ts';
import { loadTypes } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { ThreadRecord } from '../../lifecycle/index.ts';
import { anchorInDraft, listedAnchor } from './anchors.ts';
import { findListedItems, loadCommentedItem } from './items.ts';
import { findThreads, type ThreadPosition } from './repository.ts';
import type { Thread, ThreadList, ThreadQuery } from './schema.ts';
import { serializeThread } from './serialize.ts';

type ListContext = MemberContext & ReleaseContext;

/**
 * Lists threads by their latest message. Threads of items in the trash, and of entries that the release doesn't have,
 * are omitted, so a page can have fewer threads than the limit. It also ends after 1 MiB of threads.
 * @throws invalid_cursor, unknown_entry and its counterparts, role_required
 */
export async function listThreads(context: ListContext, query: ThreadQuery): Promise<ThreadList> {
  const { limit = limits.page_size_default, cursor, item: itemId = null, state = 'open', mine } = query;
  const { db, person } = context;
  const list = [db.projectId, db.releaseId, 'comments', person.id, itemId, state, mine ?? null];
  const [at, id] = cursor === undefined ? [] : context.cursors.decode(list, cursor);
  const after: ThreadPosition | null =
    cursor === undefined ? null : { at: new Date(String(at)), id: String(id) };
  const serializePage =
    itemId === null
      ? (page: readonly ThreadRecord[]) => serializeListed(context, page)
      : await threadsOfItem(context, itemId);
  const { threads, hasMore } = await context.withConcurrencyLimit(() =>
    findThreads(db, {
      item: itemId,
      memberId: mine === true ? person.id : null,
      resolved: state === 'all' ? null : state === 'resolved',
      after,
      limit,
    }),
  );
  const last = threads.at(-1);
  return {
    data: await serializePage(threads),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined
          ? context.cursors.encode(list, [last.latest_at.toISOString(), last._id])
          : null,
      next_offset: null,
    },
  };
}

/** Reads the item, and returns how its threads are serialized, with the state of their anchors in its draft. */
async function threadsOfItem(context: ListContext, itemId: string) {
  const item = await loadCommentedItem(context, itemId, 'item');
  const { locales } = context.project;
  return (page: readonly ThreadRecord[]): Thread[] =>
    page.map((thread) => {
      const anchor = thread.anchor === null ? null : anchorInDraft(item, thread.anchor, locales);
      return serializeThread(context, thread, { item, anchor });
    });
}

/** Threads of several items. Their drafts, which can have hundreds of megabytes together, are not read. */
async function serializeListed(context: ListContext, page: readonly ThreadRecord[]): Promise<Thread[]> {
  if (page.length === 0) return [];
  const types = await loadTypes(context);
  const items = await findListedItems(context, [...new Set(page.map(({ item }) => item))], types);
  const { locales } = context.project;
  return page.flatMap((thread) => {
    const item = items.get(thread.item);
    if (item === undefined) return [];
    const anchor = thread.anchor === null ? null : listedAnchor(item, thread.anchor, { types, locales });
    return [serializeThread(context, thread, { item, anchor })];
  });
}
