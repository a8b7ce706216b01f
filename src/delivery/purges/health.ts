import { openOf } from '../queue/purge-repository.ts';
import { invalidationPageAfter } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { healthOf } from '../webhooks/health.ts';
import { type TargetRecord, targetsOf } from '../webhooks/target-repository.ts';
import type { Behind, ShownTarget } from './schema.ts';
import { serializeTarget } from './serialize.ts';
import { earlierPosition } from './sending/next-purge.ts';

/** Changes that a target is behind are counted so far. */
const countedMax = 200;

/** What was not sent to a target yet, or was sent and not confirmed. */
export async function behindOf(db: ProjectDb, { _id, purge }: TargetRecord): Promise<Behind> {
  const open = await openOf(db, _id);
  const places = open.map(({ tells_after: place = null }) => place);
  const from = places.reduce(earlierPosition, purge.through);
  const told = from === null ? null : await invalidationPageAfter(db, from, countedMax);
  if (told?.isWhole !== true) return { changes: 0, everything: true, since: null };
  const since = told.rows[0]?.created_at.toISOString() ?? null;
  return { changes: told.rows.length, everything: false, since };
}

export async function shownTarget(db: ProjectDb, record: TargetRecord): Promise<ShownTarget> {
  const target = serializeTarget(record);
  const [health, behind] = await Promise.all([healthOf(db, target), behindOf(db, record)]);
  return { ...target, health, behind };
}

/** All targets of a project with their health, oldest first. */
export async function shownTargets(db: ProjectDb): Promise<ShownTarget[]> {
  return Promise.all((await targetsOf(db)).map((record) => shownTarget(db, record)));
}

/** The targets of the project that fail or were disabled by failures. */
export async function unwellTargets(db: ProjectDb): Promise<ShownTarget[]> {
  const all = await targetsOf(db);
  const unwell = all.filter((one) => one.consecutive_failures > 0 || one.disabled_reason === 'failures');
  return Promise.all(unwell.map((record) => shownTarget(db, record)));
}
