import { readFile } from 'node:fs/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Field } from '../../../../packages/client/src/types/description.ts';
import type { AnyTypes, Where } from '../../../../packages/client/src/types/project-types.ts';
import {
  type FieldType,
  fieldTypeFacts,
  fieldTypes,
  type Operator,
  operators,
} from '../../../../src/contract/fields/field-types.ts';
import { commonOptions } from '../../../../src/content/fields/definition.ts';
import { fieldKindOf } from '../../../../src/content/fields/kinds.ts';
import { inRepository } from '../../../support/program.ts';

/** Every field type with its operators, written down once more (specification: fields, filters). */
const table = `
| string | eq ne contains starts_with in is_null |
| text | eq ne contains starts_with is_null |
| richtext | is_null |
| number | eq ne gt gte lt lte in is_null |
| boolean | eq ne is_null |
| date | eq ne gt gte lt lte is_null |
| select | eq ne in is_null |
| url | eq ne contains starts_with is_null |
| image | is_null |
| gallery | is_null |
| link | eq ne in is_null |
| link_list | contains is_null |
| reference | eq ne in is_null |
| reference_list | contains is_null |`;

describe('the filter operators of each field type', () => {
  it('are those of the specification, no more and no fewer', () => {
    const rows = table.trim().split('\n');
    const wanted = Object.fromEntries(
      rows.map((row) => {
        const [, type = '', operators = ''] = row.split('|').map((cell) => cell.trim());
        return [type, operators.split(' ')];
      }),
    );

    const { blocks, string_list, json, geo_point, file, file_list, ...fourteen } = Object.fromEntries(
      fieldTypes.map((type) => [type, fieldTypeFacts[type].operators]),
    );
    expect(fourteen).toEqual(wanted);
    // Beside the fourteen of the specification.
    for (const list of [blocks, string_list]) expect(list).toEqual(['contains', 'is_null']);
    for (const operators of [json, file, file_list]) expect(operators).toEqual(['is_null']);
    expect(geo_point).toEqual(['near', 'within', 'is_null']);
  });

  it('can be compared by every kind that takes more than is_null', () => {
    for (const type of fieldTypes) {
      const kind = fieldKindOf({ type });
      const isCompared = kind.operators.length > 1;
      if (type === 'geo_point') continue; // its filters read two parts of the value
      expect([type, kind.facets !== undefined, kind.parseFilter !== undefined]).toEqual([
        type,
        isCompared,
        isCompared,
      ]);
    }
  });

  it('are listed in the guide, by type', async () => {
    const page = await readFile(inRepository('docs/model/content-types.md'), 'utf8');
    const [, section = ''] = page.split('### Filter operators');
    for (const type of fieldTypes) {
      const [, operators] = new RegExp(`^\\| \`${type}\` +\\| \`([^\`]+)\``, 'm').exec(section) ?? [];
      expect([type, operators]).toEqual([type, fieldTypeFacts[type].operators.join(' ')]);
    }
  });

  it('and options are named in the guide', async () => {
    const page = await readFile(inRepository('docs/model/content-types.md'), 'utf8');
    const kinds = fieldTypes.map((type) => fieldKindOf({ type }));
    const options = new Set(kinds.flatMap((kind) => Object.keys({ ...commonOptions, ...kind.options })));
    expect([...options].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('are those that the client takes', async () => {
    type Filter = NonNullable<Where<AnyTypes, string>[string]>;
    type OfClient = keyof Extract<Filter, { is_null?: boolean }>;
    expectTypeOf<OfClient>().toEqualTypeOf<Operator>();
    expect(await readFile(inRepository('docs/build/client.md'), 'utf8')).toContain(
      `\`{${operators.join(', ')}}\``,
    );
  });
});

describe('the field types of the client', () => {
  it('are those of the service, each with a kind', () => {
    expectTypeOf<Field['type']>().toEqualTypeOf<FieldType>();
    expect(fieldTypes.filter((type) => fieldKindOf({ type }).type !== type)).toEqual([]);
  });
});

describe('the types that lists are sorted by', () => {
  it('are those whose values have a place in an order', () => {
    for (const type of fieldTypes) {
      expect([type, fieldKindOf({ type }).sortKey !== undefined]).toEqual([
        type,
        fieldTypeFacts[type].isSortable,
      ]);
    }
  });
});
