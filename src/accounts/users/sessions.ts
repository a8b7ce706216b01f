import { sessionHours } from '../../contract/limits.ts';
import { hourMs } from '../../contract/time.ts';
import { hashOfToken, randomBase62, runInBackground } from '../../core/util/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { findUser } from './repository.ts';
import type { Proof, SessionRecord, SignInMethod, UserRecord } from './schema.ts';
import { hasSecondFactorProof, proofsOf } from './session-proofs.ts';
import { findSession, insertSession, storeLastSeen } from './session-repository.ts';

/** `seen_at` is exact to this many milliseconds; a session in use costs one small write per period. */
const seenEveryMs = 5 * 60 * 1000;
/** Characters of a session's hash that identify it to its owner and in preview tokens. */
const sessionNameChars = 32;

export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

/** How and where a session starts. */
export interface SessionStart {
  now: Date;
  method: SignInMethod;
  /** What the sign-in proved; by default what the method says. */
  proofs?: Proof[];
  /** By default whether a proof is a second factor. */
  hasSecondFactor?: boolean;
  /** When the person proved their identity; null if unknown, `now` by default. */
  confirmedAt?: Date | null;
  link?: NonNullable<SessionRecord['link']>;
  /** The `User-Agent` header. */
  userAgent?: string;
  /** The part of the address that identifies a visitor; absent if the installation stores no addresses. */
  address?: string;
  durationHours?: number;
  /** The end of the session, in place of `durationHours`. */
  expiresAt?: Date;
}

/**
 * Starts a session for a person who has been identified. The token is always new, so a token that an
 * attacker planted earlier is worthless.
 */
export async function openSession(
  system: SystemDb,
  user: Pick<UserRecord, '_id'>,
  start: SessionStart,
): Promise<{ session: SessionRecord; token: string }> {
  const { now, method, link, userAgent = '', address, confirmedAt = now } = start;
  const { durationHours = sessionHours, proofs = proofsOf(method) } = start;
  const token = randomBase62(43);
  const session: SessionRecord = {
    _id: hashOfToken(token),
    user_id: user._id,
    csrf: randomBase62(32),
    created_at: now,
    expires_at: start.expiresAt ?? new Date(now.getTime() + durationHours * hourMs),
    method,
    proofs,
    second_factor: start.hasSecondFactor ?? hasSecondFactorProof(proofs),
    ...(link === undefined ? {} : { link }),
    browser: browserName(userAgent),
    ...(address === undefined ? {} : { address }),
    seen_at: now,
    strong_at: confirmedAt,
  };
  await insertSession(system, session);
  return { session, token };
}

/**
 * Returns the person of a cookie's token; null if the session is unknown or expired, or the account is
 * closed.
 */
export async function findSignedIn(system: SystemDb, token: string, now: Date): Promise<SignedIn | null> {
  const session = await findSession(system, hashOfToken(token));
  if (session === null || session.expires_at <= now) return null;
  const user = await findUser(system, session.user_id);
  if (user === null || isClosed(user)) return null;
  if (now.getTime() - (session.seen_at ?? session.created_at).getTime() > seenEveryMs)
    runInBackground('note a session', () => storeLastSeen(system, session._id, now));
  return { user, session };
}

/** Whether the account rejects sign-ins. */
export function isClosed({ disabled_at, forgotten_at }: UserRecord): boolean {
  return disabled_at != null || forgotten_at !== undefined;
}

/** Returns the public id of a session, which doesn't reveal its hash. */
export function sessionName(hash: string): string {
  return hash.slice(0, sessionNameChars);
}

const browserNames = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systemNames = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns `Firefox on Linux`, or `another program` for unknown user agents. */
export function browserName(userAgent: string): string {
  const browser = browserNames.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'another program';
  const system = systemNames.find(([pattern]) => pattern.test(userAgent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
