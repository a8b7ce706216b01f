import type { Document } from 'mongodb';
import { comingIndexes, type ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import type { ReadQuota } from '../../../../core/http/index.ts';
import type { PageQuery } from './list-repository.ts';
import { openRowsAsEntries } from '../locales/repository.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import {
  comingDates,
  datesWithin,
  draftDiffers,
  goesOn,
  type VisiblePeriodPath,
  visiblePeriodProjection,
  type Period,
  type SelectedItem,
} from '../../../../lifecycle/index.ts';

/** An entry in a list of drafts. */
export type ListedDraft = EntryRecord & {
  is_changed: boolean;
  /** Whether the draft of a further locale differs from what is live there, by its id. */
  changed_in?: Readonly<Record<string, boolean>>;
};

/** Rows of one batch. Each can have megabytes. */
const draftsAtOnce = 25;

/**
 * Reads entries in any state by their drafts, without `without` fields, as many as fit into the response, at least one.
 * `is_changed` means that the draft differs from the live version.
 */
export async function findDrafts(
  db: ReleaseDb,
  {
    filter,
    order,
    skip,
    limit,
    without,
    locales = [],
  }: Pick<PageQuery, 'filter' | 'skip' | 'limit'> & {
    /** Stages that sort. */
    order: readonly Document[];
    without: readonly string[];
    /** Ids of the further locales that the list shows. */
    locales?: readonly string[];
  },
  hasRoom: ReadQuota,
): Promise<{ items: ListedDraft[]; isWhole: boolean }> {
  const hidden = [
    'facets',
    'sorts',
    'refs',
    'live_refs',
    'uniques',
    'block_uses',
    'equals_live',
    'live',
    'pending.values',
    'sort_key',
    ...without.map((key) => `draft.${key}`),
    ...locales.flatMap((id) => [
      ...['live', 'pending.values', 'pending.shared'].map((path) => `locales.${id}.${path}`),
      ...without.map((key) => `locales.${id}.draft.${key}`),
    ]),
  ];
  const changedIn = locales.map((id): [string, Document] => [
    `changed_in.${id}`,
    { $ne: [`$locales.${id}.draft`, `$locales.${id}.live`] },
  ]);
  const stages = [
    ...order,
    { $skip: skip },
    { $limit: limit },
    { $set: { is_changed: draftDiffers, ...Object.fromEntries(changedIn) } },
    { $project: Object.fromEntries(hidden.map((path) => [path, 0])) },
  ];
  const items: ListedDraft[] = [];
  const query = { stages, batchSize: draftsAtOnce };
  const isWhole = await rows(db, entries).aggregateWhile<ListedDraft>(filter, query, async (entry, bytes) => {
    if (!(await hasRoom(bytes)) && items.length > 0) return false;
    items.push(entry);
    return true;
  });
  return { items, isWhole };
}

/**
 * The first `max` entries, newest first, each with the dates between which readers see it: in a further locale, if one is
 * given.
 */
export async function findSelectedDrafts(
  db: ReleaseDb,
  filter: PageQuery['filter'],
  { max, locale }: { max: number; locale: string | null },
): Promise<SelectedItem[]> {
  const inLocale = locale === null ? {} : { periods: 1 };
  const projection = { _id: 0, id: 1, ...visiblePeriodProjection, ...inLocale };
  const query = { sort: { created_at: -1, id: -1 }, limit: max, projection } as const;
  const items: (SelectedItem & Pick<EntryRecord, 'periods'>)[] = await rows(db, entries).find(filter, query);
  if (locale === null) return items;
  return items.map(({ id, periods = [] }) => {
    const { live_at = null, live_until } = periods.find((period) => period.locale === locale) ?? {};
    return { id, live_at, ...(live_until === undefined ? {} : { live_until }) };
  });
}

/**
 * Counts the entries of a type, and the entries with a value in each field. An entry counts as a draft after its end
 * date, even before the due change was applied.
 */
export async function countFilled(
  db: ReleaseDb,
  { type, keys, now }: { type: string; keys: readonly string[]; now: Date },
): Promise<{ entries: number; live: number; filled: Map<string, { drafts: number; live: number }> }> {
  const isFilled = (path: string) => ({ $not: [{ $in: [{ $ifNull: [path, null] }, [null, '', []]] }] });
  const count = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
  const sums = keys.flatMap((key, i) => [
    [`d${i}`, count(isFilled(`$draft.${key}`))],
    [`l${i}`, count({ $and: [isFilled(`$live.${key}`), goesOn(now)] })],
  ]);
  const [row = {}] = await rows(db, entries).aggregate<Record<string, number>>({ type }, [
    {
      $group: {
        _id: null,
        entries: { $sum: 1 },
        live: count({ $and: [{ $ne: [{ $ifNull: ['$live', null] }, null] }, goesOn(now)] }),
        ...(Object.fromEntries(sums) as object),
      },
    },
  ]);
  const filled = keys.map((key, i): [string, { drafts: number; live: number }] => [
    key,
    { drafts: row[`d${i}`] ?? 0, live: row[`l${i}`] ?? 0 },
  ]);
  return { entries: row['entries'] ?? 0, live: row['live'] ?? 0, filled: new Map(filled) };
}

/** An entry in a short list. Its draft contains only the fields that can be labels. */
export type NamedEntry = Pick<
  EntryRecord,
  'id' | 'type' | 'draft' | 'status' | VisiblePeriodPath | 'updated_at' | 'pending'
> & {
  is_changed?: boolean;
  /** The id of the further locale of its dates. */
  locale?: string;
};

interface LabelOptions {
  limit: number;
  labels: readonly string[];
}

const labelProjection = {
  id: 1,
  type: 1,
  status: 1,
  ...visiblePeriodProjection,
  updated_at: 1,
  'pending.at': 1,
} as const;

/** The entries of the release that were changed last, the newest first. */
export function findLastEdited(db: ReleaseDb, { limit, labels }: LabelOptions): Promise<NamedEntry[]> {
  const sort = { updated_at: -1, id: -1 } as const;
  const projection = { ...labelProjection, draft: draftFields(labels), is_changed: draftDiffers };
  return rows(db, entries).find({}, { sort, limit, projection });
}

/** The entries of the release with the next dates: start, change or end. */
export async function findUpcoming(
  db: ReleaseDb,
  now: Date,
  { limit, labels, locales }: DatesOptions,
): Promise<NamedEntry[]> {
  const projection = { ...labelProjection, locale: 1, draft: draftFields(labels) };
  const pages = await Promise.all(
    datedRows(db, locales).flatMap(({ open, inLocale }) =>
      comingDates(now).map(({ path, rows: filter }) =>
        open.find({ ...filter, ...inLocale }, { sort: { [path]: 1 }, limit, projection }),
      ),
    ),
  );
  return pages.flat() as NamedEntry[]; // rows of locales have the key `locale`
}

/** An entry that appears, changes or ends at a date. */
type DatedEntry = NamedEntry & { at: Date; what: 'starts' | 'changes' | 'ends' };

/** Entries that start, change or end within a period, the earliest of each kind first; of some types if `types` names them. */
export async function findInPeriod(
  db: ReleaseDb,
  period: Period,
  { limit, labels, types, locales }: DatesOptions & { types?: readonly string[] },
): Promise<DatedEntry[]> {
  const ofTypes = types === undefined ? {} : { type: { $in: [...types] } };
  const pages = await Promise.all(
    datedRows(db, locales).flatMap(({ open, inLocale }) =>
      datesWithin(period).map(async ({ what, path, rows: filter }, i) => {
        const projection = { ...labelProjection, locale: 1, draft: draftFields(labels), at: `$${path}` };
        const hint = comingIndexes[i] ?? 'coming';
        const options = { sort: { [path]: 1 } as const, hint, limit, projection };
        const page = await open.find({ ...filter, ...ofTypes, ...inLocale }, options);
        return page.map((entry) => ({ ...(entry as unknown as NamedEntry & { at: Date }), what })); // the projection returns `at`
      }),
    ),
  );
  return pages.flat();
}

interface DatesOptions extends LabelOptions {
  /** Ids of the further locales of the project, whose dates are in rows. */
  locales: readonly string[];
}

/** The collections with dates: entries, and the rows of further locales. */
function datedRows(db: ReleaseDb, locales: readonly string[]) {
  const documents = { open: rows(db, entries), inLocale: {} };
  if (locales.length === 0) return [documents];
  return [documents, { open: openRowsAsEntries(db), inLocale: { locale: { $in: [...locales] } } }];
}

/** A projection of these fields of the draft; an empty document without fields. */
function draftFields(keys: readonly string[]): object {
  if (keys.length === 0) return { $literal: {} };
  return Object.fromEntries(keys.map((key) => [key, `$draft.${key}`]));
}
