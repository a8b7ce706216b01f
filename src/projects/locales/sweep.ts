import { jobActor } from '../../contract/events/actor.ts';
import { changeTags, groups } from '../../contract/events/cache-tags.ts';
import { minuteMs } from '../../contract/time.ts';
import type {
  LocaleListRecord,
  LocaleSweep,
  LocaleSweepRecord,
  NotInTransaction,
  ProjectWriter,
  Tx,
} from '../../core/context/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import { writeProject, writerOf } from '../write/transaction.ts';
import { findSweptProjects, noteSweepProgress, updateLocales } from './repository.ts';

const job = 'locales.sweep';

/** The rows that make the job due. */
export const sweptProjectRows = [
  { collection: 'projects', filter: () => ({ 'locales.sweep.version': { $exists: true } }) },
];

/** Brings stored items of all projects in line with their changed lists of locales. A failure stops no other project. */
export async function sweepLocales(
  system: SystemDb,
  { now, sweeps }: { now: Date; sweeps: readonly LocaleSweep[] },
): Promise<void> {
  const loop = projectLoop(system, job, minuteMs);
  const keys = { projectOf: (id: string) => id, keyOf: (id: string) => id };
  await loop.runRows(await findSweptProjects(system), keys, (id) => {
    const actor = jobActor(job);
    return sweepProject(writerOf(system.project(id), { now, actor }), sweeps);
  });
}

/** Derives what is derived from all items of a project again, as after a change of its list of locales. */
export async function rewriteLocaleRows(
  writer: ProjectWriter & NotInTransaction,
  sweeps: readonly LocaleSweep[],
): Promise<void> {
  await writeProject(writer, async (tx) => {
    const record = await tx.locales();
    const { version, sweep } = record;
    const whole = { preparing: [], removing: [], is_filling: false, progress: 0, ...sweep };
    await storeSweep(tx, record, { ...whole, version, is_marked: false });
    return tx.continued(null);
  });
  await sweepProject(writer, sweeps);
}

/** A killed job begins again; marks show which items are left. */
async function sweepProject(writer: ProjectWriter, sweeps: readonly LocaleSweep[]): Promise<void> {
  const sweep = await writeProject(writer, async (tx) => {
    const record = await tx.locales();
    if (record.sweep === undefined || record.sweep.is_marked) return tx.unchanged(record.sweep);
    for (const { mark } of sweeps) await mark?.(tx);
    const markedSweep = { ...record.sweep, is_marked: true };
    await storeSweep(tx, record, markedSweep);
    return tx.continued(markedSweep);
  });
  if (sweep === undefined) return;
  const { version } = sweep;
  const removed = sweep.removing.map(({ id }) => id);
  for (const [i, { run }] of sweeps.entries())
    await run(writer, removed, (progress) =>
      noteSweepProgress(writer.db, { version, progress: (i + progress) / sweeps.length }),
    );
  await writeProject(writer, async (tx) => {
    const record = await tx.locales();
    if (record.sweep?.version !== version) return tx.unchanged(null); // the list changed meanwhile
    await storeSweep(tx, record, undefined);
    tx.invalidate('schema', changeTags(groups.all));
    return tx.continued(null);
  });
}

/** The list stays, and so does its version, which writes compare. */
async function storeSweep(
  { db }: Tx<ProjectWriter>,
  { version, list }: LocaleListRecord,
  sweep: LocaleSweepRecord | undefined,
): Promise<void> {
  await updateLocales(db, { version, list, ...(sweep === undefined ? {} : { sweep }) });
}
