import type { DefineBlock } from '../../../../../src/content/types/blocks/schema.ts';
import type { ContentType, DefineContentType } from '../../../../../src/content/types/schema.ts';
import type { FieldType } from '../../../../../src/contract/fields/field-types.ts';
import type { FieldGroup } from '../../../features/form/parts.ts';
import type { Field, FieldOptions } from '../../../../../src/content/fields/schema.ts';
import type { Definition, DefinitionKind } from '../kinds.ts';
import type { Template } from '../queries.ts';
import { freeKey, inWords, keyOf, slugOf } from '../fields/key-of.ts';

/** A field in the builder. */
export interface DraftField {
  /** Unique in this browser tab; stays the same while the key and the position change. */
  id: string;
  /** As stored in the service; null for a new field. The type of a stored field is final, but its key can be renamed. */
  stored: Field | null;
  key: string;
  /** Whether a person set the key, so that it no longer follows the label. */
  hasOwnKey: boolean;
  label: string;
  type: FieldType;
  options: FieldOptions;
}

/** A content type or a block in the builder. */
export interface Draft {
  definitionKind: DefinitionKind;
  stored: Definition | null;
  slug: string;
  hasOwnSlug: boolean;
  name: string;
  /** A block counts as a collection: one of its fields is its title. */
  kind: ContentType['kind'];
  /** Only blocks have a description. */
  description: string;
  /** The id of a field, null for none. Undefined until a person chooses; the first short text is used until then. */
  display: string | null | undefined;
  subtitle: string | null;
  groups: readonly FieldGroup[];
  fields: readonly DraftField[];
}

let nextId = 1;
const newId = () => `f${nextId++}`;

/** The draft of a stored definition. Fields that `current` contains keep their ids. */
export function draftOf(stored: Definition, current: Draft | null = null): Draft {
  const fields = stored.fields.map((field) => {
    const before = current?.fields.find(({ key }) => key === field.key);
    return {
      ...copyField(field),
      ...(before === undefined ? {} : { id: before.id }),
      stored: field,
      hasOwnKey: true,
    };
  });
  const idOf = (key: string | null) => fields.find((field) => field.key === key)?.id ?? null;
  const { slug, name, display_field, groups = [] } = stored;
  const own =
    'kind' in stored
      ? ({
          definitionKind: 'type',
          kind: stored.kind,
          description: '',
          subtitle: idOf(stored.subtitle_field),
        } as const)
      : ({
          definitionKind: 'block',
          kind: 'collection',
          description: stored.description,
          subtitle: null,
        } as const);
  return { ...own, stored, slug, hasOwnSlug: true, name, display: idOf(display_field), groups, fields };
}

/** The draft after a save of `savedDraft`, with the changes that were typed while the save was running. */
export function draftAfterSave(stored: Definition, savedDraft: Draft, draft: Draft): Draft {
  const fields = draft.fields.map((field) => {
    const sentKey = savedDraft.fields.find(({ id }) => id === field.id)?.key ?? field.key;
    const savedField = stored.fields.find(({ key }) => key === sentKey);
    return savedField === undefined ? field : { ...field, stored: savedField, hasOwnKey: true };
  });
  return { ...draft, stored, fields };
}

/** The draft of a new definition: empty, or with copies of a template's fields. */
export function newDraft(
  definitionKind: DefinitionKind,
  template: Template | null,
  usedSlugs: readonly string[],
): Draft {
  const fields = (template?.fields ?? []).map(({ key, type, options }) => ({
    ...copyField({ key, label: inWords(key), type, options }),
    stored: null,
    hasOwnKey: true,
  }));
  const idOf = (key: string | null | undefined) => fields.find((field) => field.key === key)?.id;
  return {
    definitionKind,
    stored: null,
    slug: template === null ? '' : freeKey(template.slug, usedSlugs),
    hasOwnSlug: false,
    name: template?.name ?? '',
    kind: template?.kind ?? 'collection',
    description: definitionKind === 'block' ? (template?.description ?? '') : '',
    display: idOf(template?.display_field),
    subtitle: idOf(template?.subtitle_field) ?? null,
    groups: [],
    fields,
  };
}

/** The draft of a new type with the fields of an existing one. */
export function duplicateDraft(type: ContentType, usedSlugs: readonly string[]): Draft {
  const draft = draftOf(type);
  const fields = draft.fields.map((field) => ({ ...field, stored: null }));
  const slug = freeKey(type.slug, usedSlugs);
  return { ...draft, stored: null, slug, hasOwnSlug: false, name: `${type.name} (copy)`, fields };
}

function copyField({ key, label, type, options }: Field): Omit<DraftField, 'stored' | 'hasOwnKey'> {
  return { id: newId(), key, label, type, options: structuredClone(options) };
}

export function renameDraft(draft: Draft, name: string, usedSlugs: readonly string[]): Draft {
  if (draft.stored !== null || draft.hasOwnSlug) return { ...draft, name };
  const slug = slugOf(name);
  return { ...draft, name, slug: slug === '' ? '' : freeKey(slug, usedSlugs) };
}

/** Adds an empty field. A slug follows the title of the entry, if that is a text. */
export function addField(
  draft: Draft,
  { type, options }: Pick<DraftField, 'type' | 'options'>,
): { draft: Draft; id: string } {
  const id = newId();
  const title = draft.fields.find((field) => field.id === displayOf(draft));
  const source = options.format === 'slug' && title !== undefined && isSlugSource(title) ? title.key : '';
  const field: DraftField = {
    id,
    stored: null,
    key: '',
    hasOwnKey: false,
    label: '',
    type,
    options: source === '' ? options : { ...options, source },
  };
  return { draft: { ...draft, fields: [...draft.fields, field] }, id };
}

/** Adds a new field below `original`, with its own key. */
export function duplicateField(draft: Draft, original: DraftField): Draft {
  const keys = draft.fields.map(({ key }) => key);
  const copy: DraftField = {
    ...copyField(original),
    label: `${original.label} (copy)`,
    key: freeKey(original.key, keys),
    stored: null,
    hasOwnKey: false,
  };
  const index = draft.fields.indexOf(original) + 1;
  return { ...draft, fields: draft.fields.toSpliced(index, 0, copy) };
}

/** Changes one field. The key follows the label until a person sets the key. */
export function changeField(draft: Draft, id: string, change: Partial<DraftField>): Draft {
  const otherKeys = draft.fields.filter((field) => field.id !== id).map(({ key }) => key);
  const fields = draft.fields.map((field) => {
    if (field.id !== id) return field;
    const after = { ...field, ...change };
    if (after.stored !== null || after.hasOwnKey || change.label === undefined) return after;
    const key = keyOf(after.label);
    return { ...after, key: key === '' ? '' : freeKey(key, otherKeys) };
  });
  const keyIn = (list: readonly DraftField[]) => list.find((field) => field.id === id)?.key ?? '';
  return { ...draft, fields: renameInOptions(fields, keyIn(draft.fields), keyIn(fields)) };
}

/** Conditions, and slugs with a source, follow a field whose key changes. */
function renameInOptions(fields: DraftField[], from: string, to: string): DraftField[] {
  if (from === to || from === '') return fields;
  return fields.map((field) => withRenames(field, new Map([[from, to]])));
}

/**
 * Renames the keys of other fields that a field's options name.
 * @param newKeys - the new key by the previous key
 */
function withRenames<F extends { options: FieldOptions }>(field: F, newKeys: ReadonlyMap<string, string>): F {
  const newKey = (key: string) => newKeys.get(key) ?? key;
  const { show_if: conditions, source } = field.options;
  const options = { ...field.options };
  if (source !== undefined) options.source = newKey(source);
  if (conditions !== undefined)
    options.show_if = conditions.map((condition) => ({ ...condition, field: newKey(condition.field) }));
  return { ...field, options };
}

export function removeField(draft: Draft, id: string): Draft {
  const { display, subtitle } = draft;
  return {
    ...draft,
    fields: draft.fields.filter((field) => field.id !== id),
    display: display === id ? undefined : display,
    subtitle: subtitle === id ? null : subtitle,
  };
}

/** A field that was removed, its position, and whether it was the title or the subtitle. */
export interface RemovedField {
  field: Field;
  index: number;
  role?: 'display' | 'subtitle' | undefined;
}

/**
 * Adds removed fields again, without the group if the draft no longer has it. The service restores their values when
 * the draft is saved.
 */
export function restoreFields(draft: Draft, removed: readonly RemovedField[]): Draft {
  const groupKeys = new Set(draft.groups.map(({ key }) => key));
  return removed.reduce((restored, { field, index, role }) => {
    if (restored.fields.some(({ key }) => key === field.key)) return restored;
    const copy: DraftField = { ...copyField(field), stored: null, hasOwnKey: true };
    if (copy.options.group !== undefined && !groupKeys.has(copy.options.group)) delete copy.options.group;
    const fields = restored.fields.toSpliced(index, 0, copy);
    return { ...restored, fields, ...(role === undefined ? {} : { [role]: copy.id }) };
  }, draft);
}

/** The id of the field that is shown as the title. */
export function displayOf({ display, fields }: Draft): string | null {
  if (display !== undefined) return display;
  const first = fields.find(isSlugSource) ?? fields.find(({ type }) => type === 'string');
  return first?.id ?? null;
}

/** Whether a slug can be created from the field: a short text without a format. */
export function isSlugSource({ type, options }: Pick<DraftField, 'type' | 'options'>): boolean {
  return type === 'string' && options.format === undefined;
}

/**
 * Stored fields that the draft no longer contains, in their stored order. Their conditions follow the renames of the
 * draft, so that they can be added again once the draft is saved.
 */
export function removedFields({ stored, fields }: Draft): RemovedField[] {
  if (stored === null) return [];
  const newKeys = new Map(
    fields.flatMap((field) => (field.stored === null ? [] : [[field.stored.key, field.key]])),
  );
  const subtitle = 'kind' in stored ? stored.subtitle_field : null;
  const roleOf = ({ key }: Field): RemovedField['role'] =>
    key === stored.display_field ? 'display' : key === subtitle ? 'subtitle' : undefined;
  return stored.fields
    .map((field, index) => ({ field, index, role: roleOf(field) }))
    .filter(({ field }) => !fields.some((current) => current.stored?.key === field.key))
    .map((removed) => ({ ...removed, field: withRenames(removed.field, newKeys) }));
}

/** The body of the request that saves the draft. */
export function definitionOf(draft: Draft): DefineContentType | DefineBlock {
  const keyOfId = (id: string | null) => draft.fields.find((field) => field.id === id)?.key ?? null;
  const shared = {
    ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
    display_field: keyOfId(displayOf(draft)),
    ...(draft.groups.length === 0 && draft.stored?.groups === undefined ? {} : { groups: groupsOf(draft) }),
    fields: draft.fields.map(({ stored, key, label, type, options }) => ({
      key,
      type,
      ...(stored === null || stored.key === key ? {} : { renamed_from: stored.key }),
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      options: withoutEmptyOptions(options),
    })),
  };
  if (draft.definitionKind === 'block') return { ...shared, description: draft.description.trim() };
  return {
    ...shared,
    ...(draft.stored === null ? { kind: draft.kind } : {}),
    subtitle_field: keyOfId(draft.subtitle),
  };
}

function groupsOf({ groups }: Draft): object[] {
  return groups.map(({ label, ...group }) =>
    label.trim() === '' ? group : { ...group, label: label.trim() },
  );
}

function withoutEmptyOptions(options: FieldOptions): FieldOptions {
  const entries = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  const filled: FieldOptions = Object.fromEntries(entries);
  return options.default === false ? { ...filled, default: false } : filled;
}

export function isChanged(draft: Draft, before: Draft): boolean {
  const serialize = (one: Draft) => JSON.stringify([one.slug, definitionOf(one)]);
  return draft !== before && serialize(draft) !== serialize(before);
}
