import { type AuditAction, changedKeys } from '../../contract/events/audit-actions.ts';
import { changeTags, groups } from '../../contract/events/cache-tags.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { wholeList } from '../../contract/listing.ts';
import type { LocaleListRecord, LocaleRecord, ProjectContext, Tx } from '../../core/context/index.ts';
import { findProject } from '../project/repository.ts';
import { updateLocales } from './repository.ts';
import { writeProject } from '../write/transaction.ts';
import { sweepAfter } from './sweep-record.ts';
import {
  findLocale,
  hasOtherFallbacks,
  localesOf,
  newLocale,
  serializeLocales,
  withChange,
  withLocale,
  withoutLocale,
} from './list.ts';
import {
  type AddLocale,
  type ChangedLocale,
  type ChangeLocale,
  type Locale,
  localeBounds,
  type LocaleClashes,
  type LocaleContent,
  type LocaleList,
  type RemovedLocale,
  type RemoveLocale,
} from './schema.ts';

/** The locales of the project, the default first. */
export async function listLocales({ db }: Pick<ProjectContext, 'db'>): Promise<Locale[]> {
  return serializeLocales(await readLocales(db));
}

/** The locales that requests can name: not those whose content is being removed. */
export async function listPresentLocales(context: Pick<ProjectContext, 'db'>): Promise<Locale[]> {
  return (await listLocales(context)).filter(({ status }) => status !== 'removing');
}

/** The response of `GET /v1/locales`. */
export async function pageOfLocales(context: ProjectContext): Promise<LocaleList> {
  const data = await listLocales(context);
  return { data, meta: wholeList(data.length) };
}

/** Adds a locale after the others. @throws invalid_locale, locale_taken, unknown_locale, invalid_field_value */
export async function addLocale(context: ProjectContext, input: AddLocale): Promise<ChangedLocale> {
  checkLocaleName(input);
  return writeProject(context, async (tx) => {
    const before = await readLocales(tx.db);
    const locale = newLocale(before.list, input, tx.now, before.sweep?.removing);
    const after = await storeList(tx, before, withLocale(before.list, locale));
    return tx.stored(auditEntry('locale.added', locale), changedLocale(after, locale.id));
  });
}

/**
 * Changes a locale. Its previous code works for 90 days, or until another locale takes it.
 * @throws nothing_to_update, unknown_locale, invalid_locale, locale_taken, locale_conflict, invalid_field_value
 */
export async function changeLocale(
  context: ProjectContext,
  code: string,
  input: ChangeLocale,
): Promise<ChangedLocale> {
  if (Object.keys(input).length === 0) throw apiError('nothing_to_update', {});
  checkLocaleName(input);
  await checkConflicts(context, code, input);
  return writeProject(context, async (tx) => {
    const before = await readLocales(tx.db);
    const locale = findLocale(before.list, code, { now: tx.now, param: 'locale' });
    const list = withChange(before, locale, input, tx.now);
    const after = list.find(({ id }) => id === locale.id) ?? locale;
    const { former_codes: _before, ...old } = locale;
    const { former_codes: _after, ...now } = after;
    const changed = changedKeys(old, now);
    if (changed.length === 0) return tx.unchanged(changedLocale(before, locale.id));
    const storedLocales = await storeList(tx, before, list);
    return tx.stored(
      { ...auditEntry('locale.changed', after), changed },
      changedLocale(storedLocales, locale.id),
    );
  });
}

/**
 * Removes a locale. A job deletes its content.
 * @param confirm - the code of the locale as a person typed it; absent if the caller has confirmed otherwise
 * @param events - whether each item that readers lose gets an event
 * @throws unknown_locale, invalid_field_value, locale_is_default, locale_is_fallback
 */
export async function removeLocale(
  context: ProjectContext,
  code: string,
  { confirm, events = false }: Partial<RemoveLocale> = {},
): Promise<RemovedLocale> {
  const { list: locales } = await readLocales(context.db);
  const { id } = findLocale(locales, code, { now: context.now, param: 'locale' });
  const counts = await countContent(context, id);
  return writeProject(context, async (tx) => {
    const before = await readLocales(tx.db);
    const locale = findLocale(before.list, code, { now: tx.now, param: 'locale' });
    const list = withoutLocale(before.list, locale);
    if (confirm !== undefined && confirm !== locale.code) {
      const why = `type "${locale.code}" to confirm`;
      throw apiError('invalid_field_value', { name: 'confirm', why }, { param: 'confirm' });
    }
    await storeList(tx, before, list, events ? tx.now : undefined);
    const removed = { id: locale.id, code: locale.code, ...counts };
    return tx.stored(auditEntry('locale.removed', locale), { removed });
  });
}

/**
 * Rejects a fallback, or `serves_entries`, with which two items would serve one unique value. Items that change
 * meanwhile, or that the check doesn't reach in its time, serve no value there (content/entries/store/locales/clashes.ts).
 * @throws unknown_locale, locale_conflict, and the errors of the change
 */
async function checkConflicts(context: ProjectContext, code: string, input: ChangeLocale): Promise<void> {
  const { db, now, scheduled, project } = context;
  const before = await readLocales(db);
  const locale = findLocale(before.list, code, { now, param: 'locale' });
  const list = withChange(before, locale, input, now);
  const hasNewFallbacks = ({ id }: LocaleRecord) => hasOtherFallbacks(before.list, list, id);
  const locales = list.filter(
    (after, i) =>
      hasNewFallbacks(after) || (after.serves_entries && before.list[i]?.serves_entries === false),
  );
  if (locales.length === 0) return;
  const scope = { db, releaseId: project.defaultReleaseId };
  const change = { list, locales, now, max: conflictsMax };
  for (const kind of scheduled) {
    const conflict = (await kind.findLocaleConflict?.(scope, change)) ?? null;
    if (conflict === null) continue;
    const param = hasNewFallbacks(locale) ? 'fallback' : 'serves_entries';
    throw apiError('locale_conflict', { code: conflict.locale.code }, { param, entries: conflict.ids });
  }
}

/** Items that the error of a conflict lists. */
const conflictsMax = 20;

async function readLocales(db: ProjectContext['db']): Promise<LocaleListRecord> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return localesOf(record);
}

/** The numbers of items that a removal of a locale affects. @throws unknown_locale */
export async function readLocaleContent(context: ProjectContext, code: string): Promise<LocaleContent> {
  const { list } = await readLocales(context.db);
  const { id } = findLocale(list, code, { now: context.now, param: 'locale' });
  return countContent(context, id);
}

/** Items that the list of clashes contains. */
const clashesMax = 100;

/** The items that serve no value in a locale, because another item has it there. */
export async function listClashes({ db, scheduled, project }: ProjectContext): Promise<LocaleClashes> {
  const { list } = await readLocales(db);
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const scope = { db, releaseId: project.defaultReleaseId };
  const clashes: LocaleClashes['clashes'] = [];
  for (const kind of scheduled) {
    const ofKind = (await kind.findLocaleClashes?.(scope, clashesMax)) ?? [];
    for (const { locale: id, fields, ...item } of ofKind) {
      const locale = codes.get(id);
      if (locale !== undefined) clashes.push({ ...item, locale, fields: [...fields] });
    }
  }
  return { clashes: clashes.slice(0, clashesMax) };
}

/** The items of the default release with content in a locale, by their state there. */
async function countContent({ db, now, scheduled, project }: ProjectContext, locale: string) {
  const scope = { db, releaseId: project.defaultReleaseId };
  const counts = { live: 0, scheduled: 0, drafts: 0 };
  for (const kind of scheduled) {
    const ofKind = await kind.countInLocale?.(scope, locale, now);
    counts.live += ofKind?.live ?? 0;
    counts.scheduled += ofKind?.scheduled ?? 0;
    counts.drafts += ofKind?.drafts ?? 0;
  }
  return counts;
}

/** Stores the list. All cached responses expire, because each can contain a locale. */
async function storeList(
  tx: Tx<ProjectContext>,
  before: LocaleListRecord,
  list: readonly LocaleRecord[],
  eventsAt?: Date,
): Promise<LocaleListRecord> {
  const version = before.version + 1;
  const sweep = sweepAfter(before, list, version, eventsAt);
  const after = { version, list, ...(sweep === undefined ? {} : { sweep }) };
  await updateLocales(tx.db, after);
  tx.invalidate('schema', changeTags(groups.all));
  return after;
}

function auditEntry(action: AuditAction, { id, name: title }: LocaleRecord) {
  return { action, subject: { kind: 'locale', id, title } } as const;
}

function changedLocale(record: LocaleListRecord, id: string): ChangedLocale {
  const locale = serializeLocales(record).find((one) => one.id === id);
  if (locale === undefined) throw new Error(`locale ${id} is not in the list`);
  return { locale };
}

/** The dashboard's routes have checked the length; the command line has not. @throws invalid_field_value */
function checkLocaleName({ name }: Pick<AddLocale, 'name'>): void {
  if (name === undefined || (name.trim() !== '' && name.length <= localeBounds.nameChars)) return;
  const why = `it takes 1 to ${localeBounds.nameChars} characters`;
  throw apiError('invalid_field_value', { name: 'name', why }, { param: 'name' });
}
