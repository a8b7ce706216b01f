import type { ProjectDb, ReleaseDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { noTimeLimit, type PartRow, parts } from './release-rows.ts';

const { collection } = parts.entryLocales;

/** Counts the rows of entries in further locales over all releases of the project, up to `max`. */
export function countLocaleRowsOf(db: ProjectDb, max: number): Promise<number> {
  return rows<PartRow, ProjectDb>(whole(db), { ...collection, scope: 'project' }).count({}, max, noTimeLimit);
}

/** Counts the rows of entries in further locales of one release, up to `max`. */
export function countLocaleRowsIn(db: ReleaseDb, max: number): Promise<number> {
  return rows(whole(db), collection).count({}, max, noTimeLimit);
}
