import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** Texts as they may stand in JSON, broken ones of Unicode too. */
const oddTexts = [
  '""',
  '" "',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"$where"',
  '"javascript:alert(1)"',
  '"2026-01-01"',
  '"2026-02-30T99:00:00Z"',
  `"med_${'0'.repeat(26)}"`,
  `["ent_${'0'.repeat(26)}"]`,
  `"${'y'.repeat(600)}"`,
];
const oddNumbers = ['0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '1e-400', '9'.repeat(40)];
const oddDocuments = [
  '{"version":2,"content":[{"type":"paragraph","content":[{"type":"text","text":""}]}]}',
  '{"version":3}',
  '{"content":[{"type":"x"}]}',
  '{"markdown":"# a\\n\\n![x](y)"}',
  `{"markdown":"${'['.repeat(2_000)}"}`,
  '{"markdown":5}',
];
const scalar = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '[{}]', ...oddDocuments),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddNumbers),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);

/** Keys that must never be more than names. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$ne',
  '$where',
  'a.b',
  '',
  '\u0000',
];

function objectOf(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

/** JSON as text, so that it holds what no value of JavaScript does. */
function anyJson(keys: readonly string[]): fc.Arbitrary<string> {
  const key = fc.constantFrom(...keys, ...hostileKeys);
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectOf),
      fc.constant('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ),
  }));
  return value;
}

const mebibyte = 1024 * 1024;
/** What costs much to read: deep, wide, long, and more than the service takes. */
const heavyTexts = [
  '['.repeat(mebibyte),
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `${'['.repeat(99)}${']'.repeat(99)}`,
  objectOf(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, '0'] as const)),
  `{"values":{"title":[${'0,'.repeat(mebibyte)}0]}}`,
  `{"title":"${'x'.repeat(3 * mebibyte)}"}`,
  `{"body":{"markdown":"${'*a '.repeat(mebibyte)}"}}`,
  `{"n":${'9'.repeat(mebibyte)}}`,
  `{"title":"${'x'.repeat(5 * mebibyte)}"}`,
].map((text) => Buffer.from(text));
const bomb = Buffer.from(`{"title":"${' '.repeat(64 * mebibyte)}"}`);
const bombs = [
  { encoding: 'gzip', bytes: gzipSync(bomb) },
  { encoding: 'br', bytes: brotliCompressSync(bomb) },
  { encoding: 'gzip', bytes: gzipSync(gzipSync(bomb)) },
];

const broken = [
  '',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  '{"a":1,}',
  "{'a':1}",
  '\u0000',
  '\ufeff{}',
  '{"a":1}{"b":2}',
];

export interface OddBody {
  bytes: Buffer;
  encoding: string | null;
}

/** Bodies for a route: a good one with odd parts, anything else that is JSON, and what is none. */
export function oddBody(good: object, keys: readonly string[]): fc.Arbitrary<OddBody> {
  const json = anyJson(keys);
  const known = Object.entries(good).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const names = [...Object.keys(good), 'values', 'publish', 'published_at', 'kind', 'slug', 'fields', 'zzz'];
  const altered = fc
    .tuple(fc.subarray(known), fc.array(fc.tuple(fc.constantFrom(...names), json), { maxLength: 3 }))
    .map(([kept, odd]) => objectOf([...kept, ...odd]));
  const values = fc
    .array(fc.tuple(fc.constantFrom(...keys), json), { maxLength: 6 })
    .map((pairs) => objectOf([['values', objectOf(pairs)]]));
  const text = fc
    .oneof(
      { weight: 6, arbitrary: altered },
      { weight: 4, arbitrary: values },
      { weight: 4, arbitrary: json },
      { weight: 1, arbitrary: fc.constantFrom(...broken) },
    )
    .map((written) => Buffer.from(written));
  return fc.oneof(
    { weight: 120, arbitrary: text.map((bytes) => ({ bytes, encoding: null })) },
    { weight: 2, arbitrary: text.map((bytes) => ({ bytes: gzipSync(bytes), encoding: 'gzip' })) },
    {
      weight: 2,
      arbitrary: text.map((bytes) => ({ bytes: gzipSync(bytes).subarray(0, -9), encoding: 'gzip' })),
    },
    {
      weight: 2,
      arbitrary: fc.record({ bytes: text, encoding: fc.constantFrom('gzip', 'br', 'deflate', 'x') }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...bombs) },
    { weight: 1, arbitrary: fc.constantFrom(...heavyTexts).map((bytes) => ({ bytes, encoding: null })) },
  );
}
