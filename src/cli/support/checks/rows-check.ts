import { jobActor } from '../../../contract/events/actor.ts';
import type { LocaleSweep } from '../../../core/context/index.ts';
import { inSnapshot, type ProjectDb, type SystemDb } from '../../../core/mongo/index.ts';
import { findProjectInfo } from '../../../lifecycle/index.ts';
import { findProjectsInLocales, rewriteLocaleRows, writerOf } from '../../../projects/index.ts';
import { bad, type Finding, good, messageOf } from './finding.ts';

/** Projects that a check reads or fixes. */
const projectsMax = 1_000;
/** Items of each kind and content type of a project. */
const sampleSize = 50;
/** Ids that the finding lists. */
const listedMax = 10;

interface RowsCheck {
  sweeps: readonly LocaleSweep[];
  fixRows: boolean;
  now: Date;
}

/**
 * Compares stored rows of items in several locales with a fresh derivation, from a random item on, after `fixRows` has
 * rewritten all of them. No finding without a project in several locales.
 */
export async function rowFindings(system: SystemDb, { sweeps, fixRows, now }: RowsCheck): Promise<Finding[]> {
  const projectIds = await findProjectsInLocales(system, projectsMax);
  if (projectIds.length === 0) return [];
  const actor = jobActor('locales.sweep');
  const outdated: string[] = [];
  const failures: Finding[] = [];
  let checked = 0;
  for (const id of projectIds) {
    const db = system.project(id);
    try {
      if (fixRows) await rewriteLocaleRows(writerOf(db, { now, actor }), sweeps);
      // Rows and items are read at one moment, because the service writes meanwhile.
      const result = await inSnapshot(system, null, (session) =>
        checkProject(db.within(session), { sweeps, now }),
      );
      checked += result.checked;
      outdated.push(...result.outdated.map((item) => `${item} (project ${id})`));
    } catch (error) {
      failures.push(bad('rows', `The rows of project ${id} can't be checked: ${messageOf(error)}`));
    }
  }
  const projects = projectIds.length - failures.length;
  return [...failures, outcome({ projects, fixRows, checked, outdated })];
}

interface Outcome {
  projects: number;
  fixRows: boolean;
  checked: number;
  outdated: readonly string[];
}

function outcome({ projects, fixRows, checked, outdated }: Outcome): Finding {
  const rewritten = fixRows ? `Rewrote the rows of ${projects} project${projects === 1 ? '' : 's'}. ` : '';
  if (outdated.length === 0)
    return good(
      'rows',
      `${rewritten}The rows of ${checked} sampled items in several locales are up to date.`,
    );
  const listed = outdated.slice(0, listedMax).join(', ');
  const more = outdated.length > listedMax ? ` and ${outdated.length - listedMax} more` : '';
  return bad(
    'rows',
    `${rewritten}The rows of ${outdated.length} of ${checked} sampled items differ from a fresh derivation: ${listed}${more}.`,
    'Run: galley doctor --fix-rows',
  );
}

/** Nothing is checked while a job brings the project's items in line with its locales. */
async function checkProject(
  db: ProjectDb,
  { sweeps, now }: Omit<RowsCheck, 'fixRows'>,
): Promise<{ checked: number; outdated: string[] }> {
  const project = await findProjectInfo(db);
  const outdated: string[] = [];
  let checked = 0;
  if (project === null || project.locales.sweep !== undefined) return { checked, outdated };
  const { locales, reviewIntervalDays } = project;
  const sample = { list: locales.list, reviewIntervalDays, now, size: sampleSize, position: Math.random() };
  for (const { check } of sweeps) {
    const result = await check?.(db, sample);
    checked += result?.checked ?? 0;
    outdated.push(...(result?.outdated ?? []));
  }
  return { checked, outdated };
}
