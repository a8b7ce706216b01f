import { inState, newRecord } from '../../src/content/entries/record.ts';
import type { TypeRecord } from '../../src/content/types/schema.ts';
import { newId } from '../../src/contract/ids.ts';
import { applyChange } from '../../src/lifecycle/publishing/state-machine.ts';
import { tester } from '../../test/support/actor.ts';
import { databaseOf } from '../../test/support/database.ts';
import type { Installation } from '../installation.ts';
import { storeMany } from './bulk.ts';

interface EntriesToStore {
  slug: string;
  fields: readonly { key: string; type: string }[];
  count: number;
  /** True for published entries; drafts if omitted. */
  publish?: true;
  valuesOf: (i: number) => Record<string, unknown>;
}

/** Defines a type, and stores its entries directly, a second apart and the newest last. */
export async function storeEntries(
  { app, projectId, send }: Installation,
  { slug, fields, count, publish, valuesOf }: EntriesToStore,
): Promise<void> {
  await send('PUT', `/v1/schema/content-types/${slug}`, { fields, display_field: fields[0]?.key });
  const { release } = await app.contextsOf(tester).release(projectId);
  const owner = { project_id: projectId, release_id: release.id };
  const type = await databaseOf(app.system)
    .collection<TypeRecord>('content_types')
    .findOne({ ...owner, slug });
  if (type === null) throw new Error('the type was not stored');
  const start = app.clock.now().getTime() - count * 1_000;
  await storeMany(app, 'entries', {
    count,
    make(i) {
      const at = new Date(start + i * 1_000);
      const before = newRecord(release.id, { type, id: newId('entry', at), now: at });
      const { after } = applyChange(before, { merge: () => valuesOf(i), publish }, at);
      return { ...inState(before, after, { ...type, blocks: new Map() }), ...owner };
    },
  });
}
