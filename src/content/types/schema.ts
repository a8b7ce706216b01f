import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../contract/listing.ts';
import type { SortSlot } from '../entries/store/sort-slots.ts';
import { FieldGroup, SentGroups } from '../fields/layout.ts';
import { Field, type RemovedField } from '../fields/schema.ts';

export const Kind = Type.Union([Type.Literal('singleton'), Type.Literal('collection')]);

/** A content type in responses (specification: content-types). */
export const ContentType = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    kind: Kind,
    display_field: Nullable(Type.String()),
    subtitle_field: Nullable(Type.String()),
    groups: Type.Optional(Type.Array(FieldGroup)),
    fields: Type.Array(Field),
    revision: Type.Integer(),
    updated_at: Timestamp,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'ContentType', additionalProperties: false },
);
export type ContentType = Omit<Static<typeof ContentType>, 'fields'> & { fields: Field[] };

export const ContentTypeList = Type.Object(
  { data: Type.Array(ContentType), meta: ListMeta },
  { $id: 'ContentTypeList', additionalProperties: false },
);

/** The definition in a request. Each field is read by its own kind, so that errors name its position. */
export const DefineContentType = Type.Object(
  {
    name: Type.Optional(Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200 })),
    kind: Type.Optional(Kind),
    display_field: Type.Optional(Nullable(Type.String())),
    subtitle_field: Type.Optional(Nullable(Type.String())),
    groups: SentGroups,
    fields: Type.Array(Type.Unknown(), { description: 'the whole ordered list of field definitions' }),
  },
  { $id: 'DefineContentType', additionalProperties: false },
);
export type DefineContentType = Static<typeof DefineContentType>;

/** Protects a PUT against removing fields by mistake. */
export const RemovalQuery = Type.Object({
  remove_fields: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Keys of fields that the change may remove, separated by commas; may be empty. If it is sent, a change that removes another field is rejected.',
    }),
  ),
});

/** A definition that its entries do not match yet. */
export interface Unsettled {
  _id: string;
  project_id: string;
  release_id: string;
  slug: string;
}

/** A content type as it is stored, one per release and slug. */
export interface TypeRecord {
  /** `<release>/<slug>` */
  _id: string;
  slug: string;
  name: string;
  kind: 'singleton' | 'collection';
  display_field: string | null;
  subtitle_field: string | null;
  /** Absent if there are none. */
  groups?: FieldGroup[];
  fields: Field[];
  /** Removed fields whose values are restorable or not yet cleared. */
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again; absent after the pass over the entries. */
  has_restored_fields?: true;
  /** The slots for sort keys of entries. A removed field has its slot until its values are cleared. */
  sort_slots: SortSlot[];
  /**
   * The number of the write after which rows of further locales differ from the definition or the list of locales;
   * absent after the pass over the entries.
   */
  stale_rows?: number;
  /** Whether all entries match this definition (settle.ts). */
  is_settled: boolean;
  /** Set when callers no longer see the type, while its entries are being deleted. */
  deleted_at?: Date;
  /** The deletion in the trash to which the entries move; absent if they are deleted permanently. */
  trash_id?: string;
  /**
   * The number of the project's write that stored this state; absent in rows of earlier versions. Copies have the same
   * number.
   */
  write_seq?: number;
  /** Bytes of the definition in responses; absent in rows of earlier versions. */
  definition_bytes?: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** A field that refers to a type or to a block. */
export const NamingField = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    field: Type.String(),
    /** Present if the field belongs to a block definition. */
    block: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type NamingField = Static<typeof NamingField>;

/** The entries and values that deleting a type or one of its fields would delete. */
export const TypeImpact = Type.Object(
  {
    slug: Type.String(),
    /** Entries in any state, then entries that are live or scheduled. */
    entries: Type.Integer(),
    live_entries: Type.Integer(),
    /** Entries with a value in the field: in the draft, and in the live version. */
    fields: Type.Array(
      Type.Object(
        { key: Type.String(), label: Type.String(), drafts: Type.Integer(), live: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    /**
     * Reference fields of other types and of blocks that refer to this type. A type with any of them cannot be deleted.
     */
    referenced_by: Type.Array(NamingField),
  },
  { $id: 'TypeImpact', additionalProperties: false },
);
export type TypeImpact = Static<typeof TypeImpact>;

/** `confirm` is the slug, typed by the member. */
export const DeleteType = Type.Object(
  { confirm: Type.String() },
  { $id: 'DeleteType', additionalProperties: false },
);

/** A template for a new type. The new type has a copy of its fields and no link to it. */
export const TypeTemplate = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    kind: Kind,
    display_field: Type.String(),
    subtitle_field: Nullable(Type.String()),
    fields: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'TypeTemplate', additionalProperties: false },
);
export type TypeTemplate = Static<typeof TypeTemplate>;

export const TypeTemplateList = Type.Object(
  { data: Type.Array(TypeTemplate) },
  { $id: 'TypeTemplateList', additionalProperties: false },
);
