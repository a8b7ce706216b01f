import { projectCollection, type ProjectDb } from '../core/mongo/index.ts';
import { rows } from '../core/mongo/scope/scoped.ts';

/** A stored seed. Later loads skip it, even if the item was changed or deleted. */
interface SeededRecord {
  /** `<project>/<name>` */
  _id: string;
  /** `product/tern`, `kb_article/drying-a-wet-kite` */
  name: string;
  id: string;
}

export const storedSeeds = projectCollection<SeededRecord>('seeded', [
  { key: { project_id: 1, name: 1 }, unique: true },
]);

/** Returns the ids of the project's seeds, by name. */
export async function findSeedIds(db: ProjectDb): Promise<Map<string, string>> {
  const records = await rows(db, storedSeeds).find({});
  return new Map(records.map(({ name, id }) => [name, id]));
}

export function storeSeedId(db: ProjectDb, name: string, id: string): Promise<void> {
  return rows(db, storedSeeds).insertOne({ _id: `${db.projectId}/${name}`, name, id });
}
