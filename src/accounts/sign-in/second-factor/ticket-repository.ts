import { systemCollection, type SystemDb } from '../../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import type { TicketRecord } from './schema.ts';

export const tickets = systemCollection<TicketRecord>('sign_in_tickets', [
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export async function insertTicket(system: SystemDb, record: TicketRecord): Promise<void> {
  await unscopedRows(system, tickets).insertOne(record);
}

/** Returns a ticket that has tries left, without taking one. */
export function findTicket(
  system: SystemDb,
  hash: string,
  { maxTries, now }: { maxTries: number; now: Date },
): Promise<TicketRecord | null> {
  const filter = { _id: hash, tries: { $lt: maxTries }, expires_at: { $gt: now } };
  return unscopedRows(system, tickets).findOne(filter);
}

/**
 * Takes one of a ticket's `maxTries` tries.
 * @returns null if none are left, the ticket has expired, or the sign-in is complete
 */
export function tryTicket(
  system: SystemDb,
  hash: string,
  { maxTries, now }: { maxTries: number; now: Date },
): Promise<TicketRecord | null> {
  const filter = { _id: hash, tries: { $lt: maxTries }, expires_at: { $gt: now } };
  return unscopedRows(system, tickets).findOneAndUpdate(filter, { $inc: { tries: 1 } });
}

/** Deletes a ticket. @returns false if another request did */
export async function deleteTicket(system: SystemDb, hash: string): Promise<boolean> {
  return (
    (await unscopedRows(system, tickets).deleteOne({ _id: hash }, sessionOptions(system))).deletedCount === 1
  );
}
