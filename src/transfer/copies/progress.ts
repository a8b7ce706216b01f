import type { Progress } from '../schema.ts';

/** The share of each part of a copy, in percent: the export, then the import, then the files. */
const shares = { exported: 25, imported: 60, files: 14 };

/** The progress of a copy in percent. After `stop`, the next update throws, which ends the copy. */
export class CopyProgress {
  #percent = 0;
  #isImporting = false;
  #error: Error | null = null;

  get percent(): number {
    return this.#percent;
  }

  /** @throws the error with which the copy was stopped */
  update({ done, total, name }: Parameters<Progress>[0]): void {
    if (this.#error !== null) throw this.#error;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const { exported, imported, files } = shares;
    if (name === 'files') this.#percent = Math.floor(exported + imported + files * share);
    else if (this.#isImporting) this.#percent = Math.floor(exported + imported * share);
    else this.#percent = Math.floor(exported * share);
  }

  /** Marks the export as complete. */
  beginImport(): void {
    this.#isImporting = true;
  }

  stop(error: Error): void {
    this.#error ??= error;
  }
}
