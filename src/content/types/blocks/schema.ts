import { type Static, Type } from '@sinclair/typebox';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../../contract/listing.ts';
import { FieldGroup, SentGroups } from '../../fields/layout.ts';
import { Field, type RemovedField } from '../../fields/schema.ts';
import { NamingField } from '../schema.ts';

/** The definition of a block in responses (specification: blocks). */
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

/** The definition in a request. Omitted keys of an existing definition keep their values. */
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

/** The entries and values that deleting a definition or one of its fields would affect. */
export const BlockImpact = Type.Object(
  {
    slug: Type.String(),
    /** Entries that contain the block, drafts included, counted up to 10,000. */
    entries: Type.Integer(),
    /** The number of first entries that the other numbers count. */
    counted_entries: Type.Integer(),
    live_entries: Type.Integer(),
    /** Entries with a value of the field in any block: in the draft, and in the live version. */
    fields: Type.Array(
      Type.Object(
        { key: Type.String(), label: Type.String(), drafts: Type.Integer(), live: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    /** Lists that can contain the block. A block with any of them cannot be deleted. */
    used_in: Type.Array(NamingField),
  },
  { $id: 'BlockImpact', additionalProperties: false },
);
export type BlockImpact = Static<typeof BlockImpact>;

/** A template for a new block. The new block has a copy of its fields and no link to it. */
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

/** The stored definition of a block, one per release and slug. */
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
  /** Removed fields whose values entries may still contain. */
  removed: RemovedField[];
  /** Indexes may lack values of fields that were added again; absent after the pass over the entries. */
  has_restored_fields?: true;
  is_settled: boolean;
  /** The number of the project's write that stored this state. Copies have the same number. */
  write_seq?: number;
  /** Bytes of the definition in responses. */
  definition_bytes?: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Definitions of a release by slug, by creation date. */
export type BlocksBySlug = ReadonlyMap<string, BlockRecord>;
