import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldType, fieldTypes as allTypes } from '../../../../src/contract/fields/field-types.ts';
import { derive } from '../../../../src/content/entries/store/derive.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { eachFieldValue, linksIn, mapLeaves } from '../../../../src/content/fields/walk.ts';

/** What a value of its own can be; blocks hold values of these. */
const fieldTypes = allTypes.filter((type) => type !== 'blocks');

/** A field of a definition, and how many ids its value gets. */
interface Plan {
  type: FieldType;
  ids: number;
}

const plans: fc.Arbitrary<Plan[]> = fc.array(
  fc.record({ type: fc.constantFrom(...fieldTypes), ids: fc.integer({ min: 0, max: 4 }) }),
  { maxLength: 12 },
);

const optionsOf: Partial<Record<FieldType, object>> = {
  link: { target: 'author' },
  link_list: { target: 'author' },
  reference: { content_type: 'page' },
  reference_list: { content_type: 'page' },
};

/** Values of these fields, with every id that was put into them. */
function made(planned: readonly Plan[]) {
  const put: string[] = [];
  const newId = (prefix: string) => {
    const id = `${prefix}_${String(put.length).padStart(26, '0')}`;
    put.push(id);
    return id;
  };
  const many = (count: number, prefix: string) => Array.from({ length: count }, () => newId(prefix));
  const fields: Field[] = [];
  const values: Record<string, unknown> = {};
  for (const [i, { type, ids }] of planned.entries()) {
    const key = `f${i}`;
    fields.push({ key, label: key, type, options: optionsOf[type] ?? {} });
    const value = valueOf(type, ids, many);
    if (value !== undefined) values[key] = value;
  }
  return { shape: { slug: 'page', fields, sort_slots: [], blocks: new Map() }, values, put };
}

type Many = (count: number, prefix: string) => string[];

const singles: Partial<Record<FieldType, string>> = {
  image: 'med',
  file: 'med',
  link: 'aut',
  reference: 'ent',
};
const lists: Partial<Record<FieldType, string>> = {
  gallery: 'med',
  file_list: 'med',
  link_list: 'aut',
  reference_list: 'ent',
};

function valueOf(type: FieldType, ids: number, many: Many): unknown {
  const single = singles[type];
  if (single !== undefined) return ids === 0 ? undefined : many(1, single)[0];
  const list = lists[type];
  if (list !== undefined) return many(ids, list);
  if (type !== 'richtext') return ids === 0 ? undefined : 'plain';
  const pictures = many(ids, 'med').map((media_id) => ({ type: 'image', attrs: { media_id } }));
  const words = many(ids, 'ent').map((id) => ({
    type: 'text',
    text: 'there',
    marks: [{ type: 'link', attrs: { ref: { type: 'entry', id } } }],
  }));
  return {
    version: 2,
    content: [...pictures, { type: 'list', content: [{ type: 'item', content: words }] }],
  };
}

describe('the walk over values', () => {
  it('meets every id that was put into them once, and so does what is kept of an entry', () => {
    fc.assert(
      fc.property(plans, fc.boolean(), (planned, isLive) => {
        const { shape, values, put } = made(planned);
        const kept = derive(shape, { draft: values, live: isLive ? values : null });

        expect([...linksIn(shape, values)].map(({ id }) => id).sort()).toEqual([...put].sort());
        expect(kept.refs.toSorted()).toEqual([...put].sort());
        // Files have a prefix, because `used_by` lists images alone.
        const live = kept.live_refs.map((name) => name.replace(/^file:/, ''));
        expect(live.sort()).toEqual(isLive ? [...put].sort() : []);
      }),
    );
  });

  it('names the field of each id at the beginning of its path', () => {
    fc.assert(
      fc.property(plans, (planned) => {
        const { shape, values } = made(planned);

        for (const { id, param } of linksIn(shape, values)) {
          const key = param.split('.')[0] ?? '';
          expect(JSON.stringify(values[key])).toContain(id);
        }
      }),
    );
  });

  it('builds the same values again, without those that the change drops and those of no field', () => {
    fc.assert(
      fc.property(plans, fc.nat(), (planned, at) => {
        const { shape, values } = made(planned);
        const dropped = `f${at % (planned.length + 1)}`;
        const { [dropped]: _dropped, ...others } = values;
        const held = { ...values, stranger: 'of no field', emptied: null };

        expect(mapLeaves(shape, held, ({ value }) => value)).toEqual(values);
        expect(
          mapLeaves(shape, held, ({ field, value }) => (field.key === dropped ? undefined : value)),
        ).toEqual(others);
        expect([...eachFieldValue(shape, held)].map(({ at: path }) => path)).toEqual(Object.keys(values));
      }),
    );
  });
});
