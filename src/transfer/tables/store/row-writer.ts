import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { fieldStoredAs } from '../../../contract/fields/storage-key.ts';
import { newId } from '../../../contract/ids.ts';
import { parseTime } from '../../../contract/time.ts';
import {
  addEntry,
  type EntryRecord,
  type Field,
  loadCollection,
  type TypeShape,
  updateEntry,
} from '../../../content/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { publishedState } from '../../../lifecycle/index.ts';
import type { ItemResult } from '../../load/schema.ts';
import { readCell } from '../read-cell.ts';
import type { RowError, RowOutcome, TableRow } from '../row.ts';
import { changedValues, namedTargets } from './row-values.ts';
import { StoredEntries, uniqueOf } from './stored-entries.ts';

/** Where rows are stored, and how. */
export interface TableTarget {
  /** The slug of the content type. */
  type: string;
  /** The key of the unique field by which entries are found; null if only an id finds an entry. */
  key: string | null;
  /** Whether rows without a status are published. */
  publishes: boolean;
  /** Returns the header of the column of a field key, or of `id`, `status` or `published_at`. */
  columnOf: (field: string) => string;
  /** In a dry run: the unique values of entries that earlier batches would have created. */
  plannedUniques?: ReadonlySet<string>;
}

type EntryBody = Parameters<typeof updateEntry>[2];

/** Stores the rows of one batch, in the transaction of its context. */
export class RowWriter {
  readonly #context: ReleaseContext;
  readonly #target: TableTarget;
  readonly #type: TypeShape;
  readonly #key: Field | null;
  readonly #stored: StoredEntries;
  /** Ids of new entries. `pop` takes the smallest, so ids grow with the rows and `sort=created_at` keeps their order. */
  readonly #newIds: string[];

  private constructor(context: ReleaseContext, target: TableTarget, type: TypeShape, rowCount: number) {
    this.#context = context;
    this.#target = target;
    this.#type = type;
    this.#key = type.fields.find(({ key }) => key === target.key) ?? null;
    this.#stored = new StoredEntries(context, type);
    this.#newIds = Array.from({ length: rowCount }, () => newId('entry', context.now))
      .sort()
      .reverse();
  }

  /** Reads what the rows need. @throws unknown_content_type, not_a_collection */
  static async open(
    context: ReleaseContext,
    target: TableTarget,
    rows: readonly TableRow[],
  ): Promise<RowWriter> {
    const type = await loadCollection(context, target.type);
    const writer = new RowWriter(context, target, type, rows.length);
    const ids = rows.flatMap(({ id }) => id ?? []);
    await writer.#stored.load(
      ids,
      writer.#key,
      rows.flatMap((row) => writer.#keyText(row) ?? []),
    );
    await writer.#stored.loadTargets(namedTargets(type, rows));
    return writer;
  }

  /** Stores a row, or returns why it can't be stored. @throws BatchBroken, DueChangePending, ApiError of status 500 and above */
  async write(row: TableRow): Promise<RowOutcome> {
    if (row.isBlank) return { row: row.row, result: 'unchanged', errors: [], uniques: [] };
    try {
      if (row.issue !== null) throw row.issue;
      const entry = this.#find(row);
      if (entry === null && this.#isPlanned(row))
        return { row: row.row, result: 'updated', errors: [], uniques: [] };
      if (entry === null) return await this.#create(row);
      return { row: row.row, result: await this.#change(row, entry), errors: [], uniques: [] };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return failedRow(row, error, this.#target);
    }
  }

  /** The entry that a row changes; null for a new one. @throws unknown_entry, invalid_field_value */
  #find(row: TableRow): EntryRecord | null {
    if (row.id !== null) {
      const entry = this.#stored.withId(row.id);
      if (entry === null) throw apiError('unknown_entry', { entryId: row.id }, { param: 'id' });
      return entry;
    }
    if (this.#key === null) return null;
    const text = this.#keyText(row);
    if (text !== null) return this.#stored.withKey(this.#key, text);
    const { key: name } = this.#key;
    const why = 'it identifies the entry, so it cannot be empty in a row without an id';
    throw apiError('invalid_field_value', { name, why }, { param: name });
  }

  /** Whether the row changes an entry that an earlier batch of the dry run would have created. */
  #isPlanned(row: TableRow): boolean {
    const text = row.id === null ? this.#keyText(row) : null;
    if (this.#key === null || text === null) return false;
    return this.#target.plannedUniques?.has(uniqueOf(this.#key, text)) === true;
  }

  #keyText({ values }: TableRow): string | null {
    const value = this.#key === null ? undefined : values.get(this.#key.key);
    if (this.#key === null || value === undefined) return null;
    const text = 'cell' in value ? readCell(this.#key, value.cell) : value.value;
    return typeof text === 'string' && text !== '' ? text : null;
  }

  async #create(row: TableRow): Promise<RowOutcome> {
    const values = changedValues(row, { type: this.#type, entry: null, stored: this.#stored });
    const publishes = this.#requestedStatus(row) === 'published';
    const body = { values, ...(publishes ? publication(row) : {}) };
    const id = this.#newIds.pop() ?? newId('entry', this.#context.now);
    const context = { ...this.#context, ifMatch: null, creation: { id } };
    const { entry } = await addEntry(context, this.#type.slug, body, { draftOnly: !publishes });
    const { uniques = [] } = entry;
    // A dry run rolls back each batch, so the database has no entries of earlier batches to conflict with.
    const takenUnique = uniques.find((unique) => this.#target.plannedUniques?.has(unique));
    if (takenUnique !== undefined) throw takenError(this.#type, takenUnique);
    this.#stored.add(entry);
    return { row: row.row, result: 'created', errors: [], uniques };
  }

  async #change(row: TableRow, entry: EntryRecord): Promise<ItemResult> {
    const values = changedValues(row, { type: this.#type, entry, stored: this.#stored });
    const { published_at: publishedAt } = publishedState(entry, this.#context.now);
    const hasChanges = Object.keys(values).length > 0;
    const isPublishedOrScheduled = this.#isPublishedOrScheduled(entry);
    const status = this.#requestedStatus(row);
    const changes = hasChanges ? { values } : {};
    if (status === 'published') {
      const hasDate = row.publishedAt !== null && !isSameTime(row.publishedAt, publishedAt);
      // Exports list an entry with unpublished changes as `published`. Importing that export must not publish the changes.
      if (isPublishedOrScheduled && !hasChanges && !hasDate && row.status !== null) return 'unchanged';
      const publishing = hasDate || !isPublishedOrScheduled ? publication(row) : { publish: true };
      return this.#update(entry, { ...changes, ...publishing }, false);
    }
    if (status === 'draft' && isPublishedOrScheduled)
      return this.#update(entry, { ...changes, publish: false }, false);
    return hasChanges ? this.#update(entry, changes, true) : 'unchanged';
  }

  async #update(entry: EntryRecord, body: EntryBody, draftOnly: boolean): Promise<ItemResult> {
    const context = { ...this.#context, ifMatch: null };
    const location = { type: this.#type.slug, entryId: entry.id };
    const saved = await updateEntry(context, location, body, { draftOnly });
    this.#stored.add(saved.entry);
    return saved.entry.revision > entry.revision ? 'updated' : 'unchanged';
  }

  #isPublishedOrScheduled(entry: EntryRecord): boolean {
    return publishedState(entry, this.#context.now).status !== 'draft';
  }

  /** The status that a row requests; null to keep the current one. @throws invalid_field_value */
  #requestedStatus({ status }: TableRow): 'draft' | 'published' | null {
    if (status === null) return this.#target.publishes ? 'published' : null;
    if (status === 'draft' || status === 'published') return status;
    const hints = { param: 'status', expected: 'draft or published', got: status.slice(0, 80) };
    throw apiError('invalid_field_value', { name: 'status', why: 'it must be draft or published' }, hints);
  }
}

function takenError({ fields }: TypeShape, unique: string): ApiError {
  const key = unique.slice(0, unique.indexOf('='));
  const name = fieldStoredAs(fields, key)?.key ?? key;
  return apiError('field_value_taken', { name }, { param: name });
}

function publication({ publishedAt }: TableRow) {
  return { publish: true, ...(publishedAt === null ? {} : { published_at: publishedAt }) };
}

function isSameTime(sent: string, current: string | null): boolean {
  return parseTime(sent)?.toISOString() === current;
}

/** The outcome of a row that is not stored, with an error for each wrong column. */
export function failedRow({ row }: TableRow, error: ApiError, { columnOf }: TableTarget): RowOutcome {
  const errors = error.others.length > 0 ? error.others : [error];
  return {
    row,
    result: 'failed',
    errors: errors.map(({ code, message, hints: { param } }): RowError => ({
      row,
      column: param === undefined ? null : columnOf(param.split(/[.[]/)[0] ?? param),
      code,
      message,
    })),
    uniques: [],
  };
}
