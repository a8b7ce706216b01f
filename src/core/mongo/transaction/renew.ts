import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import type { AnyCollection } from '../scope/collection.ts';
import type { SystemDb } from '../scope/handle.ts';
import { databaseOf } from '../connection/database.ts';

/** Updates sent in one command. */
const batchSize = 200;
/** Maximum attempts for a row that other writes change meanwhile. */
const attemptsMax = 5;

export interface Renewal {
  collection: AnyCollection;
  filter?: Document;
  /** The keys that `derive` reads. `derivedKeys`, `_id`, `project_id` and `revision` are read in addition. */
  inputKeys: readonly string[];
  /** The derived keys that `derive` returns. */
  derivedKeys: readonly string[];
  /** Computes the derived fields of a row; null leaves the row unchanged. */
  derive: (row: Document) => Document | null | Promise<Document | null>;
}

/**
 * Recomputes derived fields of rows in batches and stores those that differ. A row that changed meanwhile is read again.
 * The work can stop at any time and run again. Returns the number of updated rows.
 */
export async function renewRows(system: SystemDb, renewal: Renewal): Promise<number> {
  const { collection, filter = {}, inputKeys, derivedKeys, derive } = renewal;
  const rows = databaseOf(system).collection<Document & { _id: string }>(collection.name);
  const keys = ['project_id', 'revision', ...inputKeys, ...derivedKeys];
  const projection = Object.fromEntries(keys.map((key) => [key, 1]));
  let updatedCount = 0;
  const renew = async (source: AsyncIterable<Document> | Document[], attemptsLeft: number): Promise<void> => {
    let changes: { row: Document; derived: Document }[] = [];
    const flush = async () => {
      if (changes.length === 0) return;
      const { matchedCount } = await rows.bulkWrite(
        changes.map(({ row, derived }) => ({
          updateOne: { filter: unchanged(row), update: { $set: derived } },
        })),
        { ordered: false },
      );
      updatedCount += matchedCount;
      const ids = matchedCount === changes.length ? [] : changes.map(({ row }) => row['_id'] as string);
      changes = [];
      if (ids.length > 0 && attemptsLeft > 0)
        await renew(await rows.find({ _id: { $in: ids } }, { projection }).toArray(), attemptsLeft - 1);
    };
    for await (const row of source) {
      const derived = await derive(row);
      const storedValues = Object.fromEntries(derivedKeys.map((key) => [key, row[key] as unknown]));
      if (derived === null || isDeepStrictEqual(storedValues, derived)) continue;
      changes.push({ row, derived });
      if (changes.length === batchSize) await flush();
    }
    await flush();
  };
  await renew(rows.find(filter, { projection, batchSize: 100 }), attemptsMax);
  return updatedCount;
}

/** Matches the row if it hasn't changed; includes `project_id`, the shard key. */
function unchanged(row: Document): Document {
  return Object.fromEntries(['_id', 'project_id', 'revision'].map((key) => [key, row[key] as unknown]));
}
