import type { BlockListPath, Outline, OutlineItem } from './outline.ts';

interface Sides {
  base: Outline;
  mine: Outline;
  theirs: Outline;
}

interface Rules {
  /** The side whose order and place counts where both changed the same. */
  prefer: 'mine' | 'theirs';
  /** Blocks that stay though one side removed them. */
  kept: ReadonlySet<string>;
}

export interface MergedOutline {
  outline: Outline;
  /** Whether both sides put the same blocks in another order, or one block in two places. */
  isDisputed: boolean;
}

/**
 * Lays two orders of the same blocks together: what one side removed goes, what one side moved stands where it was moved,
 * and what either inserted stands after the neighbour that it was inserted after.
 */
export function mergeOutlines({ base, mine, theirs }: Sides, rules: Rules): MergedOutline {
  const merging = new Merging([base, mine, theirs].map(listsOf) as [Lists, Lists, Lists], rules);
  return { outline: merging.outline(), isDisputed: merging.isDisputed };
}

/** The lists of an outline by the name of their place, and the place of each block. */
interface Lists {
  ids: Map<string, string[]>;
  placeOf: Map<string, string>;
  slugs: Map<string, string>;
}

const root = '/';
const nameOf = ({ owner, key }: BlockListPath) => (owner === null ? root : `${owner}/${key}`);

function listsOf(outline: Outline): Lists {
  const lists: Lists = { ids: new Map(), placeOf: new Map(), slugs: new Map() };
  const gather = (list: Outline, name: string) => {
    lists.ids.set(
      name,
      list.map(({ id }) => id),
    );
    for (const { id, block, lists: inside } of list) {
      lists.placeOf.set(id, name);
      lists.slugs.set(id, block);
      for (const [key, inner] of Object.entries(inside)) gather(inner, nameOf({ owner: id, key }));
    }
  };
  gather(outline, root);
  return lists;
}

class Merging {
  isDisputed = false;
  readonly #base: Lists;
  readonly #mine: Lists;
  readonly #theirs: Lists;
  readonly #rules: Rules;
  /** Where each block that stays stands. */
  readonly #placeOf = new Map<string, string>();
  readonly #reached = new Set<string>();

  constructor([base, mine, theirs]: [Lists, Lists, Lists], rules: Rules) {
    this.#base = base;
    this.#mine = mine;
    this.#theirs = theirs;
    this.#rules = rules;
    for (const id of new Set([...theirs.placeOf.keys(), ...mine.placeOf.keys()])) {
      if (this.#stays(id)) this.#placeOf.set(id, this.#placed(id));
    }
  }

  outline(): Outline {
    const built = this.#build(root);
    // What stands in a block that the other side removed comes to the end, with what is inside it.
    for (const id of this.#placeOf.keys()) if (!this.#reached.has(id)) built.push(this.#item(id));
    return built;
  }

  #build(name: string): OutlineItem[] {
    return this.#ordered(name)
      .filter((id) => !this.#reached.has(id))
      .map((id) => this.#item(id));
  }

  #item(id: string): OutlineItem {
    this.#reached.add(id);
    const lists = this.#listKeys(id).map((key) => [key, this.#build(nameOf({ owner: id, key }))]);
    const block = this.#mine.slugs.get(id) ?? this.#theirs.slugs.get(id) ?? '';
    return { id, block, lists: Object.fromEntries(lists) as OutlineItem['lists'] };
  }

  #stays(id: string): boolean {
    if (this.#rules.kept.has(id) || !this.#base.placeOf.has(id)) return true;
    return this.#mine.placeOf.has(id) && this.#theirs.placeOf.has(id);
  }

  #placed(id: string): string {
    const [base, mine, theirs] = [this.#base, this.#mine, this.#theirs].map(({ placeOf }) => placeOf.get(id));
    if (mine === undefined || theirs === undefined) return mine ?? theirs ?? root;
    if (mine === theirs || mine === base) return theirs;
    if (theirs === base) return mine;
    this.isDisputed = true;
    return this.#rules.prefer === 'mine' ? mine : theirs;
  }

  #listKeys(owner: string): string[] {
    const names = [...this.#mine.ids.keys(), ...this.#theirs.ids.keys(), ...this.#placeOf.values()];
    const own = names
      .filter((name) => name.startsWith(`${owner}/`))
      .map((name) => name.slice(owner.length + 1));
    return [...new Set(own)];
  }

  /** The blocks of one list in their order. */
  #ordered(name: string): string[] {
    const members = ({ ids }: Lists) => (ids.get(name) ?? []).filter((id) => this.#placeOf.get(id) === name);
    const [base, mine, theirs] = [members(this.#base), members(this.#mine), members(this.#theirs)];
    const inAll = new Set(base.filter((id) => mine.includes(id) && theirs.includes(id)));
    const told = (ids: readonly string[]) => ids.filter((id) => inAll.has(id)).join();
    const isMine = told(mine) !== told(base) && this.#isMineFirst(told(base), told(mine), told(theirs));
    const result = [...(isMine ? mine : theirs)];
    const other = isMine ? theirs : mine;
    for (const [index, id] of other.entries()) {
      if (result.includes(id)) continue;
      const before = other.slice(0, index).findLast((one) => result.includes(one));
      result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
    }
    const rest = [...this.#placeOf].filter(([id, place]) => place === name && !result.includes(id));
    return [...result, ...rest.map(([id]) => id)];
  }

  #isMineFirst(base: string, mine: string, theirs: string): boolean {
    if (theirs === base) return true;
    if (theirs === mine) return false;
    this.isDisputed = true;
    return this.#rules.prefer === 'mine';
  }
}
