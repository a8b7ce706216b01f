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

/** The way of articles from draft to reader: a card that is moved to another column asks, and goes there. */
export function BlogBoardScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (part: BoardSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const board = useRef<HTMLDivElement>(null);
  const shown = useRef(new Map<LaneName, readonly EditorArticleRow[]>());
  const [dragged, setDragged] = useState<EditorArticleRow | null>(null);
  const { ask, dialog } = useBoardMoves();
  useBoardKeys(board, shown, ask);
  return (
    <BlogFrame view="board">
      <div className="list-tools">
        <ListSearch value={search.q} onChange={(q) => go({ q })} />
        <Filters search={search} onChange={go} />
      </div>
      <p className="board-hint">
        Drag a card to publish, schedule or withdraw it, or press <Kbd keys="shift+arrowright" /> on it.
      </p>
      <div className="board" ref={board}>
        {lanes.map((lane) => (
          <Lane
            key={lane.name}
            lane={lane}
            narrowing={search}
            dragged={dragged}
            onDrag={setDragged}
            onMove={ask}
            onRows={(name, rows) => void shown.current.set(name, rows)}
          />
        ))}
      </div>
      {dialog}
    </BlogFrame>
  );
}
