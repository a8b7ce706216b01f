import { sessionHours } from '../../contract/limits.ts';
import { hourMs } from '../../contract/time.ts';
import { hashOfToken, randomBase62, runInBackground } from '../../core/util/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { findUser } from './repository.ts';
import type { SessionRecord, SignInMethod, UserRecord } from './schema.ts';
import { findSession, hasSession, insertSession, noteSeen } from './session-repository.ts';

/** `seen_at` is so exact, in milliseconds; a session in use costs one small write in this time. */
const seenEveryMs = 5 * 60 * 1000;
/** Letters of a session's hash that name it: to its owner, and in preview tokens. */
const nameChars = 32;

/** A signed-in person. */
export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

/** How and where a session begins. */
export interface SessionStart {
  now: Date;
  method: SignInMethod;
  link?: NonNullable<SessionRecord['link']>;
  /** What the browser calls itself. */
  userAgent?: string;
  /** The part of the address that stands for one visitor; absent where none is stored. */
  address?: string;
  lastsHours?: number;
}

/**
 * Begins a session for a person whose identity is known: a new token each time, so that a token planted before is
 * worth nothing.
 */
export async function openSession(
  system: SystemDb,
  user: Pick<UserRecord, '_id'>,
  { now, method, link, userAgent = '', address, lastsHours = sessionHours }: SessionStart,
): Promise<{ session: SessionRecord; token: string }> {
  const token = randomBase62(43);
  const session: SessionRecord = {
    _id: hashOfToken(token),
    user_id: user._id,
    csrf: randomBase62(32),
    created_at: now,
    expires_at: new Date(now.getTime() + lastsHours * hourMs),
    method,
    ...(link === undefined ? {} : { link }),
    browser: browserName(userAgent),
    ...(address === undefined ? {} : { address }),
    seen_at: now,
    strong_at: now,
  };
  await insertSession(system, session);
  return { session, token };
}

/** The person to whom the token of a cookie belongs; null when it is unknown or over, or the account is disabled. */
export async function findSignedIn(system: SystemDb, token: string, now: Date): Promise<SignedIn | null> {
  const session = await findSession(system, hashOfToken(token));
  if (session === null || session.expires_at <= now) return null;
  const user = await findUser(system, session.user_id);
  if (user === null || isClosed(user)) return null;
  if (now.getTime() - (session.seen_at ?? session.created_at).getTime() > seenEveryMs)
    runInBackground('note a session', () => noteSeen(system, session._id, now));
  return { user, session };
}

/** Whether the account accepts no sign-in any more. */
export function isClosed({ disabled_at, forgotten_at }: UserRecord): boolean {
  return disabled_at != null || forgotten_at !== undefined;
}

/** What a session is named by where its hash is too much. */
export function sessionName(hash: string): string {
  return hash.slice(0, nameChars);
}

/** Whether a session of this name lasts, and its person may sign in. */
export async function isSessionOpen(
  system: SystemDb,
  { userId, session }: { userId: string; session: string },
  now: Date,
): Promise<boolean> {
  const asked = { userId, beginning: session };
  const [user, isOpen] = await Promise.all([findUser(system, userId), hasSession(system, asked, now)]);
  return user !== null && !isClosed(user) && isOpen;
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

/** `Firefox on Linux`; `another program` for what calls itself otherwise. */
function browserName(userAgent: string): string {
  const browser = browserNames.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'another program';
  const system = systemNames.find(([pattern]) => pattern.test(userAgent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
