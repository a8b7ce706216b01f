import { useMemo, useRef, useState } from 'react';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { toastError } from '../../../components/overlay/toast.tsx';
import type { TreePosition } from './tree-rows.ts';

export interface Move extends TreePosition {
  id: string;
}

/** Returns the outline after a move. */
export function applyMove(outline: KbOutline, { id, into, before }: Move): KbOutline {
  const article = outline.articles.find((candidate) => candidate.id === id);
  if (article !== undefined)
    return {
      ...outline,
      articles: insertBefore(outline.articles, { ...article, shelf: into ?? article.shelf }, before),
    };
  const collection = outline.data.find((candidate) => candidate.id === id);
  if (collection !== undefined) return { ...outline, data: insertBefore(outline.data, collection, before) };
  const section = outline.data.flatMap(({ sections }) => sections).find((candidate) => candidate.id === id);
  if (section === undefined) return outline;
  const data = outline.data.map((collection) => {
    const rest = { ...collection, sections: collection.sections.filter((candidate) => candidate.id !== id) };
    return collection.id === into
      ? { ...rest, sections: insertBefore(rest.sections, section, before) }
      : rest;
  });
  return { ...outline, data };
}

/** Moves an item before the item with the id `before`, or to the end of the list. */
function insertBefore<Item extends { id: string }>(
  items: readonly Item[],
  item: Item,
  before: string | null,
): Item[] {
  const rest = items.filter(({ id }) => id !== item.id);
  const index = before === null ? -1 : rest.findIndex(({ id }) => id === before);
  return rest.toSpliced(index === -1 ? rest.length : index, 0, item);
}

/** Saves moves one after another, and shows them before they are saved. */
export function useMoves(outline: KbOutline): { optimisticOutline: KbOutline; move: (move: Move) => void } {
  const api = useProjectApi();
  const refresh = useRefresh();
  const [pending, setPending] = useState<readonly Move[]>([]);
  const queue = useRef(Promise.resolve());
  const openRequests = useRef(0);
  const completedMoves = useRef(new Set<Move>());
  const saveMove = async (move: Move) => {
    const { id, into, before } = move;
    try {
      await api.post('/kb/moves', { id, before, ...(into === null ? {} : { into }) });
    } catch (error) {
      toastError(error);
    }
    completedMoves.current.add(move);
    openRequests.current -= 1;
    if (openRequests.current > 0) return;
    const savedMoves = new Set(completedMoves.current);
    await refresh('kb'); // once after all moves, which stay visible until the new data contains them
    setPending((moves) => moves.filter((move) => !savedMoves.has(move)));
  };
  return {
    optimisticOutline: useMemo(() => pending.reduce(applyMove, outline), [pending, outline]),
    move: (move) => {
      openRequests.current += 1;
      setPending((moves) => [...moves, move]);
      queue.current = queue.current.then(() => saveMove(move));
    },
  };
}
