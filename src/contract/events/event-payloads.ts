import { type TObject, Type } from '@sinclair/typebox';
import type { EventName } from './events.ts';
import { limits } from '../limits.ts';
import { PageUse } from '../fields/links.ts';
import { Nullable, Timestamp } from '../listing.ts';

const Status = Type.Union(
  ['draft', 'scheduled', 'published', 'archived'].map((status) => Type.Literal(status)),
);

const closed = { additionalProperties: false } as const;

/** Fields that entries and articles share; `url` is the path to fetch again (specification: event-data). */
const publishedItem = {
  id: Type.String(),
  title: Type.String(),
  status: Status,
  published_at: Nullable(Timestamp),
  updated_at: Timestamp,
  url: Type.String({ pattern: '^/v1/' }),
};

const revision = Type.Integer({ minimum: 1 });
const EventLocales = Type.Array(
  Type.Object(
    {
      locale: Type.String(),
      change: Type.Union(['published', 'updated', 'unpublished'].map((change) => Type.Literal(change))),
      url: Type.String({ pattern: '^/v1/' }),
    },
    closed,
  ),
);

const EntryEvent = Type.Object(
  {
    ...publishedItem,
    type: Type.String(),
    revision,
    /** Locales whose readers notice the change, of localized types; only in projects with several. */
    locales: Type.Optional(EventLocales),
  },
  { ...closed, $id: 'EntryEvent' },
);
const ArticleEvent = Type.Object(
  {
    ...publishedItem,
    slug: Type.String(),
    /** Locales whose readers notice the change; only in projects with several. */
    locales: Type.Optional(EventLocales),
  },
  { ...closed, $id: 'ArticleEvent' },
);

const fieldChanges = ['added', 'removed', 'renamed', 'relabelled', 'reordered', 'options'];

const TypeEvent = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    kind: Type.Union([Type.Literal('singleton'), Type.Literal('collection')]),
    changes: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          change: Type.Union(fieldChanges.map((change) => Type.Literal(change))),
          from: Type.Optional(Type.String({ description: 'the previous key of a renamed field' })),
          block: Type.Optional(Type.String({ description: 'the block whose definition changed' })),
        },
        closed,
      ),
    ),
    url: Type.String({ pattern: '^/v1/schema/content-types/' }),
  },
  { ...closed, $id: 'TypeEvent' },
);

const release = {
  id: Type.String(),
  name: Type.String(),
  default: Type.Boolean(),
  url: Type.String({ pattern: '^/v1/releases/' }),
};
const ReleaseEvent = Type.Object(release, { ...closed, $id: 'ReleaseEvent' });
/** `previous` is the previous default release. */
const PromotionEvent = Type.Object(
  { ...release, previous: Type.String() },
  { ...closed, $id: 'PromotionEvent' },
);

const MediaEvent = Type.Object(
  {
    id: Type.String(),
    file_name: Type.String(),
    content_type: Type.String(),
    alt: Type.String(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    updated_at: Timestamp,
    revision,
    status: Type.Union(['pending', 'ready', 'failed'].map((status) => Type.Literal(status))),
    /** Pages that readers see; if `used_by_total` is larger than the list, receivers should purge broadly. */
    used_by: Type.Array(PageUse, { maxItems: limits.used_by_max }),
    used_by_total: Type.Integer({ minimum: 0 }),
    /** Locales in which the alt text changes; only in projects with several. */
    locales: Type.Optional(Type.Array(Type.String())),
  },
  { ...closed, $id: 'MediaEvent' },
);

/** The schema of each event's `data` (specification: event-data). Tests check all events against it. */
export const eventPayloads: Readonly<Record<EventName, TObject>> = {
  'content.entry.published': EntryEvent,
  'content.entry.updated': EntryEvent,
  'content.entry.unpublished': EntryEvent,
  'content.entry.deleted': EntryEvent,
  'content.type.updated': TypeEvent,
  'content.type.deleted': TypeEvent,
  'media.asset.updated': MediaEvent,
  'media.asset.deleted': MediaEvent,
  'release.published': PromotionEvent,
  'release.updated': ReleaseEvent,
  'release.deleted': ReleaseEvent,
  'blog.article.published': ArticleEvent,
  'blog.article.updated': ArticleEvent,
  'blog.article.unpublished': ArticleEvent,
  'blog.article.deleted': ArticleEvent,
  'kb.article.published': ArticleEvent,
  'kb.article.updated': ArticleEvent,
  'kb.article.unpublished': ArticleEvent,
  'kb.article.deleted': ArticleEvent,
};
