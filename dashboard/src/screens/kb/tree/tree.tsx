import { useNavigate } from '@tanstack/react-router';
import { ChevronsDownUp, ChevronsUpDown, Search } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useChosenLocale } from '../../../api/locales.ts';
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
import { filterOutline } from './filter-outline.ts';
import type { TreeSearch } from '../search.ts';
import { useTreeKeys } from './tree-keys.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { useStableActions } from './use-stable-actions.ts';
import {
  dropsFor,
  isSamePosition,
  type TreePosition,
  treePositionOf,
  rowsOf,
  type TreeRow,
} from './tree-rows.ts';

/** With more articles than this, all containers are closed initially. */
const maxOpenArticles = 200;

interface TreeProps {
  outline: KbOutline;
  /** The search text. */
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
  onOpenContainer: (search: TreeSearch) => void;
  onNewArticle: (containerId: string) => void;
}

/** The knowledge base as a tree in which rows can be moved. */
export function Tree({ outline, q, onSearch, onOpenContainer, onNewArticle }: TreeProps) {
  const { optimisticOutline, move } = useMoves(outline);
  const containerIds = optimisticOutline.data.flatMap(({ id, sections }) => [
    id,
    ...sections.map((section) => section.id),
  ]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(outline.articles.length > maxOpenArticles ? containerIds : []),
  );
  const rows = useMemo(
    () =>
      q === undefined
        ? rowsOf(optimisticOutline, closed)
        : rowsOf(filterOutline(optimisticOutline, q), new Set()),
    [optimisticOutline, closed, q],
  );
  /** While the tree is filtered, a position between two visible rows is ambiguous. */
  const rejectMoveWhileFiltered = () => {
    if (q !== undefined) toast('Clear the search to move rows.');
    return q !== undefined;
  };
  const [announcement, setAnnouncement] = useState('');
  const [moving, setMoving] = useState<TreeRow | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const focusAfterRender = useRef<string | null>(null);
  useMovedRows(tree, rows);
  const open = useOpen(onOpenContainer);
  const review = useReview(useChosenLocale());
  useRowKeys(
    tree,
    rows.length,
    useCallback(() => undefined, []),
  );
  useLayoutEffect(() => {
    // A row that moved in the document has lost the focus.
    if (focusAfterRender.current === null) return;
    tree.current?.querySelector<HTMLElement>(`[data-id="${focusAfterRender.current}"]`)?.focus();
    focusAfterRender.current = null;
  }, [rows]);

  const toggle = (id: string, isOpen = closed.has(id)) => {
    if (q !== undefined) return; // a filtered tree shows all matches
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const moveRow = (row: TreeRow, { into, before }: TreePosition) => {
    const from = treePositionOf(rows, row.id);
    if (from === null || isSamePosition(from, { into, before })) return;
    move({ id: row.id, into, before });
    const containerTitle = rows.find(({ id }) => id === into)?.title;
    toast(
      from.into === into || containerTitle === undefined
        ? `${row.title} moved`
        : `${row.title} moved to ${containerTitle}`,
      {
        label: 'Undo',
        run: () => move({ id: row.id, ...from }),
      },
    );
  };
  const step = (row: TreeRow, direction: 1 | -1) => {
    if (rejectMoveWhileFiltered()) return;
    const from = treePositionOf(rows, row.id);
    const drops = dropsFor(rows, row.id);
    const at = drops.findIndex((drop) => from !== null && isSamePosition(drop, from));
    const drop = drops[at + direction];
    if (at === -1 || drop === undefined) return;
    focusAfterRender.current = row.id;
    move({ id: row.id, into: drop.into, before: drop.before });
    const containerTitle = rows.find(({ id }) => id === drop.into)?.title;
    const nextTitle = rows.find(({ id }) => id === drop.before)?.title;
    setAnnouncement(
      `${row.title}: ${nextTitle === undefined ? 'last' : `before ${nextTitle}`}${containerTitle === undefined ? '' : ` in ${containerTitle}`}`,
    );
  };
  const { dragging, begin } = useTreeDrag(tree, rows, (id, drop) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row !== undefined) moveRow(row, drop);
  });
  const onKey = useTreeKeys(tree, {
    rows,
    open,
    toggle,
    step,
    move: (row) => (rejectMoveWhileFiltered() ? undefined : setMoving(row)),
    review: (row) =>
      row.kind === 'article' && row.article.status === 'published' ? void review(row.article) : undefined,
  });

  const actions = useStableActions({
    onKeyDown: onKey,
    onGrab: (event, row) => (rejectMoveWhileFiltered() ? undefined : begin(event, row.id)),
    onOpen: open,
    onToggle: (row) => toggle(row.id),
    onStep: step,
    onMove: (row) => (rejectMoveWhileFiltered() ? undefined : setMoving(row)),
    onOpenContainer,
    onNewArticle,
  });

  return (
    <div className="tree-box">
      <div className="tree-tools">
        <ListSearch value={q} onChange={onSearch} />
        <Button variant="quiet" icon={ChevronsUpDown} onClick={() => setClosed(new Set())}>
          Open all
        </Button>
        <Button variant="quiet" icon={ChevronsDownUp} onClick={() => setClosed(new Set(containerIds))}>
          Close all
        </Button>
        {optimisticOutline.has_more ? (
          <span className="muted">
            Here are the first {optimisticOutline.articles.length} articles; find the others under Articles.
          </span>
        ) : null}
      </div>
      {rows.length === 0 ? <EmptyState icon={Search} title="No matches" /> : null}
      <div className="tree" role="treegrid" aria-label="Knowledge base" ref={tree}>
        {rows.map((row, index) => (
          <TreeRowView
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
        {announcement}
      </div>
      {moving === null ? null : (
        <MoveDialog
          row={moving}
          outline={optimisticOutline}
          onClose={() => setMoving(null)}
          onMove={(into) => (setMoving(null), moveRow(moving, { into, before: null }))}
        />
      )}
    </div>
  );
}

/** Opens an article's editor, or the panel of a collection or section. */
function useOpen(onOpenContainer: (search: TreeSearch) => void): (row: TreeRow) => void {
  const navigate = useNavigate();
  const hrefOf = useEditorHref();
  return (row) => {
    if (row.kind !== 'article') return onOpenContainer({ shelf: row.id });
    const to = hrefOf('kb_article', row.article.id);
    if (to !== null) void navigate({ to });
  };
}
