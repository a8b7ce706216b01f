import { describe, expect, it } from 'vitest';
import { operatorsByType } from '../../src/fields/service.ts';

/** The specification's table, "Field definition", and contract section 6 for the four that it leaves open. */
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

    expect(operatorsByType()).toEqual(wanted);
  });
});
