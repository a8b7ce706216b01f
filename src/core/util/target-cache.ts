import { LRUCache } from 'lru-cache';
import type { ChangeModule } from '../../contract/events/events.ts';
import { weigh } from '../http/response/json-writer.ts';

/** The state of the project that a snapshot read sees. */
export interface RowState {
  project: { moduleVersions: Readonly<Record<ChangeModule, number>>; nextDate: Date | null };
  now: Date;
}

interface CachedRow {
  version: number;
  row: object;
  bytes: number;
}

/** What a row takes beside its values, in bytes; a row above the second bound is read each time. */
const [overheadBytes, rowBytesMax] = [800, 64 * 1024];
/** Objects in memory take about twice the characters of their JSON. */
const bytesPerWeight = 2;

/**
 * Small rows that many answers show beside what they are about, such as the author of each entry of a list. A row is
 * good for the version of its module at which a snapshot found it: every change that readers notice moves the version,
 * and while a date has passed whose change is not stored yet, no row is given (specification: revision-cache).
 */
export class TargetCache {
  readonly #module: ChangeModule;
  readonly #rows: LRUCache<string, CachedRow>;

  constructor(module: ChangeModule, bytesMax: number) {
    this.#module = module;
    this.#rows = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes });
  }

  /** The row as this state of the project has it; undefined where it must be read. */
  get(key: string, state: RowState): object | undefined {
    const found = this.#rows.get(key);
    return found?.version === this.#versionOf(state) ? found?.row : undefined;
  }

  /** Keeps a row that a read of this state found; no code changes the object from here on. */
  set(key: string, row: object, state: RowState): void {
    const version = this.#versionOf(state);
    if (version === null || (this.#rows.peek(key)?.version ?? 0) > version) return;
    const weight = weigh(row, rowBytesMax);
    if (weight > rowBytesMax) return;
    this.#rows.set(key, { version, row, bytes: overheadBytes + key.length + weight * bytesPerWeight });
  }

  delete(key: string): void {
    this.#rows.delete(key);
  }

  /** Null while readers may see something that no version tells yet. */
  #versionOf({ project: { moduleVersions, nextDate }, now }: RowState): number | null {
    return nextDate !== null && nextDate <= now ? null : moduleVersions[this.#module];
  }
}
