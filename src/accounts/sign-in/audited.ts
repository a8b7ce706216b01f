import type { SystemWriteSource, SystemTx } from '../../projects/index.ts';
import type { Actor } from '../../contract/events/actor.ts';
import type { AuditAction, AuditEntry } from '../../contract/events/audit-actions.ts';
import { visitorAddress } from '../../core/counters/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { Origin } from '../../core/util/index.ts';
import type { SessionRecord, UserRecord } from '../users/schema.ts';
import { deleteSession as endSession } from '../users/session-repository.ts';
import { openSession, type SessionStart } from '../users/sessions.ts';

/** Characters of a session's hash that identify it in the audit log. */
const sessionIdChars = 16;

/** The actor outside projects: the given user, or else the signed-in person, or the set-up. */
export function accountWriter(context: AccountContext, user?: Pick<UserRecord, '_id'>): SystemWriteSource {
  const { now, person, endsAt } = context;
  const id = user?._id ?? person?.id;
  const actor: Actor = id === undefined ? { kind: 'set_up', id: '', name: '' } : personActor({ _id: id });
  return { now, actor, origin: requestOrigin(context), endsAt };
}

export function requestOrigin({ requestId, address, person, bounds }: AccountContext): Origin {
  return {
    via: 'dashboard',
    requestId,
    ...(person === null ? {} : { session: person.sessionId }),
    ...(bounds.storesAddresses ? { address: visitorAddress(address) } : {}),
  };
}

/** A person as an actor; the audit log looks up the name. */
export function personActor({ _id: id }: Pick<UserRecord, '_id'>): Actor {
  return { kind: 'user', id, name: '' };
}

/** The audit row of an account. */
export function auditedAccount(
  action: Extract<AuditAction, `account.${string}`>,
  { _id: id }: Pick<UserRecord, '_id'>,
  changed: readonly string[] = [],
): AuditEntry {
  return { action, subject: { kind: 'account', id }, changed };
}

/** A new session with its audit row. */
export interface NewSession {
  session: SessionRecord;
  token: string;
  audit: AuditEntry;
}

/** Starts a session inside a transaction; the person is the actor from then on. */
export async function startSessionIn(
  tx: SystemTx,
  user: Pick<UserRecord, '_id'>,
  start: SessionStart,
): Promise<NewSession> {
  const newSession = await openSession(tx.system, user, start);
  const { method, link } = start;
  tx.actsAs(personActor(user), newSession.session._id);
  const subject = { kind: 'session', id: sessionAuditId(newSession.session._id) } as const;
  const detail = { method, ...(link === undefined ? {} : { link: link.id }) };
  return { ...newSession, audit: { action: 'session.began', subject, detail } };
}

/** Ends one session and returns its audit row. */
export async function endSessionIn(system: SystemDb, sessionId: string): Promise<AuditEntry> {
  await endSession(system, sessionId);
  return { action: 'session.ended', subject: { kind: 'session', id: sessionAuditId(sessionId) } };
}

function sessionAuditId(hash: string): string {
  return hash.slice(0, sessionIdChars);
}
