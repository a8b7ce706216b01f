import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { itemErrors } from '../reviews/items.ts';
import { listThreads } from './list.ts';
import {
  AddMessage,
  ChangeMessage,
  ChangeThread,
  CommentPeople,
  PeopleQuery,
  StartThread,
  Thread,
  ThreadList,
  ThreadQuery,
} from './schema.ts';
import {
  addMessage,
  changeMessage,
  changeThread,
  deleteMessage,
  listCommentPeople,
  markRead,
  startThread,
} from './service.ts';

/** Everyone who can read an item can comment on it. */
const member = { scope: 'release', area: 'any', needs: 'read' } as const;
const ThreadPath = Type.Object({ threadId: Type.String() });
const MessagePath = Type.Object({ threadId: Type.String(), messageId: Type.String() });
const threadErrors = ['unknown_comment', ...itemErrors] as const;
const messageErrors = ['invalid_field_value', 'limit_reached'] as const;

export const commentRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/comments',
    summary: 'Lists threads of comments on entries and articles, latest message first.',
    errors: ['invalid_cursor', ...itemErrors],
    input: { query: ThreadQuery },
    output: ThreadList,
    run: (context, { query }) => listThreads(context, query),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/comments/people',
    summary: 'Lists the members whom comments on an entry or article can mention.',
    errors: itemErrors,
    input: { query: PeopleQuery },
    output: CommentPeople,
    run: (context, { query }) => listCommentPeople(context, query.item),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/comments',
    audits: 'comment.created',
    summary: 'Starts a thread on an entry or article, or on a field, block or passage of its draft.',
    status: 201,
    errors: [...itemErrors, ...messageErrors],
    input: { body: StartThread },
    output: Thread,
    run: (context, { body }) => startThread(context, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/comments/:threadId/messages',
    audits: 'comment.created',
    summary: 'Adds a message to a thread, and reopens it.',
    status: 201,
    errors: [...threadErrors, ...messageErrors],
    input: { path: ThreadPath, body: AddMessage },
    output: Thread,
    run: (context, { path, body }) => addMessage(context, path.threadId, body),
  }),
  dashboardRoute({
    ...member,
    method: 'PATCH',
    path: '/comments/:threadId',
    audits: 'comment.resolved',
    summary: 'Resolves or reopens a thread, for its first writer and members who can write drafts.',
    errors: threadErrors,
    input: { path: ThreadPath, body: ChangeThread },
    output: Thread,
    run: (context, { path, body }) => changeThread(context, path.threadId, body),
  }),
  dashboardRoute({
    ...member,
    method: 'PATCH',
    path: '/comments/:threadId/messages/:messageId',
    audits: { none: 'corrects the text of one’s own message, and rows never contain texts' },
    summary: 'Changes the text of the member’s own message.',
    errors: threadErrors,
    input: { path: MessagePath, body: ChangeMessage },
    output: Thread,
    run: (context, { path, body }) => changeMessage(context, path, body.text),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/comments/:threadId/messages/:messageId',
    audits: 'comment.deleted',
    summary: 'Deletes a message, for its writer and owners. Deleting the last message deletes the thread.',
    status: 204,
    errors: threadErrors,
    input: { path: MessagePath },
    output: null,
    run: (context, { path }) => deleteMessage(context, path),
  }),
  dashboardRoute({
    ...member,
    method: 'PUT',
    path: '/comments/:threadId/read',
    audits: { none: 'records what the member has read, which is not content' },
    summary: 'Marks a thread as read.',
    status: 204,
    errors: ['unknown_comment', 'role_required'],
    input: { path: ThreadPath },
    output: null,
    run: (context, { path }) => markRead(context, path.threadId),
  }),
];
