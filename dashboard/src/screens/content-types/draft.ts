import type { ContentType, DefineContentType } from '../../../../src/content/types/schema.ts';
import type { FieldType } from '../../../../src/contract/fields/field-types.ts';
import type { Field, FieldOptions } from '../../../../src/content/fields/schema.ts';
import type { Template } from './templates-query.ts';
import { freeKey, inWords, keyOf, slugOf } from './fields/key-of.ts';

/** A field while it is being worked on. */
export interface DraftField {
  /** Of this page alone; what stands in it stays itself while keys and places change. */
  id: string;
  /** As the service has it; null for a new one. Its key and its type are final. */
  stored: Field | null;
  key: string;
  /** Whether the key was written by hand and no longer follows the label. */
  hasOwnKey: boolean;
  label: string;
  type: FieldType;
  options: FieldOptions;
}

/** A content type while it is being worked on. */
export interface Draft {
  stored: ContentType | null;
  slug: string;
  hasOwnSlug: boolean;
  name: string;
  kind: ContentType['kind'];
  /** The id of a field, null for none; undefined until a person chooses, which means the first short text. */
  display: string | null | undefined;
  subtitle: string | null;
  fields: readonly DraftField[];
}

let nextId = 1;
const newId = () => `f${nextId++}`;

/** A draft of a type that there is; fields that `page` shows already stay themselves. */
export function draftOf(stored: ContentType, page: Draft | null = null): Draft {
  const fields = stored.fields.map((field) => {
    const shown = page?.fields.find(({ key }) => key === field.key);
    return {
      ...copied(field),
      ...(shown === undefined ? {} : { id: shown.id }),
      stored: field,
      hasOwnKey: true,
    };
  });
  const idOf = (key: string | null) => fields.find((field) => field.key === key)?.id ?? null;
  const { slug, name, kind, display_field, subtitle_field } = stored;
  const labels = { display: idOf(display_field), subtitle: idOf(subtitle_field) };
  return { stored, slug, hasOwnSlug: true, name, kind, ...labels, fields };
}

/** What was typed while a save was under way, on top of what was saved. */
export function onTopOf(stored: ContentType, draft: Draft): Draft {
  const fields = draft.fields.map((field) => {
    const now = stored.fields.find(({ key }) => key === field.key);
    return now === undefined ? field : { ...field, stored: now, hasOwnKey: true };
  });
  return { ...draft, stored, fields };
}

/** A draft of a new type: empty, or with copies of a template's fields. */
export function newDraft(template: Template | null, taken: readonly string[]): Draft {
  const fields = (template?.fields ?? []).map(({ key, type, options }) => ({
    ...copied({ key, label: inWords(key), type, options }),
    stored: null,
    hasOwnKey: true,
  }));
  const idOf = (key: string | null | undefined) => fields.find((field) => field.key === key)?.id;
  return {
    stored: null,
    slug: template === null ? '' : freeKey(template.slug, taken),
    hasOwnSlug: false,
    name: template?.name ?? '',
    kind: template?.kind ?? 'collection',
    display: idOf(template?.display_field),
    subtitle: idOf(template?.subtitle_field) ?? null,
    fields,
  };
}

/** A draft of a new type with the fields of another one, under a name and a slug of its own. */
export function copyOf(type: ContentType, taken: readonly string[]): Draft {
  const draft = draftOf(type);
  const fields = draft.fields.map((field) => ({ ...field, stored: null }));
  const slug = freeKey(type.slug, taken);
  return { ...draft, stored: null, slug, hasOwnSlug: false, name: `${type.name} (copy)`, fields };
}

function copied({ key, label, type, options }: Field): Omit<DraftField, 'stored' | 'hasOwnKey'> {
  return { id: newId(), key, label, type, options: structuredClone(options) };
}

export function renamed(draft: Draft, name: string, taken: readonly string[]): Draft {
  if (draft.stored !== null || draft.hasOwnSlug) return { ...draft, name };
  const slug = slugOf(name);
  return { ...draft, name, slug: slug === '' ? '' : freeKey(slug, taken) };
}

export function withField(draft: Draft, type: FieldType): { draft: Draft; id: string } {
  const id = newId();
  const field: DraftField = {
    id,
    stored: null,
    key: '',
    hasOwnKey: false,
    label: '',
    type,
    options: type === 'select' ? { choices: [] } : {},
  };
  return { draft: { ...draft, fields: [...draft.fields, field] }, id };
}

/** A copy below the field, new and with a key of its own. */
export function withCopy(draft: Draft, of: DraftField): Draft {
  const keys = draft.fields.map(({ key }) => key);
  const copy: DraftField = {
    ...copied(of),
    label: `${of.label} (copy)`,
    key: freeKey(of.key, keys),
    stored: null,
    hasOwnKey: false,
  };
  const at = draft.fields.indexOf(of) + 1;
  return { ...draft, fields: [...draft.fields.slice(0, at), copy, ...draft.fields.slice(at)] };
}

/** Changes one field; the key follows the label until it has been written by hand. */
export function withChange(draft: Draft, id: string, change: Partial<DraftField>): Draft {
  const others = draft.fields.filter((field) => field.id !== id).map(({ key }) => key);
  const fields = draft.fields.map((field) => {
    if (field.id !== id) return field;
    const after = { ...field, ...change };
    if (after.stored !== null || after.hasOwnKey || change.label === undefined) return after;
    const key = keyOf(after.label);
    return { ...after, key: key === '' ? '' : freeKey(key, others) };
  });
  return { ...draft, fields };
}

export function withoutField(draft: Draft, id: string): Draft {
  const { display, subtitle } = draft;
  return {
    ...draft,
    fields: draft.fields.filter((field) => field.id !== id),
    display: display === id ? undefined : display,
    subtitle: subtitle === id ? null : subtitle,
  };
}

/** The field that labels entries. */
export function displayOf({ display, fields }: Draft): string | null {
  return display === undefined ? (fields.find(({ type }) => type === 'string')?.id ?? null) : display;
}

/** Stored fields that are no longer in the draft, in their order. */
export function removedFields({ stored, fields }: Draft): Field[] {
  return (stored?.fields ?? []).filter((field) => !fields.some((kept) => kept.stored?.key === field.key));
}

/** What is sent to the service. */
export function definitionOf(draft: Draft): DefineContentType {
  const keyOfId = (id: string | null) => draft.fields.find((field) => field.id === id)?.key ?? null;
  return {
    ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
    ...(draft.stored === null ? { kind: draft.kind } : {}),
    display_field: keyOfId(displayOf(draft)),
    subtitle_field: keyOfId(draft.subtitle),
    fields: draft.fields.map(({ key, label, type, options }) => ({
      key,
      type,
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      options: given(options),
    })),
  };
}

/** Options that say something: what is off or empty is left out. */
function given(options: FieldOptions): FieldOptions {
  const entries = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  const kept: FieldOptions = Object.fromEntries(entries);
  return options.default === false ? { ...kept, default: false } : kept;
}

export function isChanged(draft: Draft, before: Draft): boolean {
  const told = (one: Draft) => JSON.stringify([one.slug, definitionOf(one)]);
  return draft !== before && told(draft) !== told(before);
}
