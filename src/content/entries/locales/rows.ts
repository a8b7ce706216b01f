import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { type ReadQuota, weigh } from '../../../core/http/index.ts';
import { type ReleaseContext, withDocuments } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { loadTypes, type TypeShape } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import { findTargets } from '../store/queries/list-repository.ts';
import { findEntries } from '../store/repository.ts';
import { fallbackChain } from '../../../projects/index.ts';
import { basisOf, type EntryLocaleRow } from '../store/locales/row.ts';
import type { EntryRecord, ReferenceTarget } from '../store/schema.ts';
import { type LocaleReader, serveEntry } from './serve.ts';

type Row = Pick<EntryRecord, 'id' | 'live'> & Partial<Pick<EntryLocaleRow, RowKey>>;
type RowKey = 'valid_until' | 'fallbacks' | 'basis' | 'locale';

/**
 * Rows of a locale with the values that are served now: a value whose source has started or ended since the row was
 * written is derived from the document.
 */
export async function currentRows<R extends Row>(
  context: LocaleReader,
  rows: readonly R[],
  typeOf: (row: R) => Pick<TypeShape, 'slug' | 'fields' | 'blocks' | 'sort_slots'> | undefined,
): Promise<R[]> {
  const { db } = context;
  if (!db.readsLocaleRows) return [...rows];
  const isOutdated = outdatedRows(context, typeOf);
  const ids = rows.filter(isOutdated).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const documents = await findEntries(withDocuments(context).db.atTime(null), ids);
  const byId = new Map(documents.map((record) => [record.id, record]));
  return rows.map((row) => {
    const [record, type] = [byId.get(row.id), typeOf(row)];
    if (!isOutdated(row) || record === undefined || type === undefined) return row;
    const { entry, fallbacks } = serveEntry(context, type, record);
    return { ...row, live: entry.live, fallbacks };
  });
}

/** Whether the values of a row have to be derived again; documents of types without locales never have to. */
function outdatedRows<R extends Row>(
  { db, now, project }: LocaleReader,
  typeOf: (row: R) => Pick<TypeShape, 'slug' | 'fields' | 'blocks'> | undefined,
): (row: R) => boolean {
  const chain = fallbackChain(project.locales.list, db.locale?.chain[0] ?? '');
  const bases = new Map<string, string>();
  return (row) => {
    const { basis, valid_until: until, locale = chain[0] } = row;
    const type = typeOf(row);
    if (basis === undefined || type === undefined) return false;
    if (db.asOf !== null) return true;
    const key = `${locale} ${type.slug}`;
    const present = bases.get(key) ?? basisOf(type, chain.slice(chain.indexOf(locale)));
    bases.set(key, present);
    return basis !== present || (db.locale?.mode !== 'none' && until !== undefined && until <= now);
  };
}

/** The types whose entries have one state for all locales. */
function typesWithoutLocales(types: TypesBySlug): string[] {
  return [...types.values()]
    .filter(({ fields }) => !hasLocalizedFields({ fields, blocks: types.blocks }))
    .map(({ slug }) => slug);
}

/** Reads entries by id in the locale of the handle: rows of the locale, and documents of types without locales. */
export async function readInLocale<R extends { id: string }>(
  context: LocaleReader,
  ids: readonly string[],
  read: (db: ReleaseDb, ids: readonly string[], types?: readonly string[]) => Promise<R[]>,
): Promise<R[]> {
  const { db } = context;
  const rows = await read(db, ids);
  if (!db.readsLocaleRows || rows.length === ids.length) return rows;
  const types = typesWithoutLocales(await loadTypes(context));
  const rest = ids.filter((id) => rows.every((row) => row.id !== id));
  return types.length === 0 ? rows : [...rows, ...(await read(db.inLocale(null), rest, types))];
}

/** Reads referenced entries in the locale of the context, as long as there is room. */
export async function findTargetsInLocale(
  context: ReleaseContext,
  ids: readonly string[],
  hasRoom: ReadQuota,
): Promise<{ targets: ReferenceTarget[]; isWhole: boolean }> {
  const { now } = context;
  if (servesEntries(context)) return servedTargets(context, ids, hasRoom);
  let isWhole = true;
  const rows = await readInLocale(context, ids, async (db, some, types) => {
    if (!isWhole) return [];
    const page = await findTargets(db, { ids: some, now, types }, hasRoom);
    isWhole = page.isWhole;
    return page.targets;
  });
  if (!context.db.readsLocaleRows) return { targets: rows, isWhole };
  const types = await loadTypes(context);
  const targets = await currentRows(context, rows, ({ type: slug }) => {
    const type = types.get(slug);
    return type === undefined ? undefined : { ...type, blocks: types.blocks };
  });
  return { targets, isWhole };
}

async function servedTargets(context: ReleaseContext, ids: readonly string[], hasRoom: ReadQuota) {
  const targets: ReferenceTarget[] = [];
  for (const entry of await servedDocuments(context, ids, await loadTypes(context))) {
    if (!(await hasRoom(weigh(entry.live, context.bounds.responseBytesMax))))
      return { targets, isWhole: false };
    targets.push(entry);
  }
  return { targets, isWhole: true };
}

/** Documents for a preview of a later time: stored ones where types have locales, whose values are derived from them. */
async function findDocumentsAtTime(
  db: ReleaseDb,
  ids: readonly string[],
  types: TypesBySlug,
): Promise<EntryRecord[]> {
  const plainTypes = new Set(typesWithoutLocales(types));
  const [atTime, storedNow] = await Promise.all([findEntries(db, ids), findEntries(db.atTime(null), ids)]);
  return [
    ...atTime.filter(({ type }) => plainTypes.has(type)),
    ...storedNow.filter(({ type }) => !plainTypes.has(type)),
  ];
}

/** Entries by id with the values of the requested locale, read from their documents, as `fallback=entries` needs. */
export async function servedDocuments(
  context: LocaleReader,
  ids: readonly string[],
  types: TypesBySlug,
): Promise<EntryRecord[]> {
  const { db } = withDocuments(context);
  const records = db.asOf === null ? await findEntries(db, ids) : await findDocumentsAtTime(db, ids, types);
  return records.flatMap((record) => {
    const type = types.get(record.type);
    return type === undefined ? [] : [serveEntry(context, { ...type, blocks: types.blocks }, record).entry];
  });
}

/** Whether whole entries of fallbacks are served, which rows don't contain. */
export function servesEntries({ db }: Pick<LocaleReader, 'db'>): boolean {
  return db.readsLocaleRows && db.locale?.mode === 'entries';
}
