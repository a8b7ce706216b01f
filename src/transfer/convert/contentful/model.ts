import { keyPattern } from '../../../content/index.ts';
import { typeSlugFrom } from '../values.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A field of a content type in an export. */
export interface SourceField {
  id: string;
  name?: string;
  type: string;
  linkType?: string;
  localized?: boolean;
  items?: { type?: string; linkType?: string; validations?: Validation[] };
  validations?: Validation[];
}

interface Validation {
  in?: unknown[];
  linkContentType?: string | string[];
  linkMimetypeGroup?: string | string[];
}

export interface SourceType {
  sys: { id: string };
  name?: string;
  displayField?: string | null;
  fields: SourceField[];
}

/** How the values of a source field are converted. */
export type ValueKind =
  | 'text'
  | 'choice'
  | 'markdown'
  | 'richtext'
  | 'number'
  | 'boolean'
  | 'date'
  | 'json'
  | 'point'
  | 'texts'
  | 'asset'
  | 'assets'
  | 'entry'
  | 'entries';

/** A field of the source with the fields that it becomes: one, or one for each type of its targets. */
export interface MappedField {
  source: SourceField;
  kind: ValueKind;
  isFile: boolean;
  isLong: boolean;
  key: string;
  /** By content type of the target, in the source; only for references. */
  referenceKeys: ReadonlyMap<string, string>;
  choices: readonly string[];
  isLocalized: boolean;
}

const keyForm = new RegExp(keyPattern);
const reservedKeys = new Set(['id', 'created_at', 'updated_at', 'published_at']);

/** The key of a field; reserved and invalid ones are changed. */
export function fieldKeyFrom(id: string): string {
  const key = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 56);
  const validKey = keyForm.test(key) ? key : `f_${key}`;
  return reservedKeys.has(validKey) ? `${validKey}_field` : validKey;
}

/** The slug of a content type: `blogPost` is `blog-post`. */
export function typeSlugOf(id: string): string {
  return typeSlugFrom(id.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase());
}

/** The content types to which a field can refer; null for any. */
export function targetTypesOf({ validations = [], items }: SourceField): string[] | null {
  const lists = [...validations, ...(items?.validations ?? [])].flatMap(
    ({ linkContentType }) => linkContentType ?? [],
  );
  return lists.length === 0 ? null : [...new Set(lists)];
}

/** Maps a field to one or more fields in Galley. `widget` is the one that the editor shows for the field. */
export function mapField(
  source: SourceField,
  { widget, targets, isLocalized }: { widget: string; targets: readonly string[]; isLocalized: boolean },
): MappedField {
  const key = fieldKeyFrom(source.id);
  const choices = (source.validations ?? []).flatMap((validation) => validation.in ?? []).map(String);
  const groups = [...(source.validations ?? []), ...(source.items?.validations ?? [])].flatMap(
    ({ linkMimetypeGroup }) => linkMimetypeGroup ?? [],
  );
  const isFile = groups.length > 0 && groups.some((group) => group !== 'image');
  const keys = targets.map((type): [string, string] => [
    type,
    targets.length === 1 ? key : `${key}_${typeSlugOf(type)}`.slice(0, 63),
  ]);
  const kind = kindOf(source, widget, choices.length > 0);
  return {
    source,
    kind,
    isFile,
    isLong: source.type === 'Text',
    key,
    referenceKeys: new Map(keys),
    choices,
    isLocalized,
  };
}

function kindOf({ type, linkType, items }: SourceField, widget: string, hasChoices: boolean): ValueKind {
  switch (type) {
    case 'Symbol':
      return hasChoices ? 'choice' : 'text';
    case 'Text':
      return widget === 'markdown' ? 'markdown' : 'text';
    case 'RichText':
      return 'richtext';
    case 'Integer':
    case 'Number':
      return 'number';
    case 'Boolean':
      return 'boolean';
    case 'Date':
      return 'date';
    case 'Location':
      return 'point';
    case 'Link':
      return linkType === 'Asset' ? 'asset' : 'entry';
    case 'Array':
      if (items?.type !== 'Link') return 'texts';
      return items.linkType === 'Asset' ? 'assets' : 'entries';
    default:
      return 'json';
  }
}

const simpleTypes: Partial<Record<ValueKind, string>> = {
  markdown: 'richtext',
  richtext: 'richtext',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  json: 'json',
  point: 'geo_point',
  texts: 'string_list',
};

/** The definitions of the fields in Galley. */
export function definitionsOf(field: MappedField): object[] {
  const { kind, key, isFile, isLong, choices, source, referenceKeys, isLocalized } = field;
  const shared = { key, label: (source.name ?? source.id).slice(0, 200) };
  const localized = isLocalized ? { localized: true } : {};
  if (kind === 'entry' || kind === 'entries')
    return [...referenceKeys].map(([type, referenceKey]) => ({
      ...shared,
      key: referenceKey,
      type: kind === 'entry' ? 'reference' : 'reference_list',
      options: { content_type: typeSlugOf(type), ...localized },
    }));
  if (kind === 'choice')
    return [{ ...shared, type: 'select', options: { choices: [...new Set(choices)], ...localized } }];
  if (kind === 'asset') return [{ ...shared, type: isFile ? 'file' : 'image', options: localized }];
  if (kind === 'assets') return [{ ...shared, type: isFile ? 'file_list' : 'gallery', options: localized }];
  const type = simpleTypes[kind] ?? (isLong ? 'text' : 'string');
  return [{ ...shared, type, options: localized }];
}
