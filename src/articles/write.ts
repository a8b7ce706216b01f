import { newId } from '../contract/ids.ts';
import { problem } from '../contract/problem.ts';
import { freeSlug, slugOf, slugOfId } from '../contract/slugs.ts';
import { checkWrittenIds } from '../links/service.ts';
import type { ProjectCall, Tx } from '../platform/call.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { applyChange, checkIfMatch, type Changed, unsaved, visibleAt } from '../publishing/service.ts';
import type { Published } from '../publishing/schema.ts';
import { dropVersions, keepVersion } from '../versions/service.ts';
import { articleRecord } from './derive.ts';
import { articleEvent } from './event.ts';
import { type ArticleInput, refuse, type WriteWarning } from './input.ts';
import type { ArticleModule } from './module.ts';
import { readArticle } from './read.ts';
import {
  countArticles,
  deleteArticle as deleteRecord,
  insertArticle,
  takenSlugs,
  updateArticle,
} from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';

/** A stored article and what its writer should know. */
export interface Written<V extends ArticleValues> {
  record: ArticleRecord<V>;
  warnings: WriteWarning[];
}

/** How a write of a module is made from the article as it stands; inside the transaction. */
export type Plan<V extends ArticleValues> = (
  inside: ProjectCall,
  before: ArticleRecord<V> | null,
) => Promise<ArticleInput<V>> | ArticleInput<V>;

/**
 * Creates an article: a draft, or live or scheduled at once with `publish` (contract, section 8).
 * @throws the faults of the input, the module's code for a given slug that is taken, limit_reached
 */
export function createArticle<V extends ArticleValues>(
  call: ProjectCall,
  module: ArticleModule<V>,
  plan: Plan<V>,
): Promise<Written<V>> {
  const id = newId(module.kind, call.now);
  return call.transact(async (tx) => {
    const inside = { ...call, db: tx.db };
    const input = await plan(inside, null);
    const warnings = await checkInput(inside, module, input);
    const slug = await chooseSlug(tx.db, module, { ...input, id, title: input.patch.title ?? '' });
    const before = unsaved<V>({ ...module.empty, slug }, call.now);
    const changed = applyChange(before, changeOf(input, slug), call.now);
    const record = articleRecord(call, module, id, changed.after);
    await insertArticle(tx.db, record);
    countArticle(tx, 1);
    await keep(call, tx.db, { before, record, input });
    await module.follow?.(tx.db, null, record);
    tell(tx, module, { before: null, record, changed, now: call.now });
    return { record, warnings };
  });
}

/**
 * Changes an article; a change that changes nothing is not stored and tells nobody.
 * @throws the module's 404, revision_conflict, slug_is_final, and as for creation
 */
export function changeArticle<V extends ArticleValues>(
  call: ProjectCall,
  module: ArticleModule<V>,
  slugOrId: string,
  plan: Plan<V>,
): Promise<Written<V>> {
  return call.transact(async (tx) => {
    const inside = { ...call, db: tx.db };
    const before = await readArticle(inside, module, slugOrId);
    const input = await plan(inside, before);
    checkIfMatch(call.ifMatch, seenBy(before, input));
    const warnings = await checkInput(inside, module, input);
    const slug = await changedSlug(inside, module, before, input);
    const changed = applyChange(before, changeOf(input, slug), call.now);
    if (!changed.isChanged) return { record: before, warnings };
    const record = articleRecord(call, module, before._id, { ...before, ...changed.after });
    await updateArticle(tx.db, before, record);
    await keep(call, tx.db, { before, record, input });
    await module.follow?.(tx.db, before, record);
    tell(tx, module, { before, record, changed, now: call.now });
    return { record, warnings: [...warnings, ...hidden(changed)] };
  });
}

/** Deletes an article for good, from any state. @throws the module's 404, revision_conflict */
export function deleteArticle<V extends ArticleValues>(
  call: ProjectCall,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<void> {
  return call.transact(async (tx) => {
    const record = await readArticle({ ...call, db: tx.db }, module, slugOrId);
    checkIfMatch(call.ifMatch, record);
    await deleteRecord(tx.db, record._id);
    countArticle(tx, -1);
    await dropVersions(tx.db, [record._id]);
    await module.follow?.(tx.db, record, null);
    const isPublic = visibleAt(record, call.now) !== null;
    const last = { ...record, revision: record.revision + 1, updated_at: call.now };
    tx.emit(articleEvent(module, last, { verb: 'deleted', now: call.now, isPublic }));
    if (record.live_at !== null) tx.touch(module.module);
  });
}

/** Keeps the count of the project's articles. */
function countArticle(tx: Tx<ProjectDb>, by: number): void {
  tx.count('articles_per_project_max', by, () => countArticles(tx.db));
}

/** Who saves a draft must have seen the newest draft; the live revision says nothing about it. */
function seenBy<V extends ArticleValues>(
  { revision, live_revision }: ArticleRecord<V>,
  { draftOnly = false }: ArticleInput<V>,
) {
  return draftOnly ? { revision } : { revision, live_revision };
}

/** Keeps the save as a version of the article. */
function keep<V extends ArticleValues>(
  call: ProjectCall,
  db: ProjectDb,
  { before, record, input }: { before: Published<V>; record: ArticleRecord<V>; input: ArticleInput<V> },
): Promise<void> {
  return keepVersion(call, db, {
    item: record._id,
    before,
    after: record,
    published: input.publish === true,
  });
}

async function checkInput<V extends ArticleValues>(
  inside: ProjectCall,
  module: ArticleModule<V>,
  input: ArticleInput<V>,
): Promise<WriteWarning[]> {
  const { faults, warnings } = await checkWrittenIds(inside, input.written);
  refuse([...input.faults, ...faults], module.fields);
  return [...input.warnings, ...warnings];
}

function changeOf<V extends ArticleValues>(input: ArticleInput<V>, slug: string) {
  const { publish, publishedAt, archived, draftOnly = false } = input;
  const merge = (values: V): V => ({ ...values, ...input.patch, slug, seo: { ...values.seo, ...input.seo } });
  return { merge, publish, publishedAt, archived, draftOnly };
}

/** Writes the events, and moves the version where readers see a difference, now or at a date. */
function tell<V extends ArticleValues>(
  tx: Tx<ProjectDb>,
  module: ArticleModule<V>,
  told: { before: ArticleRecord<V> | null; record: ArticleRecord<V>; changed: Changed<V>; now: Date },
): void {
  const { before, record, changed, now } = told;
  for (const verb of changed.verbs) tx.emit(articleEvent(module, record, { verb, now, isPublic: true }));
  const isSeen =
    record.live_revision === record.revision ||
    (before !== null && before.live_at !== null && record.live_at === null);
  if (changed.verbs.length > 0 || isSeen) tx.touch(module.module);
}

function hidden(changed: Changed<unknown>): WriteWarning[] {
  if (changed.hiddenUntil === null) return [];
  const until = changed.hiddenUntil.toISOString();
  return [
    { code: 'hidden_until', message: `It was live and is hidden until ${until}.`, param: 'published_at' },
  ];
}

async function changedSlug<V extends ArticleValues>(
  inside: ProjectCall,
  module: ArticleModule<V>,
  before: ArticleRecord<V>,
  { slug, patch }: ArticleInput<V>,
): Promise<string> {
  if (slug === undefined || slug === before.slug) return before.slug;
  if (before.was_live || visibleAt(before, inside.now) !== null)
    throw problem('slug_is_final', { slug: before.slug }, { param: 'slug' });
  const title = patch.title ?? before.draft.title;
  return chooseSlug(inside.db, module, { slug, title, id: before._id, own: before.slug });
}

async function chooseSlug<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { slug, title, id, own }: { slug: string | null | undefined; title: string; id: string; own?: string },
): Promise<string> {
  const base = slug ?? slugOf(title, slugOfId(id));
  const taken = await takenSlugs(db, module, base);
  if (own !== undefined) taken.delete(own);
  if (slug == null) return freeSlug(base, taken);
  if (taken.has(slug)) throw problem(module.codes.slugTaken, { slug }, { param: 'slug' });
  return slug;
}
