import { type Permission, permissions, type Scopes } from '../../../contract/access.ts';
import { checkAmong, checkNarrowed, checkReleases, invalidScope } from '../../access/service.ts';
import type { ScopesInput } from '../../access/schema.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { KeyPurpose } from './token.ts';

/** Permissions that a key can have. Settings, keys and members (`manage`) are for people only. */
const keyPermissions: readonly Permission[] = permissions.filter((permission) => permission !== 'manage');

/** The permission that each permission requires. */
const requiredPermissions: Partial<Record<Permission, Permission>> = {
  preview: 'read',
  draft: 'read',
  publish: 'draft',
  schema: 'publish',
  releases: 'publish',
};

/** Checks the scopes of a key and returns them as they are stored, in a fixed order. @throws invalid_scope */
export async function checkScopes(db: ProjectDb, purpose: KeyPurpose, input: ScopesInput): Promise<Scopes> {
  const can = checkPermissions(purpose, input.can);
  const narrowed = await checkNarrowed(db, input, 'scopes');
  const releases =
    input.releases === undefined ? undefined : await checkReleases(db, input.releases, 'scopes.releases');
  const scopes: Scopes = { can, ...narrowed, ...(releases === undefined ? {} : { releases }) };
  checkCombination(scopes);
  return scopes;
}

function checkPermissions(purpose: KeyPurpose, permissions: readonly string[]): Permission[] {
  for (const word of permissions)
    checkAmong(keyPermissions, word, { param: 'scopes.can', noun: 'permission of keys' });
  const keyCan = keyPermissions.filter((permission) => permissions.includes(permission));
  if (!keyCan.includes('read'))
    throw invalidScope('scopes.can', 'A key that does anything can read. Add "read".');
  for (const permission of keyCan) {
    const base = requiredPermissions[permission];
    if (base !== undefined && !keyCan.includes(base)) {
      const why = `"${permission}" needs "${base}". Add it, or leave "${permission}" out.`;
      throw invalidScope('scopes.can', why);
    }
  }
  if (purpose === 'publishable' && keyCan.length > 1) {
    const why = 'A publishable key can have "read" alone. Create a secret key for the others.';
    throw invalidScope('scopes.can', why);
  }
  return keyCan;
}

/** Rejects contradictions: a release includes all types, and types belong to the area "content". */
function checkCombination({ can, areas, types, releases, locales }: Scopes): void {
  const limits = [areas, types, releases, locales];
  const isNarrowed = limits.some((limit) => limit !== undefined);
  if (can.includes('releases') && isNarrowed) {
    const why =
      '"releases" stands beside no narrowing: a release is all of its content. Leave one of them out.';
    throw invalidScope('scopes.can', why);
  }
  if (can.includes('schema') && locales !== undefined) {
    const why = 'A key with "locales" writes localized fields only. Leave "schema" or "locales" out.';
    throw invalidScope('scopes.can', why);
  }
  if (can.includes('schema') && areas?.includes('content') === false) {
    throw invalidScope('scopes.can', '"schema" needs the area "content". Add it, or leave "schema" out.');
  }
}
