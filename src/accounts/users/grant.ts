import type { NarrowedInput } from '../access/schema.ts';
import { checkNarrowed, invalidScope } from '../access/service.ts';
import type { Narrowed } from '../../contract/access.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { Role } from './schema.ts';

/**
 * Checks the areas and types of a membership.
 * @returns null for no limits, undefined if omitted.
 * @throws invalid_scope
 */
export async function checkGrant(
  db: ProjectDb,
  input: NarrowedInput | null | undefined,
): Promise<Narrowed | null | undefined> {
  if (input == null) return input;
  const checked = await checkNarrowed(db, input, 'grant');
  return Object.keys(checked).length === 0 ? null : checked;
}

/** @throws invalid_scope for an owner, who can do everything */
export function checkNarrowable(role: Role, grant: Narrowed | undefined): void {
  if (role !== 'owner' || grant === undefined) return;
  throw invalidScope('grant', 'An owner can do everything. Choose another role, or leave the narrowing out.');
}
