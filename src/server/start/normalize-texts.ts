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
/** Looks for projects of older versions: once after the upgrade, and after each import. */
const everySeconds = 600;

/** Brings texts that were stored before they were normalized to NFC, in the background after the upgrade. */
export const textsFeature: Feature = {
  name: 'texts',
  jobs: ({ system, clock }) => [{ name: job, everySeconds, run: () => normalizeTexts(system, clock.now()) }],
};

/** Normalizes the texts of each project that is not done, a few projects at once; one that fails stops no other. */
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

/** What an interrupted run left is done by the next one: a project is marked as normalized at the end. */
async function normalizeProject(system: SystemDb, projectId: string, now: Date): Promise<void> {
  const db = system.project(projectId);
  const left: UnnormalizedValue[] = [];
  const acting = { now, actor: jobActor(job) };
  const releases = await findReleases(db);
  for (const { _id, status } of releases)
    if (status === 'ready') left.push(...(await normalizeRelease(writerOf(db.release(_id), acting))));
  for (const { modules, ...renewal } of renewals) {
    const filter = { ...renewal.filter, project_id: projectId };
    if ((await renewRows(system, { ...renewal, filter })) > 0) await touch(writerOf(db, acting), modules);
  }
  // A clone in progress copies rows of before; the next run normalizes them.
  if (!releases.some(({ status }) => status === 'cloning')) await noteNormalized(db, left);
}

/** Cached responses of these modules are built again: searches and filters find texts that they missed. */
function touch(writer: WriteContext & NotInTransaction, modules: readonly ChangeModule[]): Promise<void> {
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
    ...{ collection, modules, needs: [], makes: keys },
    parts: (row) => Object.fromEntries(keys.map((key) => [key, normalizedPart(key, row[key])])),
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
