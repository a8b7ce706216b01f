import type { Actor } from '../../contract/events/actor.ts';
import { inTransaction, type SystemDb } from '../../core/mongo/index.ts';
import { originOf } from '../../core/util/index.ts';
import { type WriteResult, endings } from '../../core/context/index.ts';
import { type AuditWriter, storeInstallationAudit } from './store.ts';

/** The actor who changes what belongs to no project, and the time; without an origin it is where such an actor acts from. */
export type ActingOutside = Omit<AuditWriter, 'origin'> &
  Partial<Pick<AuditWriter, 'origin'>> & { readonly endsAt?: number };

/** A write of what belongs to no project, inside its transaction. */
export type SystemInside = typeof endings & {
  readonly system: SystemDb;
  /** The actor, as rows of projects name one too. */
  readonly writer: AuditWriter;
  /** Says who it is that acts where only the work finds out, and by which session from now on. */
  actsAs(actor: Actor, session?: string): void;
};

/**
 * Runs one write of accounts, sessions or links: the change and its rows in the installation's log in one transaction, or
 * nothing (specification: audit). `work` may run more than once.
 */
export function transactSystem<T>(
  system: SystemDb,
  { endsAt, ...by }: ActingOutside,
  work: (tx: SystemInside) => Promise<WriteResult<T>>,
): Promise<T> {
  const options = { dryRun: false, ...(endsAt === undefined ? {} : { endsAt }) };
  return inTransaction(system, options, async (session) => {
    const tx = new Acting(system.within(session), by);
    const { audit, result } = await work(tx);
    if (audit.length > 0) await storeInstallationAudit(tx.system, audit, tx.writer);
    return result;
  });
}

class Acting implements SystemInside {
  readonly system: SystemDb;
  readonly stored = endings.stored;
  readonly continued = endings.continued;
  readonly unchanged = endings.unchanged;
  #writer: AuditWriter;

  constructor(system: SystemDb, { origin, ...by }: Omit<ActingOutside, 'endsAt'>) {
    this.system = system;
    this.#writer = { ...by, origin: origin ?? originOf(by.actor, by.actor.id) };
  }

  get writer(): AuditWriter {
    return this.#writer;
  }

  actsAs(actor: Actor, session?: string): void {
    const { now, origin } = this.#writer;
    this.#writer = { now, actor, origin: { ...origin, ...(session === undefined ? {} : { session }) } };
  }
}
