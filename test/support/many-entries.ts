import type { App } from '../../src/server/app.ts';
import { databaseOf } from './database.ts';

const zeros = '0'.repeat(26);
const number = { $toString: '$number' };
const digits = { $concat: [zeros, number] };
const last = { $substrCP: [digits, { $strLenCP: number }, zeros.length] };
const id = { $concat: ['ent_', last] };

/**
 * Makes `count` more entries like one that is there, with its rows of further locales, inside the database: their ids are
 * numbers, from 1 on unless told.
 */
export async function multiplyEntry(app: App, entryId: string, count: number, first = 1): Promise<void> {
  const numbers = { $range: [first, first + count] };
  await multiplyRows(app, 'entries', [
    { $match: { id: entryId } },
    { $set: { number: numbers } },
    { $unwind: '$number' },
    { $set: { id, _id: { $concat: ['$release_id', '/', id] } } },
  ]);
  const key = { $concat: [id, '/', '$locale'] };
  await multiplyRows(app, 'entry_locales', [
    { $match: { id: entryId } },
    { $set: { number: numbers } },
    { $unwind: '$number' },
    { $set: { id, key, _id: { $concat: ['$release_id', '/', key] } } },
  ]);
}

/** Inserts rows, as clones do: looking for each one first takes two to three times as long. */
async function multiplyRows({ system }: App, into: string, stages: readonly object[]): Promise<void> {
  const insert = {
    into,
    on: ['project_id', 'release_id', into === 'entries' ? 'id' : 'key'],
    whenMatched: 'fail',
    whenNotMatched: 'insert',
  };
  const pipeline = [...stages, { $unset: 'number' }, { $merge: insert }];
  await databaseOf(system).collection(into).aggregate(pipeline).toArray();
}
