import { useEffect, useRef } from 'react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import { articleModules, useArticlePages } from '../../../features/articles/list/article-modules.ts';
import { Button } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { useDropTarget } from '../../../components/list/drop-target.ts';
import { useMovedRows } from '../../../components/list/moved-rows.ts';
import { Paged } from '../../../components/list/paged-table.tsx';
import { Card } from './card.tsx';
import type { LaneName, lanes } from './lanes.ts';
import type { BoardSearch } from '../search.ts';

interface LaneProps {
  lane: (typeof lanes)[number];
  /** The filters of the board. */
  filters: BoardSearch;
  dragged: EditorArticleRow | null;
  onDrag: (row: EditorArticleRow | null) => void;
  onMove: (row: EditorArticleRow, to: LaneName) => void;
  /** Reports the visible rows, for keyboard navigation. */
  onRows: (lane: LaneName, rows: readonly EditorArticleRow[]) => void;
}

const pageSize = 30;

/** One column of the board, on which cards can be dropped. */
export function Lane({ lane, filters, dragged, onDrag, onMove, onRows }: LaneProps) {
  const { name, title, sort, empty } = lane;
  const list = useArticlePages(articleModules.blog, { ...filters, status: name, sort, limit: pageSize });
  const { rows, targets, total, totalText, hasMore, isLoadingMore, loadMore } = list;
  useEffect(() => {
    onRows(name, rows ?? []);
  });
  const cards = useRef<HTMLUListElement>(null);
  useMovedRows(cards, rows);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const canDrop = dragged !== null && dragged.status !== name;
  const target = useDropTarget(canDrop, () => {
    onDrag(null);
    if (dragged !== null) onMove(dragged, name);
  });
  return (
    <section
      className={classes('lane', canDrop && 'lane-open', target.isOver && 'lane-over')}
      aria-label={title}
      {...target.handlers}
    >
      <header className="lane-head">
        <h2>{title}</h2>
        <span className="lane-count">{total === undefined ? null : totalText}</span>
      </header>
      <Paged
        pages={list}
        loading={5}
        empty={<p className="lane-empty">{isFiltered ? 'No matches.' : empty}</p>}
      >
        {(rows) => (
          <ul className="lane-cards" ref={cards}>
            {rows.map((row) => (
              <Card
                key={row.id}
                row={row}
                targets={targets}
                isDragged={dragged?.id === row.id}
                onDrag={onDrag}
                onMove={onMove}
              />
            ))}
          </ul>
        )}
      </Paged>
      {hasMore ? (
        <Button variant="quiet" busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}
