import { type Static, Type } from '@sinclair/typebox';
import { readFile, writeFile } from 'node:fs/promises';
import { type BlockDefinition, type ContentType, FieldGroup, Kind } from '../../../content/index.ts';
import { fieldTypes } from '../../../contract/fields/field-types.ts';
import { compile } from '../../../core/http/index.ts';
import { commandError } from '../command-error.ts';
import { FileLocale } from './schema-locales.ts';

const closedObject = { additionalProperties: false } as const;
const Label = Type.Union([Type.String(), Type.Null()]);

const FileField = Type.Object(
  {
    key: Type.String(),
    label: Type.Optional(Type.String()),
    type: Type.Unsafe<(typeof fieldTypes)[number]>({ type: 'string', enum: [...fieldTypes] }),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    renamed_from: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  },
  closedObject,
);

const FileGroups = Type.Optional(Type.Array(Type.Partial(FieldGroup)));

const FileType = Type.Object(
  {
    slug: Type.String(),
    name: Type.Optional(Type.String()),
    kind: Kind,
    display_field: Type.Optional(Label),
    subtitle_field: Type.Optional(Label),
    groups: FileGroups,
    fields: Type.Array(FileField),
  },
  closedObject,
);
export type FileType = Static<typeof FileType>;

const FileBlock = Type.Object(
  {
    slug: Type.String(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    display_field: Type.Optional(Label),
    groups: FileGroups,
    fields: Type.Array(FileField),
  },
  closedObject,
);
export type FileBlock = Static<typeof FileBlock>;

const SchemaFile = Type.Object(
  {
    locales: Type.Optional(Type.Array(FileLocale, { minItems: 1 })),
    blocks: Type.Optional(Type.Array(FileBlock)),
    content_types: Type.Array(FileType),
  },
  closedObject,
);

/** The definitions of a release, in the form of a file. */
export interface FileSchema {
  /** Undefined in a file that leaves the locales as they are. */
  locales?: FileLocale[];
  blocks: FileBlock[];
  types: FileType[];
}

const isSchemaFile = compile(SchemaFile, 'json');

/** A content type in the form of a file: without revisions and dates, which nobody edits. */
export function fileTypeOf({
  slug,
  name,
  kind,
  display_field,
  subtitle_field,
  groups,
  fields,
}: ContentType): FileType {
  return {
    slug,
    name,
    kind,
    display_field,
    subtitle_field,
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(fileFieldOf),
  };
}

function fileFieldOf(field: ContentType['fields'][number]): FileType['fields'][number] {
  return { ...field, options: { ...field.options } };
}

/** A block definition in the form of a file. */
export function fileBlockOf(block: BlockDefinition): FileBlock {
  const { slug, name, description, display_field, groups, fields } = block;
  return {
    slug,
    name,
    description,
    display_field,
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(fileFieldOf),
  };
}

/**
 * Writes definitions as indented JSON, so that reviews show changes by line. `blocks` is omitted if there are none, and
 * `locales` if there is one.
 */
export async function writeSchemaFile(
  path: string,
  { locales = [], blocks, types }: FileSchema,
): Promise<void> {
  const content = {
    ...(locales.length > 1 ? { locales } : {}),
    ...(blocks.length > 0 ? { blocks } : {}),
    content_types: types,
  };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Reads a file of definitions. @throws invalid_parameter if it is missing, not JSON, or has another form */
export async function readSchemaFile(path: string): Promise<FileSchema> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw commandError(`${path} cannot be read. \`galley schema pull\` writes it.`, { param: '--file' });
  });
  const value = parseJson(text);
  if (!isSchemaFile(value)) {
    const [error] = isSchemaFile.errors(value);
    const errorPath = error?.instancePath || 'the file';
    throw commandError(`${path} holds no content types: ${errorPath} ${error?.message ?? 'is not JSON'}.`, {
      param: '--file',
    });
  }
  const { locales, blocks = [], content_types: types } = value;
  const nameLists = [(locales ?? []).map(({ code }) => code), ...[blocks, types].map(slugsOf)];
  for (const names of nameLists) {
    const duplicate = names.find((name, at) => names.indexOf(name) !== at);
    if (duplicate !== undefined) throw commandError(`${path} has ${duplicate} twice.`, { param: '--file' });
  }
  return {
    ...(locales === undefined ? {} : { locales }),
    blocks: blocks.map(withConditionLists),
    types: types.map(withConditionLists),
  };
}

/** The slugs of definitions. */
export function slugsOf(list: readonly { slug: string }[]): string[] {
  return list.map(({ slug }) => slug);
}

/** A single condition in the form in which it is served, a list, so that it doesn't count as a difference. */
function withConditionLists<D extends FileType | FileBlock>(definition: D): D {
  const fields = definition.fields.map((field) => {
    const condition = field.options?.['show_if'] ?? [];
    return Array.isArray(condition)
      ? field
      : { ...field, options: { ...field.options, show_if: [condition] } };
  });
  return { ...definition, fields };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
