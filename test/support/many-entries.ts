import type { App } from '../../src/server/app.ts';
import { databaseOf } from './database.ts';

const zeros = '0'.repeat(26);

/** Makes `count` more entries like one that is there, inside the database: their ids are numbers, from 1 on unless told. */
export async function multiplyEntry(
  { system }: App,
  entryId: string,
  count: number,
  first = 1,
): Promise<void> {
  const entries = databaseOf(system).collection('entries');
  const number = { $toString: '$number' };
  const digits = { $concat: [zeros, number] };
  const last = { $substrCP: [digits, { $strLenCP: number }, zeros.length] };
  const id = { $concat: ['ent_', last] };
  await entries
    .aggregate([
      { $match: { id: entryId } },
      { $set: { number: { $range: [first, first + count] } } },
      { $unwind: '$number' },
      { $set: { id, _id: { $concat: ['$release_id', '/', id] } } },
      { $unset: 'number' },
      // Inserts, as in clones (docs/architecture/decisions/0047-clones-insert.md): looking for each row first takes two to three times as long.
      {
        $merge: {
          into: 'entries',
          on: ['project_id', 'release_id', 'id'],
          whenMatched: 'fail',
          whenNotMatched: 'insert',
        },
      },
    ])
    .toArray();
}
