import { changeTags, groups } from '../../contract/events/cache-tags.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import { jobActor } from '../../contract/events/actor.ts';
import { toNfc } from '../../contract/text/nfc.ts';
import { media, normalizeRelease, withNormalizedTexts } from '../../content/index.ts';
import { type Feature, type NotInTransaction, type WriteContext } from '../../core/context/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import { type Renewal, renewRows, type SystemDb } from '../../core/mongo/index.ts';
import { findReleases } from '../../lifecycle/index.ts';
import { articles, authors, categories, kbCollections, kbSections } from '../../modules/index.ts';
import {
  findUnnormalized,
  noteNormalized,
  writerOf,
  writeProject,
  type UnnormalizedValue,
} from '../../projects/index.ts';

const job = 'texts.normalize';
/** How often projects of older versions are searched: they exist once after the upgrade, and after each import. */
const everySeconds = 600;

/** Brings texts that were stored before they were normalized to NFC, in the background after the upgrade. */
export const textsFeature: Feature = {
  name: 'texts',
  jobs: ({ system, clock }) => [{ name: job, everySeconds, run: () => normalizeTexts(system, clock.now()) }],
};

/**
 * Normalizes the texts of all projects that are not marked as normalized, a few at once. A failure of one project
 * doesn't stop the others.
 */
export async function normalizeTexts(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, job, everySeconds * 1_000);
  for (let after = ''; ;) {
    const ids = await findUnnormalized(system, after);
    const last = ids.at(-1);
    if (last === undefined) return;
    await loop.runEach(
      ids,
      (id) => id,
      (_, id) => normalizeProject(system, id, now),
    );
    after = last;
  }
}

/** Normalizes one project. It is marked at the end, so the next run continues an interrupted one. */
async function normalizeProject(system: SystemDb, projectId: string, now: Date): Promise<void> {
  const db = system.project(projectId);
  const unnormalizedValues: UnnormalizedValue[] = [];
  const source = { now, actor: jobActor(job) };
  const releases = await findReleases(db);
  for (const { _id, status } of releases)
    if (status === 'ready')
      unnormalizedValues.push(...(await normalizeRelease(writerOf(db.release(_id), source))));
  for (const { modules, ...renewal } of renewals) {
    const filter = { ...renewal.filter, project_id: projectId };
    if ((await renewRows(system, { ...renewal, filter })) > 0)
      await invalidateModules(writerOf(db, source), modules);
  }
  // A running clone copies old rows, which the next run normalizes.
  if (!releases.some(({ status }) => status === 'cloning')) await noteNormalized(db, unnormalizedValues);
}

/** Invalidates cached responses of these modules, because searches and filters can now match more items. */
function invalidateModules(
  writer: WriteContext & NotInTransaction,
  modules: readonly ChangeModule[],
): Promise<void> {
  return writeProject(writer, (tx) => {
    for (const module of modules) tx.invalidate(module, changeTags(groups.all));
    return Promise.resolve(tx.continued());
  });
}

type ModuleRenewal = Renewal & { modules: readonly ChangeModule[] };

const renewals: readonly ModuleRenewal[] = [
  renewalOf(articles, ['draft', 'live', 'facets'], ['blog', 'kb']),
  { ...renewalOf(articles, ['pending'], ['blog', 'kb']), filter: { pending: { $exists: true } } },
  renewalOf(authors, ['name', 'job_title', 'bio', 'links'], ['authors']),
  renewalOf(categories, ['name', 'description', 'seo'], ['blog']),
  renewalOf(kbCollections, ['title', 'description', 'seo'], ['kb']),
  renewalOf(kbSections, ['title', 'description'], ['kb']),
  renewalOf(media, ['alt'], ['media']),
];

function renewalOf(
  collection: Renewal['collection'],
  keys: readonly string[],
  modules: readonly ChangeModule[],
): ModuleRenewal {
  return {
    ...{ collection, modules, inputKeys: [], derivedKeys: keys },
    derive: (row) => Object.fromEntries(keys.map((key) => [key, normalizedPart(key, row[key])])),
  };
}

/** A part of a stored row with its texts in NFC; articles have theirs inside snapshots. */
function normalizedPart(key: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (key === 'facets') return [...new Set((value as string[]).map(toNfc))];
  if (key === 'pending') {
    const pending = value as { values: object };
    return { ...pending, values: withNormalizedTexts(pending.values) };
  }
  if (key === 'draft' || key === 'live') return withNormalizedTexts(value);
  return withNormalizedTexts({ [key]: value })[key];
}
