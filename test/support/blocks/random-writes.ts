import type { Block } from '../../../src/contract/fields/blocks.ts';
import { newId } from '../../../src/contract/ids.ts';
import type { Chance } from './chance.ts';
import type { SentItem, SentList, SentParts } from './plain-model.ts';
import { allBlocks, type Definitions, listsOf } from './random-schema.ts';

const levelsMax = 3;

/** Writes of a `blocks` field in each of its forms, most of them allowed. */
export class RandomWrites {
  readonly #chance: Chance;
  readonly #definitions: Definitions;
  #titles = 0;

  constructor(chance: Chance, definitions: Definitions) {
    this.#chance = chance;
    this.#definitions = definitions;
  }

  /** A list of new blocks, at least one. */
  newList(): SentList {
    const from = { pool: [], isWhole: true };
    const slugs = [...this.#definitions.keys()];
    return [this.#fresh(slugs, 1, from), ...this.#items(slugs, 1, from)];
  }

  /** A new order of what there is, moves into and out of each other among it, and new blocks. */
  list(lists: readonly (readonly Block[])[], isWhole: boolean): SentList {
    const known = new Map(
      lists.flatMap((list) => allBlocks(list, this.#definitions)).map((one) => [one.id, one]),
    );
    return this.#items([...this.#definitions.keys()], 1, { pool: [...known.values()], isWhole });
  }

  /** Changes of a few blocks where they stand. */
  parts(lists: readonly (readonly Block[])[]): SentParts {
    const all = lists.flatMap((list) => allBlocks(list, this.#definitions));
    const changed = this.#chance.some(all, 4).map(({ id, block }) => {
      const empty = listsOf(this.#definitions, block).filter(() => this.#chance.is(20));
      const emptied = empty.map(({ key }) => [key, this.#chance.one([null, []])]);
      const values = { ...this.#scalars(block), ...Object.fromEntries(emptied) };
      return [id, this.#chance.is(20) ? null : values];
    });
    return Object.fromEntries(changed) as SentParts;
  }

  #items(allowed: readonly string[], level: number, from: { pool: Block[]; isWhole: boolean }): SentItem[] {
    const count = this.#chance.below(level === 1 ? 6 : 3);
    return Array.from({ length: count }, () => {
      const fitting = from.pool.filter(({ block }) => allowed.includes(block));
      if (fitting.length === 0 || this.#chance.is(35)) return this.#fresh(allowed, level, from);
      const { id, block } = this.#chance.one(fitting);
      from.pool.splice(
        from.pool.findIndex((one) => one.id === id),
        1,
      );
      if (!from.isWhole && this.#chance.is(40)) return this.#chance.one([id, { id }]);
      const values = { ...this.#scalars(block), ...this.#lists(block, level, from) };
      return from.isWhole || this.#chance.is(50) ? { id, block, values } : { id, values };
    });
  }

  #fresh(allowed: readonly string[], level: number, from: { pool: Block[]; isWhole: boolean }): SentItem {
    const block = this.#chance.one(allowed);
    const hasId = this.#chance.is(50);
    // A whole block that is sent again is not new any more: keys that were left out would not get their defaults again.
    const scalars = this.#scalars(block, hasId && from.isWhole ? 100 : 40);
    const values = { ...scalars, title: this.#title(), ...this.#lists(block, level, from) };
    return hasId ? { id: newId('block', new Date()), block, values } : { block, values };
  }

  #lists(slug: string, level: number, from: { pool: Block[]; isWhole: boolean }): Record<string, SentItem[]> {
    if (level === levelsMax) return {};
    const sent = listsOf(this.#definitions, slug).filter(() => this.#chance.is(50));
    return Object.fromEntries(
      sent.map(({ key, options }) => [key, this.#items(options?.['blocks'] as string[], level + 1, from)]),
    );
  }

  #scalars(slug: string, percent = 40): Record<string, unknown> {
    const values: Record<string, () => unknown> = {
      title: () => this.#title(),
      n: () => this.#chance.below(3),
      on: () => this.#chance.is(50),
      tone: () => this.#chance.one(['dark', 'light']),
    };
    const sent = (this.#definitions.get(slug) ?? []).filter(
      ({ key }) => key in values && this.#chance.is(percent),
    );
    return Object.fromEntries(
      sent.map(({ key }) => [key, key !== 'title' && this.#chance.is(25) ? null : values[key]?.()]),
    );
  }

  /** Each title stands once in a test, so that a block is known again by it. */
  #title(): string {
    this.#titles += 1;
    return `t${this.#titles}`;
  }
}
