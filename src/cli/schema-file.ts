import { type Static, Type } from '@sinclair/typebox';
import { readFile, writeFile } from 'node:fs/promises';
import { type ContentType, Kind } from '../content-types/schema.ts';
import { fieldTypes } from '../contract/field-types.ts';
import { compile } from '../platform/http/compile.ts';
import { refusal } from './refusal.ts';

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

const SchemaFile = Type.Object({ content_types: Type.Array(FileType) }, closed);

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
    fields: fields.map((field) => ({ ...field, options: { ...field.options } })),
  };
}

/** Writes types one field a line, so that a review shows what changed. */
export async function writeSchemaFile(path: string, types: readonly FileType[]): Promise<void> {
  await writeFile(path, `${JSON.stringify({ content_types: types }, null, 2)}\n`);
}

/** Reads a file of types. @throws invalid_parameter when it is missing, no JSON, or of another form */
export async function readSchemaFile(path: string): Promise<FileType[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw refusal(`${path} cannot be read. \`galley schema pull\` writes it.`, { param: '--file' });
  });
  const value = parsed(text);
  if (!isSchemaFile(value)) {
    const [fault] = isSchemaFile.faults(value);
    const place = fault?.instancePath || 'the file';
    throw refusal(`${path} holds no content types: ${place} ${fault?.message ?? 'is not JSON'}.`, {
      param: '--file',
    });
  }
  const { content_types: types } = value;
  const twice = types.find(({ slug }, at) => types.findIndex((other) => other.slug === slug) !== at);
  if (twice !== undefined) throw refusal(`${path} has ${twice.slug} twice.`, { param: '--file' });
  return types;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
