import type { Document } from 'mongodb';
import type { App } from '../../src/server/app.ts';
import { databaseOf } from '../../test/support/database.ts';

const batchSize = 2_000;

/** Stores documents that are made one after another, in large writes. */
export async function storeMany(
  { system }: App,
  collection: string,
  { count, make }: { count: number; make: (i: number) => Document },
): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    const size = Math.min(batchSize, count - from);
    const batch = Array.from({ length: size }, (_, i) => make(from + i));
    await databaseOf(system).collection(collection).insertMany(batch, { ordered: false });
  }
}

/** The i-th of `count` numbers in an order that looks like none; the same in every run. */
export function shuffled(i: number, count: number): number {
  return (i * 7_919 + 13) % count; // a prime, and no divisor of any count here
}
