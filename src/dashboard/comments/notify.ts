import { listMembers } from '../../accounts/index.ts';
import type { ReleaseContext, Tx } from '../../core/context/index.ts';
import { type MessageRecord, notifyMembers, type ThreadRecord } from '../../lifecycle/index.ts';
import { noteActivity } from '../../projects/index.ts';
import type { LoadedItem } from './items.ts';
import { canRead } from './people.ts';

interface NewMessage {
  item: LoadedItem;
  thread: ThreadRecord;
  message: MessageRecord;
}

/** Reports a new message. Notifies the mentioned members, and the other members who wrote in the thread. */
export async function noteMessage(
  tx: Tx<ReleaseContext>,
  { item, thread, message }: NewMessage,
): Promise<void> {
  await noteActivity(tx, 'comments');
  const shared = { item: item.subject, releaseId: tx.release.id, threadId: thread._id };
  const mentionedIds = message.mentions.map(({ id }) => id);
  await notifyMembers(tx, { about: 'mention', to: mentionedIds, ...shared });
  const writerIds = new Set(thread.messages.map(({ by }) => by.id));
  for (const id of [...mentionedIds, message.by.id]) writerIds.delete(id);
  if (writerIds.size === 0) return;
  const readers = (await listMembers(tx.db)).filter(
    (member) => writerIds.has(member.user_id) && canRead(member, item),
  );
  await notifyMembers(tx, { about: 'reply', to: readers.map(({ user_id: id }) => id), ...shared });
}
