import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../contract/listing.ts';
import type { SortSlot } from '../entries/service.ts';
import { Field, type FieldType } from '../fields/schema.ts';

export const Kind = Type.Union([Type.Literal('singleton'), Type.Literal('collection')]);

/** A content type as it is served (contract, section 6). */
export const ContentType = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    kind: Kind,
    display_field: Nullable(Type.String()),
    subtitle_field: Nullable(Type.String()),
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
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    kind: Type.Optional(Kind),
    display_field: Type.Optional(Nullable(Type.String())),
    subtitle_field: Type.Optional(Nullable(Type.String())),
    fields: Type.Array(Type.Unknown(), { description: 'the whole ordered list of field definitions' }),
  },
  { $id: 'DefineContentType', additionalProperties: false },
);
export type DefineContentType = Static<typeof DefineContentType>;

/** A content type as it is stored, one per release and slug. */
export interface TypeRecord {
  /** `<release>/<slug>` */
  _id: string;
  slug: string;
  name: string;
  kind: 'singleton' | 'collection';
  display_field: string | null;
  subtitle_field: string | null;
  fields: Field[];
  /** Fields whose stored values are still being cleared. */
  removed: { key: string; type: FieldType }[];
  /** Where entries keep what they are sorted by; removed fields have theirs until they are cleared. */
  sort_slots: SortSlot[];
  /** Whether all entries are as this definition says (settle.ts). */
  is_settled: boolean;
  revision: number;
  created_at: Date;
  updated_at: Date;
}
