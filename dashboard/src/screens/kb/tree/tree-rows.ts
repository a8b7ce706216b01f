import type { KbOutlineArticle, KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';

type Collection = KbOutline['data'][number];
type Section = Collection['sections'][number];

/** One visible row of the tree. */
export type TreeRow = { id: string; title: string; depth: number } & (
  | { kind: 'collection'; parent: null; container: Collection; isOpen: boolean }
  | { kind: 'section'; parent: string; container: Section; isOpen: boolean }
  | { kind: 'article'; parent: string; article: KbOutlineArticle }
);

/** A position in the tree: the container, and the next sibling. */
export interface TreePosition {
  into: string | null;
  before: string | null;
}

/** A position where a row can be dropped. The drop line is above a row, or below all rows (null). */
export interface Drop extends TreePosition {
  above: string | null;
  depth: number;
}

/** The rows of the tree in order, without those inside closed containers. */
export function rowsOf({ data, articles }: KbOutline, closed: ReadonlySet<string>): TreeRow[] {
  const byContainer = new Map<string, KbOutlineArticle[]>();
  for (const article of articles) {
    const siblings = byContainer.get(article.shelf);
    if (siblings === undefined) byContainer.set(article.shelf, [article]);
    else siblings.push(article);
  }
  const articlesIn = (parent: string, depth: number): TreeRow[] =>
    (byContainer.get(parent) ?? []).map((article) => {
      return { kind: 'article', id: article.id, title: article.title, depth, parent, article };
    });
  return data.flatMap((container): TreeRow[] => {
    const isOpen = !closed.has(container.id);
    const { id, title } = container;
    const head: TreeRow = { kind: 'collection', id, title, depth: 0, parent: null, container, isOpen };
    if (!isOpen) return [head];
    const sections = container.sections.flatMap((section): TreeRow[] => {
      const isSectionOpen = !closed.has(section.id);
      const { id: sectionId, title: sectionTitle } = section;
      const sectionRow: TreeRow = {
        kind: 'section',
        id: sectionId,
        title: sectionTitle,
        depth: 1,
        parent: id,
        container: section,
        isOpen: isSectionOpen,
      };
      return [sectionRow, ...(isSectionOpen ? articlesIn(sectionId, 2) : [])];
    });
    return [head, ...articlesIn(id, 1), ...sections];
  });
}

/** A row and the visible rows inside it. */
export function branchOf(rows: readonly TreeRow[], id: string): TreeRow[] {
  const start = rows.findIndex((row) => row.id === id);
  const head = rows[start];
  if (head === undefined) return [];
  const end = rows.findIndex((row, index) => index > start && row.depth <= head.depth);
  return rows.slice(start, end === -1 ? undefined : end);
}

/** The positions where a row can be dropped, from top to bottom, including its current position. */
export function dropsFor(rows: readonly TreeRow[], id: string): Drop[] {
  const dragged = rows.find((row) => row.id === id);
  const branch = new Set(branchOf(rows, id));
  const rest = rows.filter((row) => !branch.has(row));
  switch (dragged?.kind) {
    case undefined:
      return [];
    case 'collection':
      return dropsAmong(
        rest.filter(({ kind }) => kind === 'collection'),
        { into: null, end: null, depth: 0 },
      );
    case 'section':
      return rest.flatMap((container, index) => {
        if (container.kind !== 'collection') return [];
        const siblings = rest.filter(({ kind, parent }) => kind === 'section' && parent === container.id);
        const next = rest.find((row, position) => position > index && row.kind === 'collection');
        return dropsAmong(siblings, { into: container.id, end: next?.id ?? null, depth: 1 });
      });
    case 'article':
      return rest.flatMap((container, index) => {
        if (container.kind === 'article') return [];
        const siblings = rest.filter(({ kind, parent }) => kind === 'article' && parent === container.id);
        const end = rest[index + 1 + siblings.length]?.id ?? null;
        return dropsAmong(siblings, { into: container.id, end, depth: container.depth + 1 });
      });
  }
}

/** A drop before each sibling, and one after the last. */
function dropsAmong(
  siblings: readonly TreeRow[],
  { into, end, depth }: { into: string | null; end: string | null; depth: number },
): Drop[] {
  return [
    ...siblings.map(({ id }) => ({ into, before: id, above: id, depth })),
    { into, before: null, above: end, depth },
  ];
}

/** The current position of a row. */
export function treePositionOf(rows: readonly TreeRow[], id: string): TreePosition | null {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) return null;
  const siblings = rows.filter(({ kind, parent }) => kind === row.kind && parent === row.parent);
  return { into: row.parent, before: siblings[siblings.indexOf(row) + 1]?.id ?? null };
}

export function isSamePosition(a: TreePosition, b: TreePosition): boolean {
  return a.into === b.into && a.before === b.before;
}
