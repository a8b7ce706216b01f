import type { SealedBox } from '../../core/util/index.ts';
import type { ApiKey, KeyRecord } from './schema.ts';

/** A key as the dashboard shows it. */
export function serializeKey(record: KeyRecord, box: SealedBox): ApiKey {
  return {
    id: record.key_id,
    purpose: record.purpose,
    name: record.name,
    origins: record.origins,
    token: record.sealed_token === null ? null : opened(box, record.sealed_token),
    expires_at: record.expires_at?.toISOString() ?? null,
    revoked_at: record.revoked_at?.toISOString() ?? null,
    last_used_at: record.last_used_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    ...(record.scopes === undefined ? {} : { scopes: record.scopes }),
  };
}

/** Null for a token that was stored under another `APP_SECRET`: it still works and cannot be shown. */
function opened(box: SealedBox, sealed: string): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}
