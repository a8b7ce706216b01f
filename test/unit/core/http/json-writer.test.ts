import { describe, expect, it } from 'vitest';
import { countJsonBytes, jsonBytes, ResponseFull } from '../../../../src/core/http/response/json-writer.ts';

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

/** Counts the event-loop turns until `stop`. */
function countTurns(): () => number {
  let [turns, isOver] = [0, false];
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isOver = true;
    return turns;
  };
}

const odd = {
  ключ: 'ж"\\\n\u0001\ud800',
  7: [undefined, null, NaN, -0, 1e21, true],
  at: new Date(5),
  nothing: undefined,
  lists: [[], {}, [[]]],
  own: { toJSON: () => 'own' },
  __proto__: { inherited: 1 },
};
const values = {
  'a small value': odd,
  null: null,
  'a text': 'wide "text" '.repeat(50_000),
  'a list of many small values': many(50_000, (i) => i),
  'a list of large items': many(20, (i) => ({ ...odd, i, text: 'x'.repeat(100_000) })),
  'a large value in many others': ((shared) => many(30, () => ({ shared, lists: [shared] })))(
    many(9_000, (n) => ({ n })),
  ),
  'large fields and omitted ones': { a: undefined, b: { c: 'é'.repeat(90_000), d: undefined }, e: [] },
  'keys of undefined': Object.fromEntries(many(10_000, (i) => [`key_${i}`, undefined])),
};

describe('a response', () => {
  it.each(Object.entries(values))('of %s has the bytes of JSON.stringify', async (_name, value) => {
    const bytes = await jsonBytes(value);

    expect(bytes.equals(Buffer.from(JSON.stringify(value)))).toBe(true);
  });

  it.each(Object.entries(values))('of %s may be as large as its bound', async (_name, value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));

    expect(await countJsonBytes(value, bytes)).toBe(bytes);
    expect((await jsonBytes(value, bytes)).length).toBe(bytes);
    await expect(jsonBytes(value, bytes - 1)).rejects.toThrow(ResponseFull);
  });

  it('of 10 MB lets the event loop run for each 256 KiB', async () => {
    const value = { data: many(100, (i) => ({ id: i, values: { text: 'wide '.repeat(20_000) } })) };
    const stop = countTurns();

    await jsonBytes(value);

    expect(stop()).toBeGreaterThan(30);
  });
});
