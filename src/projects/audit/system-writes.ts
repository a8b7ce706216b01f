import type { Actor } from '../../contract/events/actor.ts';
import { inTransaction, type SystemDb } from '../../core/mongo/index.ts';
import { originOf } from '../../core/util/index.ts';
import { type WriteResult, endings } from '../../core/context/index.ts';
import { type AuditWriter, storeInstallationAudit } from './store.ts';

/** The actor and the time of a write that belongs to no project. The origin defaults to the usual one of the actor. */
export type SystemWriteSource = Omit<AuditWriter, 'origin'> &
  Partial<Pick<AuditWriter, 'origin'>> & { readonly endsAt?: number };

/** A write that belongs to no project, inside its transaction. */
export type SystemTx = typeof endings & {
  readonly system: SystemDb;
  /** The actor, time and origin of the write. */
  readonly writer: AuditWriter;
  /** Sets the actor, and the session, if only the work finds them out. */
  actsAs(actor: Actor, session?: string): void;
};

/**
 * Runs one write of accounts, sessions or links: the change and its rows in the installation's log in one transaction,
 * or nothing (specification: audit). `work` may run more than once.
 */
export function writeSystem<T>(
  system: SystemDb,
  { endsAt, ...source }: SystemWriteSource,
  work: (tx: SystemTx) => Promise<WriteResult<T>>,
): Promise<T> {
  const options = { dryRun: false, ...(endsAt === undefined ? {} : { endsAt }) };
  return inTransaction(system, options, async (session) => {
    const tx = new SystemTransaction(system.within(session), source);
    const { audit, result } = await work(tx);
    if (audit.length > 0) await storeInstallationAudit(tx.system, audit, tx.writer);
    return result;
  });
}

class SystemTransaction implements SystemTx {
  readonly system: SystemDb;
  readonly stored = endings.stored;
  readonly continued = endings.continued;
  readonly unchanged = endings.unchanged;
  #writer: AuditWriter;

  constructor(system: SystemDb, { origin, ...source }: Omit<SystemWriteSource, 'endsAt'>) {
    this.system = system;
    this.#writer = { ...source, origin: origin ?? originOf(source.actor, source.actor.id) };
  }

  get writer(): AuditWriter {
    return this.#writer;
  }

  actsAs(actor: Actor, session?: string): void {
    const { now, origin } = this.#writer;
    this.#writer = { now, actor, origin: { ...origin, ...(session === undefined ? {} : { session }) } };
  }
}
