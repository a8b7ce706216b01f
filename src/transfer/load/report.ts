import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type BundleFile, type BundleLine, fileNameOf } from '../bundle/schema.ts';
import type { ItemCounts, ItemFailure, ItemResult, ItemWarning, LoadReport, ReportRow } from './schema.ts';

/** Maximum rows of each list in the printed report; the report file has all. */
const rowsMax = 1_000;

const emptyCounts = (): ItemCounts => ({ in: 0, created: 0, updated: 0, unchanged: 0, failed: 0 });

/** Collects what a load did with each line. */
export class ReportWriter {
  readonly #counts = new Map<BundleFile, ItemCounts>();
  readonly #failed: ReportRow[] = [];
  readonly #warnings: ReportRow[] = [];
  readonly #file: WriteStream | null;

  /** @param path - a file for all rows as NDJSON; null for none. */
  constructor(files: readonly BundleFile[], path: string | null) {
    for (const file of files) this.#counts.set(file, emptyCounts());
    this.#file = path === null ? null : createWriteStream(path);
    this.#file?.on('error', () => undefined); // reported by `close`
  }

  count({ file }: BundleLine, result: ItemResult): void {
    const counts = this.#counts.get(file) ?? emptyCounts();
    counts.in += 1;
    counts[result] += 1;
    this.#counts.set(file, counts);
  }

  async fail(line: BundleLine, failure: ItemFailure): Promise<void> {
    this.count(line, 'failed');
    await this.#add(this.#failed, 'failed', rowOf(line, failure));
  }

  async warn(line: BundleLine, warnings: readonly ItemWarning[]): Promise<void> {
    for (const warning of warnings) await this.#add(this.#warnings, 'warning', rowOf(line, warning));
  }

  /** Closes the report file. @throws Error if it can't be written */
  async close(): Promise<void> {
    if (this.#file === null) return;
    if (this.#file.errored !== null) throw this.#file.errored;
    this.#file.end();
    await finished(this.#file);
  }

  report(about: Pick<LoadReport, 'project' | 'source' | 'dry_run'>): LoadReport {
    const total = emptyCounts();
    for (const counts of this.#counts.values())
      for (const key of Object.keys(total) as (keyof ItemCounts)[]) total[key] += counts[key];
    return {
      ...about,
      total,
      counts: Object.fromEntries(this.#counts),
      failed: this.#failed,
      warnings: this.#warnings,
    };
  }

  async #add(list: ReportRow[], result: 'failed' | 'warning', row: ReportRow): Promise<void> {
    if (list.length < rowsMax) list.push(row);
    const text = `${JSON.stringify({ result, ...row })}\n`;
    if (this.#file !== null && this.#file.errored === null && !this.#file.write(text))
      await once(this.#file, 'drain');
  }
}

function rowOf(
  { file, line, sourceId }: BundleLine,
  { code, message, param }: ItemFailure | ItemWarning,
): ReportRow {
  return {
    file: fileNameOf(file),
    line,
    source_id: sourceId,
    code,
    message,
    ...(param === undefined ? {} : { param }),
  };
}
