import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import { Kbd } from '../../../components/keyboard/kbd.tsx';
import { ListSearch } from '../../../components/list/list-tools.tsx';
import { useBoardKeys } from './board-keys.ts';
import { useBoardMoves } from './board-moves.tsx';
import { Filters } from '../filters.tsx';
import { BlogFrame } from '../frame.tsx';
import { Lane } from './lane.tsx';
import { type LaneName, lanes } from './lanes.ts';
import type { BoardSearch } from '../search.ts';
import './board.css';

const route = getRouteApi('/p/$projectId/blog/board');

/** Articles as cards in columns by state. Moving a card publishes, schedules or unpublishes the article after a confirmation. */
export function BlogBoardScreen() {
  const { q, author, category, tag } = route.useSearch();
  const filters = { q, author, category, tag };
  const navigate = route.useNavigate();
  const changeFilters = (part: BoardSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const board = useRef<HTMLDivElement>(null);
  const laneRows = useRef(new Map<LaneName, readonly EditorArticleRow[]>());
  const [dragged, setDragged] = useState<EditorArticleRow | null>(null);
  const { requestMove, dialog } = useBoardMoves();
  useBoardKeys(board, laneRows, requestMove);
  return (
    <BlogFrame view="board">
      <div className="list-tools">
        <ListSearch value={q} onChange={(text) => changeFilters({ q: text })} />
        <Filters search={filters} onChange={changeFilters} />
      </div>
      <p className="board-hint">
        Drag a card to publish, schedule or unpublish it, or press <Kbd keys="shift+arrowright" /> on it.
      </p>
      <div className="board" ref={board}>
        {lanes.map((lane) => (
          <Lane
            key={lane.name}
            lane={lane}
            filters={filters}
            dragged={dragged}
            onDrag={setDragged}
            onMove={requestMove}
            onRows={(name, rows) => void laneRows.current.set(name, rows)}
          />
        ))}
      </div>
      {dialog}
    </BlogFrame>
  );
}
