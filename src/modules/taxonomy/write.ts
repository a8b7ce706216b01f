import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, changedKeys, itemAction } from '../../contract/events/audit-actions.ts';
import { newId } from '../../contract/ids.ts';
import { ApiError, apiError, combineErrors } from '../../contract/errors/api-error.ts';
import { freeSlug, slugOf, slugOfId } from '../../contract/text/slugs.ts';
import {
  type AddressedLocale,
  checkProjectLimit,
  writeProject,
  writtenLocale,
} from '../../projects/index.ts';
import { checkWrittenIds, type WrittenId } from '../../content/index.ts';
import type { ProjectContext, Tx } from '../../core/context/index.ts';
import { checkIfMatch, putInTrash } from '../../lifecycle/index.ts';
import { deleteTerm, findTerm as findRecord, insertTerm, replaceTerm, takenSlugs } from './repository.ts';
import {
  type LocalizedWrite,
  localesPart,
  localizedWrite,
  type TermBody,
  type TermSource,
  withWritten,
  type WrittenLocale,
} from './locales/write.ts';
import { changedTermLocales } from './locales/changed.ts';
import { lastRevision, withRevisions } from './locales/revisions.ts';
import { revisionIn } from './locales/served.ts';
import { putTermLocaleInTrash } from './locales/trash.ts';
import { checkWrittenTexts, withTranslations, type WrittenTexts } from './locales/translations.ts';
import { sortName } from './sort-name.ts';
import type { TermRecord } from './schema.ts';
import { type Taxonomy, termChangeTags } from './taxonomy.ts';

/** Finds a term by slug or id. @throws the kind's own 404 */
export async function readTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
): Promise<R> {
  const record = await findRecord(context.db, kind.collection, slugOrId);
  if (record === null) {
    context.cacheTags?.missing(kind.kind, slugOrId);
    throw kind.unknown(slugOrId);
  }
  context.cacheTags?.item(kind.kind, record._id);
  return record;
}

/** A record after a write, and the locale for its response; null if the request names none. */
interface WrittenTerm<R extends TermRecord> {
  record: R;
  locale: WrittenLocale | null;
}

/**
 * Creates a term. `values` runs inside the transaction, so its checks are still valid at the commit. An
 * omitted slug is made from the name, with a number if that is in use.
 * @throws slug_taken for a given slug, limit_reached, unknown_locale, and errors of `values`
 */
export function createTerm<R extends TermRecord>(
  context: ProjectContext,
  source: TermSource<R>,
  body: TermBody,
): Promise<WrittenTerm<R>> {
  const { kind } = source;
  const id = context.creation?.id ?? newId(kind.kind, context.now);
  return writeProject(context, async (tx) => {
    await checkProjectLimit(tx.bounds.perProject, kind.limit, (max) => kind.count(tx.db, max));
    const write = await localizedWrite(tx, source, null, body);
    const slugs = await chooseSlugs(tx, kind, { write, id, before: null });
    const values = withWritten(kind, null, write, slugs);
    const common = { _id: id, sort_name: sortName(kind.nameOf(values)), revision: 1 };
    const { createdAt = tx.now, updatedAt = tx.now } = tx.creation ?? {};
    const newRecord: R = { ...values, ...common, created_at: createdAt, updated_at: updatedAt };
    const record = withTranslations(kind, write, { before: null, after: newRecord });
    await insertTerm(tx.db, kind.collection, record);
    tx.invalidate(kind.module, termChangeTags(kind, null, record));
    return tx.stored(audited(kind, record, 'created'), { record, locale: write.locale });
  });
}

/**
 * Changes a term; without a difference nothing is stored.
 * @throws the kind's own 404, revision_conflict, slug_taken, unknown_locale, and errors of `values`
 */
export function changeTerm<R extends TermRecord>(
  context: ProjectContext,
  source: TermSource<R>,
  slugOrId: string,
  body: TermBody,
): Promise<WrittenTerm<R>> {
  const { kind } = source;
  return writeProject(context, async (tx) => {
    const before = await readTerm(tx, kind, slugOrId);
    checkIfMatchIn(tx, before, await writtenLocale(tx));
    const write = await localizedWrite(tx, source, before, body);
    const { locale } = write;
    const slugs = await chooseSlugs(tx, kind, { write, id: before._id, before });
    const values = withWritten(kind, before, write, slugs);
    const { locales: _locales, locale_slugs: _slugs, ...rest } = before;
    const merged: R = { ...(rest as R), ...values, sort_name: sortName(kind.nameOf(values)) };
    if (isDeepStrictEqual(merged, before)) {
      checkWrittenTexts(before, write);
      return tx.unchanged({ record: before, locale });
    }
    tx.noteLocales(changedTermLocales(kind, write.list, { before, after: merged }));
    const record = await storeChange(tx, kind, { write, before, after: merged });
    const changed = changedKeys(before, record).filter((key) => !ownKeys.includes(key));
    return tx.stored({ ...audited(kind, record, 'changed'), changed }, { record, locale });
  });
}

/** @throws revision_conflict, which compares with the revision of the addressed locale */
function checkIfMatchIn(
  { ifMatch }: Pick<ProjectContext, 'ifMatch'>,
  record: TermRecord,
  { locale: { id }, isDefault }: AddressedLocale,
): void {
  checkIfMatch(ifMatch, revisionIn(record, { id, isDefault }));
}

async function storeChange<R extends TermRecord>(
  tx: Tx<ProjectContext>,
  kind: Taxonomy<R>,
  { write, before, after: written }: { write: WrittenTexts; before: R; after: R },
): Promise<R> {
  const revised = withRevisions(kind, { list: write.list, before, after: written, now: tx.now });
  const after = withTranslations(kind, write, { before, after: revised });
  await replaceTerm(tx.db, kind.collection, { before, after });
  tx.invalidate(kind.module, termChangeTags(kind, before, after));
  return after;
}

/** The slug of each written locale, by its id; all locales of all items of a kind share one namespace. */
async function chooseSlugs<R extends TermRecord>(
  { db }: ProjectContext,
  kind: Taxonomy<R>,
  { write, id, before }: { write: LocalizedWrite<R>; id: string; before: R | null },
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  for (const { locale, isDefault, values, slug = null, isSlugSent, prefix } of write.written) {
    const stored = isDefault ? before?.slug : before?.locales?.[locale.id]?.['slug'];
    if (typeof stored === 'string' && (!isSlugSent || slug === stored)) slugs.set(locale.id, stored);
    else {
      const fallback = before?.slug ?? [...slugs.values()][0] ?? slugOfId(id);
      const base = slug ?? slugOf(String(values[kind.nameKey]), fallback);
      const usedSlugs = await takenSlugs(db, kind.collection, base, id);
      if (slug !== null && usedSlugs.has(slug))
        throw apiError(
          'slug_taken',
          { slug },
          { param: `${prefix}slug`, ...(isDefault ? {} : { locale: locale.code }) },
        );
      slugs.set(locale.id, slug ?? freeSlug(base, usedSlugs));
    }
  }
  return slugs;
}

/**
 * Deletes the content of a term in one locale; a deletion by a member or key moves it to the trash.
 * @throws locale_is_default, unknown_locale, the kind's own 404, revision_conflict
 */
export function removeTermLocale<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
): Promise<void> {
  return writeProject(context, async (tx) => {
    const addressed = await writtenLocale(tx);
    const { locale, isDefault, list } = addressed;
    const { id, code } = locale;
    if (isDefault) throw apiError('locale_is_default', { code }, { locales: [code] });
    const before = await readTerm(tx, kind, slugOrId);
    checkIfMatchIn(tx, before, addressed);
    const { locales: stored = {}, locale_slugs: _slugs, ...rest } = before;
    const { [id]: own, ...locales } = stored;
    if (own === undefined) {
      const error = kind.unknown(slugOrId);
      throw new ApiError(error.code, error.message, { ...error.hints, locale: code });
    }
    tx.noteLocales([id]);
    await putTermLocaleInTrash(tx, kind, { record: before, locale });
    const after: R = { ...(rest as R), ...localesPart(before.slug, locales) };
    const record = await storeChange(tx, kind, { write: { list, written: [] }, before, after });
    return tx.stored({ ...audited(kind, record, 'changed'), changed: ['locales'] });
  });
}

/**
 * Deletes a term; a deletion by a member or key moves it to the trash.
 * @throws the kind's own 404, revision_conflict, and errors of `protect`, which throws `entry_referenced`
 * while something refers to the term
 */
export function removeTerm<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  slugOrId: string,
  protect: (record: R, tx: ProjectContext) => Promise<void>,
): Promise<void> {
  return writeProject(context, async (tx) => {
    const record = await readTerm(tx, kind, slugOrId);
    checkIfMatch(tx.ifMatch, record);
    await protect(record, tx);
    await deleteTerm(tx.db, kind.collection, record._id);
    const [itemId, title] = [record._id, kind.nameOf(record)];
    await putInTrash(tx, {
      kind: kind.kind,
      itemId,
      releaseId: null,
      type: null,
      title,
      wasLive: true,
      record,
    });
    tx.invalidate(kind.module, termChangeTags(kind, record, null));
    return tx.stored(audited(kind, record, 'deleted'));
  });
}

/** Keys of a row that are never listed as changed. */
const ownKeys = [
  ...['sort_name', 'revision', 'updated_at', 'locale_slugs', 'locale_revisions'],
  ...['locale_sources', 'translation'],
];

function audited<R extends TermRecord>(
  kind: Taxonomy<R>,
  record: R,
  verb: 'created' | 'changed' | 'deleted',
): AuditEntry {
  const subject = { kind: kind.kind, id: record._id, title: kind.nameOf(record) };
  return { action: itemAction(kind.kind, verb), subject, revision: lastRevision(record) };
}

/** Merges a written name into the stored one. A name is required; errors are collected. */
export function nameAfterWrite(
  key: 'name' | 'title',
  before: string,
  sent: string | null | undefined,
): { name: string; errors: ApiError[] } {
  const name = sent === undefined ? before : (sent ?? '');
  const isMissing = name.trim() === '';
  return {
    name,
    errors: isMissing ? [apiError('missing_required_field', { name: key }, { param: key })] : [],
  };
}

/** Returns a text after a write: omitted keeps it, null clears it. */
export function textAfterWrite(before: string, sent: string | null | undefined): string {
  return sent === undefined ? before : (sent ?? '');
}

/**
 * Checks the ids of a write and throws all of its errors at once.
 * @throws unknown_link and the collected errors
 */
export async function checkTerm(
  tx: ProjectContext,
  errors: readonly ApiError[],
  writtenIds: readonly WrittenId[],
): Promise<void> {
  const checked = await checkWrittenIds(tx, writtenIds);
  const rejection = combineErrors([...errors, ...checked.errors]);
  if (rejection !== null) throw rejection;
}
