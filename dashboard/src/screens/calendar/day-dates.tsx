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
export function dayWords({ date }: Day): string {
  return longDay.format(date);
}

interface DayDatesProps {
  day: Day;
  dates: readonly ComingDate[];
  /** How many stand on the page; the others open with a button. */
  most: number;
}

/** What comes on one day, the first of it; a button opens all. */
export function DayDates({ day, dates, most }: DayDatesProps) {
  const [isOpen, setOpen] = useState(false);
  if (dates.length === 0) return null;
  const rest = dates.length - most;
  return (
    <>
      <DateList dates={rest > 0 ? dates.slice(0, most) : dates} />
      {rest > 0 ? (
        <button
          type="button"
          className="coming-more"
          aria-label={`${rest} more on ${dayWords(day)}`}
          onClick={() => setOpen(true)}
        >
          {rest} more
        </button>
      ) : null}
      {isOpen ? (
        <Dialog open onClose={() => setOpen(false)} title={dayWords(day)}>
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
