import { type Grant, type Permission, permissions } from '../contract/access.ts';
import { problem } from '../contract/problem.ts';
import { didYouMean } from '../contract/suggest.ts';
import type { Scopes } from './schema.ts';
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
export function checkedScopes(purpose: KeyPurpose, { can }: { can: readonly string[] }): Scopes {
  for (const word of can) checkWord(word);
  const chosen = offered.filter((permission) => can.includes(permission));
  if (!chosen.includes('read')) throw invalid('A key that does anything can read. Add "read".');
  for (const permission of chosen) {
    const base = needed[permission];
    if (base !== undefined && !chosen.includes(base)) {
      throw invalid(`"${permission}" needs "${base}". Add it, or leave "${permission}" out.`);
    }
  }
  if (purpose === 'publishable' && chosen.length > 1) {
    throw invalid('A publishable key can have "read" alone. Create a secret key for the others.');
  }
  return { can: chosen };
}

function checkWord(word: string): void {
  if (offered.some((permission) => permission === word)) return;
  const meant = didYouMean(word, offered);
  const why = `"${word}" is no permission of keys. There are ${offered.join(', ')}.`;
  throw problem(
    'invalid_scope',
    { why },
    { param: 'scopes.can', ...(meant === undefined ? {} : { did_you_mean: meant }) },
  );
}

function invalid(why: string): Error {
  return problem('invalid_scope', { why }, { param: 'scopes.can' });
}

/** What a key may do; null for everything of its kind. */
export function grantOfScopes(scopes: Scopes | null): Grant | null {
  return scopes === null ? null : { can: scopes.can, areas: null, types: null, releases: null };
}
