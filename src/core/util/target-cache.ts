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

/** Bytes that a row takes in addition to its values, and the bytes above which a row isn't cached. */
const [overheadBytes, rowBytesMax] = [800, 64 * 1024];
/** Objects in memory take about twice the characters of their JSON. */
const bytesPerWeight = 2;

/**
 * Caches small rows that many responses include, such as the author of each entry in a list. A row is valid for the
 * version of its module at which a snapshot read it: each change that readers see moves the version. It isn't returned
 * while a due change isn't stored yet (specification: revision-cache).
 */
export class TargetCache {
  readonly #module: ChangeModule;
  readonly #rows: LRUCache<string, CachedRow>;

  constructor(module: ChangeModule, bytesMax: number) {
    this.#module = module;
    this.#rows = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes });
  }

  /** The row in this state of the project; undefined if it must be read. */
  get(key: string, state: RowState): object | undefined {
    const entry = this.#rows.get(key);
    return entry?.version === this.#versionOf(state) ? entry?.row : undefined;
  }

  /** Stores a row that was read in this state. The object must not be changed afterwards. */
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

  /** Null while readers may see a change that no version counts yet. */
  #versionOf({ project: { moduleVersions, nextDate }, now }: RowState): number | null {
    return nextDate !== null && nextDate <= now ? null : moduleVersions[this.#module];
  }
}
