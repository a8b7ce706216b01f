import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../contract/listing.ts';
import type { SortSlot } from '../entries/store/sort-slots.ts';
import { FieldGroup, SentGroups } from '../fields/layout.ts';
import { Field, type RemovedField } from '../fields/schema.ts';

export const Kind = Type.Union([Type.Literal('singleton'), Type.Literal('collection')]);

/** A content type as it is served (specification: content-types). */
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

/** The definition as it is sent; each field is read by its own kind, so that faults name their place. */
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

/** The guard of a PUT against removing fields by mistake. */
export const RemovalQuery = Type.Object({
  remove_fields: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Keys of fields that the change may remove, separated by commas; may be empty. If it is sent, a change that removes another field is rejected.',
    }),
  ),
});

/** A definition to which its entries were not brought yet. */
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
  /** Fields whose values are kept for a while, or still to be cleared. */
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again; absent after the pass over the entries. */
  has_restored_fields?: true;
  /** Where entries keep what they are sorted by; removed fields have theirs until they are cleared. */
  sort_slots: SortSlot[];
  /** Whether all entries are as this definition says (settle.ts). */
  is_settled: boolean;
  /** The type is gone for all callers, and its entries are being removed. */
  deleted_at?: Date;
  /** The number of the project's write that made this state; absent in rows from before it was kept. Copies keep it. */
  write_seq?: number;
  /** Bytes of the definition as it is served; absent in rows from before it was counted. */
  definition_bytes?: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** A field that leads to a type or to a block. */
export const NamingField = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    field: Type.String(),
    /** Whether the field is one of a block definition, and not of a type. */
    block: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type NamingField = Static<typeof NamingField>;

/** What removing a type, or one of its fields, would take away. */
export const TypeImpact = Type.Object(
  {
    slug: Type.String(),
    /** In any state, and those that readers see or will see. */
    entries: Type.Integer(),
    live_entries: Type.Integer(),
    /** Entries in which the field is filled: in the draft, and in what is live. */
    fields: Type.Array(
      Type.Object(
        { key: Type.String(), label: Type.String(), drafts: Type.Integer(), live: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    /** Reference fields of other types and of blocks that name this one; while there are any it cannot be deleted. */
    referenced_by: Type.Array(NamingField),
  },
  { $id: 'TypeImpact', additionalProperties: false },
);
export type TypeImpact = Static<typeof TypeImpact>;

/** `confirm` is the slug, typed by a person. */
export const DeleteType = Type.Object(
  { confirm: Type.String() },
  { $id: 'DeleteType', additionalProperties: false },
);

/** A type to begin with; creating one copies its fields and keeps no link. */
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
