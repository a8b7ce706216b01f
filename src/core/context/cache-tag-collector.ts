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
 * What one read looked at, by the names that changes invalidate (docs/delivery.md). Whatever an answer shows, lists or
 * does not find is noted where it is read; what readers cannot see is noted as its group, never by its id.
 */
export class CacheTagCollector {
  /** Each tag with the group that it becomes where there are too many. */
  readonly #tags = new Map<string, string | null>([[groups.all, null]]);

  /** Tags that stand for themselves: groups. */
  note(...tags: readonly string[]): void {
    for (const tag of tags) this.#tags.set(tag, groupAbove(tag));
  }

  /** Something that the answer shows, or was asked for by its id. */
  item(kind: TaggedKind, id: string): void {
    this.#tags.set(id, groupOf(kind));
  }

  /** An entry of a known type; its values or its title are shown by the definition of that type. */
  entry(id: string, type: string): void {
    this.#tags.set(id, entriesOf(type));
    this.definition(type);
  }

  /** A definition that the answer was made by, or was asked for and is not there. */
  definition(type: string): void {
    if (isTypeSlug(type)) this.#tags.set(definitionOf(type), groups.types);
  }

  /** All entries of a type: they are listed, counted, or one is missing. */
  entriesOf(type: string): void {
    if (isTypeSlug(type)) this.note(entriesOf(type));
  }

  /** How many articles of a module some authors, categories or shelves have; a list of them stands on all counts. */
  counts(module: keyof typeof countsOf, ids: readonly string[], isList: boolean): void {
    if (isList) this.note(countsOf[module]);
    else for (const id of ids) this.#tags.set(countOf(module, id), countsOf[module]);
  }

  /** Something that was asked for and is not there for readers: an id as it was sent, or no more than its group. */
  missing(kind: TaggedKind, asked: string): void {
    if (isId(kind, asked)) this.item(kind, asked);
    else this.note(groupOf(kind));
  }

  /** The release that was asked for, whether it is there or not. */
  release(asked: string): void {
    if (kindOfId(asked) === 'release') this.#tags.set(asked, null);
  }

  /** Whether anything was noted that is called so; what ends in `_` or `:` is how a name begins. */
  hasAny(names: readonly string[]): boolean {
    const isCalled = (tag: string) =>
      names.some((name) => (/[_:]$/.test(name) ? tag.startsWith(name) : tag === name));
    return [...this.#tags.keys()].some(isCalled);
  }

  /** What the answer carries. */
  tagsOf(projectId: string): string {
    return withProjectCode(collapse(this.#tags, tagsMax.read), projectId).join(' ');
  }
}
