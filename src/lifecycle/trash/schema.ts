import { type Static, Type } from '@sinclair/typebox';
import { BulkResult } from '../../contract/bulk.ts';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { trashKindNames, type TrashedItem } from '../../core/context/index.ts';

const closed = { additionalProperties: false } as const;

/** A stored deleted item; `record` is its own unchanged row. */
export interface TrashRecord {
  /** `<project>/<item>`; for entries `<project>/<release>/<item>`. */
  _id: string;
  kind: TrashedItem['kind'];
  item_id: string;
  release: string | null;
  type: string | null;
  title: string;
  /** Whether readers saw the item. Absent in rows of earlier versions. */
  was_live?: boolean;
  record: object;
  deleted_at: Date;
  /** `kind` is absent in rows of earlier versions, which members deleted. */
  deleted_by: { kind?: 'user' | 'key'; id: string; name: string };
  expires_at: Date;
}

const kinds = Type.Union(trashKindNames.map((kind) => Type.Literal(kind)));

export const TrashItem = Type.Object(
  {
    id: Type.String(),
    kind: kinds,
    type: Nullable(Type.String()),
    title: Type.String(),
    /** Whether readers saw the item. */
    was_live: Type.Boolean(),
    deleted_at: Timestamp,
    deleted_by: Type.Object(
      {
        kind: Type.Union([Type.Literal('user'), Type.Literal('key')]),
        id: Type.String(),
        name: Type.String(),
      },
      closed,
    ),
    expires_at: Timestamp,
  },
  { $id: 'TrashItem', ...closed },
);
export type TrashItem = Static<typeof TrashItem>;

export const TrashQuery = Type.Object(
  {
    kind: Type.Optional(kinds),
    /** The id of the member or API key that deleted the items. */
    by: Type.Optional(Type.String({ maxLength: 100 })),
    /** The range of time of the deletions; `until` is exclusive. */
    since: Type.Optional(Type.String()),
    until: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type TrashQuery = Static<typeof TrashQuery>;

/** Last deleted first. */
export const TrashList = Type.Object(
  { data: Type.Array(TrashItem), meta: ListMeta },
  { $id: 'TrashList', ...closed },
);
export type TrashList = Static<typeof TrashList>;

/** The items' ids before their deletion. */
export const TrashSelection = Type.Object(
  { ids: Type.Array(Type.String(), { minItems: 1, maxItems: limits.page_size_max, uniqueItems: true }) },
  { $id: 'TrashSelection', ...closed },
);
export type TrashSelection = Static<typeof TrashSelection>;

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
