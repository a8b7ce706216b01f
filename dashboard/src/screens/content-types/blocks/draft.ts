import type { BlockDefinition, DefineBlock } from '../../../../../src/content/types/blocks/schema.ts';
import { definitionOf, type Draft, draftOf, newDraft, removedFields } from '../draft.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { rebased } from '../rebase.ts';
import type { Template } from '../templates-query.ts';

/** A definition while it is being worked on: its fields are those of a type. */
export interface BlockDraft {
  fields: Draft;
  description: string;
}

/** A definition in the form of a type, of which it has everything but the kind. */
function asType(stored: BlockDefinition) {
  return { ...stored, kind: 'collection' as const, subtitle_field: null };
}

export function blockDraftOf(stored: BlockDefinition, page: BlockDraft | null = null): BlockDraft {
  return { fields: draftOf(asType(stored), page?.fields), description: stored.description };
}

/** What was typed while a save was under way, on top of what was saved. */
export function blockOnTopOf(stored: BlockDefinition, { fields, description }: BlockDraft): BlockDraft {
  const now = draftOf(asType(stored)).fields;
  const kept = fields.fields.map((field) => {
    const same = now.find(({ key }) => key === field.key);
    return same === undefined ? field : { ...field, stored: same.stored, hasOwnKey: true };
  });
  return { fields: { ...fields, stored: asType(stored), fields: kept }, description };
}

/** What was changed here, on top of what another person saved since. */
export function rebasedBlock(stored: BlockDefinition, base: BlockDraft, draft: BlockDraft): BlockDraft {
  const isMine = draft.description !== base.description;
  return {
    fields: rebased(asType(stored), base.fields, draft.fields),
    description: isMine ? draft.description : stored.description,
  };
}

/** A definition to begin with, as the service lists them. */
export type BlockTemplate = Omit<Template, 'kind' | 'subtitle_field'>;

/** A draft of a new definition: empty, or with copies of a template's fields. */
export function newBlockDraft(template: BlockTemplate | null, taken: readonly string[]): BlockDraft {
  const from =
    template === null ? null : ({ ...template, kind: 'collection', subtitle_field: null } as Template);
  return { fields: newDraft(from, taken), description: template?.description ?? '' };
}

/** What is sent to the service. */
export function blockDefinitionOf({ fields, description }: BlockDraft): DefineBlock {
  const { subtitle_field: _subtitle, kind: _kind, ...definition } = definitionOf(fields);
  return { ...definition, description: description.trim() };
}

export function isBlockChanged(draft: BlockDraft, before: BlockDraft): boolean {
  const told = (one: BlockDraft) => JSON.stringify([one.fields.slug, blockDefinitionOf(one)]);
  return draft !== before && told(draft) !== told(before);
}

export function removedFromBlock({ fields }: BlockDraft): Field[] {
  return removedFields(fields);
}
