import { projectCollection, type ProjectDb, type ReleaseDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { noTimeLimit, type PartRow, parts } from './release-rows.ts';

const { collection } = parts.entryLocales;

/** Rows of articles in further locales: a collection by name, because its feature defines the indexes. */
const articleLocales = projectCollection<PartRow>('article_locales', []);

/** Counts the rows in further locales of the project's articles, and of its entries in all releases, up to `max`. */
export async function countLocaleRowsOf(db: ProjectDb, max: number): Promise<number> {
  const entryLocales = { ...collection, scope: 'project' } as const;
  const counts = await Promise.all([
    rows<PartRow, ProjectDb>(whole(db), entryLocales).count({}, max, noTimeLimit),
    rows<PartRow, ProjectDb>(whole(db), articleLocales).count({}, max, noTimeLimit),
  ]);
  return Math.min(counts[0] + counts[1], max);
}

/** Counts the rows of entries in further locales of one release, up to `max`. */
export function countLocaleRowsIn(db: ReleaseDb, max: number): Promise<number> {
  return rows(whole(db), collection).count({}, max, noTimeLimit);
}
