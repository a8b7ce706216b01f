import { GalleyError } from '../http/errors.ts';
import { type CallOptions, newName, pause } from '../http/transport.ts';
import type { Bulk, BulkAll, BulkAllOptions, BulkCounts, BulkOperation, BulkResult } from './bulk.ts';

const defaultSize = 100;
/** Seconds to wait after a 429 without `Retry-After`. */
const defaultWaitSeconds = 1;

/** Sends operations in requests of `size`. A request that is repeated has the same idempotency key. @throws GalleyError */
export async function sendInBatches(
  bulk: Bulk,
  operations: Parameters<BulkAll>[0],
  { size = defaultSize, idempotencyKey = newName(), ...options }: BulkAllOptions = {},
): ReturnType<BulkAll> {
  const counts: BulkCounts = { in: 0, succeeded: 0, failed: 0 };
  const results: BulkResult[] = [];
  let batchCount = 0;
  for await (const batch of batchesOf(operations, size)) {
    batchCount += 1;
    const key = `${idempotencyKey}.${batchCount}`;
    const response = await afterBudget(() => bulk(batch, { ...options, idempotencyKey: key }), options);
    for (const result of response.results) results.push({ ...result, index: counts.in + result.index });
    for (const count of ['in', 'succeeded', 'failed'] as const) counts[count] += response.counts[count];
  }
  return { counts, results };
}

async function* batchesOf(
  operations: Iterable<BulkOperation> | AsyncIterable<BulkOperation>,
  size: number,
): AsyncGenerator<BulkOperation[]> {
  let batch: BulkOperation[] = [];
  for await (const operation of operations) {
    batch.push(operation);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Repeats a request until the rate budget admits it. Its key makes that safe. */
async function afterBudget<T>(send: () => Promise<T>, { signal }: CallOptions): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof GalleyError) || error.status !== 429) throw error;
      await pause((error.retryAfterSeconds ?? defaultWaitSeconds) * 1000, signal);
    }
  }
}
