import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import type { AnyCollection } from '../scope/collection.ts';
import type { SystemDb } from '../scope/handle.ts';
import { databaseOf } from '../connection/database.ts';

/** Changes sent in one command. */
const batchSize = 200;
/** How often a row is looked at that others change meanwhile. */
const triesMax = 5;

export interface Renewal {
  collection: AnyCollection;
  filter?: Document;
  /** The keys that `parts` looks at; those that it makes, `_id`, `project_id` and `revision` are read besides. */
  needs: readonly string[];
  makes: readonly string[];
  /** What the row should hold beside its content, or null where nothing can be said of it. */
  parts: (row: Document) => Document | null | Promise<Document | null>;
}

/**
 * Makes what rows keep beside their content again, in batches, and stores it where it differs. A row that a person
 * changed meanwhile is looked at again. Ended at any moment it leaves whole rows, and going on costs no second write.
 *
 * @returns how many rows were changed.
 */
export async function renewRows(system: SystemDb, renewal: Renewal): Promise<number> {
  const { collection, filter = {}, needs, makes, parts } = renewal;
  const rows = databaseOf(system).collection<Document & { _id: string }>(collection.name);
  const keys = ['project_id', 'revision', ...needs, ...makes];
  const projection = Object.fromEntries(keys.map((key) => [key, 1]));
  let renewed = 0;
  const renew = async (found: AsyncIterable<Document> | Document[], triesLeft: number): Promise<void> => {
    let changes: { row: Document; made: Document }[] = [];
    const flush = async () => {
      if (changes.length === 0) return;
      const { matchedCount } = await rows.bulkWrite(
        changes.map(({ row, made }) => ({
          updateOne: { filter: unchanged(row), update: { $set: made } },
        })),
        { ordered: false },
      );
      renewed += matchedCount;
      const ids = matchedCount === changes.length ? [] : changes.map(({ row }) => row['_id'] as string);
      changes = [];
      if (ids.length > 0 && triesLeft > 0)
        await renew(await rows.find({ _id: { $in: ids } }, { projection }).toArray(), triesLeft - 1);
    };
    for await (const row of found) {
      const made = await parts(row);
      const kept = Object.fromEntries(makes.map((key) => [key, row[key] as unknown]));
      if (made === null || isDeepStrictEqual(kept, made)) continue;
      changes.push({ row, made });
      if (changes.length === batchSize) await flush();
    }
    await flush();
  };
  await renew(rows.find(filter, { projection, batchSize: 100 }), triesMax);
  return renewed;
}

/** The row as it was read; with its project, by which a sharded cluster finds it. */
function unchanged(row: Document): Document {
  return Object.fromEntries(['_id', 'project_id', 'revision'].map((key) => [key, row[key] as unknown]));
}
