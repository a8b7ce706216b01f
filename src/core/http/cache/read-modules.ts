import type { ChangeModule } from '../../../contract/events/events.ts';

/** The part of a collection's declaration that decides what a read depends on (core/mongo/scope/collection.ts). */
interface ReadCollection {
  readonly name: string;
  readonly modules?: readonly ChangeModule[];
  readonly tags?: readonly string[];
}

/** Every response depends on the definitions and on the default release. */
const baseModules: readonly ChangeModule[] = ['schema', 'releases'];

/**
 * The modules whose rows one read has seen. Each collection that is opened through a handle is noted here, so no
 * feature has to declare what its responses depend on (specification: revision-cache).
 */
export class ReadModules {
  readonly #modules = new Set<ChangeModule>(baseModules);
  readonly #tagsByCollection = new Map<string, readonly string[]>();
  #isCovered = true;

  /** Notes an opened collection: the modules whose versions it moves, and the tags that name its rows. */
  note({ name, modules, tags }: ReadCollection): void {
    if (modules === undefined) this.#isCovered = false;
    else for (const module of modules) this.#modules.add(module);
    if (tags !== undefined) this.#tagsByCollection.set(name, tags);
  }

  /** The tags, or prefixes of tags, of each opened collection that has any. */
  get tagsByCollection(): ReadonlyMap<string, readonly string[]> {
    return this.#tagsByCollection;
  }

  /** All modules that were read; null if a collection without a module was read. */
  get modules(): readonly ChangeModule[] | null {
    return this.#isCovered ? [...this.#modules] : null;
  }
}
