import type { Document } from 'mongodb';
import type { App } from '../../src/server/app.ts';
import { databaseOf } from '../../test/support/database.ts';

const batchSize = 2_000;

/** Stores documents in large batches, each of which is built just before it is stored. */
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

/** Returns the i-th number of a pseudorandom order of `count` numbers that is equal in every run. */
export function shuffled(i: number, count: number): number {
  return (i * 7_919 + 13) % count; // a prime that divides no count used here
}
