import type { NotificationKind } from '../../contract/notifications.ts';
import type { MessageAuthor } from '../comments/schema.ts';

export type NotifiedItemKind = 'entry' | 'blog_article' | 'kb_article' | 'release';

/** A notification of one member. Of comments, notes and content it contains only the title of the item. */
export interface NotificationRecord {
  _id: string;
  /** The id of the member. */
  member: string;
  about: NotificationKind;
  /** The kind of the item, its id and title at that time, and the content type of an entry. */
  kind: NotifiedItemKind;
  item: string;
  type: string | null;
  title: string;
  /** The release of an entry; null for other items. */
  release: string | null;
  thread: string | null;
  /** The member or the name of the API key that caused it; null for the service itself. */
  by: MessageAuthor | null;
  at: Date;
  read: boolean;
}
