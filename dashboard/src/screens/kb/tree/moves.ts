import { useMemo, useRef, useState } from 'react';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { toastError } from '../../../components/overlay/toast.tsx';
import type { TreePosition } from './tree-rows.ts';

export interface Move extends TreePosition {
  id: string;
}

/** The knowledge base as it is after a move. */
export function moved(outline: KbOutline, { id, into, before }: Move): KbOutline {
  const article = outline.articles.find((one) => one.id === id);
  if (article !== undefined)
    return {
      ...outline,
      articles: placed(outline.articles, { ...article, shelf: into ?? article.shelf }, before),
    };
  const collection = outline.data.find((one) => one.id === id);
  if (collection !== undefined) return { ...outline, data: placed(outline.data, collection, before) };
  const section = outline.data.flatMap(({ sections }) => sections).find((one) => one.id === id);
  if (section === undefined) return outline;
  const data = outline.data.map((holder) => {
    const rest = { ...holder, sections: holder.sections.filter((one) => one.id !== id) };
    return holder.id === into ? { ...rest, sections: placed(rest.sections, section, before) } : rest;
  });
  return { ...outline, data };
}

/** The list with an item before the one of that id, or at its end. */
function placed<Item extends { id: string }>(
  items: readonly Item[],
  item: Item,
  before: string | null,
): Item[] {
  const others = items.filter(({ id }) => id !== item.id);
  const index = before === null ? -1 : others.findIndex(({ id }) => id === before);
  return others.toSpliced(index === -1 ? others.length : index, 0, item);
}

/** Carries out moves, one after another, and shows them before they are stored. */
export function useMoves(outline: KbOutline): { shown: KbOutline; move: (move: Move) => void } {
  const api = useProjectApi();
  const refresh = useRefresh();
  const [pending, setPending] = useState<readonly Move[]>([]);
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  const sent = useRef(new Set<Move>());
  const carryOut = async (move: Move) => {
    const { id, into, before } = move;
    try {
      await api.post('/kb/moves', { id, before, ...(into === null ? {} : { into }) });
    } catch (error) {
      toastError(error);
    }
    sent.current.add(move);
    waiting.current -= 1;
    if (waiting.current > 0) return;
    const stored = new Set(sent.current);
    await refresh('kb'); // once, and the moves are shown until what is stored shows them too
    setPending((moves) => moves.filter((one) => !stored.has(one)));
  };
  return {
    shown: useMemo(() => pending.reduce(moved, outline), [pending, outline]),
    move: (move) => {
      waiting.current += 1;
      setPending((moves) => [...moves, move]);
      queue.current = queue.current.then(() => carryOut(move));
    },
  };
}
