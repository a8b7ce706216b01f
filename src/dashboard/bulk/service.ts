import { allLocales } from '../../contract/access.ts';
import {
  checkWrittenLocales,
  furtherLocaleId,
  inBulkLocale,
  noteActivity,
  writeProject,
} from '../../projects/index.ts';
import { type EditorArticleNarrowing, selectBlogArticles, selectKbArticles } from '../../modules/index.ts';
import { checkBulkSet, type EditorNarrowing, openBulkLocale, selectDrafts } from '../../content/index.ts';
import { newId } from '../../contract/ids.ts';
import type { BulkChange, BulkSet } from '../../contract/bulk.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { dayMs } from '../../contract/time.ts';
import { type RouteResponse, respond, type MemberContext, type WhereFilter } from '../../core/http/index.ts';
import type { ReleaseContext, RestoreJob, Tx } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import {
  countStates,
  findRestorableIds,
  type SelectedItem,
  type Selection,
  type TrashFilter,
} from '../../lifecycle/index.ts';
import {
  findJob,
  findRunningJob,
  insertJob,
  listJobs,
  removeJob,
  removeParts,
  stopJob,
} from './repository.ts';
import type {
  BulkJob,
  BulkJobList,
  BulkJobRecord,
  BulkPreview,
  JobChange,
  StartBulk,
  StartEntryBulk,
} from './schema.ts';

type BulkTarget = Pick<BulkJobRecord, 'kind' | 'type' | 'release' | 'locale'>;

/** Maximum listed jobs, and how long their reports are stored. */
const maxListed = 10;
const reportDays = 7;

type Started = BulkJob | BulkPreview;
interface DryRun {
  dry_run?: boolean;
}

/**
 * Starts a bulk change of entries, or counts them (`dry_run`). Setting fields of drafts needs no permission to publish.
 * @throws unknown_content_type, not_a_collection, bulk_job_running, bulk_too_large, the codes of filtering, for the
 * action `set` those of written values
 */
export async function startEntries(
  context: MemberContext & ReleaseContext,
  type: string,
  {
    query: { dry_run, ...query },
    where,
    body,
  }: { query: EditorNarrowing & DryRun; where: readonly WhereFilter[]; body: StartEntryBulk },
): Promise<RouteResponse<Started>> {
  const inLocale = await openBulkLocale(context, type, body.locale);
  const select = (selection: Selection) => selectDrafts(inLocale, type, { query, where }, selection);
  // Drafts can be counted before their new values are known.
  if (dry_run === true && body.action === 'set' && body.set === undefined)
    return preview(context, body, select);
  const change = readChange(body);
  if (!isDraftOnly(change)) checkMayPublish(context);
  if (change.action === 'set') await checkBulkSet(inLocale, type, change.set);
  if (dry_run === true) return preview(context, body, select);
  const locale = furtherLocaleId(inLocale);
  const target = { kind: 'entry', type, release: context.db.releaseId } as const;
  return start(context, locale === null ? target : { ...target, locale }, {
    ids: body.ids,
    change,
    select,
  });
}

/**
 * Starts a bulk change of articles, or counts them (`dry_run`).
 * @throws unknown_locale, bulk_job_running, bulk_too_large
 */
export async function startArticles(
  context: MemberContext,
  kind: 'blog_article' | 'kb_article',
  { query: { dry_run, ...query }, body }: { query: EditorArticleNarrowing & DryRun; body: StartBulk },
): Promise<RouteResponse<Started>> {
  const selectArticles = kind === 'blog_article' ? selectBlogArticles : selectKbArticles;
  const inLocale = inBulkLocale(context, body.locale);
  const select = (selection: Selection) => selectArticles(inLocale, query, selection);
  if (dry_run === true) return preview(context, body, select);
  const { ids, action } = body;
  const locale = furtherLocaleId(inLocale);
  const target = { kind, type: null, release: null, ...(locale === null ? {} : { locale }) };
  return start(context, target, { ids, change: { action }, select });
}

type Select = (selection: Selection) => Promise<SelectedItem[]>;

/** @throws bulk_too_large */
async function preview(
  context: MemberContext,
  { action, ids }: Pick<StartEntryBulk, 'action' | 'ids'>,
  select: Select,
): Promise<RouteResponse<Started>> {
  const items = await selectAll(context, ids, select);
  return respond({ action, ...countStates(items, context.now) }, { status: 200 });
}

/** @throws bulk_too_large */
async function selectAll(
  { bounds: { bulkItemsMax: most } }: MemberContext,
  ids: readonly string[] | null,
  select: Select,
): Promise<SelectedItem[]> {
  const items = ids !== null && ids.length > most ? null : await select({ ids, max: most + 1 });
  if (items === null || items.length > most) throw apiError('bulk_too_large', { most });
  return items;
}

/**
 * Starts a job that restores everything in the trash that matches.
 * @throws role_required, invalid_parameter, bulk_job_running, bulk_too_large
 */
export async function startRestore(
  context: MemberContext & ReleaseContext,
  filter: TrashFilter,
  publish: boolean,
): Promise<BulkJob> {
  if (publish) checkMayPublish(context);
  const maxItems = context.bounds.bulkItemsMax;
  const ids = await context.withConcurrencyLimit(() => findRestorableIds(context, filter, maxItems + 1));
  const target = { kind: 'trash', type: null, release: context.db.releaseId } as const;
  return startWith(context, target, { ids, change: { action: 'restore', publish } });
}

/** Restores the entries of a type that is being restored. @throws bulk_job_running */
export async function startRestoreJob(
  tx: Tx<ReleaseContext>,
  { type, ids, publish }: RestoreJob,
): Promise<void> {
  if (tx.caller === null) throw new Error('jobs are started by members');
  const { keyId: id, name } = tx.caller;
  const target = { kind: 'trash', type, release: tx.db.releaseId } as const;
  const change = { action: 'restore', publish } as const;
  await storeJob(tx, newJob({ target, change, by: { id, name }, now: tx.now, total: ids.length }), {
    ids,
  });
}

async function start(
  context: MemberContext,
  target: BulkTarget,
  { ids: requestedIds, change, select }: { ids: string[] | null; change: BulkChange; select: Select },
): Promise<RouteResponse<Started>> {
  const ids =
    requestedIds === null
      ? (await selectAll(context, null, select)).map(({ id }) => id)
      : [...new Set(requestedIds)];
  return respond(await startWith(context, target, { ids, change }), { status: 201 });
}

async function startWith(
  context: MemberContext,
  target: BulkTarget,
  { ids, change }: { ids: readonly string[]; change: JobChange },
): Promise<BulkJob> {
  const { now, bounds, person } = context;
  const { action } = change;
  if (ids.length > bounds.bulkItemsMax) throw apiError('bulk_too_large', { most: bounds.bulkItemsMax });
  const by = { id: person.id, name: person.name || person.email };
  const record = newJob({ target, change, by, now, total: ids.length });
  return writeProject(context, async (tx) => {
    tx.noteLocales(jobLocales(tx, record));
    await storeJob(tx, record, { ids, set: change.action === 'set' ? change.set : undefined });
    const audit = { action: 'bulk_job.started', subject: auditedJob(record) } as const;
    return tx.stored({ ...audit, detail: { kind: action, items: record.total } }, serialize(record));
  });
}

interface NewJob {
  target: BulkTarget;
  change: JobChange;
  by: BulkJobRecord['created_by'];
  now: Date;
  total: number;
}

function newJob({ target, change, by, now, total }: NewJob): BulkJobRecord {
  return {
    _id: newId('bulk_job', now),
    ...target,
    action: change.action,
    ...(isDraftOnly(change) ? { draft_only: true as const } : {}),
    ...(change.action === 'restore' && change.publish ? { publishes: true as const } : {}),
    ...{ total, position: 0, done: 0, unchanged: 0, failed: 0, refusals: [] },
    ...{ round: 0, round_size: total, waiting: 0, done_before: 0 },
    ...{ status: 'running', reason: null, finished_at: null },
    created_by: by,
    created_at: now,
    ...{ holder: null, held_until: now, turn_at: now, tries: 0 },
    expires_at: new Date(now.getTime() + reportDays * dayMs),
  };
}

/** Stores a job inside a transaction. @throws bulk_job_running */
async function storeJob(
  { db, now }: { db: ProjectDb; now: Date },
  record: BulkJobRecord,
  { ids, set }: { ids: readonly string[]; set?: BulkSet | undefined },
): Promise<void> {
  const otherJob = await findRunningJob(db); // writes lock the project, so two jobs can't start at once
  if (otherJob !== null) throw apiError('bulk_job_running', { by: otherJob.created_by.name });
  await insertJob(db, record, { ids, set });
  await noteActivity({ db, now }, 'bulk_jobs');
}

/** @throws invalid_field_value if `set` is missing, or sent with another action */
function readChange({ action, set }: StartEntryBulk): BulkChange {
  if (action === 'set' && set !== undefined) return { action, set };
  if (action !== 'set' && set === undefined) return { action };
  const why = action === 'set' ? 'the action set needs it' : `the action ${action} does not take it`;
  throw apiError('invalid_field_value', { name: 'set', why }, { param: 'set' });
}

function isDraftOnly(change: JobChange): boolean {
  if (change.action === 'restore') return !change.publish;
  return change.action === 'set' && change.set.live !== true;
}

/** @throws role_required if the caller may not publish */
function checkMayPublish({ rejectPublish }: MemberContext): void {
  if (rejectPublish !== undefined) throw rejectPublish();
}

/** The running job and the jobs that ended in the last seven days. */
export async function readJobs(context: MemberContext): Promise<BulkJobList> {
  const jobs = await listJobs(context.db, maxListed);
  const items_max = context.bounds.bulkItemsMax;
  return { data: jobs.filter((job) => mayRead(context, job)).map(serialize), items_max };
}

/** The report of a restore can contain titles of any area, so members with narrowed access read only their own. */
function mayRead({ db, person }: MemberContext, { kind, created_by: by }: BulkJobRecord): boolean {
  return kind !== 'trash' || db.narrowing === null || by.id === person.id;
}

/** Stops a job before its next item. A finished job does not change. @throws unknown_bulk_job */
export async function stopBulk(context: MemberContext, id: string): Promise<BulkJob> {
  const { db } = context;
  const job = await loadJob(context, id);
  if (job.draft_only !== true) checkMayPublish(context);
  const wasRunning = await writeProject(context, async (tx) => {
    tx.noteLocales(jobLocales(tx, job));
    if (!(await stopJob(tx.db, id, tx.now))) return tx.unchanged(false);
    await noteActivity(tx, 'bulk_jobs');
    return tx.stored({ action: 'bulk_job.stopped', subject: { kind: 'bulk_job', id } }, true);
  });
  if (wasRunning) await removeParts(db, id);
  return serialize(await loadJob(context, id));
}

/** Removes the report of a finished job. @throws unknown_bulk_job, bulk_job_running */
export async function dismissBulk(context: MemberContext, id: string): Promise<RouteResponse<null>> {
  const { db } = context;
  const job = await loadJob(context, id);
  const { status, created_by: by, draft_only: isDraftOnly } = job;
  if (isDraftOnly !== true) checkMayPublish(context);
  const { locales } = context.project;
  await checkWrittenLocales(context, jobLocales(context, job), async () => locales);
  if (status === 'running') throw apiError('bulk_job_running', { by: by.name });
  await removeJob(db, id);
  await noteActivity(context, 'bulk_jobs');
  return respond(null, { status: 204 });
}

/** The ids of the locales that a job changes, or `*` if it deletes or restores whole items. */
function jobLocales(
  { project }: Pick<MemberContext, 'project'>,
  { action, locale }: Pick<BulkJobRecord, 'action' | 'locale'>,
): string[] {
  const isWhole = action === 'restore' || (action === 'delete' && locale === undefined);
  return [isWhole ? allLocales : (locale ?? project.locales.list[0]?.id ?? allLocales)];
}

function auditedJob({ _id: id }: BulkJobRecord) {
  return { kind: 'bulk_job', id } as const;
}

async function loadJob(context: MemberContext, id: string): Promise<BulkJobRecord> {
  const job = await findJob(context.db, id);
  if (job === null || !mayRead(context, job)) throw apiError('unknown_bulk_job', {}, { param: 'jobId' });
  return job;
}

function serialize(job: BulkJobRecord): BulkJob {
  const { locale } = job;
  const { _id: id, kind, type, action, status, total, done, unchanged = 0, failed, refusals, reason } = job;
  return {
    ...(locale === undefined ? {} : { locale }),
    ...{ id, kind, type, action, status, total, position: done + failed, done, unchanged, failed },
    ...{ refusals, reason },
    created_by: job.created_by,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}
