import type { App } from '../../src/process/app.ts';
import { databaseOf } from './database.ts';

const zeros = '0'.repeat(26);

/** Makes `count` more entries like one that is there, inside the database: their ids are numbers from 1 on. */
export async function multiplyEntry({ system }: App, entryId: string, count: number): Promise<void> {
  const entries = databaseOf(system).collection('entries');
  const number = { $toString: '$number' };
  const digits = { $concat: [zeros, number] };
  const last = { $substrCP: [digits, { $strLenCP: number }, zeros.length] };
  const id = { $concat: ['ent_', last] };
  await entries
    .aggregate([
      { $match: { id: entryId } },
      { $set: { number: { $range: [1, count + 1] } } },
      { $unwind: '$number' },
      { $set: { id, _id: { $concat: ['$release_id', '/', id] } } },
      { $unset: 'number' },
      { $merge: { into: 'entries', on: ['project_id', 'release_id', 'id'] } },
    ])
    .toArray();
}
