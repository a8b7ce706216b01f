import { createEntry, patchEntry } from '../src/content/entries/write/write-entry.ts';
import { saveDraft } from '../src/content/entries/editor/editor.ts';
import type { Caller, ReleaseContext } from '../src/core/context/request-context.ts';
import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';
import { tester } from '../test/support/actor.ts';
import { databaseOf } from '../test/support/database.ts';

// Measures what version history adds to a save: drafts that merge into the current version, and publishes that each add
// a version to an entry with a hundred versions, so that an old one is deleted. `npm run bench:history`

const rounds = 300;
const publications = 200;
const versionsMost = 100;

const author: Caller = {
  kind: 'user',
  keyId: 'usr_bench',
  purpose: 'secret',
  name: 'Somebody',
  expiresAt: null,
  address: '127.0.0.1',
  grant: null,
};
const text = 'Some words of a page. '.repeat(40);

type Save = (
  call: ReleaseContext,
  place: { type: string; entryId: string },
  price: number,
) => Promise<unknown>;
const draft: Save = (call, place, price) => saveDraft(call, place, { values: { price } });
const publication: Save = (call, place, price) =>
  patchEntry(call, place, { values: { price }, publish: true });

/** Two entries that differ only in the author of their saves. Saves without an author create no versions. */
async function pairOf({ app, projectId }: Installation) {
  const kept = { ...(await app.contextsOf(tester).release(projectId)), caller: author };
  const plain = { ...kept, caller: null };
  const createHistory = async (call: ReleaseContext) => {
    const { body } = await createEntry(call, 'page', { values: { title: 'A page', text, price: 0 } });
    return { type: 'page', entryId: body.id };
  };
  return {
    kept: { call: kept, place: await createHistory(kept) },
    plain: { call: plain, place: await createHistory(plain) },
  };
}

/** Alternates between both entries and reverses the order after each save. */
async function ratioOf(
  installation: Installation,
  save: Save,
  { warmUp, count }: { warmUp: number; count: number },
) {
  const { kept, plain } = await pairOf(installation);
  const found = { kept: [] as number[], plain: [] as number[] };
  for (let i = 1; i <= warmUp + count; i += 1) {
    const pair = [
      async () => found.kept.push(await msOf(() => save(kept.call, kept.place, i))),
      async () => found.plain.push(await msOf(() => save(plain.call, plain.place, i))),
    ];
    for (const one of i % 2 === 0 ? pair : pair.reverse()) await one();
  }
  const item = new RegExp(`${kept.place.entryId}$`);
  const versions = await databaseOf(installation.app.system).collection('versions').countDocuments({ item });
  return { ratio: medianOf(found.kept.slice(warmUp)) / medianOf(found.plain.slice(warmUp)), versions };
}

const installation = await openInstallation();
try {
  await installation.fill(1);
  const drafts = await ratioOf(installation, draft, { warmUp: 30, count: rounds });
  const published = await ratioOf(installation, publication, { warmUp: versionsMost, count: publications });
  report([
    { figure: 'saving a draft with history against without', value: drafts.ratio, most: 1.3 },
    {
      figure: 'publishing, with a new version each time, against without',
      value: published.ratio,
      most: 1.3,
    },
    { figure: 'versions that are left of 300 publications', value: published.versions, most: versionsMost },
  ]);
} finally {
  await installation.stop();
}
