import type { App } from '../../src/server/app.ts';
import { inState, newRecord } from '../../src/content/entries/record.ts';
import type { TypeRecord } from '../../src/content/types/schema.ts';
import { newId } from '../../src/contract/ids.ts';
import type { EntryValues } from '../../src/content/entries/store/schema.ts';
import { applyChange } from '../../src/lifecycle/publishing/state-machine.ts';
import { write } from './api.ts';
import { shuffled, storeMany } from './bulk.ts';
import type { Site } from './site.ts';
import { databaseOf } from '../../test/support/database.ts';

/** One field of each sortable type, a long text, and a reference for lists to resolve. */
const fields = [
  { key: 'name', type: 'string' },
  { key: 'sku', type: 'string' },
  { key: 'notes', type: 'text' },
  { key: 'price', type: 'number' },
  { key: 'stock', type: 'boolean' },
  { key: 'made', type: 'date' },
  { key: 'tone', type: 'select', options: { choices: Array.from({ length: 10 }, (_, i) => `tone${i}`) } },
  { key: 'page', type: 'url' },
  { key: 'author', type: 'reference', options: { content_type: 'maker' } },
];
const makers = 20;
/** Kites per `sku` in projects of any size: the matches of a selective filter. */
export const kitesOfSku = 10;

/** The values of the i-th of `count` kites. Filters match an equal share or an equal number in both projects. */
function kite(i: number, count: number, author: string): EntryValues {
  const place = shuffled(i, count);
  return {
    name: `Kite ${place} of the ropewalk`,
    sku: `sku-${String(Math.floor(i / kitesOfSku)).padStart(6, '0')}`,
    notes: `Flown ${place} times. Light wind, a long line, and somebody who holds the other end of it.`,
    price: place,
    ...(i % 50 === 0 ? {} : { stock: i % 2 === 0 }),
    made: new Date(Date.UTC(1990, 0, 1) + place * 3_600_000).toISOString(),
    tone: `tone${place % 10}`,
    page: `https://kites.example/${place}`,
    author,
  };
}

/**
 * Fills a project with kites by twenty makers, published one second apart. Functions of the service build the
 * documents, which are stored in bulk.
 * @returns the ids of the kites, oldest first, and when each was created
 */
export async function seedKites(app: App, url: string, site: Site): Promise<{ id: string; at: Date }[]> {
  const api = { url, token: site.token };
  await write(api, 'PUT', ['/v1/schema/content-types/maker', { fields: [{ key: 'name', type: 'string' }] }]);
  await write(api, 'PUT', ['/v1/schema/content-types/kite', { fields }]);
  const authors: string[] = [];
  for (let i = 0; i < makers; i += 1) {
    const maker = { values: { name: `Maker ${i}` }, publish: true };
    authors.push(String((await write(api, 'POST', ['/v1/content/maker/entries', maker]))['id']));
  }
  const owner = { project_id: site.projectId, release_id: site.releaseId };
  const type = await databaseOf(app.system)
    .collection<TypeRecord>('content_types')
    .findOne({ ...owner, slug: 'kite' });
  if (type === null) throw new Error('the type was not stored');
  const start = app.clock.now().getTime() - site.size * 1_000;
  const made: { id: string; at: Date }[] = [];
  await storeMany(app, 'entries', {
    count: site.size,
    make(i) {
      const at = new Date(start + i * 1_000);
      const values = kite(i, site.size, authors[i % makers] ?? '');
      const before = newRecord(site.releaseId, { type, id: newId('entry', at), now: at });
      const { after } = applyChange(before, { merge: () => values, publish: true }, at);
      made.push({ id: before.id, at });
      return { ...inState(before, after, { ...type, blocks: new Map() }), ...owner };
    },
  });
  return made;
}
