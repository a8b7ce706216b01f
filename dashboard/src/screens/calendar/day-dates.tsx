import { useState } from 'react';
import type { ComingDate } from '../../../../src/contract/home.ts';
import { useHomeItem } from '../../features/lists/home-items.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { ComingLink } from './coming-link.tsx';
import type { Day } from './month.ts';

const longDay = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `Monday, November 23, 2026` */
export function formatDay({ date }: Day): string {
  return longDay.format(date);
}

interface DayDatesProps {
  day: Day;
  dates: readonly ComingDate[];
  /** How many dates are shown before the button that shows all. */
  maxVisible: number;
}

/** The first dates of one day, with a button that shows all. */
export function DayDates({ day, dates, maxVisible }: DayDatesProps) {
  const [isOpen, setOpen] = useState(false);
  if (dates.length === 0) return null;
  const hiddenCount = dates.length - maxVisible;
  return (
    <>
      <DateList dates={hiddenCount > 0 ? dates.slice(0, maxVisible) : dates} />
      {hiddenCount > 0 ? (
        <button
          type="button"
          className="coming-more"
          aria-label={`${hiddenCount} more on ${formatDay(day)}`}
          onClick={() => setOpen(true)}
        >
          {hiddenCount} more
        </button>
      ) : null}
      {isOpen ? (
        <Dialog open onClose={() => setOpen(false)} title={formatDay(day)}>
          <DateList dates={dates} />
        </Dialog>
      ) : null}
    </>
  );
}

function DateList({ dates }: { dates: readonly ComingDate[] }) {
  const toItem = useHomeItem();
  return (
    <ul className="coming-list">
      {dates.map((coming) => (
        <li key={`${coming.item.id} ${coming.what}`}>
          <ComingLink coming={coming} item={toItem(coming.item)} />
        </li>
      ))}
    </ul>
  );
}
