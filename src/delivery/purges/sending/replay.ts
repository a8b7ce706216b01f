import { type WriteSource, revisionBefore, writerOf, writeProject } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { parseTime } from '../../../lifecycle/index.ts';
import { auditedEndpoint } from '../../webhooks/audited.ts';
import { changeTarget, type TargetRecord } from '../../webhooks/target-repository.ts';
import { behindOf } from '../health.ts';
import type { Behind } from '../schema.ts';
import { earlierPosition } from './next-purge.ts';

/**
 * Sends a target all changes since a time again, by moving its position back: as one batch, or as a purge of everything
 * if those changes are deleted already. @throws invalid_field_value (since)
 */
export async function replayTarget(
  db: ProjectDb,
  target: TargetRecord,
  { since: sinceText, by }: { since: string; by: WriteSource },
): Promise<Behind> {
  const since = parseTime(sinceText);
  if (since === null) {
    const why = 'it is no time; write it as 2026-11-20T09:30:00Z';
    throw apiError('invalid_field_value', { name: 'since', why }, { param: 'since' });
  }
  // Changes without events have no time, so a few more of them than needed are sent.
  const position = { revision: await revisionBefore(db, since), hand: 0 };
  const through = earlierPosition(target.purge.through, position);
  const storedTarget = await writeProject(writerOf(db, by), async (tx) => {
    const updatedTarget = await changeTarget(tx.db, target._id, { 'purge.through': through });
    if (updatedTarget === null) return tx.unchanged(null);
    return tx.stored({ action: 'purge_target.replayed', subject: auditedEndpoint(target) }, updatedTarget);
  });
  return behindOf(db, storedTarget ?? target);
}
