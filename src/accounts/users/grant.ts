import type { AskNarrowed } from '../access/schema.ts';
import { checkedNarrowed, invalidScope } from '../access/service.ts';
import type { Narrowed } from '../../contract/access.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { Role } from './schema.ts';

/** What a membership is narrowed to, checked; null for all, undefined where nothing was said. @throws invalid_scope */
export async function grantFor(
  db: ProjectDb,
  asked: AskNarrowed | null | undefined,
): Promise<Narrowed | null | undefined> {
  if (asked == null) return asked;
  const checked = await checkedNarrowed(db, asked, 'grant');
  return Object.keys(checked).length === 0 ? null : checked;
}

/** @throws invalid_scope for an owner, who can do everything */
export function checkNarrowable(role: Role, grant: Narrowed | undefined): void {
  if (role !== 'owner' || grant === undefined) return;
  throw invalidScope('grant', 'An owner can do everything. Choose another role, or leave the narrowing out.');
}
