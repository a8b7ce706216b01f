import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCopies, type Values } from '../src/features/editing/conflict/merge.ts';

const keys = ['a', 'b', 'c', 'd'] as const;
const value = fc.constantFrom<unknown>(null, '', 'x', 1, ['x'], ['y'], { z: 1 });
const whole = fc.record({ a: value, b: value, c: value, d: value });
const someKeys = fc.subarray([...keys]);

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

describe('copies of unsaved changes', () => {
  it('hold together every field that one of them holds, the latest where several do', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(whole, someKeys), { maxLength: 4 }), (parts) => {
        const copies = parts.map(([values, names]) => ({ values: only(values, names), base: {} }));
        const { values } = mergeCopies(copies);
        for (const key of keys) {
          const last = copies.findLast((copy) => Object.hasOwn(copy.values, key));
          expect(Object.hasOwn(values, key)).toBe(last !== undefined);
          expect(values[key]).toEqual(last?.values[key]);
        }
      }),
    );
  });
});
