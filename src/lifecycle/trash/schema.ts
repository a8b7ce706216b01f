import { type Static, Type } from '@sinclair/typebox';
import { BulkResult } from '../../contract/bulk.ts';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { trashKindNames, type TrashedItem } from '../../core/context/index.ts';

const closed = { additionalProperties: false } as const;

/** A stored deleted item; `record` is its own unchanged row. */
export interface TrashRecord {
  /**
   * `<project>/<item>`; for entries `<project>/<release>/<item>`, for definitions `<project>/<release>/<trash id>`. The
   * content of a locale has `/<trash id>` at the end.
   */
  _id: string;
  kind: TrashedItem['kind'];
  item_id: string;
  /** Absent in rows of earlier versions. */
  trash_id?: string;
  release: string | null;
  type: string | null;
  title: string;
  /** Whether readers saw the item. Absent in rows of earlier versions. */
  was_live?: boolean;
  /** The number of entries that were deleted with a type or a release. */
  entries?: number;
  /** The size of a file. */
  bytes?: number;
  /** The id of the further locale whose content was deleted; absent if the whole item was. */
  locale?: string;
  record: object;
  /** Absent in rows that no list contains: of entries that belong to a deleted type, and of types that were removed. */
  deleted_at?: Date;
  /** The deletion of the type that an entry belongs to. */
  deleted_with?: { id: string; at: Date };
  /** The member, also for a bulk change (`job`), or the API key. `kind` is absent in rows of earlier versions. */
  deleted_by: { kind?: 'user' | 'key' | 'job'; id: string; name: string };
  expires_at: Date;
}

const kinds = Type.Union(trashKindNames.map((kind) => Type.Literal(kind)));

export const TrashItem = Type.Object(
  {
    /** The id of the deletion. */
    trash_id: Type.String(),
    /** The item's id before its deletion. */
    id: Type.String(),
    kind: kinds,
    type: Nullable(Type.String()),
    title: Type.String(),
    /** The number of entries of a content type or release; null for other kinds. */
    entries: Nullable(Type.Integer()),
    /** Whether readers saw the item. */
    was_live: Type.Boolean(),
    deleted_at: Timestamp,
    deleted_by: Type.Object(
      {
        /** `job`: a bulk change, with the member who started it. */
        kind: Type.Union([Type.Literal('user'), Type.Literal('key'), Type.Literal('job')]),
        id: Type.String(),
        name: Type.String(),
      },
      closed,
    ),
    expires_at: Timestamp,
    /** The code of the locale whose content was deleted; absent if the whole item was. */
    locale: Type.Optional(Type.String()),
  },
  { $id: 'TrashItem', ...closed },
);
export type TrashItem = Static<typeof TrashItem>;

/** Filters of deletions. */
export const TrashFilter = Type.Object(
  {
    kind: Type.Optional(kinds),
    /** The id of the member or API key that deleted the items. */
    by: Type.Optional(Type.String({ maxLength: 100 })),
    /** The range of time of the deletions; `until` is exclusive. */
    since: Type.Optional(Type.String()),
    until: Type.Optional(Type.String()),
  },
  closed,
);
export type TrashFilter = Static<typeof TrashFilter>;

export const TrashQuery = Type.Object(
  {
    ...TrashFilter.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type TrashQuery = Static<typeof TrashQuery>;

/** Last deleted first. */
export const TrashList = Type.Object(
  {
    data: Type.Array(TrashItem),
    meta: Type.Object(
      {
        ...ListMeta.properties,
        /** The number of items, with the entries of content types; null on further pages. */
        total: Nullable(Type.Integer()),
        /** `total` is the maximum of a bulk change, and the list has more items. */
        total_is_capped: Type.Boolean(),
      },
      closed,
    ),
  },
  { $id: 'TrashList', ...closed },
);
export type TrashList = Static<typeof TrashList>;

/** The items' ids before their deletion, or the ids of deletions. */
export const TrashSelection = Type.Object(
  { ids: Type.Array(Type.String(), { minItems: 1, maxItems: limits.page_size_max, uniqueItems: true }) },
  { $id: 'TrashSelection', ...closed },
);
export type TrashSelection = Static<typeof TrashSelection>;

/** Restores what matches the filters; `publish` also publishes the drafts of items that readers saw. */
export const RestoreAll = Type.Object(
  { publish: Type.Optional(Type.Boolean()) },
  { $id: 'RestoreAll', ...closed },
);

/** What to restore; `publish` also publishes the drafts of items that readers saw. */
export const Restore = Type.Object(
  { ...TrashSelection.properties, publish: Type.Optional(Type.Boolean()) },
  { $id: 'Restore', ...closed },
);
export type Restore = Static<typeof Restore>;

/** The result of each item, and what changed during its restoration. */
export const RestoreResult = Type.Object(
  {
    ...BulkResult.properties,
    warnings: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          code: Type.String(),
          message: Type.String(),
          param: Type.String(),
          block_id: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
  },
  { $id: 'RestoreResult', ...closed },
);
export type RestoreResult = Static<typeof RestoreResult>;

export const EmptiedTrash = Type.Object({ removed: Type.Integer() }, { $id: 'EmptiedTrash', ...closed });
