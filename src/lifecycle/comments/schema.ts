import type { ReviewPerson } from '../review/schema.ts';

/** A passage of a text, as the editor showed it when someone commented on it. */
export interface Quote {
  exact: string;
  /** The text directly before and after the passage, used to choose between equal passages. */
  prefix: string;
  suffix: string;
}

/** The part of an item that a thread is about. */
export interface StoredAnchor {
  /** The storage key of the field, so that renamed fields keep their threads; null for a whole block. */
  field: string | null;
  block_id: string | null;
  /** The id of the locale; null for the default one. */
  locale: string | null;
  /** Null for the whole field. */
  quote: Quote | null;
}

/** A member who wrote a message or resolved a thread; the id is null in messages of another installation. */
export interface MessageAuthor {
  id: string | null;
  name: string;
}

export interface MessageRecord {
  id: string;
  by: MessageAuthor;
  at: Date;
  edited_at: Date | null;
  text: string;
  mentions: readonly ReviewPerson[];
}

/** The comments on one part of an item. Texts are never part of a response of the API, event, audit row or log. */
export interface ThreadRecord {
  _id: string;
  /** The id of an entry, which is equal in all releases, or of an article. */
  item: string;
  kind: 'entry' | 'blog_article' | 'kb_article';
  /** The content type of an entry. */
  type: string | null;
  /** The release in which the thread was started; null for articles. */
  release: { id: string; name: string } | null;
  /** Null for the whole item. */
  anchor: StoredAnchor | null;
  resolved: boolean;
  resolved_by: MessageAuthor | null;
  resolved_at: Date | null;
  /** The id of the first writer. */
  created_by: string | null;
  created_at: Date;
  /** The time of the latest message; lists are sorted by it. */
  latest_at: Date;
  /** The ids of the members who wrote or are mentioned. */
  people: readonly string[];
  /** Oldest first. */
  messages: readonly MessageRecord[];
  /** When members last read or wrote, by their ids. */
  read: Readonly<Record<string, Date>>;
}
