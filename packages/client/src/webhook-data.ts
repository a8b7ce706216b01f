/** The `data` of each event (API reference, "Webhooks"). Fetch the content from `url`. */

interface Published {
  id: string;
  title: string;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  updated_at: string;
  /** The path below `/v1` from which to fetch the item. */
  url: string;
}

export interface EntryEventData extends Published {
  /** The slug of the content type. */
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
  /** The previous default release. */
  previous: string;
}

/** A live page that shows an asset. */
export interface PageUse {
  type: 'blog_article' | 'blog_category' | 'kb_article' | 'kb_collection' | 'author' | 'entry';
  id: string;
  slug: string | null;
  title: string;
  url: string | null;
  /** The slug of the content type, if `type` is `entry`. */
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
  /** At most 200 pages. If `used_by_total` is larger, purge everything that can show the file. */
  used_by: PageUse[];
  used_by_total: number;
  /** Codes of the locales in which `alt` changes; absent in projects with one locale. */
  locales?: string[];
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
  /** Sent only by "Send test" in the dashboard. */
  'webhook.test': { endpoint_id: string; message: string };
}

/** The `data` of a purge: the cached responses to drop. */
export interface PurgeData {
  /** Tags of changes that were not sent before. */
  tags: string[];
  /** Tags that were sent before, repeated for pages that were being rendered at that time. */
  again: string[];
  /** The last and the first project version in this purge. */
  version: number;
  since: number;
}
