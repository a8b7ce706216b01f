import type { KbLeaf, KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';

type Collection = KbOutline['data'][number];
type Section = Collection['sections'][number];

/** One line of the tree as it is shown. */
export type TreeRow = { id: string; title: string; depth: number } & (
  | { kind: 'collection'; parent: null; shelf: Collection; isOpen: boolean }
  | { kind: 'section'; parent: string; shelf: Section; isOpen: boolean }
  | { kind: 'article'; parent: string; leaf: KbLeaf }
);

/** A place in the tree: the shelf or collection around it, and the sibling behind it. */
export interface TreePosition {
  into: string | null;
  before: string | null;
}

/** A place where something may be put; its line is drawn above a row, or below all of them (null). */
export interface Drop extends TreePosition {
  above: string | null;
  depth: number;
}

/** The lines of the tree in their order; those of closed shelves are left out. */
export function rowsOf({ data, articles }: KbOutline, closed: ReadonlySet<string>): TreeRow[] {
  const byShelf = new Map<string, KbLeaf[]>();
  for (const leaf of articles) {
    const beside = byShelf.get(leaf.shelf);
    if (beside === undefined) byShelf.set(leaf.shelf, [leaf]);
    else beside.push(leaf);
  }
  const leaves = (parent: string, depth: number): TreeRow[] =>
    (byShelf.get(parent) ?? []).map((leaf) => {
      return { kind: 'article', id: leaf.id, title: leaf.title, depth, parent, leaf };
    });
  return data.flatMap((shelf): TreeRow[] => {
    const isOpen = !closed.has(shelf.id);
    const { id, title } = shelf;
    const head: TreeRow = { kind: 'collection', id, title, depth: 0, parent: null, shelf, isOpen };
    if (!isOpen) return [head];
    const sections = shelf.sections.flatMap((section): TreeRow[] => {
      const isSectionOpen = !closed.has(section.id);
      const { id: sectionId, title: sectionTitle } = section;
      const within: TreeRow = {
        kind: 'section',
        id: sectionId,
        title: sectionTitle,
        depth: 1,
        parent: id,
        shelf: section,
        isOpen: isSectionOpen,
      };
      return [within, ...(isSectionOpen ? leaves(sectionId, 2) : [])];
    });
    return [head, ...leaves(id, 1), ...sections];
  });
}

/** The row and all that stands inside it, as far as it is shown. */
export function branchOf(rows: readonly TreeRow[], id: string): TreeRow[] {
  const start = rows.findIndex((row) => row.id === id);
  const head = rows[start];
  if (head === undefined) return [];
  const end = rows.findIndex((row, index) => index > start && row.depth <= head.depth);
  return rows.slice(start, end === -1 ? undefined : end);
}

/** Where a row may be put, from the top of the tree to its end. The place where it stands is one of them. */
export function dropsFor(rows: readonly TreeRow[], id: string): Drop[] {
  const dragged = rows.find((row) => row.id === id);
  const branch = new Set(branchOf(rows, id));
  const others = rows.filter((row) => !branch.has(row));
  switch (dragged?.kind) {
    case undefined:
      return [];
    case 'collection':
      return listed(
        others.filter(({ kind }) => kind === 'collection'),
        { into: null, end: null, depth: 0 },
      );
    case 'section':
      return others.flatMap((holder, index) => {
        if (holder.kind !== 'collection') return [];
        const siblings = others.filter(({ kind, parent }) => kind === 'section' && parent === holder.id);
        const next = others.find((row, place) => place > index && row.kind === 'collection');
        return listed(siblings, { into: holder.id, end: next?.id ?? null, depth: 1 });
      });
    case 'article':
      return others.flatMap((holder, index) => {
        if (holder.kind === 'article') return [];
        const siblings = others.filter(({ kind, parent }) => kind === 'article' && parent === holder.id);
        const end = others[index + 1 + siblings.length]?.id ?? null;
        return listed(siblings, { into: holder.id, end, depth: holder.depth + 1 });
      });
  }
}

/** A drop before each of the siblings, and one behind the last. */
function listed(
  siblings: readonly TreeRow[],
  { into, end, depth }: { into: string | null; end: string | null; depth: number },
): Drop[] {
  return [
    ...siblings.map(({ id }) => ({ into, before: id, above: id, depth })),
    { into, before: null, above: end, depth },
  ];
}

/** Where a row stands now. */
export function treePositionOf(rows: readonly TreeRow[], id: string): TreePosition | null {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) return null;
  const siblings = rows.filter(({ kind, parent }) => kind === row.kind && parent === row.parent);
  return { into: row.parent, before: siblings[siblings.indexOf(row) + 1]?.id ?? null };
}

export function isSamePosition(one: TreePosition, other: TreePosition): boolean {
  return one.into === other.into && one.before === other.before;
}
