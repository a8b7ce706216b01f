import { auditActions } from '../../src/contract/events/audit-actions.ts';
import type { App } from '../../src/server/app.ts';
import { databaseOf } from '../../test/support/database.ts';

/** Number of actors and of items, so that filters by either match a share of the rows. */
const actors = 20;
const items = 200;
/** Rows per database command. */
const atOnce = 50_000;

/**
 * Adds rows to a project's audit log directly in the database. One in ten is about access and settings. Updates the row
 * count of the project, as writes do.
 */
export async function seedAudit({ system }: App, projectId: string, rows: number): Promise<void> {
  const db = databaseOf(system);
  const first = await db.collection('audit').countDocuments({ project_id: projectId });
  const actions = Object.keys(auditActions);
  const nameOf = (value: object) => ({ $toString: value });
  for (let from = first; from < first + rows; from += atOnce) {
    const size = Math.min(atOnce, first + rows - from);
    const isHeavy = { $eq: [{ $mod: ['$seq', 10] }, 0] };
    const row = {
      _id: { $concat: ['aud_bench_', projectId, '_', nameOf('$seq' as never)] },
      project_id: projectId,
      seq: '$seq',
      at: { $toDate: { $add: [1_700_000_000_000, { $multiply: ['$seq', 1_000] }] } },
      actor: { kind: 'user', id: { $concat: ['usr_', nameOf({ $mod: ['$seq', actors] })] } },
      via: 'dashboard',
      action: { $arrayElemAt: [{ $literal: actions }, { $mod: ['$seq', actions.length] }] },
      subject: {
        kind: 'entry',
        id: { $concat: ['ent_', nameOf({ $mod: ['$seq', items] })] },
        title: 'A page',
      },
      visible: true,
      changed: ['title', 'body'],
      request_id: 'req_bench',
      heavy: { $cond: [isHeavy, true, '$$REMOVE'] },
    };
    const numbered = [
      { $documents: [{ seq: { $range: [from + 1, from + size + 1] } }] },
      { $unwind: '$seq' },
      { $project: row },
      { $merge: { into: 'audit', whenMatched: 'fail' } },
    ];
    await db.aggregate(numbered).toArray();
  }
  const count = { $set: { audit_seq: first + rows } };
  await db.collection<{ _id: string }>('projects').updateOne({ _id: projectId }, count);
}
