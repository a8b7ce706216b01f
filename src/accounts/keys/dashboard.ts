import { apiError } from '../../contract/errors/api-error.ts';
import type { ScopesInput } from '../access/schema.ts';
import { checkProof, type MemberContext } from '../../core/http/index.ts';
import { findKey } from './repository.ts';
import type { ApiKey, ChangeApiKey, CreateApiKey, KeyRecord } from './schema.ts';
import { checkScopes } from './lookup/scopes.ts';
import { serializeKey } from './serialize.ts';
import { changeKey, revokeKey } from './changes.ts';
import { checkOrigin, createKey, keysOf } from './service.ts';
import type { KeyPurpose } from './lookup/token.ts';

/** Lists all keys of the project, oldest first. */
export async function listApiKeys(context: MemberContext): Promise<{ data: ApiKey[] }> {
  const records = await keysOf(context.db);
  return { data: records.map((record) => serialized(context, record)) };
}

/** @throws invalid_key_purpose, invalid_key_expiry, invalid_scope, invalid_field_value (origins), limit_reached */
export async function createApiKey(context: MemberContext, input: CreateApiKey) {
  const { box } = context.tools.sending;
  const { purpose, name, origins = [], expires_in_days: expiresInDays = null, scopes = null } = input;
  if (purpose === 'secret' && origins.length > 0) throw noOrigins();
  const { record, token } = await createKey(
    context.db,
    { purpose, name, origins, expiresInDays, ...(scopes === null ? {} : { scopes }) },
    { now: context.now, actor: context.actor, origin: context.origin, box, bounds: context.bounds },
  );
  return { key: serialized(context, record), token };
}

/**
 * Changes a key.
 * @throws unknown_key, nothing_to_update, invalid_field_value (origins), invalid_scope, step_up_required if
 * the key gains rights
 */
export async function changeApiKey(
  context: MemberContext,
  keyId: string,
  { name, origins, scopes }: ChangeApiKey,
): Promise<ApiKey> {
  if (name === undefined && origins === undefined && scopes === undefined)
    throw apiError('nothing_to_update', {});
  const before = await findKey(context.db, keyId);
  if (before === null) throw unknownKey();
  if (before.purpose === 'secret' && origins !== undefined) throw noOrigins();
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(origins === undefined ? {} : { origins: origins.map(checkOrigin) }),
    ...(scopes === undefined ? {} : { scopes: await checkSentScopes(context, before.purpose, scopes) }),
  };
  const mayWiden = () => checkProof(context.person, context.now); // removing rights needs no step-up
  const after = await changeKey(context.db, keyId, changes, { ...context, mayWiden });
  if (after === null) throw unknownKey();
  return serialized(context, after);
}

async function checkSentScopes({ db }: MemberContext, purpose: KeyPurpose, scopes: ScopesInput | null) {
  return scopes === null ? null : checkScopes(db, purpose, scopes);
}

/** Revokes a key; repeating it is no error. @throws unknown_key */
export async function revokeApiKey(context: MemberContext, keyId: string): Promise<ApiKey> {
  const after = await revokeKey(context.db, keyId, context);
  if (after === null) throw unknownKey();
  return serialized(context, after);
}

function serialized({ tools, project }: MemberContext, record: KeyRecord): ApiKey {
  return serializeKey(record, tools.sending.box, project.locales.list);
}

function unknownKey(): Error {
  return apiError('unknown_key', {}, { param: 'keyId' });
}

function noOrigins(): Error {
  const why = 'only publishable keys have origins';
  return apiError('invalid_field_value', { name: 'origins', why }, { param: 'origins' });
}
