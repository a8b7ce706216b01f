import { commentLimits } from '../../contract/comments.ts';
import type { AuditAction, AuditEntry } from '../../contract/events/audit-actions.ts';
import { apiError, limitReached } from '../../contract/errors/api-error.ts';
import { newId } from '../../contract/ids.ts';
import type { ReleaseContext, Tx } from '../../core/context/index.ts';
import { checkNeed, type MemberContext, respond, type RouteResponse } from '../../core/http/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import type { MessageRecord, ThreadRecord } from '../../lifecycle/index.ts';
import { noteActivity, writeProject } from '../../projects/index.ts';
import { auditedItem, needOf } from '../reviews/items.ts';
import { personOf } from '../reviews/people.ts';
import { anchorInDraft, readAnchor } from './anchors.ts';
import { type LoadedItem, loadCommentedItem } from './items.ts';
import { markThreadRead } from '../notifications/service.ts';
import { noteMessage } from './notify.ts';
import { findReaders, readMentions } from './people.ts';
import {
  countThreads,
  deleteThread,
  findThread,
  findThreadHead,
  insertThread,
  replaceThread,
  storeRead,
} from './repository.ts';
import type { AddMessage, CommentPeople, StartThread, Thread } from './schema.ts';
import { canResolve, placeOf, serializeThread } from './serialize.ts';

type CommentContext = MemberContext & ReleaseContext;

/** The members whom a comment on the item can mention. @throws unknown_entry and its counterparts, role_required */
export async function listCommentPeople(context: CommentContext, itemId: string): Promise<CommentPeople> {
  const item = await loadCommentedItem(context, itemId, 'item');
  return { data: await findReaders(context.db, item) };
}

/**
 * Starts a thread on an item, or on a part of its draft.
 * @throws unknown_entry and its counterparts, role_required, invalid_field_value, limit_reached
 */
export async function startThread(context: CommentContext, input: StartThread): Promise<Thread> {
  const { item, thread } = await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const item = await loadCommentedItem(tx, input.item, 'item');
    const locales = await tx.locales();
    const anchor = input.anchor == null ? null : readAnchor(item, input.anchor, locales);
    const max = commentLimits.comment_threads_per_item_max;
    if ((await countThreads(whole(tx.db), item.subject.id, max)) >= max)
      throw limitReached('comment_threads_per_item_max', max);
    const message = await newMessage(tx, item, input);
    const { id, kind, type } = item.subject;
    const { id: releaseId, name } = tx.release;
    const thread: ThreadRecord = {
      ...{ _id: newId('thread', tx.now), item: id, kind, type, anchor },
      release: kind === 'entry' ? { id: releaseId, name } : null,
      ...{ resolved: false, resolved_by: null, resolved_at: null },
      ...{ created_by: tx.person.id, created_at: tx.now, read: {} },
      ...withMessages(tx, [message]),
    };
    await insertThread(tx.db, thread);
    await noteMessage(tx, { item, thread, message });
    return tx.stored(auditedComment(tx, item, 'comment.created'), { item, thread });
  });
  return serveThread(context, item, thread);
}

/** Adds a message to a thread, which reopens it. @throws unknown_comment, invalid_field_value, limit_reached */
export async function addMessage(
  context: CommentContext,
  threadId: string,
  input: AddMessage,
): Promise<Thread> {
  const { item, thread } = await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const { item, thread: before } = await loadThread(tx, threadId);
    const max = commentLimits.messages_per_thread_max;
    if (before.messages.length >= max) throw limitReached('messages_per_thread_max', max);
    const message = await newMessage(tx, item, input);
    const thread: ThreadRecord = {
      ...before,
      ...{ resolved: false, resolved_by: null, resolved_at: null },
      ...withMessages(tx, [...before.messages, message]),
      read: { ...before.read, [tx.person.id]: tx.now },
    };
    await replaceThread(tx.db, thread);
    await noteMessage(tx, { item, thread, message });
    return tx.stored(auditedComment(tx, item, 'comment.created'), { item, thread });
  });
  return serveThread(context, item, thread);
}

/** Resolves or reopens a thread: its first writer, or a member who can write drafts. @throws unknown_comment, role_required */
export async function changeThread(
  context: CommentContext,
  threadId: string,
  { resolved }: { resolved: boolean },
): Promise<Thread> {
  const { item, thread } = await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const { item, thread: before } = await loadThread(tx, threadId);
    if (!canResolve(tx.caller, before, tx.person.id)) checkNeed(tx.caller, needOf(item, 'draft'));
    if (before.resolved === resolved) return tx.unchanged({ item, thread: before });
    const thread: ThreadRecord = {
      ...before,
      resolved,
      resolved_by: resolved ? personOf(tx) : null,
      resolved_at: resolved ? tx.now : null,
    };
    await replaceThread(tx.db, thread);
    await noteActivity(tx, 'comments');
    return tx.stored(auditedComment(tx, item, 'comment.resolved'), { item, thread });
  });
  return serveThread(context, item, thread);
}

/** Replaces the text of one's own message; its mentions stay. @throws unknown_comment, role_required */
export async function changeMessage(
  context: CommentContext,
  { threadId, messageId }: { threadId: string; messageId: string },
  text: string,
): Promise<Thread> {
  const { item, thread } = await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const { item, thread: before } = await loadThread(tx, threadId);
    const message = findMessage(before, messageId);
    if (message.by.id !== tx.person.id) throw apiError('role_required', { role: 'owner' });
    if (message.text === text) return tx.unchanged({ item, thread: before });
    const changedMessage: MessageRecord = { ...message, text, edited_at: tx.now };
    const messages = before.messages.map((each) => (each.id === messageId ? changedMessage : each));
    const thread: ThreadRecord = { ...before, messages };
    await replaceThread(tx.db, thread);
    await noteActivity(tx, 'comments');
    return tx.continued({ item, thread });
  });
  return serveThread(context, item, thread);
}

/** Deletes a message: its writer, or an owner. Deleting the last one deletes the thread. @throws unknown_comment, role_required */
export async function deleteMessage(
  context: CommentContext,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const { item, thread: before } = await loadThread(tx, threadId);
    const { by } = findMessage(before, messageId);
    if (by.id !== tx.person.id && tx.role !== 'owner') throw apiError('role_required', { role: 'owner' });
    const messages = before.messages.filter(({ id }) => id !== messageId);
    if (messages.length === 0) await deleteThread(tx.db, threadId);
    else await replaceThread(tx.db, { ...before, ...withMessages(tx, messages) });
    await noteActivity(tx, 'comments');
    return tx.stored(auditedComment(tx, item, 'comment.deleted'));
  });
  return respond(null, { status: 204 });
}

/** Records that the member has read a thread. @throws unknown_comment, role_required */
export async function markRead(context: CommentContext, threadId: string): Promise<RouteResponse<null>> {
  const { db, person, now, caller } = context;
  const thread = await findThreadHead(whole(db), threadId);
  if (thread === null) throw unknownComment('threadId');
  checkNeed(caller, needOf(placeOf(thread), 'read'));
  await storeRead(db, threadId, { memberId: person.id, now });
  await markThreadRead(context, threadId);
  return respond(null, { status: 204 });
}

interface LoadedThread {
  item: LoadedItem;
  thread: ThreadRecord;
}

/** @throws unknown_comment, role_required, and unknown_entry or its counterparts while the item is in the trash */
async function loadThread(tx: CommentContext, threadId: string): Promise<LoadedThread> {
  const thread = await findThread(whole(tx.db), threadId);
  if (thread === null) throw unknownComment('threadId');
  checkNeed(tx.caller, needOf(placeOf(thread), 'read'));
  return { thread, item: await loadCommentedItem(tx, thread.item, 'threadId') };
}

function findMessage({ messages }: ThreadRecord, id: string): MessageRecord {
  const message = messages.find((each) => each.id === id);
  if (message === undefined) throw unknownComment('messageId');
  return message;
}

function unknownComment(param: string): Error {
  return apiError('unknown_comment', {}, { param });
}

/** @throws invalid_field_value for anyone who can't read the item */
async function newMessage(
  tx: Tx<CommentContext>,
  item: LoadedItem,
  { text, mentions: ids = [] }: AddMessage,
): Promise<MessageRecord> {
  const mentions = await readMentions(tx.db, item, ids);
  return { id: newId('comment', tx.now), by: personOf(tx), at: tx.now, edited_at: null, text, mentions };
}

/** The keys of a thread that follow from its messages, which are not empty. */
function withMessages({ now }: { now: Date }, messages: readonly MessageRecord[]) {
  const people = messages.flatMap(({ by, mentions }) => [by.id, ...mentions.map(({ id }) => id)]);
  return {
    messages,
    latest_at: messages.at(-1)?.at ?? now,
    people: [...new Set(people.filter((id) => id !== null))],
  };
}

/** The audit row of a comment, without its text. */
function auditedComment(context: CommentContext, { subject }: LoadedItem, action: AuditAction): AuditEntry {
  return { action, ...auditedItem(context, subject) };
}

/** The thread after a write, with the state of its anchor. */
function serveThread(context: CommentContext, item: LoadedItem, thread: ThreadRecord): Thread {
  const { locales } = context.project;
  const anchor = thread.anchor === null ? null : anchorInDraft(item, thread.anchor, locales);
  return serializeThread(context, thread, { item, anchor });
}
