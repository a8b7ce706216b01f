/** What `data` of each event holds (the API's reference, "Webhooks"). The content itself is to be fetched from `url`. */

interface Published {
  id: string;
  title: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  updated_at: string;
  /** The path below `/v1` to fetch it from. */
  url: string;
}

export interface EntryEventData extends Published {
  /** The slug of its content type. */
  type: string;
  revision: number;
}

export interface ArticleEventData extends Published {
  slug: string;
}

export interface TypeEventData {
  slug: string;
  name: string;
  kind: 'singleton' | 'collection';
  changes: {
    key: string;
    change: 'added' | 'removed' | 'renamed' | 'relabelled' | 'reordered' | 'options';
    /** The previous key of a renamed field. */
    from?: string;
  }[];
  url: string;
}

export interface ReleaseEventData {
  id: string;
  name: string;
  default: boolean;
  url: string;
}

export interface PromotionEventData extends ReleaseEventData {
  /** The release that was the default until now. */
  previous: string;
}

/** A live page that shows an asset. */
export interface PageUse {
  type: 'blog_article' | 'blog_category' | 'kb_article' | 'kb_collection' | 'author' | 'entry';
  id: string;
  slug: string | null;
  title: string;
  url: string | null;
  /** The slug of its content type, when `type` is `entry`. */
  content_type?: string;
}

export interface MediaEventData {
  id: string;
  file_name: string;
  content_type: string;
  alt: string;
  width: number | null;
  height: number | null;
  updated_at: string;
  revision: number;
  status: 'pending' | 'ready' | 'failed';
  /** At most 200; when `used_by_total` is larger, purge broadly. */
  used_by: PageUse[];
  used_by_total: number;
}

/** `data` by the event's name. */
export interface EventData {
  'content.entry.published': EntryEventData;
  'content.entry.updated': EntryEventData;
  'content.entry.unpublished': EntryEventData;
  'content.entry.deleted': EntryEventData;
  'content.type.updated': TypeEventData;
  'content.type.deleted': TypeEventData;
  'media.asset.updated': MediaEventData;
  'media.asset.deleted': MediaEventData;
  'release.published': PromotionEventData;
  'release.updated': ReleaseEventData;
  'release.deleted': ReleaseEventData;
  'blog.article.published': ArticleEventData;
  'blog.article.updated': ArticleEventData;
  'blog.article.unpublished': ArticleEventData;
  'blog.article.deleted': ArticleEventData;
  'kb.article.published': ArticleEventData;
  'kb.article.updated': ArticleEventData;
  'kb.article.unpublished': ArticleEventData;
  'kb.article.deleted': ArticleEventData;
  /** Sent by the dashboard's "Send test" alone. */
  'webhook.test': { endpoint_id: string; message: string };
}

/** What a purge target is sent: the copies to drop. */
export interface PurgeData {
  /** Of changes that were not sent before. */
  tags: string[];
  /** Of changes that were sent before: a copy may have been made meanwhile of what was read before the change. */
  again: string[];
  /** The last and the first revision of the project of which it tells. */
  version: number;
  since: number;
}
