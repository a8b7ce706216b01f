import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import {
  CreateEntry,
  type Field,
  PatchEntry,
  PutEntry,
  type TypeRecord,
  type TypesBySlug,
} from '../../content/index.ts';
import { fieldTypes, type FieldType } from '../../contract/fields/field-types.ts';
import { linkTargetKinds } from '../../contract/fields/links.ts';
import { writtenValues } from '../describe/type-shapes.ts';
import { pascal } from '../typings/type-names.ts';

/** The bodies of one type by the general body. Only the values differ from type to type. */
export function typeBodies(type: TypeRecord, types: TypesBySlug): ReadonlyMap<TSchema, TSchema> {
  const whole = valuesOf(type, 'whole', types);
  const changes = valuesOf(type, 'changes', types);
  const isSame = JSON.stringify(whole.properties) === JSON.stringify(changes.properties);
  const input = isSame ? withRequired(changes, requiredIn(whole)) : whole;
  return new Map<TSchema, TSchema>([
    [CreateEntry, withValues(CreateEntry, input)],
    [PutEntry, withValues(PutEntry, input)],
    [PatchEntry, withValues(PatchEntry, changes)],
  ]);
}

function withRequired(changes: TSchema, required: readonly string[]): TSchema {
  return required.length === 0 ? changes : Type.Unsafe({ allOf: [changes, { required }] });
}

function withValues(body: TSchema, values: TSchema): TSchema {
  return Type.Unsafe({ allOf: [body, { properties: { values } }] });
}

/** The written values, with the common forms of fields. The form of reads has the labels. */
function valuesOf(type: TypeRecord, part: 'whole' | 'changes', types: TypesBySlug): TObject {
  const values = writtenValues(type, part, types);
  const properties = Object.entries(values.properties).map(([key, schema]) => [key, share(schema)] as const);
  return { ...values, properties: Object.fromEntries(properties) };
}

function requiredIn(values: TObject): string[] {
  const documentKeys = values['x-document'] as { required?: string[] } | undefined;
  return documentKeys?.required ?? values.required ?? [];
}

/** Refers to the common form of a field if the schema is one. */
function share({ title: _label, ...schema }: TSchema): TSchema {
  const text = JSON.stringify(schema);
  const name = text.length < sharedCharsMin ? undefined : commonForms().get(text);
  return name === undefined ? { ...schema, examples: undefined } : { ...schema, $id: name };
}

/** References are not shorter than shorter schemas. */
const sharedCharsMin = 60;

let forms: ReadonlyMap<string, string> | null = null;

/** The names of the forms of fields without options, by their text. */
function commonForms(): ReadonlyMap<string, string> {
  forms ??= new Map(
    [false, true].flatMap((required) =>
      commonFields.map((field) => {
        const options = { ...field.options, required };
        const label = field.options.target ?? '';
        const name = `${required ? 'Required' : ''}${pascal(label)}${pascal(field.type)}Value`;
        return [formText({ ...field, options }), name] as const;
      }),
    ),
  );
  return forms;
}

/** Types whose fields need options: their forms differ from field to field. */
const typesWithOptions: readonly FieldType[] = ['select', 'reference', 'reference_list', 'blocks'];

const commonFields: readonly Field[] = fieldTypes
  .filter((type) => !typesWithOptions.includes(type))
  .flatMap((type) => {
    const targets = type === 'link' || type === 'link_list' ? linkTargetKinds : [undefined];
    return targets.map((target) => ({
      ...{ key: 'value', label: '', type },
      options: target === undefined ? {} : { target },
    }));
  });

function formText(field: Field): string {
  const values = writtenValues({ slug: '', kind: 'collection', fields: [field] }, 'changes', {
    blocks: new Map(),
  });
  const { title: _label, ...schema } = values.properties['value'] ?? {};
  return JSON.stringify(schema);
}
