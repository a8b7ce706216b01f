import { type Static, Type } from '@sinclair/typebox';
import { readFile, writeFile } from 'node:fs/promises';
import { type BlockDefinition, type ContentType, Kind } from '../../../content/index.ts';
import { fieldTypes } from '../../../contract/fields/field-types.ts';
import { compile } from '../../../core/http/index.ts';
import { refusal } from '../refusal.ts';

const closed = { additionalProperties: false } as const;
const Label = Type.Union([Type.String(), Type.Null()]);

const FileField = Type.Object(
  {
    key: Type.String(),
    label: Type.Optional(Type.String()),
    type: Type.Unsafe<(typeof fieldTypes)[number]>({ type: 'string', enum: [...fieldTypes] }),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);

const FileType = Type.Object(
  {
    slug: Type.String(),
    name: Type.Optional(Type.String()),
    kind: Kind,
    display_field: Type.Optional(Label),
    subtitle_field: Type.Optional(Label),
    fields: Type.Array(FileField),
  },
  closed,
);
export type FileType = Static<typeof FileType>;

const FileBlock = Type.Object(
  {
    slug: Type.String(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    display_field: Type.Optional(Label),
    fields: Type.Array(FileField),
  },
  closed,
);
export type FileBlock = Static<typeof FileBlock>;

const SchemaFile = Type.Object(
  { blocks: Type.Optional(Type.Array(FileBlock)), content_types: Type.Array(FileType) },
  closed,
);

/** The definitions of a release, as a file has them. */
export interface FileSchema {
  blocks: FileBlock[];
  types: FileType[];
}

const isSchemaFile = compile(SchemaFile, 'json');

/** Content types as a file keeps them: what a person decides, without revisions and dates. */
export function fileTypeOf({
  slug,
  name,
  kind,
  display_field,
  subtitle_field,
  fields,
}: ContentType): FileType {
  return {
    slug,
    name,
    kind,
    display_field,
    subtitle_field,
    fields: fields.map(fileFieldOf),
  };
}

function fileFieldOf(field: ContentType['fields'][number]): FileType['fields'][number] {
  return { ...field, options: { ...field.options } };
}

/** The same of a block definition. */
export function fileBlockOf({ slug, name, description, display_field, fields }: BlockDefinition): FileBlock {
  return { slug, name, description, display_field, fields: fields.map(fileFieldOf) };
}

/** Writes definitions one field a line, so that a review shows what changed; blocks only where there are any. */
export async function writeSchemaFile(path: string, { blocks, types }: FileSchema): Promise<void> {
  const content = { ...(blocks.length > 0 ? { blocks } : {}), content_types: types };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Reads a file of definitions. @throws invalid_parameter when it is missing, no JSON, or of another form */
export async function readSchemaFile(path: string): Promise<FileSchema> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw refusal(`${path} cannot be read. \`galley schema pull\` writes it.`, { param: '--file' });
  });
  const value = parsed(text);
  if (!isSchemaFile(value)) {
    const [fault] = isSchemaFile.errors(value);
    const place = fault?.instancePath || 'the file';
    throw refusal(`${path} holds no content types: ${place} ${fault?.message ?? 'is not JSON'}.`, {
      param: '--file',
    });
  }
  const { blocks = [], content_types: types } = value;
  for (const list of [blocks, types]) {
    const twice = list.find(({ slug }, at) => list.findIndex((other) => other.slug === slug) !== at);
    if (twice !== undefined) throw refusal(`${path} has ${twice.slug} twice.`, { param: '--file' });
  }
  return { blocks, types };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
