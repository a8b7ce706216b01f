import { findOpenPurges } from '../queue/purge-repository.ts';
import { invalidationPageAfter } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { healthOf } from '../webhooks/health.ts';
import { type TargetRecord, targetsOf } from '../webhooks/target-repository.ts';
import type { Backlog, ShownTarget } from './schema.ts';
import { serializeTarget } from './serialize.ts';
import { earlierPosition } from './sending/next-purge.ts';

/** Maximum changes counted for the backlog of a target. */
const countedMax = 200;

/** Counts the changes that were not sent to a target yet, or that it did not confirm. */
export async function backlogOf(db: ProjectDb, { _id, purge }: TargetRecord): Promise<Backlog> {
  const open = await findOpenPurges(db, _id);
  const positions = open.map(({ tells_after: position = null }) => position);
  const from = positions.reduce(earlierPosition, purge.through);
  const page = from === null ? null : await invalidationPageAfter(db, from, countedMax);
  if (page?.isComplete !== true) return { changes: 0, everything: true, since: null };
  const since = page.rows[0]?.created_at.toISOString() ?? null;
  return { changes: page.rows.length, everything: false, since };
}

export async function targetWithHealth(db: ProjectDb, record: TargetRecord): Promise<ShownTarget> {
  const target = serializeTarget(record);
  const [health, behind] = await Promise.all([healthOf(db, target), backlogOf(db, record)]);
  return { ...target, health, behind };
}

/** All targets of a project with their health, oldest first. */
export async function targetsWithHealth(db: ProjectDb): Promise<ShownTarget[]> {
  return Promise.all((await targetsOf(db)).map((record) => targetWithHealth(db, record)));
}

/** The targets of the project that fail or were disabled by failures. */
export async function unhealthyTargets(db: ProjectDb): Promise<ShownTarget[]> {
  const all = await targetsOf(db);
  const unhealthy = all.filter(
    (target) => target.consecutive_failures > 0 || target.disabled_reason === 'failures',
  );
  return Promise.all(unhealthy.map((record) => targetWithHealth(db, record)));
}
