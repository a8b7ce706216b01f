import type { ProjectCall, ReleaseCall } from '../../platform/call.ts';
import type { SeedIds } from '../fill.ts';
import { imageName } from '../images.ts';
import { readSeedDate } from '../seed-dates.ts';
import { findSeeded, keepSeeded } from './repository.ts';

/** Told after each seed, for a progress bar. */
export type Progress = (step: { done: number; total: number; name: string }) => void;

/** One way into a project by the service's own hands; each write gets a fresh one, so that it sees the newest state. */
export interface SeedCalls {
  project(): Promise<ProjectCall>;
  release(): Promise<ReleaseCall>;
}

export interface SeedCounts {
  loaded: number;
  /** There already, from an earlier time. */
  kept: number;
}

/** One load of seeds into one project: what is there, what is new, and what the names stand for. */
export class Loading implements SeedIds {
  readonly doors: SeedCalls;
  readonly #ids: Map<string, string>;
  readonly #met = new Set<string>();
  readonly #progress: Progress;
  readonly #total: number;
  readonly counted: SeedCounts = { loaded: 0, kept: 0 };

  private constructor(
    doors: SeedCalls,
    ids: Map<string, string>,
    rest: { progress: Progress; total: number },
  ) {
    this.doors = doors;
    this.#ids = ids;
    this.#progress = rest.progress;
    this.#total = rest.total;
  }

  static async begin(doors: SeedCalls, rest: { progress: Progress; total: number }): Promise<Loading> {
    return new Loading(doors, await findSeeded((await doors.project()).db), rest);
  }

  idOf(name: string): string | null {
    return this.#ids.get(name) ?? null;
  }

  mediaIdOf(image: string): string | null {
    return this.idOf(imageName(image));
  }

  /** Stores a seed unless it is there; `store` answers its id. */
  async load(name: string, store: () => Promise<string>): Promise<void> {
    if (this.#met.has(name)) return; // two parts share it: authors write for the blog and the knowledge base
    this.#met.add(name);
    if (this.#ids.has(name)) {
      this.counted.kept += 1;
    } else {
      const id = await store();
      this.#ids.set(name, id);
      await keepSeeded((await this.doors.project()).db, name, id);
      this.counted.loaded += 1;
    }
    this.#progress({ done: this.counted.loaded + this.counted.kept, total: this.#total, name });
  }

  /** Ids of names, those that stand for nothing left out. */
  idsOf(names: readonly string[] | undefined): string[] {
    return (names ?? []).flatMap((name) => this.idOf(name) ?? []);
  }

  /** A date of a file as the API takes it. */
  dateOf(moment: string | null | undefined, now: Date): string | undefined {
    if (moment === null || moment === undefined) return undefined;
    return readSeedDate(moment, now)?.toISOString();
  }
}
