import { Type, type TSchema } from '@sinclair/typebox';
import { type FieldType, fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { exampleId, idPattern, isId, kindOfId } from '../../../contract/ids.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { limits } from '../../../contract/limits.ts';
import {
  FileAsset,
  Image,
  Link,
  linkTargetKinds,
  idsExpectedMessage,
  type TargetKind,
} from '../../../contract/fields/links.ts';
import { Nullable } from '../../../contract/listing.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { badValue, type FieldInput, type FieldKind } from '../kind.ts';
import { type Field, ReferencedEntry } from '../schema.ts';

interface LinkRules {
  type: FieldType;
  isList: boolean;
  /** The kind of target, and for entries the content type, that ids of this field must have. */
  expected: (field: Field) => { expected: TargetKind; contentType?: string | undefined };
  options: FieldKind['options'];
  neededOptions?: readonly string[];
  served: (field: Field) => TSchema;
  /** Whether the field takes any file, not only images. */
  isFile?: true;
}

const maxItems = Type.Integer({
  minimum: 1,
  maximum: limits.list_items_max,
  description: `a whole number from 1 to ${limits.list_items_max}`,
});

function linkKind({ type, isList, expected, options, neededOptions, served, isFile }: LinkRules): FieldKind {
  const facts = fieldTypeFacts[type];
  const isFilterable = facts.operators.length > 1;
  return {
    type,
    ...facts,
    options: isList ? { ...options, max_items: maxItems } : options,
    ...(neededOptions === undefined ? {} : { neededOptions }),
    read(value, reading) {
      const { field } = reading;
      const notAnId = () => idsExpectedMessage({ name: field.key, isList, isFile, ...expected(field) });
      return isList ? readList(value, reading, notAnId) : readId(value, reading, notAnId);
    },
    isEmpty: (value) => Array.isArray(value) && value.length === 0,
    ...(isFilterable
      ? {
          facets: (value: unknown) => (isList ? [...new Set(value as string[])] : [value as string]),
          parseFilter: (text: string) => ({ facet: text }),
        }
      : {}),
    links(value, field, at) {
      const ids = isList ? (value as string[]) : [value as string];
      const rules = isFile === undefined ? {} : { isFile, accept: field.options.accept };
      return ids.map((id) => ({
        ...{ id, ...expected(field), param: at, ...rules },
        field: { name: field.key, isList, isFile },
      }));
    },
    served: (field) => (isList ? Type.Array(Nullable(served(field))) : served(field)),
    written(field) {
      const id = idSchema(expected(field));
      return isList ? Type.Array(id, { maxItems: field.options.max_items ?? limits.list_items_max }) : id;
    },
  };
}

const targetDescriptions: Record<TargetKind, string> = {
  media: 'a media asset',
  entry: 'an entry',
  author: 'an author',
  blog_article: 'a blog article',
  blog_category: 'a blog category',
  kb_article: 'a knowledge base article',
  kb_collection: 'a knowledge base collection',
  kb_section: 'a knowledge base section',
};

function idSchema({
  expected,
  contentType,
}: {
  expected: TargetKind;
  contentType?: string | undefined;
}): TSchema {
  const ofType = contentType === undefined ? '' : ` of ${contentType}`;
  return Type.String({
    description: `the id of ${targetDescriptions[expected]}${ofType}`,
    examples: [exampleId(expected)],
    'x-document': { pattern: idPattern(expected) },
  });
}

function readId(value: unknown, reading: FieldInput, notAnId: () => string): string {
  if (typeof value === 'string') return value;
  const { code, hints } = badValue(reading, 'the id of the target', jsonType(value));
  throw new ApiError(code, notAnId(), hints);
}

function readList(value: unknown, reading: FieldInput, notAnId: () => string): string[] {
  if (!Array.isArray(value)) throw badValue(reading, 'a list of ids', jsonType(value));
  const most = reading.field.options.max_items ?? limits.list_items_max;
  if (value.length > most) throw badValue(reading, `at most ${most} items`, `${value.length} items`);
  return value.map((id) => readId(id, reading, notAnId));
}

const target = Type.Union(
  linkTargetKinds.map((kind) => Type.Literal(kind)),
  { description: `one of ${linkTargetKinds.join(', ')}` },
);
const contentType = Type.String({ description: 'the slug of a collection type' });

const accept = Type.Array(Type.String({ pattern: '^[a-z0-9.+-]+/(?:\\*|[a-z0-9.+-]+)$' }), {
  minItems: 1,
  maxItems: 20,
  description: 'a list of 1 to 20 MIME types or groups, for example application/pdf or video/*',
});

const toTarget = (field: Field) => ({ expected: field.options.target as TargetKind });
const toEntry = (field: Field) => ({ expected: 'entry' as const, contentType: field.options.content_type });
const toMedia = () => ({ expected: 'media' as const });

export const linkKinds: readonly FieldKind[] = [
  linkKind({
    type: 'image',
    isList: false,
    expected: toMedia,
    options: {},
    served: () => Image,
  }),
  linkKind({
    type: 'gallery',
    isList: true,
    expected: toMedia,
    options: {},
    served: () => Image,
  }),
  linkKind({
    type: 'file',
    isList: false,
    isFile: true,
    expected: toMedia,
    options: { accept },
    served: () => FileAsset,
  }),
  linkKind({
    type: 'file_list',
    isList: true,
    isFile: true,
    expected: toMedia,
    options: { accept },
    served: () => FileAsset,
  }),
  linkKind({
    type: 'link',
    isList: false,
    expected: toTarget,
    options: { target },
    neededOptions: ['target'],
    served: () => Link,
  }),
  linkKind({
    type: 'link_list',
    isList: true,
    expected: toTarget,
    options: { target },
    neededOptions: ['target'],
    served: () => Link,
  }),
  linkKind({
    type: 'reference',
    isList: false,
    expected: toEntry,
    options: { content_type: contentType },
    neededOptions: ['content_type'],
    served: () => ReferencedEntry,
  }),
  linkKind({
    type: 'reference_list',
    isList: true,
    expected: toEntry,
    options: { content_type: contentType },
    neededOptions: ['content_type'],
    served: () => ReferencedEntry,
  }),
];

/** Whether an id has the prefix of the field's target. Ids from before a change of the target return null. */
export function fitsTarget(field: Field, id: string): boolean {
  if (['image', 'gallery', 'file', 'file_list'].includes(field.type)) return isId('media', id);
  if (field.type === 'reference' || field.type === 'reference_list') return isId('entry', id);
  return kindOfId(id) === field.options.target;
}
