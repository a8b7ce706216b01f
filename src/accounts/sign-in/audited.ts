import type { ActingOutside, SystemInside } from '../../projects/index.ts';
import type { Actor } from '../../contract/events/actor.ts';
import type { AuditAction, AuditEntry } from '../../contract/events/audit-actions.ts';
import { visitorAddress } from '../../core/counters/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { Origin } from '../../core/util/index.ts';
import type { SessionRecord, UserRecord } from '../users/schema.ts';
import { deleteSession as endSession } from '../users/session-repository.ts';
import { openSession, type SessionStart } from '../users/sessions.ts';

/** So much of a session's hash names it in the log. */
const nameChars = 16;

/** The actor of a call outside of any project: the person who is signed in, or `user`. */
export function actingIn(context: AccountContext, user?: Pick<UserRecord, '_id'>): ActingOutside {
  const { now, person, endsAt } = context;
  const id = user?._id ?? person?.id;
  const actor: Actor = id === undefined ? { kind: 'set_up', id: '', name: '' } : personActor({ _id: id });
  return { now, actor, origin: originOf(context), endsAt };
}

export function originOf({ requestId, address, person, bounds }: AccountContext): Origin {
  return {
    via: 'dashboard',
    requestId,
    ...(person === null ? {} : { session: person.sessionId }),
    ...(bounds.keepsAddresses ? { address: visitorAddress(address) } : {}),
  };
}

/** A person as an actor; the log looks their name up. */
export function personActor({ _id: id }: Pick<UserRecord, '_id'>): Actor {
  return { kind: 'user', id, name: '' };
}

/** What the log holds of an account. */
export function auditedAccount(
  action: Extract<AuditAction, `account.${string}`>,
  { _id: id }: Pick<UserRecord, '_id'>,
  changed: readonly string[] = [],
): AuditEntry {
  return { action, subject: { kind: 'account', id }, changed };
}

/** A session with the row that tells of its beginning. */
export interface OpenedSession {
  session: SessionRecord;
  token: string;
  audit: AuditEntry;
}

/** Begins a session inside a write of accounts; the person acts by it from then on. */
export async function beginIn(
  tx: SystemInside,
  user: Pick<UserRecord, '_id'>,
  start: SessionStart,
): Promise<OpenedSession> {
  const opened = await openSession(tx.system, user, start);
  const { method, link } = start;
  tx.actsAs(personActor(user), opened.session._id);
  const subject = { kind: 'session', id: nameOf(opened.session._id) } as const;
  const detail = { method, ...(link === undefined ? {} : { link: link.id }) };
  return { ...opened, audit: { action: 'session.began', subject, detail } };
}

/** Ends one session, in the words of the audit log. */
export async function endIn(system: SystemDb, sessionId: string): Promise<AuditEntry> {
  await endSession(system, sessionId);
  return { action: 'session.ended', subject: { kind: 'session', id: nameOf(sessionId) } };
}

function nameOf(hash: string): string {
  return hash.slice(0, nameChars);
}
