import {
  collapse,
  countOf,
  countsOf,
  definitionOf,
  entriesOf,
  groupAbove,
  groupOf,
  groups,
  isTypeSlug,
  withProjectCode,
  type TaggedKind,
  tagsMax,
} from '../../contract/events/cache-tags.ts';
import { isId, kindOfId } from '../../contract/ids.ts';

/**
 * Collects the cache tags of one read (docs/build/cache-tags.md). Everything that a response shows, lists or fails to find is
 * tagged where it is read. Items that readers cannot see are tagged with their group, never with their id.
 */
export class CacheTagCollector {
  /** Each tag with the group that replaces it when a response has too many tags. */
  readonly #tags = new Map<string, string | null>([[groups.all, null]]);

  /** Adds tags of groups. */
  note(...tags: readonly string[]): void {
    for (const tag of tags) this.#tags.set(tag, groupAbove(tag));
  }

  /** Adds an item that the response shows or that the request names by id. */
  item(kind: TaggedKind, id: string): void {
    this.#tags.set(id, groupOf(kind));
  }

  /** Adds an entry and its content type, because the type's definition decides which values are shown. */
  entry(id: string, type: string): void {
    this.#tags.set(id, entriesOf(type));
    this.definition(type);
  }

  /** Adds a content type whose definition shaped the response, or that the request names and that does not exist. */
  definition(type: string): void {
    if (isTypeSlug(type)) this.#tags.set(definitionOf(type), groups.types);
  }

  /** Adds all entries of a type, for a read that lists or counts them or finds one missing. */
  entriesOf(type: string): void {
    if (isTypeSlug(type)) this.note(entriesOf(type));
  }

  /** Adds the article counts of authors, categories or sections; a list of these depends on every count. */
  counts(module: keyof typeof countsOf, ids: readonly string[], isList: boolean): void {
    if (isList) this.note(countsOf[module]);
    else for (const id of ids) this.#tags.set(countOf(module, id), countsOf[module]);
  }

  /** Adds an item that readers cannot see: by id if the request names one, else by group. */
  missing(kind: TaggedKind, idOrSlug: string): void {
    if (isId(kind, idOrSlug)) this.item(kind, idOrSlug);
    else this.note(groupOf(kind));
  }

  /** Adds the release that the request names, whether it exists or not. */
  release(releaseId: string): void {
    if (kindOfId(releaseId) === 'release') this.#tags.set(releaseId, null);
  }

  /** Returns whether one of `names` was collected; a name that ends in `_` or `:` matches as a prefix. */
  hasAny(names: readonly string[]): boolean {
    const isMatch = (tag: string) =>
      names.some((name) => (/[_:]$/.test(name) ? tag.startsWith(name) : tag === name));
    return [...this.#tags.keys()].some(isMatch);
  }

  /** Returns the tags as a response header lists them, collapsed to at most `tagsMax.read`. */
  tagsOf(projectId: string): string {
    return withProjectCode(collapse(this.#tags, tagsMax.read), projectId).join(' ');
  }
}
