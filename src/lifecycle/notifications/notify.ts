import { newId } from '../../contract/ids.ts';
import type { NotificationKind } from '../../contract/notifications.ts';
import { clip } from '../../contract/text/clip.ts';
import type { WriteContext } from '../../core/context/index.ts';
import { noteNotifications } from '../../projects/index.ts';
import type { MessageAuthor } from '../comments/schema.ts';
import { insertNotifications, trimNotifications } from './repository.ts';
import type { NotificationRecord, NotifiedItemKind } from './schema.ts';

const titleChars = 200;

export interface NewNotification {
  about: NotificationKind;
  /** The ids of members. The actor gets no notification. */
  to: readonly (string | null)[];
  item: { kind: NotifiedItemKind; id: string; type: string | null; title: string };
  /** The release of an entry; null for other items. */
  releaseId: string | null;
  threadId?: string | null;
}

type NotifyingTx = Pick<WriteContext, 'db' | 'now' | 'actor'>;

/** Stores notifications in the transaction of the change that causes them. */
export async function notifyMembers(
  tx: NotifyingTx,
  { about, to, item, releaseId, threadId = null }: NewNotification,
): Promise<void> {
  const { db, now, actor } = tx;
  const members = [...new Set(to)].filter((id): id is string => id !== null && id !== actor.id);
  if (members.length === 0) return;
  const shared: Omit<NotificationRecord, '_id' | 'member'> = {
    ...{ about, kind: item.kind, item: item.id, type: item.type, title: clip(item.title, titleChars) },
    ...{ release: item.kind === 'entry' ? releaseId : null, thread: threadId },
    ...{ by: authorOf(tx), at: now, read: false },
  };
  const records = members.map((member) => ({ _id: newId('notification', now), member, ...shared }));
  await insertNotifications(db, records);
  await trimNotifications(db, members);
  await noteNotifications(tx, members);
}

function authorOf({ actor: { kind, id, name } }: NotifyingTx): MessageAuthor | null {
  if (kind === 'user') return { id, name };
  return kind === 'key' ? { id: null, name } : null;
}
