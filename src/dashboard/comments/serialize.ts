import { findMissing } from '../../contract/access.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import type { MessageRecord, ThreadRecord } from '../../lifecycle/index.ts';
import { needOf } from '../reviews/items.ts';
import type { ListedItem } from './items.ts';
import type { Anchor, Thread } from './schema.ts';

type ThreadContext = Pick<MemberContext, 'person' | 'caller'> & Pick<ReleaseContext, 'release'>;

export function serializeThread(
  { person, caller, release }: ThreadContext,
  thread: ThreadRecord,
  { item, anchor }: { item: ListedItem; anchor: Anchor | null },
): Thread {
  const { _id: id, resolved, resolved_by, resolved_at, created_at, messages } = thread;
  return {
    id,
    item: item.subject,
    // The thread has the name that its release had then; the present name is known for one release only.
    release: thread.release?.id === release.id ? { id: release.id, name: release.name } : thread.release,
    anchor,
    resolved,
    resolved_by,
    resolved_at: resolved_at?.toISOString() ?? null,
    unread: isUnread(thread, item, person.id),
    created_at: created_at.toISOString(),
    can_resolve: canResolve(caller, thread, person.id),
    messages: messages.map(serializeMessage),
  };
}

function serializeMessage({ id, by, at, edited_at, text, mentions }: MessageRecord): Thread['messages'][0] {
  const times = { at: at.toISOString(), edited_at: edited_at?.toISOString() ?? null };
  return { id, by, ...times, text, mentions: [...mentions] };
}

/** Whether someone else wrote since the member last read or wrote, in a thread that concerns the member. */
function isUnread({ people, messages, read }: ThreadRecord, item: ListedItem, memberId: string): boolean {
  if (!people.includes(memberId) && item.requesterId !== memberId) return false;
  const readAt = read[memberId] ?? null;
  return messages.some(({ by, at }) => by.id !== memberId && (readAt === null || at > readAt));
}

/** Whether the member started the thread, or can write drafts of its item. */
export function canResolve(
  caller: MemberContext['caller'],
  { kind, type, created_by: createdBy }: Pick<ThreadRecord, 'kind' | 'type' | 'created_by'>,
  memberId: string,
): boolean {
  if (createdBy === memberId) return true;
  return caller !== null && findMissing(caller.grant, needOf(placeOf({ kind, type }), 'draft')) === null;
}

/** The area and the type of a thread's item, which decide who may use the thread. */
export function placeOf({ kind, type }: Pick<ThreadRecord, 'kind' | 'type'>) {
  const area = kind === 'entry' ? 'content' : kind === 'blog_article' ? 'blog' : 'kb';
  return { area, subject: { type } } as const;
}
