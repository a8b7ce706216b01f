import { revisionBefore } from '../events/service.ts';
import { problem } from '../contract/problem.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { parseTime } from '../publishing/service.ts';
import { changeTarget, type TargetRecord } from '../webhooks/service.ts';
import { behindOf } from './health.ts';
import type { Behind } from './schema.ts';
import { earlierPlace } from './turns.ts';

/**
 * Has a target told again of all that changed since a moment, by putting it back: one batch, however much that is, and
 * everything where the changes are no longer kept. @throws invalid_field_value (since)
 */
export async function replayTarget(db: ProjectDb, target: TargetRecord, sent: string): Promise<Behind> {
  const since = parseTime(sent);
  if (since === null) {
    const why = 'it is no time; write it as 2026-11-20T09:30:00Z';
    throw problem('invalid_field_value', { name: 'since', why }, { param: 'since' });
  }
  const place = { revision: await revisionBefore(db, since), hand: 0 }; // of changes without events some more are told
  const through = earlierPlace(target.purge.through, place);
  const changed = await changeTarget(db, target._id, { 'purge.through': through });
  return behindOf(db, changed ?? target);
}
