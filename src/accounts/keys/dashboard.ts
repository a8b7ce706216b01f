import { problem } from '../../contract/errors/problem.ts';
import type { AskScopes } from '../access/schema.ts';
import { checkProof, type MemberCall } from '../../core/http/index.ts';
import { findKey } from './repository.ts';
import type { ApiKey, ChangeApiKey, CreateApiKey } from './schema.ts';
import { checkedScopes } from './lookup/scopes.ts';
import { serializeKey } from './serialize.ts';
import { changeKey, revokeKey } from './changes.ts';
import { checkedOrigin, createKey, keysOf } from './service.ts';
import type { KeyPurpose } from './lookup/token.ts';

/** All keys of the project, oldest first. */
export async function listApiKeys(call: MemberCall): Promise<{ data: ApiKey[] }> {
  const records = await keysOf(call.db);
  return { data: records.map((record) => serializeKey(record, call.tools.sending.box)) };
}

/** @throws invalid_key_purpose, invalid_key_expiry, invalid_scope, invalid_field_value (origins), limit_reached */
export async function createApiKey(call: MemberCall, sent: CreateApiKey) {
  const { box } = call.tools.sending;
  const { purpose, name, origins = [], expires_in_days: expiresInDays = null, scopes = null } = sent;
  if (purpose === 'secret' && origins.length > 0) throw noOrigins();
  const { record, token } = await createKey(
    call.db,
    { purpose, name, origins, expiresInDays, ...(scopes === null ? {} : { scopes }) },
    { now: call.now, actor: call.actor, origin: call.origin, box, bounds: call.bounds },
  );
  return { key: serializeKey(record, box), token };
}

/** @throws unknown_key, nothing_to_update, invalid_field_value (origins), invalid_scope, step_up_required where it may do more */
export async function changeApiKey(
  call: MemberCall,
  keyId: string,
  { name, origins, scopes }: ChangeApiKey,
): Promise<ApiKey> {
  if (name === undefined && origins === undefined && scopes === undefined)
    throw problem('nothing_to_update', {});
  const before = await findKey(call.db, keyId);
  if (before === null) throw unknownKey();
  if (before.purpose === 'secret' && origins !== undefined) throw noOrigins();
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(origins === undefined ? {} : { origins: origins.map(checkedOrigin) }),
    ...(scopes === undefined ? {} : { scopes: await scopesFor(call, before.purpose, scopes) }),
  };
  const mayWiden = () => checkProof(call.person, call.now); // taking away never asks
  const after = await changeKey(call.db, keyId, changes, { ...call, mayWiden });
  if (after === null) throw unknownKey();
  return serializeKey(after, call.tools.sending.box);
}

async function scopesFor({ db }: MemberCall, purpose: KeyPurpose, asked: AskScopes | null) {
  return asked === null ? null : checkedScopes(db, purpose, asked);
}

/** Revoked before or not. @throws unknown_key */
export async function revokeApiKey(call: MemberCall, keyId: string): Promise<ApiKey> {
  const after = await revokeKey(call.db, keyId, call);
  if (after === null) throw unknownKey();
  return serializeKey(after, call.tools.sending.box);
}

function unknownKey(): Error {
  return problem('unknown_key', {}, { param: 'keyId' });
}

function noOrigins(): Error {
  const why = 'only publishable keys have origins';
  return problem('invalid_field_value', { name: 'origins', why }, { param: 'origins' });
}
