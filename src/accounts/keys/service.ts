import type { ScopesInput } from '../access/schema.ts';
import { grantOfScopes, type Scopes, scopesOf } from '../../contract/access.ts';
import { newId } from '../../contract/ids.ts';
import { defaultProjectLimits, limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { type WriteSource, checkProjectLimit, writerOf, writeProject } from '../../projects/index.ts';
import { dayMs } from '../../contract/time.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import type { AdmittedRequest } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { hashOfToken, type SealedBox } from '../../core/util/index.ts';
import { createdKey } from './audited.ts';
import { type KeyWithProject, keyLookup as lookup } from './lookup/lookup-repository.ts';
import { storedId } from './lookup/stored-id.ts';
import { isAllowedOrigin, normalOrigin } from './lookup/origins.ts';
import { countActiveKeys, deleteEndedKeys, insertKey, listKeys } from './repository.ts';
import type { KeyRecord } from './schema.ts';
import { checkScopes } from './lookup/scopes.ts';
import type { KeyCache } from './lookup/key-cache.ts';
import { isWellFormedToken, type KeyPurpose, newToken } from './lookup/token.ts';
export const keyLookup = lookup;

export interface NewKey {
  purpose: KeyPurpose;
  name: string;
  origins: readonly string[];
  /** Null for a key that never expires. */
  expiresInDays: number | null;
  /** Absent for a key without limits. */
  scopes?: ScopesInput;
}

/** The context of a new key; limits have their defaults unless the caller passes the operator's. */
type KeyContext = WriteSource & { box: Pick<SealedBox, 'seal'> };

/**
 * Creates a key. Only the returned value contains the token; for secret keys Galley stores only its hash. A
 * project keeps the newest revoked and expired keys, as many as it may have active ones.
 * @throws invalid_key_purpose, invalid_key_expiry, invalid_scope, invalid_field_value (origins),
 * limit_reached
 */
export async function createKey(
  db: ProjectDb,
  input: NewKey,
  { box, ...by }: KeyContext,
): Promise<{ record: KeyRecord; token: string }> {
  const { now, bounds = { perProject: defaultProjectLimits } } = by;
  const scopes = input.scopes === undefined ? null : await checkScopes(db, input.purpose, input.scopes);
  const { record, token } = newKey(input, { now, box, scopes });
  const { perProject } = bounds;
  await writeProject(writerOf(db, by), async (tx) => {
    await checkProjectLimit(perProject, 'keys_per_project_max', (max) => countActiveKeys(tx.db, now, max));
    await deleteEndedKeys(tx.db, now, perProject.keys_per_project_max);
    await insertKey(tx.db, record);
    return tx.stored(createdKey(record));
  });
  return { record, token };
}

/**
 * Returns a key that is not stored yet, with its token.
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
    origins: input.origins.map(checkOrigin),
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
      why: 'A key with an expiry must be secret. Omit the expiry, or create a secret key.',
    });
  }
  if (!Number.isInteger(days) || days < limits.session_key_days_min || days > limits.session_key_days_max) {
    throw apiError('invalid_key_expiry', {}, { param: 'expires_in_days' });
  }
}

/** Returns the origin in its normal form. @throws invalid_field_value */
export function checkOrigin(origin: string): string {
  const normal = normalOrigin(origin);
  if (normal !== null) return normal;
  const why = `"${origin}" is no origin; write it as https://example.com, with the port if there is one`;
  throw apiError(
    'invalid_field_value',
    { name: 'origins', why },
    { param: 'origins', expected: 'origin', got: origin },
  );
}

/** Lists all keys of a project, including revoked ones, oldest first. */
export function keysOf(db: ProjectDb): Promise<KeyRecord[]> {
  return listKeys(db);
}

/** The parts that admit keys. */
export interface KeyStore {
  find: (hash: string) => Promise<KeyWithProject | undefined>;
  cache: KeyCache;
  storeUse: (hash: string, now: Date) => void;
}

/** The parts of a request that decide whether its key is admitted. */
interface KeyRequest {
  token: string | null;
  origin: string;
  address: string;
}

/**
 * Returns the caller and the project of a request (specification: authentication).
 * @throws missing_api_key, invalid_api_key, key_expired, origin_not_allowed
 */
export async function admitKey(keys: KeyStore, request: KeyRequest, now: Date): Promise<AdmittedRequest> {
  const { token, origin, address } = request;
  if (token === null) throw apiError('missing_api_key', {});
  if (token === '') throw apiError('invalid_api_key', { lacksBearer: true });
  const hash = keys.cache.get(token)?.hash ?? (isWellFormedToken(token) ? hashOfToken(token) : null);
  const keyWithProject = hash === null ? undefined : await keys.find(hash);
  try {
    checkKey(keyWithProject, origin, now);
  } catch (rejection) {
    keys.cache.delete(token);
    throw rejection;
  }
  const { key, project, at } = keyWithProject;
  keys.cache.set(token, { hash: hash ?? key._id, keyWithProject });
  keys.storeUse(key._id, now);
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
function checkKey(
  keyWithProject: KeyWithProject | undefined,
  origin: string,
  now: Date,
): asserts keyWithProject is KeyWithProject {
  if (keyWithProject === undefined || keyWithProject.key.revoked_at !== null)
    throw apiError('invalid_api_key', {});
  const { expires_at: expires, purpose, origins } = keyWithProject.key;
  if (expires !== null && expires <= now) {
    const expiredAt = expires.toISOString();
    throw apiError('key_expired', { expiredAt }, { expired_at: expiredAt });
  }
  if (purpose === 'publishable' && origin !== '' && !isAllowedOrigin(origin, origins)) {
    throw apiError('origin_not_allowed', { origin });
  }
}

/** Confirms that the key works and returns its project (specification: ping). */
export async function ping(context: ProjectContext) {
  const { caller, project } = context;
  if (caller === null) throw new Error('ping needs a key');
  return {
    ok: true as const,
    project: { id: project.id, name: project.name },
    key: {
      id: caller.keyId,
      purpose: caller.purpose,
      name: caller.name,
      expires_at: caller.expiresAt?.toISOString() ?? null,
      ...(caller.grant === null ? {} : { scopes: scopesOf(caller.grant, project.locales.list) }),
    },
    api_version: 'v1' as const,
    time: context.now.toISOString(),
  };
}
