import { Eye } from 'lucide-react';
import { useContext, useState } from 'react';
import type { ComingDate } from '../../../../src/contract/home.ts';
import { localeOf } from '../../features/editing/item.ts';
import { useHomeItem } from '../../features/lists/home-items.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { useSiteHref } from '../../features/live/time/site-time.ts';
import { classes } from '../../components/base/classes.ts';
import { ComingLink } from './coming-link.tsx';
import { comingKey, moveHandlers, MovesContext } from './moves/moves.ts';
import type { Day } from './period.ts';

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

/** Opens the site as readers will see it at the date, on the page of the item. */
function SiteLink({ coming: { at, item } }: { coming: ComingDate }) {
  const siteHref = useSiteHref();
  const { kind, id, type, slug, title } = item;
  const { localeName } = useHomeItem()(item);
  const page =
    kind === 'release'
      ? { promoted: id }
      : {
          type: kind === 'entry' ? (type ?? '') : kind,
          id,
          ...(slug === null ? {} : { slug }),
          ...localeOf(item),
        };
  return (
    <a
      className="coming-site"
      href={siteHref(at, page)}
      aria-label={`See the site at this time: ${title}${localeName === undefined ? '' : `, ${localeName}`}`}
      title="See the site at this time"
    >
      <Eye size={14} aria-hidden />
    </a>
  );
}

function DateList({ dates }: { dates: readonly ComingDate[] }) {
  const toItem = useHomeItem();
  const moves = useContext(MovesContext);
  return (
    <ul className="coming-list">
      {dates.map((coming) => (
        <li
          key={comingKey(coming)}
          className={classes(moves.dragged === coming && 'coming-dragged')}
          {...moveHandlers(coming, moves)}
        >
          <ComingLink coming={coming} item={toItem(coming.item)} isMovable={moves.mayMove(coming)} />
          <SiteLink coming={coming} />
        </li>
      ))}
    </ul>
  );
}
