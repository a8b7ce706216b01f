import { useNavigate } from '@tanstack/react-router';
import { ChevronsDownUp, ChevronsUpDown, Search } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';
import { useEditorHref } from '../../../features/lists/items.ts';
import { Button } from '../../../components/base/button.tsx';
import { ListSearch } from '../../../components/list/list-tools.tsx';
import { useMovedRows } from '../../../components/list/moved-rows.ts';
import { useRowKeys } from '../../../components/list/row-keys.ts';
import { EmptyState } from '../../../components/layout/states.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useReview } from '../article-actions.tsx';
import { useTreeDrag } from './drag.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useMoves } from './moves.ts';
import { narrowed } from './narrowed.ts';
import type { TreeSearch } from '../search.ts';
import { useTreeKeys } from './tree-keys.ts';
import { TreeLine } from './tree-line.tsx';
import { useLineActions } from './use-line-actions.ts';
import {
  dropsFor,
  isSamePosition,
  type TreePosition,
  treePositionOf,
  rowsOf,
  type TreeRow,
} from './tree-rows.ts';

/** Shelves are closed at first where more articles than this would be shown. */
const openMax = 200;

interface TreeProps {
  outline: KbOutline;
  /** Words that the rows are narrowed by. */
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
  onOpenShelf: (search: TreeSearch) => void;
  onNewArticle: (shelf: string) => void;
}

/** The whole knowledge base in its order. */
export function Tree({ outline, q, onSearch, onOpenShelf, onNewArticle }: TreeProps) {
  const { shown, move } = useMoves(outline);
  const shelves = shown.data.flatMap((one) => [one.id, ...one.sections.map(({ id }) => id)]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(outline.articles.length > openMax ? shelves : []),
  );
  const rows = useMemo(
    () => (q === undefined ? rowsOf(shown, closed) : rowsOf(narrowed(shown, q), new Set())),
    [shown, closed, q],
  );
  /** Where rows are missing, a place between two that are shown is none. */
  const staysPut = () => {
    if (q !== undefined) toast('Clear the search to move rows.');
    return q !== undefined;
  };
  const [said, setSaid] = useState('');
  const [moving, setMoving] = useState<TreeRow | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  useMovedRows(tree, rows);
  const open = useOpen(onOpenShelf);
  const review = useReview();
  useRowKeys(
    tree,
    rows.length,
    useCallback(() => undefined, []),
  );
  useLayoutEffect(() => {
    // A row that changed its place in the document has lost the keyboard.
    if (focused.current === null) return;
    tree.current?.querySelector<HTMLElement>(`[data-id="${focused.current}"]`)?.focus();
    focused.current = null;
  }, [rows]);

  const toggle = (id: string, isOpen = closed.has(id)) => {
    if (q !== undefined) return; // what was found is shown
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const put = (row: TreeRow, { into, before }: TreePosition) => {
    const from = treePositionOf(rows, row.id);
    if (from === null || isSamePosition(from, { into, before })) return;
    move({ id: row.id, into, before });
    const holder = rows.find(({ id }) => id === into)?.title;
    toast(
      from.into === into || holder === undefined ? `${row.title} moved` : `${row.title} moved to ${holder}`,
      {
        label: 'Undo',
        run: () => move({ id: row.id, ...from }),
      },
    );
  };
  const step = (row: TreeRow, by: 1 | -1) => {
    if (staysPut()) return;
    const from = treePositionOf(rows, row.id);
    const drops = dropsFor(rows, row.id);
    const at = drops.findIndex((drop) => from !== null && isSamePosition(drop, from));
    const drop = drops[at + by];
    if (at === -1 || drop === undefined) return;
    focused.current = row.id;
    move({ id: row.id, into: drop.into, before: drop.before });
    const holder = rows.find(({ id }) => id === drop.into)?.title;
    const behind = rows.find(({ id }) => id === drop.before)?.title;
    setSaid(
      `${row.title}: ${behind === undefined ? 'last' : `before ${behind}`}${holder === undefined ? '' : ` in ${holder}`}`,
    );
  };
  const { dragging, begin } = useTreeDrag(tree, rows, (id, drop) => {
    const row = rows.find((one) => one.id === id);
    if (row !== undefined) put(row, drop);
  });
  const onKey = useTreeKeys(tree, {
    rows,
    open,
    toggle,
    step,
    move: (row) => (staysPut() ? undefined : setMoving(row)),
    review: (row) =>
      row.kind === 'article' && row.leaf.status === 'published' ? void review(row.leaf) : undefined,
  });

  const actions = useLineActions({
    onKeyDown: onKey,
    onGrab: (event, row) => (staysPut() ? undefined : begin(event, row.id)),
    onOpen: open,
    onToggle: (row) => toggle(row.id),
    onStep: step,
    onMove: (row) => (staysPut() ? undefined : setMoving(row)),
    onOpenShelf,
    onNewArticle,
  });

  return (
    <div className="tree-box">
      <div className="tree-tools">
        <ListSearch value={q} onChange={onSearch} />
        <Button variant="quiet" icon={ChevronsUpDown} onClick={() => setClosed(new Set())}>
          Open all
        </Button>
        <Button variant="quiet" icon={ChevronsDownUp} onClick={() => setClosed(new Set(shelves))}>
          Close all
        </Button>
        {shown.has_more ? (
          <span className="muted">
            Here are the first {shown.articles.length} articles; find the others under Articles.
          </span>
        ) : null}
      </div>
      {rows.length === 0 ? <EmptyState icon={Search} title="No matches" /> : null}
      <div className="tree" role="treegrid" aria-label="Knowledge base" ref={tree}>
        {rows.map((row, index) => (
          <TreeLine
            key={row.id}
            row={row}
            index={index}
            isDragged={dragging?.id === row.id}
            actions={actions}
          />
        ))}
        {dragging?.drop == null ? null : (
          <div
            className={`tree-drop tree-depth-${dragging.drop.depth}`}
            style={{ top: dragging.lineTop }}
            aria-hidden
          />
        )}
      </div>
      <div className="visually-hidden" role="status">
        {said}
      </div>
      {moving === null ? null : (
        <MoveDialog
          row={moving}
          outline={shown}
          onClose={() => setMoving(null)}
          onMove={(into) => (setMoving(null), put(moving, { into, before: null }))}
        />
      )}
    </div>
  );
}

/** Opens an article's editor, or a shelf beside the tree. */
function useOpen(onOpenShelf: (search: TreeSearch) => void): (row: TreeRow) => void {
  const navigate = useNavigate();
  const hrefOf = useEditorHref();
  return (row) => {
    if (row.kind !== 'article') return onOpenShelf({ shelf: row.id });
    const to = hrefOf('kb_article', row.leaf.id);
    if (to !== null) void navigate({ to });
  };
}
