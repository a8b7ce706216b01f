import { describe, expect, it } from 'vitest';
import { createClient, GalleyError } from '../src/main.ts';
import { listenWith } from '../../../test/support/stand-in-server.ts';
import { shop } from './project.ts';

const create = (title: string) => ({
  method: 'POST' as const,
  path: '/v1/content/product/entries',
  body: { values: { title } },
});

describe('bulk', () => {
  it('returns a result for each operation', async () => {
    const { client } = await shop();

    const { counts, results } = await client.bulk([create('One'), { ...create('Two'), body: {} }]);

    expect(counts).toEqual({ in: 2, succeeded: 1, failed: 1 });
    expect(results[0]).toMatchObject({ index: 0, status: 201, revision: 1 });
    expect(results[1]?.error?.code).toBe('missing_required_field');
  });

  it('throws if all is rejected', async () => {
    const { client } = await shop();
    const rejected = client.bulk([create('One'), { ...create('Two'), body: {} }], { mode: 'all' });

    const error = await rejected.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GalleyError);
    expect((error as GalleyError).code).toBe('bulk_rejected');
    expect((error as GalleyError).errors).toMatchObject([{ index: 1, status: 400 }]);
  });

  it('checks operations and saves drafts only', async () => {
    const { client, visitor } = await shop();
    const products = client.content('product');
    const { id } = await products.create({ values: { title: 'Old', price: 1 }, publish: true });
    const change = {
      method: 'PATCH' as const,
      path: `/v1/content/product/${id}`,
      body: { values: { price: 2 } },
    };

    const tried = await client.bulk([change], { dryRun: true });
    const { results } = await client.bulk([change], { draft: true });

    expect(tried.meta?.dry_run).toBe(true);
    expect(results).toMatchObject([{ status: 200, id, revision: 2 }]);
    expect((await visitor.content('product').get(id)).values.price).toBe(1);
  });
});

describe('bulkAll', () => {
  it('sends any number of operations in several requests', async () => {
    const { client } = await shop();
    async function* operations() {
      for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) yield await Promise.resolve(create(title));
    }

    const { counts, results } = await client.bulkAll(operations(), { size: 2 });

    expect(counts).toEqual({ in: 5, succeeded: 5, failed: 0 });
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect((await client.bulkAll([])).counts).toEqual({ in: 0, succeeded: 0, failed: 0 });
  });

  it('waits whenever the budget is exhausted, and repeats with the same key', async () => {
    const keys: string[] = [];
    const { origin, stop } = await listenWith((request, response) => {
      keys.push(String(request.headers['idempotency-key']));
      const isRejected = keys.length <= 4;
      const error = { type: 't', code: 'rate_limited', message: 'No.', request_id: 'req_1' };
      const result = {
        mode: 'each',
        counts: { in: 1, succeeded: 1, failed: 0 },
        results: [{ index: 0, status: 201 }],
      };
      response
        .writeHead(isRejected ? 429 : 200, { 'Content-Type': 'application/json', 'Retry-After': '0' })
        .end(JSON.stringify(isRejected ? { error } : result));
    });
    const client = createClient({ baseUrl: origin, key: 'sk_x', retries: 0 });

    const { counts } = await client.bulkAll([create('One'), create('Two')], {
      size: 1,
      idempotencyKey: 'import',
    });
    await stop();

    expect(counts.succeeded).toBe(2);
    expect(keys).toEqual([...Array.from({ length: 5 }, () => 'import.1'), 'import.2']);
  });
});
