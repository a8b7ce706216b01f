import { apiError } from '../../contract/errors/api-error.ts';
import { keyOfColumn, matchHeader } from '../../contract/tables/columns.ts';
import { type Field, loadCollection, type TypeShape } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { withLoadLease } from '../load/lease.ts';
import type { ItemCounts } from '../load/schema.ts';
import type { Progress } from '../schema.ts';
import { transferError } from '../transfer-error.ts';
import { openTableFile, type TableFileOptions } from './files/table-file.ts';
import type { RowError, RowOutcome, TableRow } from './row.ts';
import { storeRows } from './store/store-rows.ts';
import type { TableTarget } from './store/row-writer.ts';

/** Maximum rows of one transaction, and their approximate maximum characters. */
const batchRows = 200;
const batchChars = 4 * 1024 * 1024;
/** Maximum errors in the printed report. */
const reportedMax = 1_000;

export interface ImportTableOptions extends TableFileOptions {
  /** The slug of the content type. */
  type: string;
  /** The header or key of the unique field that identifies entries; null to identify them by id only. */
  key: string | null;
  publishes: boolean;
  dryRun: boolean;
  newContext: () => Promise<ReleaseContext>;
  progress: Progress;
}

export interface TableReport {
  project: string;
  type: string;
  dry_run: boolean;
  total: ItemCounts;
  failed: RowError[];
}

/**
 * Imports a file into a content type with the functions and the validation of the API. The file is read twice: nothing is
 * stored unless all of it can be read.
 * @throws invalid_parameter and unknown_field for the file and the options; unknown_content_type, not_a_collection,
 * load_in_progress
 */
export async function importTable(options: ImportTableOptions): Promise<TableReport> {
  const { dryRun, newContext } = options;
  const context = await newContext();
  const type = await loadCollection(context, options.type);
  const key = options.key === null ? null : uniqueField(type, options.key);
  const file = await openTableFile(type, options);
  if (key !== null && !file.hasField(key.key))
    throw transferError(`${options.path} has no column for ${key.key}, by which entries are found.`, '--key');
  return withLoadLease(context.db, async (lease) => {
    if (!dryRun) await storeAudit(context, type, file.total);
    const reporter = new TableReporter(options, file.total);
    const plannedUniques = new Set<string>();
    const target: TableTarget = {
      ...{ type: type.slug, key: key?.key ?? null, publishes: options.publishes },
      columnOf: file.columnOf,
      ...(dryRun ? { plannedUniques } : {}),
    };
    for await (const rows of batchesOf(file.rows())) {
      if (!(await lease.keep())) throw apiError('load_in_progress', {});
      const outcomes = await storeRows(rows, {
        target,
        newContext: async () => ({ ...(await newContext()), dryRun }),
      });
      if (dryRun)
        for (const { uniques } of outcomes) for (const unique of uniques) plannedUniques.add(unique);
      reporter.add(outcomes);
    }
    return reporter.report(context.db.projectId);
  });
}

/** @throws invalid_parameter */
function uniqueField({ fields, slug }: TypeShape, name: string): Field {
  const match = matchHeader(name, fields);
  const key = match !== null && typeof match === 'object' ? keyOfColumn(match.field) : null;
  const field = fields.find((each) => each.key === key);
  if (field?.options.unique === true) return field;
  const uniqueKeys = fields.filter(({ options }) => options.unique === true).map((each) => each.key);
  const hint =
    uniqueKeys.length === 0 ? `${slug} has no unique field.` : `Unique fields: ${uniqueKeys.join(', ')}.`;
  throw transferError(
    `Entries can't be found by ${name}, because it is not a unique field. ${hint}`,
    '--key',
  );
}

async function* batchesOf(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  let chars = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of row.values.values())
      chars += 'cell' in value ? value.cell.length : JSON.stringify(value.value).length;
    if (batch.length < batchRows && chars < batchChars) continue;
    yield batch;
    [batch, chars] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function storeAudit(context: ReleaseContext, type: TypeShape, rowCount: number): Promise<void> {
  const subject = { kind: 'type', id: type.slug, title: type.name } as const;
  const detail = { kind: type.slug, items: rowCount };
  return writeProject(context, async (tx) => tx.stored({ action: 'import.started', subject, detail }));
}

class TableReporter {
  readonly #options: ImportTableOptions;
  readonly #rowCount: number;
  readonly #total: ItemCounts = { in: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
  readonly #failed: RowError[] = [];

  constructor(options: ImportTableOptions, rowCount: number) {
    this.#options = options;
    this.#rowCount = rowCount;
  }

  add(outcomes: readonly RowOutcome[]): void {
    for (const { result, errors } of outcomes) {
      this.#total.in += 1;
      this.#total[result] += 1;
      this.#failed.push(...errors.slice(0, reportedMax - this.#failed.length));
    }
    this.#options.progress({ done: this.#total.in, total: this.#rowCount, name: this.#options.type });
  }

  report(project: string): TableReport {
    const { type, dryRun } = this.#options;
    return { project, type, dry_run: dryRun, total: this.#total, failed: this.#failed };
  }
}
