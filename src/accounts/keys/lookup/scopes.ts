import { type Permission, permissions, type Scopes } from '../../../contract/access.ts';
import { checkAmong, checkedNarrowed, checkedReleases, invalidScope } from '../../access/service.ts';
import type { AskScopes } from '../../access/schema.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { KeyPurpose } from './token.ts';

/** What keys can be given: settings, keys and members stay with people. */
const offered: readonly Permission[] = permissions.filter((permission) => permission !== 'manage');

/** What each permission of a key stands on. */
const needed: Partial<Record<Permission, Permission>> = {
  draft: 'read',
  publish: 'draft',
  schema: 'publish',
  releases: 'publish',
};

/** The scopes as they are stored, their words in one order. @throws invalid_scope */
export async function checkedScopes(db: ProjectDb, purpose: KeyPurpose, asked: AskScopes): Promise<Scopes> {
  const can = checkedPermissions(purpose, asked.can);
  const narrowed = await checkedNarrowed(db, asked, 'scopes');
  const releases =
    asked.releases === undefined ? undefined : await checkedReleases(db, asked.releases, 'scopes.releases');
  const scopes: Scopes = { can, ...narrowed, ...(releases === undefined ? {} : { releases }) };
  checkTogether(scopes);
  return scopes;
}

function checkedPermissions(purpose: KeyPurpose, asked: readonly string[]): Permission[] {
  for (const word of asked) checkAmong(offered, word, { param: 'scopes.can', noun: 'permission of keys' });
  const chosen = offered.filter((permission) => asked.includes(permission));
  if (!chosen.includes('read'))
    throw invalidScope('scopes.can', 'A key that does anything can read. Add "read".');
  for (const permission of chosen) {
    const base = needed[permission];
    if (base !== undefined && !chosen.includes(base)) {
      const why = `"${permission}" needs "${base}". Add it, or leave "${permission}" out.`;
      throw invalidScope('scopes.can', why);
    }
  }
  if (purpose === 'publishable' && chosen.length > 1) {
    const why = 'A publishable key can have "read" alone. Create a secret key for the others.';
    throw invalidScope('scopes.can', why);
  }
  return chosen;
}

/** A release is all of its types, and a type is content. */
function checkTogether({ can, areas, types, releases }: Scopes): void {
  const isNarrowed = areas !== undefined || types !== undefined || releases !== undefined;
  if (can.includes('releases') && isNarrowed) {
    const why =
      '"releases" stands beside no narrowing: a release is all of its content. Leave one of them out.';
    throw invalidScope('scopes.can', why);
  }
  if (can.includes('schema') && areas?.includes('content') === false) {
    throw invalidScope('scopes.can', '"schema" needs the area "content". Add it, or leave "schema" out.');
  }
}
