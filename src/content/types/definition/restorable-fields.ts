import { type Static, Type } from '@sinclair/typebox';
import { Timestamp } from '../../../contract/listing.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { type FieldGroup, withoutLayout } from '../../fields/layout.ts';
import { Field, type RemovedField } from '../../fields/schema.ts';
import { blockIn } from '../blocks/settle/available.ts';
import { findBlocks } from '../blocks/repository.ts';
import { loadType } from '../lookup.ts';
import { layoutErrors } from './layout.ts';
import { isRestorable } from './plan-fields.ts';

/** The removed fields of a definition that can be added again with their values, newest removal first. */
export const RestorableFields = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { field: Field, kept_until: Timestamp },
        { description: 'the values are restored if the field is added again before `kept_until`' },
      ),
    ),
  },
  { $id: 'RestorableFields', additionalProperties: false },
);
type RestorableFields = {
  data: (Omit<Static<typeof RestorableFields>['data'][number], 'field'> & { field: Field })[];
};

/** @throws unknown_content_type */
export async function listRestorableFields(context: ReleaseContext, type: string): Promise<RestorableFields> {
  return { data: restorableFields(await loadType(context, type), context.now) };
}

/** @throws unknown_block */
export async function listRestorableBlockFields(
  context: ReleaseContext,
  slug: string,
): Promise<RestorableFields> {
  return { data: restorableFields(blockIn(await findBlocks(context.db), slug), context.now) };
}

interface Definition {
  fields: readonly Field[];
  removed: readonly RemovedField[];
  groups?: readonly FieldGroup[];
}

/** Returns the last removed field of each key that no field has. */
export function restorableFields(
  { fields, removed, groups = [] }: Definition,
  now: Date,
): RestorableFields['data'] {
  const usedKeys = new Set(fields.map(({ key }) => key.toLowerCase()));
  return [...removed].reverse().flatMap((removedField) => {
    const { key, type, label, options, kept_until: until } = removedField;
    if (usedKeys.has(key.toLowerCase()) || !isRestorable(removedField, now)) return [];
    if (label === undefined || options === undefined || until === undefined) return [];
    usedKeys.add(key.toLowerCase());
    const field: Field = { key, label, type, options };
    return [{ field: withValidLayout(field, fields, groups), kept_until: until.toISOString() }];
  });
}

/** The field without its conditions and its group if the definition no longer has what they name. */
function withValidLayout(field: Field, fields: readonly Field[], groups: readonly FieldGroup[]): Field {
  const errors = layoutErrors([...fields, field], { groups, noun: 'type' });
  return errors.length === 0 ? field : { ...field, options: withoutLayout(field.options) };
}
