import { newRecord, inState } from '../../src/content/entries/record.ts';
import type { TypeRecord } from '../../src/content/types/schema.ts';
import { newId } from '../../src/contract/ids.ts';
import type { EntryValues } from '../../src/content/entries/store/schema.ts';
import { applyChange } from '../../src/lifecycle/publishing/state-machine.ts';
import type { TestProject, TestService } from './service.ts';
import { databaseOf } from './database.ts';

/** Stores as many entries as there are values, published a second apart, as the service would; answers their ids. */
export async function storeEntries(
  { app }: TestService,
  project: TestProject,
  slug: string,
  many: readonly EntryValues[],
): Promise<string[]> {
  const owner = { project_id: project.id, release_id: project.releaseId };
  const type = await databaseOf(app.system)
    .collection<TypeRecord>('content_types')
    .findOne({ ...owner, slug });
  if (type === null) throw new Error(`no type ${slug}`);
  const start = app.clock.now().getTime() - many.length * 1_000;
  const records = many.map((values, i) => {
    const now = new Date(start + i * 1_000);
    const before = newRecord(project.releaseId, { type, id: newId('entry', now), now });
    const { after } = applyChange(before, { merge: () => values, publish: true }, now);
    return { ...inState(before, after, { ...type, blocks: new Map() }), ...owner };
  });
  await databaseOf(app.system)
    .collection<(typeof records)[number]>('entries')
    .insertMany(records, { ordered: false });
  return records.map(({ id }) => id);
}
