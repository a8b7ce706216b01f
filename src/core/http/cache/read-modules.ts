import type { ChangeModule } from '../../../contract/events/events.ts';

/** What of a collection's declaration tells reads apart (core/mongo/scope/collection.ts). */
interface ReadCollection {
  readonly name: string;
  readonly modules?: readonly ChangeModule[];
  readonly tags?: readonly string[];
}

/** What every answer stands on: definitions and the default release, beside the modules whose rows it read. */
const always: readonly ChangeModule[] = ['schema', 'releases'];

/**
 * The modules whose rows one read looked at. Handles carry it and each collection that is opened through them notes its
 * own modules, so that no feature can forget to declare what its answers depend on (specification: revision-cache).
 */
export class ReadModules {
  readonly #modules = new Set<ChangeModule>(always);
  readonly #named = new Map<string, readonly string[]>();
  #isCovered = true;

  /** Notes that a collection was opened: whose changes move versions of modules, and by which tags its rows are named. */
  note({ name, modules, tags }: ReadCollection): void {
    if (modules === undefined) this.#isCovered = false;
    else for (const module of modules) this.#modules.add(module);
    if (tags !== undefined) this.#named.set(name, tags);
  }

  /** The collections that were opened and are named by tags, with how those begin. */
  get named(): ReadonlyMap<string, readonly string[]> {
    return this.#named;
  }

  /** All modules that were read; null where something was read that no module's version covers. */
  get found(): readonly ChangeModule[] | null {
    return this.#isCovered ? [...this.#modules] : null;
  }
}
