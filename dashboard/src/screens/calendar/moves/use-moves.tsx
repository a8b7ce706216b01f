import { type ReactNode, useState } from 'react';
import type { ComingDate } from '../../../../../src/contract/home.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { useLocales } from '../../../api/locales.ts';
import { useMayInLocale } from '../../../features/access/locale-may.ts';
import { useMay } from '../../../features/access/may.ts';
import { isTranslated } from '../../../features/locales/item-locale.ts';
import { useHomeItem } from '../../../features/lists/home-items.ts';
import { daysLater, onDay } from '../period.ts';
import { type Move, MoveDialog } from './move-dialog.tsx';
import { comingKey, type Moves } from './moves.ts';

/** Delay after which a closed dialog has returned the focus. */
const focusAfterMs = 120;

/** Moves dates of the calendar after a confirmation. The caller must render `dialog`. */
export function useMoves(): { moves: Moves; dialog: ReactNode } {
  const [dragged, setDragged] = useState<ComingDate | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const mayInLocale = useMayInLocale();
  const mayPromote = useMay('releases');
  const defaultCode = useLocales().find((locale) => locale.default)?.code;
  const toItem = useHomeItem();
  const types = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types').data?.data;
  /** The locale code of an item with a date. Items without translated fields have none. */
  const localeCodeOf = ({ kind, type: slug, locale }: ComingDate['item']) => {
    const fields = types?.find((type) => type.slug === slug)?.fields ?? [];
    return kind === 'entry' && !fields.some(isTranslated) ? undefined : (locale ?? defaultCode);
  };
  const requestMove = (coming: ComingDate, to: Date) => {
    const type = types?.find(({ slug }) => slug === coming.item.type);
    const { title } = toItem(coming.item);
    setMove({ coming, title, isSingleton: type?.kind === 'singleton', to });
  };
  const close = () => setMove(null);
  const moves: Moves = {
    dragged,
    mayMove: ({ item }) =>
      item.kind === 'release' ? mayPromote : mayInLocale('publish', localeCodeOf(item)),
    onDrag: setDragged,
    moveTo: (coming, day) => requestMove(coming, onDay(coming.at, day)),
    moveBy: (coming, days) => requestMove(coming, daysLater(new Date(coming.at), days)),
  };
  const onMoved = (coming: ComingDate) => {
    close();
    setTimeout(() => focusDate(comingKey(coming)), focusAfterMs);
  };
  const dialog =
    move === null ? null : <MoveDialog move={move} onClose={close} onMoved={() => onMoved(move.coming)} />;
  return { moves, dialog };
}

/** Focuses a date after its move, unless the person has moved the focus meanwhile. */
function focusDate(key: string): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-coming="${key}"]`)?.focus();
}
