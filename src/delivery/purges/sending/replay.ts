import { parseTime } from '../../../contract/time.ts';
import { type WriteSource, revisionBefore, writerOf, writeProject } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { auditedEndpoint } from '../../webhooks/audited.ts';
import { changeTarget, findTarget, type TargetRecord } from '../../webhooks/target-repository.ts';
import { backlogOf } from '../health.ts';
import type { Backlog } from '../schema.ts';
import { earlierPosition } from './next-purge.ts';

/**
 * Resends all changes since a given time to a purge target by moving its position back. They are sent as one batch, or
 * as a purge of everything if the changes are no longer stored.
 * @throws invalid_field_value (since)
 */
export async function replayTarget(
  db: ProjectDb,
  target: TargetRecord,
  { since: sinceText, by }: { since: string; by: WriteSource },
): Promise<Backlog> {
  const since = parseTime(sinceText);
  if (since === null) {
    const why = 'it is not a valid time; write it as 2026-11-20T09:30:00Z';
    throw apiError('invalid_field_value', { name: 'since', why }, { param: 'since' });
  }
  // Changes without events have no time, so this may resend a few more than needed.
  const position = { revision: await revisionBefore(db, since), hand: 0 };
  const storedTarget = await writeProject(writerOf(db, by), async (tx) => {
    const current = await findTarget(tx.db, target._id);
    if (current === null) return tx.unchanged(target);
    const newPosition = earlierPosition(current.purge.through, position);
    const updated = await changeTarget(tx.db, target._id, { 'purge.through': newPosition });
    return tx.stored(
      { action: 'purge_target.replayed', subject: auditedEndpoint(current) },
      updated ?? current,
    );
  });
  return backlogOf(db, storedTarget);
}
