import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsedInTurns } from '../../../../src/core/util/json/parsed-in-turns.ts';
import { costOf } from '../../../support/cost.ts';

const read = (value: unknown) => parsedInTurns(JSON.stringify(value));
const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const long = 'x"\\\\"{[,:]}'.repeat(9_000);

describe('a text of JSON that is parsed in turns', () => {
  it.each<[string, unknown]>([
    ['many small items', many(100_000, (i) => i)],
    ['many small keys', Object.fromEntries(many(50_000, (i) => [`k${i}`, null]))],
    ['keys that are numbers, in their order', Object.fromEntries(many(50_000, (i) => [`${50_000 - i}`, i]))],
    ['large texts, and small ones between', many(12, (i) => (i % 2 ? long : 'a'))],
    ['large objects in a list', many(12, () => ({ a: long, b: [long, 1, {}], c: [] }))],
    ['large lists under keys with signs', { 'a":[{,': many(40_000, () => 12), ':': [long, [long, [long]]] }],
    ['one large value at the end', { a: 1, b: 2, c: many(90_000, () => true) }],
    ['one large value at the beginning', [many(90_000, () => ({})), 1, 2]],
    ['one text', long.repeat(5)],
  ])('is what JSON.parse makes of it: %s', async (_what, value) => {
    expect(JSON.stringify(value).length).toBeGreaterThan(256 * 1024);
    expect(JSON.stringify(await read(value))).toBe(JSON.stringify(value));
  });

  it('is so whatever stands beside large values', async () => {
    const large = many(30_000, () => 'abcdefghij');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json(), { maxLength: 5 }), fc.string(), async (texts, key) => {
        const others = texts.map((text) => JSON.parse(text) as unknown);
        const value = { others, [key]: large, list: [...others, large, ...others] };
        expect(JSON.stringify(await read(value))).toBe(JSON.stringify(value));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps a key that JavaScript gives a meaning', async () => {
    const text = `{"__proto__":{"a":1},"large":["${long.replaceAll(/["\\]/g, '').repeat(6)}"]}`;

    const value = await parsedInTurns(text);

    expect(Object.keys(value as object)).toEqual(['__proto__', 'large']);
    expect(JSON.stringify(value)).toBe(text);
  });

  it.each(['[', '{"a":', '["a', '[1,]', '[1}', '', '[1]]]', '1}'])(
    'is refused as JSON.parse refuses it: …%s',
    async (end) => {
      const text = `[${many(90_000, () => '1234').join()},${end}`;

      await expect(parsedInTurns(text)).rejects.toThrow(SyntaxError);
    },
  );

  it('of 16 MB holds the event loop for no more than 50 ms', async () => {
    const item = () => ({ values: { list: many(5_000, (i) => ({ id: `ent_${i}` })), text: long } });
    const text = JSON.stringify({ items: many(100, item) });
    expect(text.length).toBeGreaterThan(15_000_000);

    const held: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) held.push((await costOf(() => parsedInTurns(text))).heldMs);

    expect(Math.min(...held)).toBeLessThan(50);
  });
});
