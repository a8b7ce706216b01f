import type { AskScopes } from '../access/schema.ts';
import { grantOfScopes, type Scopes, scopesOf } from '../../contract/access.ts';
import { newId } from '../../contract/ids.ts';
import { defaultProjectLimits, limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { type Acting, checkRoom, writerOf, writeProject } from '../../projects/index.ts';
import { dayMs } from '../../contract/time.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import type { AdmittedRequest } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { hashOfToken, type SealedBox } from '../../core/util/index.ts';
import { createdKey } from './audited.ts';
import { type FoundKey, keyLookup as lookup } from './lookup/lookup-repository.ts';
import { storedId } from './lookup/narrowed-id.ts';
import { isAllowedOrigin, normalOrigin } from './lookup/origins.ts';
import { countWorkingKeys, forgetEndedKeys, insertKey, listKeys } from './repository.ts';
import type { KeyRecord } from './schema.ts';
import { checkedScopes } from './lookup/scopes.ts';
import type { KeyCache } from './lookup/key-cache.ts';
import { isWellFormedToken, type KeyPurpose, newToken } from './lookup/token.ts';
export const keyLookup = lookup;

export interface NewKey {
  purpose: KeyPurpose;
  name: string;
  origins: readonly string[];
  /** Null for a key without an end. */
  expiresInDays: number | null;
  /** What it may do; absent for everything of its kind. */
  scopes?: AskScopes;
}

/** What a key is made with; the limits are the defaults unless the caller passes the operator's. */
type KeyContext = Acting & { box: Pick<SealedBox, 'seal'> };

/**
 * Makes a key. The token is in the answer and nowhere else; of a secret one only the hash is stored. Of keys that work
 * no more a project keeps as many as it may have working ones, the newest.
 * @throws invalid_key_purpose, invalid_key_expiry, invalid_scope, invalid_field_value (origins), limit_reached
 */
export async function createKey(
  db: ProjectDb,
  input: NewKey,
  { box, ...by }: KeyContext,
): Promise<{ record: KeyRecord; token: string }> {
  const { now, bounds = { perProject: defaultProjectLimits } } = by;
  const scopes = input.scopes === undefined ? null : await checkedScopes(db, input.purpose, input.scopes);
  const { record, token } = newKey(input, { now, box, scopes });
  const { perProject } = bounds;
  await writeProject(writerOf(db, by), async (tx) => {
    await checkRoom(perProject, 'keys_per_project_max', (most) => countWorkingKeys(tx.db, now, most));
    await forgetEndedKeys(tx.db, now, perProject.keys_per_project_max);
    await insertKey(tx.db, record);
    return tx.stored(createdKey(record));
  });
  return { record, token };
}

/**
 * A key that is stored nowhere yet, with its token.
 * @throws invalid_key_purpose, invalid_key_expiry, invalid_field_value (origins)
 */
export function newKey(
  input: Omit<NewKey, 'scopes'>,
  { now, box, scopes = null }: Pick<KeyContext, 'now' | 'box'> & { scopes?: Scopes | null },
): { record: KeyRecord; token: string } {
  checkExpiry(input);
  const token = newToken(input.purpose);
  const hash = hashOfToken(token);
  const record: KeyRecord = {
    _id: storedId(hash, scopes),
    key_id: newId('key', now),
    purpose: input.purpose,
    name: input.name,
    origins: input.origins.map(checkedOrigin),
    sealed_token: input.purpose === 'publishable' ? box.seal(token) : null,
    expires_at: input.expiresInDays === null ? null : new Date(now.getTime() + input.expiresInDays * dayMs),
    revoked_at: null,
    created_at: now,
    ...(scopes === null ? {} : { scopes, hash }),
  };
  return { record, token };
}

function checkExpiry({ purpose, expiresInDays: days }: NewKey): void {
  if (days === null) return;
  if (purpose === 'publishable') {
    throw apiError('invalid_key_purpose', {
      why: 'A key with an expiry must be secret. Leave out the expiry, or create a secret key.',
    });
  }
  if (!Number.isInteger(days) || days < limits.session_key_days_min || days > limits.session_key_days_max) {
    throw apiError('invalid_key_expiry', {}, { param: 'expires_in_days' });
  }
}

/** The origin in its normal form. @throws invalid_field_value for what is no origin */
export function checkedOrigin(origin: string): string {
  const normal = normalOrigin(origin);
  if (normal !== null) return normal;
  const why = `"${origin}" is no origin; write it as https://example.com, with the port if there is one`;
  throw apiError(
    'invalid_field_value',
    { name: 'origins', why },
    { param: 'origins', expected: 'origin', got: origin },
  );
}

/** All keys of a project, revoked ones included, oldest first. */
export function keysOf(db: ProjectDb): Promise<KeyRecord[]> {
  return listKeys(db);
}

/** Where keys are found, which were found good before, and where their use is noted. */
export interface KeyBook {
  find: (hash: string) => Promise<FoundKey | undefined>;
  seen: KeyCache;
  noteUse: (hash: string, now: Date) => void;
}

/** What a request shows of itself. */
interface KeyRequest {
  token: string | null;
  origin: string;
  address: string;
}

/**
 * Says whose request this is (specification: authentication).
 * @throws missing_api_key, invalid_api_key, key_expired, origin_not_allowed
 */
export async function admitKey(book: KeyBook, request: KeyRequest, now: Date): Promise<AdmittedRequest> {
  const { token, origin, address } = request;
  if (token === null) throw apiError('missing_api_key', {});
  if (token === '') throw apiError('invalid_api_key', { lacksBearer: true });
  const hash = book.seen.get(token)?.hash ?? (isWellFormedToken(token) ? hashOfToken(token) : null);
  const found = hash === null ? undefined : await book.find(hash);
  try {
    checkKey(found, origin, now);
  } catch (refusal) {
    book.seen.delete(token);
    throw refusal;
  }
  const { key, project, at } = found;
  book.seen.set(token, { hash: hash ?? key._id, found });
  book.noteUse(key._id, now);
  return {
    caller: {
      kind: 'key',
      keyId: key.key_id,
      purpose: key.purpose,
      name: key.name,
      expiresAt: key.expires_at,
      address,
      grant: grantOfScopes(key.scopes),
    },
    project,
    at,
  };
}

/** @throws invalid_api_key, key_expired, origin_not_allowed */
function checkKey(found: FoundKey | undefined, origin: string, now: Date): asserts found is FoundKey {
  if (found === undefined || found.key.revoked_at !== null) throw apiError('invalid_api_key', {});
  const { expires_at: expires, purpose, origins } = found.key;
  if (expires !== null && expires <= now) {
    const expiredAt = expires.toISOString();
    throw apiError('key_expired', { expiredAt }, { expired_at: expiredAt });
  }
  if (purpose === 'publishable' && origin !== '' && !isAllowedOrigin(origin, origins)) {
    throw apiError('origin_not_allowed', { origin });
  }
}

/** Confirms that the key resolves and names its project (specification: ping). */
export async function ping(context: ProjectContext) {
  const { caller, project } = context;
  if (caller === null) throw new Error('ping is asked by a key');
  return {
    ok: true as const,
    project: { id: project.id, name: project.name },
    key: {
      id: caller.keyId,
      purpose: caller.purpose,
      name: caller.name,
      expires_at: caller.expiresAt?.toISOString() ?? null,
      ...(caller.grant === null ? {} : { scopes: scopesOf(caller.grant) }),
    },
    api_version: 'v1' as const,
    time: context.now.toISOString(),
  };
}
