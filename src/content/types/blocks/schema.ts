import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../../contract/listing.ts';
import { FieldGroup, SentGroups } from '../../fields/layout.ts';
import { Field, type RemovedField } from '../../fields/schema.ts';
import { NamingField } from '../schema.ts';

/** The definition of a block as it is served (specification: blocks). */
export const BlockDefinition = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    display_field: Nullable(Type.String()),
    groups: Type.Optional(Type.Array(FieldGroup)),
    fields: Type.Array(Field),
    revision: Type.Integer(),
    updated_at: Timestamp,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'BlockDefinition', additionalProperties: false },
);
export type BlockDefinition = Omit<Static<typeof BlockDefinition>, 'fields'> & { fields: Field[] };

export const BlockDefinitionList = Type.Object(
  { data: Type.Array(BlockDefinition), meta: ListMeta },
  { $id: 'BlockDefinitionList', additionalProperties: false },
);

/** The definition as it is sent; keys that are left out of an existing one stay. */
export const DefineBlock = Type.Object(
  {
    name: Type.Optional(Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200 })),
    label: Type.Optional(
      Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200, description: 'another name of `name`' }),
    ),
    description: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 500 })),
    display_field: Type.Optional(Nullable(Type.String())),
    groups: SentGroups,
    fields: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'the whole ordered list of field definitions' }),
    ),
  },
  { $id: 'DefineBlock', additionalProperties: false },
);
export type DefineBlock = Static<typeof DefineBlock>;

/** What removing a definition, or one of its fields, would take away. */
export const BlockImpact = Type.Object(
  {
    slug: Type.String(),
    /** Entries that have the block, drafts included; counting stops at 10,000. */
    entries: Type.Integer(),
    /** Of how many entries, the first ones, the other numbers are. */
    counted_entries: Type.Integer(),
    live_entries: Type.Integer(),
    /** Entries in which the field is filled in any block: in the draft, and in what is live. */
    fields: Type.Array(
      Type.Object(
        { key: Type.String(), label: Type.String(), drafts: Type.Integer(), live: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    /** While there are any the definition cannot be deleted. */
    used_in: Type.Array(NamingField),
  },
  { $id: 'BlockImpact', additionalProperties: false },
);
export type BlockImpact = Static<typeof BlockImpact>;

/** A definition to begin with; creating one copies its fields and keeps no link. */
export const BlockTemplate = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    display_field: Nullable(Type.String()),
    fields: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'BlockTemplate', additionalProperties: false },
);
export type BlockTemplate = Static<typeof BlockTemplate>;

export const BlockTemplateList = Type.Object(
  { data: Type.Array(BlockTemplate) },
  { $id: 'BlockTemplateList', additionalProperties: false },
);

/** The definition of a block as it is stored, one per release and slug; a sibling of the content types. */
export interface BlockRecord {
  /** `<release>/<slug>` */
  _id: string;
  slug: string;
  name: string;
  description: string;
  display_field: string | null;
  /** Absent if there are none. */
  groups?: FieldGroup[];
  fields: Field[];
  /** Fields whose values entries may still have. */
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again; absent after the pass over the entries. */
  has_restored_fields?: true;
  is_settled: boolean;
  /** The number of the project's write that made this state. Copies keep it. */
  write_seq?: number;
  /** Bytes of the definition as it is served. */
  definition_bytes?: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Definitions of a release by slug, in the order of their making. */
export type BlocksBySlug = ReadonlyMap<string, BlockRecord>;
