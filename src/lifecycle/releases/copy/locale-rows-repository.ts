import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { noTimeLimit, type PartRow, parts } from './release-rows.ts';

/** Counts the rows of entries in further locales over all releases of the project, up to `max`. */
export function countLocaleRowsOf(db: ProjectDb, max = Number.MAX_SAFE_INTEGER): Promise<number> {
  const { collection } = parts.entryLocales;
  return rows<PartRow, ProjectDb>(whole(db), { ...collection, scope: 'project' }).count({}, max, noTimeLimit);
}
