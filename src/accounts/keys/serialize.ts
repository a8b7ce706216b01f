import { type LocaleCode, withLocaleCodes } from '../../contract/access.ts';
import type { SealedBox } from '../../core/util/index.ts';
import type { ApiKey, KeyRecord } from './schema.ts';

/** The API form of a key. `list` has the locales of the project. */
export function serializeKey(record: KeyRecord, box: SealedBox, list: readonly LocaleCode[]): ApiKey {
  return {
    id: record.key_id,
    purpose: record.purpose,
    name: record.name,
    origins: record.origins,
    token: record.sealed_token === null ? null : openToken(box, record.sealed_token),
    expires_at: record.expires_at?.toISOString() ?? null,
    revoked_at: record.revoked_at?.toISOString() ?? null,
    last_used_at: record.last_used_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    ...(record.scopes === undefined ? {} : { scopes: withLocaleCodes(record.scopes, list) }),
  };
}

/** Returns null for a token that was sealed under another `APP_SECRET`; the key works, but can't be shown. */
function openToken(box: SealedBox, sealedToken: string): string | null {
  try {
    return box.open(sealedToken);
  } catch {
    return null;
  }
}
