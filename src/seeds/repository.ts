import { projectCollection, type ProjectDb } from '../core/mongo/index.ts';
import { rows } from '../core/mongo/scope/scoped.ts';

/** What became of a seed: loading again passes it over, whatever people made of it meanwhile. */
interface SeededRecord {
  /** `<project>/<name>` */
  _id: string;
  /** `product/tern`, `kb_article/drying-a-wet-kite` */
  name: string;
  id: string;
}

export const seeded = projectCollection<SeededRecord>('seeded', [
  { key: { project_id: 1, name: 1 }, unique: true },
]);

/** Ids of the seeds that the project has, by name. */
export async function findSeeded(db: ProjectDb): Promise<Map<string, string>> {
  const found = await rows(db, seeded).find({});
  return new Map(found.map(({ name, id }) => [name, id]));
}

export function keepSeeded(db: ProjectDb, name: string, id: string): Promise<void> {
  return rows(db, seeded).insertOne({ _id: `${db.projectId}/${name}`, name, id });
}
