import type { DueRows } from '../../core/jobs/index.ts';
import { systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { DigestRecord } from './schema.ts';

export const digests = systemCollection<DigestRecord>('digests', [{ key: { due_at: 1 } }]);

export function findDigest(system: SystemDb, person: string): Promise<DigestRecord | null> {
  return unscopedRows(system, digests).findOne({ _id: person });
}

export async function storeDigest(
  system: SystemDb,
  { _id, email, due_at, since }: DigestRecord,
): Promise<void> {
  await unscopedRows(system, digests).updateOne(
    { _id },
    { $set: { email, due_at }, $setOnInsert: { since } },
    { upsert: true },
  );
}

export async function deleteDigest(system: SystemDb, person: string): Promise<void> {
  await unscopedRows(system, digests).deleteOne({ _id: person }, sessionOptions(system));
}

export const dueDigestRows: readonly DueRows[] = [
  { collection: digests.name, filter: (now) => ({ due_at: { $lte: now } }) },
];

/** Claims the digest that is due for the longest time until its next interval; null if none is due. */
export function claimDigest(
  system: SystemDb,
  now: Date,
  nextDue: (digest: DigestRecord) => Date,
): Promise<DigestRecord | null> {
  const claim = async (): Promise<DigestRecord | null> => {
    const digest = await unscopedRows(system, digests).findOne(
      { due_at: { $lte: now } },
      { sort: { due_at: 1 } },
    );
    if (digest === null) return null;
    const { _id, due_at: dueAt } = digest;
    const result = await unscopedRows(system, digests).updateOne(
      { _id, due_at: dueAt },
      { $set: { due_at: nextDue(digest) } },
    );
    return result.modifiedCount === 1 ? digest : claim(); // another process claimed it first
  };
  return claim();
}

/** Records that no notification up to a time is new any more, except for those of skipped projects. */
export async function storeSent(
  system: SystemDb,
  person: string,
  { since, skipped }: Required<Pick<DigestRecord, 'since' | 'skipped'>>,
): Promise<void> {
  await unscopedRows(system, digests).updateOne(
    { _id: person },
    { $set: { since, skipped }, $unset: { failure: true } },
  );
}

/** Records a failure. The next interval tries again. */
export async function storeFailure(
  system: SystemDb,
  person: string,
  failure: { at: Date; what: string },
): Promise<void> {
  await unscopedRows(system, digests).updateOne({ _id: person }, { $set: { failure } });
}

/** The people whose last e-mail failed, and the latest failure. */
export async function findDigestFailures(
  system: SystemDb,
): Promise<{ count: number; latest: { at: Date; what: string } } | null> {
  const hasFailed = { failure: { $exists: true } };
  const [latest] = await unscopedRows(system, digests)
    .find(hasFailed)
    .sort({ 'failure.at': -1 })
    .limit(1)
    .toArray();
  if (latest?.failure === undefined) return null;
  return { count: await unscopedRows(system, digests).countDocuments(hasFailed), latest: latest.failure };
}
