import { isEqual } from '../../editing/conflict/equal.ts';
import { type BlockListPath, withLocales, type Outline, type OutlineItem } from './outline.ts';

interface Sides {
  base: Outline;
  mine: Outline;
  theirs: Outline;
}

interface MergeRules {
  /** The side that wins if both sides moved the same blocks. */
  prefer: 'mine' | 'theirs';
  /** Blocks that stay although one side removed them. */
  keepIds: ReadonlySet<string>;
}

export interface MergedOutline {
  outline: Outline;
  /** Whether both sides reordered the same blocks, or moved one block to different lists. */
  isDisputed: boolean;
}

/**
 * Three-way merge of two outlines: removals and moves of one side apply, and inserted blocks stay behind the neighbor
 * that they were inserted after.
 */
export function mergeOutlines({ base, mine, theirs }: Sides, rules: MergeRules): MergedOutline {
  const merging = new OutlineMerge([base, mine, theirs].map(listsOf) as [Lists, Lists, Lists], rules);
  return { outline: merging.outline(), isDisputed: merging.isDisputed };
}

/** The ids of each list by its name (`owner/key`), and each block with its list. */
interface Lists {
  ids: Map<string, string[]>;
  listById: Map<string, string>;
  items: Map<string, OutlineItem>;
}

const root = '/';
const listName = ({ owner, key }: BlockListPath) => (owner === null ? root : `${owner}/${key}`);

function listsOf(outline: Outline): Lists {
  const lists: Lists = { ids: new Map(), listById: new Map(), items: new Map() };
  const collect = (list: Outline, name: string) => {
    lists.ids.set(
      name,
      list.map(({ id }) => id),
    );
    for (const item of list) {
      const { id, lists: inside } = item;
      lists.listById.set(id, name);
      lists.items.set(id, item);
      for (const [key, inner] of Object.entries(inside)) collect(inner, listName({ owner: id, key }));
    }
  };
  collect(outline, root);
  return lists;
}

class OutlineMerge {
  isDisputed = false;
  readonly #base: Lists;
  readonly #mine: Lists;
  readonly #theirs: Lists;
  readonly #rules: MergeRules;
  /** The list of each block in the result. */
  readonly #listById = new Map<string, string>();
  readonly #placedIds = new Set<string>();

  constructor([base, mine, theirs]: [Lists, Lists, Lists], rules: MergeRules) {
    this.#base = base;
    this.#mine = mine;
    this.#theirs = theirs;
    this.#rules = rules;
    for (const id of new Set([...theirs.listById.keys(), ...mine.listById.keys()])) {
      if (this.#isInResult(id)) this.#listById.set(id, this.#chooseList(id));
    }
  }

  outline(): Outline {
    const built = this.#build(root);
    // Blocks whose owner was removed go to the end of the field.
    for (const id of this.#listById.keys()) if (!this.#placedIds.has(id)) built.push(this.#item(id));
    return built;
  }

  #build(name: string): OutlineItem[] {
    return this.#mergeOrder(name)
      .filter((id) => !this.#placedIds.has(id))
      .map((id) => this.#item(id));
  }

  #item(id: string): OutlineItem {
    this.#placedIds.add(id);
    const lists = this.#listKeys(id).map((key) => [key, this.#build(listName({ owner: id, key }))]);
    const [mine, theirs] = [this.#mine.items.get(id), this.#theirs.items.get(id)];
    const block = mine?.block ?? theirs?.block ?? '';
    const item = { id, block, lists: Object.fromEntries(lists) as OutlineItem['lists'] };
    return withLocales(item, this.#localesOf(id));
  }

  /** The ids of the locales of a block; null for all. */
  #localesOf(id: string): readonly string[] | null {
    const [base, mine, theirs] = [this.#base, this.#mine, this.#theirs].map(({ items }) => items.get(id));
    const only = (item: OutlineItem | undefined) => item?.onlyLocales ?? null;
    if (mine === undefined || theirs === undefined) return only(mine ?? theirs);
    if (isEqual(only(mine), only(theirs)) || isEqual(only(mine), only(base))) return only(theirs);
    if (isEqual(only(theirs), only(base))) return only(mine);
    this.isDisputed = true;
    return only(this.#rules.prefer === 'mine' ? mine : theirs);
  }

  #isInResult(id: string): boolean {
    if (this.#rules.keepIds.has(id) || !this.#base.listById.has(id)) return true;
    return this.#mine.listById.has(id) && this.#theirs.listById.has(id);
  }

  #chooseList(id: string): string {
    const [base, mine, theirs] = [this.#base, this.#mine, this.#theirs].map(({ listById }) =>
      listById.get(id),
    );
    if (mine === undefined || theirs === undefined) return mine ?? theirs ?? root;
    if (mine === theirs || mine === base) return theirs;
    if (theirs === base) return mine;
    this.isDisputed = true;
    return this.#rules.prefer === 'mine' ? mine : theirs;
  }

  #listKeys(owner: string): string[] {
    const names = [...this.#mine.ids.keys(), ...this.#theirs.ids.keys(), ...this.#listById.values()];
    const keys = names
      .filter((name) => name.startsWith(`${owner}/`))
      .map((name) => name.slice(owner.length + 1));
    return [...new Set(keys)];
  }

  /** The ids of one list in the merged order. */
  #mergeOrder(name: string): string[] {
    const members = ({ ids }: Lists) => (ids.get(name) ?? []).filter((id) => this.#listById.get(id) === name);
    const [base, mine, theirs] = [members(this.#base), members(this.#mine), members(this.#theirs)];
    const inAll = new Set(base.filter((id) => mine.includes(id) && theirs.includes(id)));
    const commonOrder = (ids: readonly string[]) => ids.filter((id) => inAll.has(id)).join();
    const usesMyOrder =
      commonOrder(mine) !== commonOrder(base) &&
      this.#prefersMyOrder(commonOrder(base), commonOrder(mine), commonOrder(theirs));
    const result = [...(usesMyOrder ? mine : theirs)];
    const otherOrder = usesMyOrder ? theirs : mine;
    for (const [index, id] of otherOrder.entries()) {
      if (result.includes(id)) continue;
      const before = otherOrder.slice(0, index).findLast((one) => result.includes(one));
      result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
    }
    const rest = [...this.#listById].filter(([id, list]) => list === name && !result.includes(id));
    return [...result, ...rest.map(([id]) => id)];
  }

  #prefersMyOrder(base: string, mine: string, theirs: string): boolean {
    if (theirs === base) return true;
    if (theirs === mine) return false;
    this.isDisputed = true;
    return this.#rules.prefer === 'mine';
  }
}
