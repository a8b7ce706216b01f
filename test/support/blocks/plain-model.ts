import type { Block } from '../../../src/contract/fields/blocks.ts';
import { allBlocks, type Definitions, listsOf } from './random-schema.ts';

/** A block as a test writes it: `"blk_..."`, `{id}`, `{id, values}`, or a whole one, with or without an id. */
export type SentItem = string | { id?: string; block?: string; values?: Record<string, unknown> };
export type SentList = readonly SentItem[];
export type SentParts = Readonly<Record<string, Record<string, unknown> | null>>;

/** A written field: a list, or changes by id. */
export type Sent = { list: SentList } | { parts: SentParts };

/** What a write is meant for: both snapshots, the draft alone, or the draft that goes live. */
export type Aim = 'both' | 'draft' | 'publish';

/** What an entry has: null where nothing is live. */
export interface Snapshots {
  draft: Block[];
  live: Block[] | null;
}

interface Writing {
  definitions: Definitions;
  /** Slugs of the blocks that the entry has in what the write changes, by id. */
  known: ReadonlyMap<string, string>;
  /** Whether blocks are sent whole: keys left out are empty, and nothing is laid over. */
  isWhole: boolean;
}

/** What a write makes of one snapshot, and the ids that it could not reach there. */
interface Modelled {
  list: Block[];
  left: string[];
}

/** The slugs of what some lists have, by id; where an id stands for two blocks the first list says which. */
function slugsIn(lists: readonly (readonly Block[])[], definitions: Definitions): Map<string, string> {
  const all = lists.flatMap((list) => allBlocks(list, definitions));
  return new Map(all.toReversed().map(({ id, block }) => [id, block]));
}

/** The id that a test gives a block that was sent without one, until the service has told its own. */
const idOfTitle = (values: Record<string, unknown> | undefined) => `new ${String(values?.['title'])}`;

interface Write {
  sent: Sent;
  aim: Aim;
  isWhole: boolean;
  definitions: Definitions;
}

/** What a write makes of an entry; ids that the service made for new blocks are taken from what came of it. */
export function afterWrite({ sent, aim, isWhole, definitions }: Write, before: Snapshots, after: Snapshots) {
  const known = slugsIn(listsFor(aim, before), definitions);
  const made = (list: readonly Block[]) =>
    'list' in sent
      ? writeList(list, sent.list, { definitions, known, isWhole })
      : writeParts(list, sent.parts, definitions);
  const stored = allBlocks([...(after.live ?? []), ...after.draft], definitions);
  const ids = new Map(stored.map(({ id, values }) => [idOfTitle(values), id]));
  const withIds = (list: Block[]): Block[] =>
    JSON.parse(JSON.stringify(list), (key, value: unknown) =>
      key === 'id' ? (ids.get(String(value)) ?? value) : value,
    ) as Block[];
  const draft = made(before.draft);
  const live = before.live === null || aim !== 'both' ? null : made(before.live);
  return {
    draft: withIds(draft.list),
    live: aim === 'publish' ? withIds(draft.list) : live === null ? before.live : withIds(live.list),
    left: { block_not_in_draft: draft.left.toSorted(), block_not_live: (live?.left ?? []).toSorted() },
  };
}

/** The lists that a write changes. */
export function listsFor(aim: Aim, { draft, live }: Snapshots): readonly Block[][] {
  return aim === 'both' && live !== null ? [draft, live] : [draft];
}

/** The ids of blocks that a snapshot lacks, as warnings name them. */
export function leftBy(warnings: readonly { code: string; block_id: string }[]) {
  const of = (code: string) =>
    warnings.flatMap((one) => (one.code === code ? [one.block_id] : [])).toSorted();
  return { block_not_in_draft: of('block_not_in_draft'), block_not_live: of('block_not_live') };
}

/** Whether the same request can be sent again: ids that a write removed are no ids of the field any more. */
export function canComeAgain({ sent, aim, definitions }: Omit<Write, 'isWhole'>, after: Snapshots): boolean {
  const there = slugsIn(listsFor(aim, after), definitions);
  if ('parts' in sent) return Object.keys(sent.parts).every((id) => there.has(id));
  return namedIn(sent.list, definitions, there).every((id) => id === '' || there.has(id));
}

/** A written list is the new order. Said by rebuilding the page from nothing, unlike the service does it. */
function writeList(before: readonly Block[], sent: SentList, writing: Writing): Modelled {
  const { definitions, known, isWhole } = writing;
  const had = new Map(allBlocks(before, definitions).map((block) => [block.id, block]));
  const named = new Set(namedIn(sent, definitions, known));
  const left: string[] = [];
  const pruned = (block: Block): Block => {
    const values = { ...block.values };
    for (const { key } of listsOf(definitions, block.block)) {
      const inside = values[key] as Block[] | undefined;
      if (inside !== undefined) values[key] = inside.filter(({ id }) => !named.has(id)).map(pruned);
    }
    return { ...block, values };
  };
  const build = (item: SentItem): Block[] => {
    const { id, block, values = {} } = typeof item === 'string' ? ({ id: item } as const) : item;
    const slug = block ?? (id === undefined ? '' : (known.get(id) ?? ''));
    const isKnown = id !== undefined && known.get(id) === slug;
    const old = id === undefined ? undefined : had.get(id);
    if (isKnown && !isWhole && old === undefined) {
      left.push(id);
      return [];
    }
    const base = isKnown && !isWhole && old !== undefined ? pruned(old).values : {};
    const start = isKnown ? base : defaultsOf(definitions, slug);
    const own = { id: id ?? idOfTitle(values), block: slug };
    return [{ ...own, values: filled({ ...start, ...builtIn(values, slug) }) }];
  };
  const builtIn = (values: Record<string, unknown>, slug: string) => {
    const lists = listsOf(definitions, slug).filter(({ key }) => Array.isArray(values[key]));
    const built = lists.map(({ key }) => [key, (values[key] as SentList).flatMap(build)]);
    return { ...values, ...Object.fromEntries(built) } as Record<string, unknown>;
  };
  return { list: sent.flatMap(build), left };
}

/** Changes by id, each where the block stands. */
function writeParts(before: readonly Block[], sent: SentParts, definitions: Definitions): Modelled {
  const reached = new Set(allBlocks(before, definitions).map(({ id }) => id));
  const change = (list: readonly Block[]): Block[] =>
    list
      .filter(({ id }) => sent[id] !== null)
      .map((block) => {
        const values = { ...block.values };
        for (const { key } of listsOf(definitions, block.block))
          if (Array.isArray(values[key])) values[key] = change(values[key] as Block[]);
        return { ...block, values: filled({ ...values, ...sent[block.id] }) };
      });
  const left = Object.keys(sent).filter((id) => sent[id] !== null && !reached.has(id));
  return { list: change(before), left };
}

function namedIn(sent: SentList, definitions: Definitions, known: ReadonlyMap<string, string>): string[] {
  return sent.flatMap((item) => {
    if (typeof item === 'string') return [item];
    const { id = '', block = known.get(id) ?? '', values = {} } = item;
    const lists = listsOf(definitions, block).map(({ key }) => values[key] ?? []);
    return [id, ...lists.flatMap((list) => namedIn(list as SentList, definitions, known))];
  });
}

function defaultsOf(definitions: Definitions, slug: string): Record<string, unknown> {
  const fields = definitions.get(slug) ?? [];
  return Object.fromEntries(fields.map(({ key, options }) => [key, options?.['default']]));
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}
