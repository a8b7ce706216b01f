import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

/** What entries of this test hold; a key that is left out is empty. */
interface Kite {
  name?: string;
  price?: number;
  stock?: boolean;
}

/** One filter as a client writes it, and which kites it should find. */
interface Filter {
  query: string;
  finds(kite: Kite): boolean;
}

const service = await startService();
let project: TestProject;
/** Oldest first. */
const stored: { id: string; kite: Kite }[] = [];

const names = [
  'Tern',
  'tern',
  'a,b',
  'a\\,b',
  'back\\',
  '',
  'Ärger',
  'up😀',
  '100% [x]',
  "' || true",
] as const;
const name = fc.constantFrom(...names);
const price = fc.constantFrom(-3, -0.5, 0, 1, 9.5, 10, 9_007_199_254_740_991);

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'kite', { name: 'string', price: 'number', stock: 'boolean' });
  const optional = { requiredKeys: [] };
  const kites = fc.sample(fc.record({ name, price, stock: fc.boolean() }, optional), {
    numRuns: 40,
    seed: 7,
  });
  for (const kite of kites) stored.push({ id: await publishEntry(project, 'kite', { ...kite }), kite });
  await createEntry(project, 'kite', { name: 'Tern', price: 0 }); // a draft is in no list
});

const write = (key: string, operator: string, value: string) =>
  `${encodeURIComponent(`where[${key}][${operator}]`)}=${encodeURIComponent(value)}`;
const escaped = (value: string) => value.replace(/[\\,]/g, (sign) => `\\${sign}`);

const compare = {
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
} as const;

const filter: fc.Arbitrary<Filter> = fc.oneof(
  name.map((value) => ({ query: write('name', 'eq', value), finds: (kite: Kite) => kite.name === value })),
  name.map((value) => ({ query: write('name', 'ne', value), finds: (kite: Kite) => kite.name !== value })),
  fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).map((values) => ({
    query: write('name', 'in', values.map(escaped).join(',')),
    finds: (kite: Kite) => kite.name !== undefined && values.some((value) => value === kite.name),
  })),
  fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), price).map(([operator, value]) => ({
    query: write('price', operator, String(value)),
    finds: (kite: Kite) => kite.price !== undefined && compare[operator](kite.price, value),
  })),
  fc.tuple(fc.constantFrom<keyof Kite>('name', 'price', 'stock'), fc.boolean()).map(([key, empty]) => ({
    query: write(key, 'is_null', String(empty)),
    finds: (kite: Kite) => (kite[key] === undefined) === empty,
  })),
  fc.boolean().map((value) => ({
    query: write('stock', 'eq', String(value)),
    finds: (kite: Kite) => kite.stock === value,
  })),
);
/** Each filter is on a parameter of its own: a parameter that is sent twice is refused. */
const filters = fc.uniqueArray(filter, { maxLength: 3, selector: ({ query }) => query.split('=')[0] });
const pageSize = fc.integer({ min: 1, max: 50 });

async function walk(parts: readonly string[], limit: number, next: 'next_cursor' | 'next_offset') {
  const seen: unknown[] = [];
  const parameter = next === 'next_cursor' ? 'cursor' : 'offset';
  let position: string | null = next === 'next_cursor' ? '' : `&offset=0`;
  while (position !== null) {
    const { data, meta } = expectDone(
      await project.publishable.get(`/v1/content/kite?${parts.join('&')}&limit=${limit}${position}`),
    );
    seen.push(...pluck(data, 'id'));
    position = meta[next] === null ? null : `&${parameter}=${encodeURIComponent(meta[next])}`;
  }
  return seen;
}

describe('any filters with any page size', () => {
  it('answer by cursor what a model finds, newest first, each once', async () => {
    await fc.assert(
      fc.asyncProperty(filters, pageSize, async (asked, limit) => {
        const wanted = stored.filter(({ kite }) => asked.every((each) => each.finds(kite)));

        const seen = await walk(
          asked.map((each) => each.query),
          limit,
          'next_cursor',
        );

        expect(seen).toEqual(wanted.map(({ id }) => id).reverse());
      }),
      { numRuns: 120, seed: 11 },
    );
  });

  it('answer by offset, in the order of a number, what a model finds', async () => {
    await fc.assert(
      fc.asyncProperty(filters, pageSize, fc.constantFrom(1, -1), async (asked, limit, direction) => {
        const wanted = stored.filter(({ kite }) => asked.every((each) => each.finds(kite)));
        const parts = asked.map((each) => each.query);

        const seen = await walk([...parts, `sort=${direction === 1 ? '' : '-'}price`], limit, 'next_offset');

        const prices = new Map<unknown, number>(stored.map(({ id, kite }) => [id, kite.price ?? -Infinity]));
        const order = seen.map((id) => prices.get(id) ?? Number.NaN);
        expect(order).toEqual(order.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)));
        expect(seen.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
      }),
      { numRuns: 120, seed: 12 },
    );
  });
});
