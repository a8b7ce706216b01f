import { Link } from '@tanstack/react-router';
import type { ComingDate } from '../../../../src/contract/home.ts';
import type { Item } from '../../features/lists/items.ts';
import { classes } from '../../components/base/classes.ts';
import { exactTime } from '../../components/base/time.tsx';
import { comingKey } from './moves/moves.ts';

const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

const verbs: Readonly<Record<ComingDate['what'], string>> = {
  starts: 'Goes live',
  changes: 'Changes',
  ends: 'Ends',
  promotes: 'Is promoted',
};

interface ComingLinkProps {
  coming: ComingDate;
  item: Item;
  isMovable: boolean;
}

/** One upcoming date of an item, with a link to its editor. */
export function ComingLink({ coming, item, isMovable }: ComingLinkProps) {
  const { at, what } = coming;
  const moment = new Date(at);
  const body = (
    <>
      <span className="coming-when">
        <time dateTime={at}>{hour.format(moment)}</time> {verbs[what]}
      </span>
      <span className="coming-title" dir="auto">
        {item.title}
      </span>
      {item.localeName === undefined ? null : <span className="coming-locale">{item.localeName}</span>}
    </>
  );
  const shared = {
    className: classes('coming', `coming-${what}`),
    title: `${item.title} (${item.kindName}). ${verbs[what]} ${exactTime(moment)}`,
  };
  return item.href === null ? (
    <span {...shared}>{body}</span>
  ) : (
    <Link
      to={item.href}
      search={{ locale: item.locale }}
      draggable={false}
      data-coming={comingKey(coming)}
      {...(isMovable
        ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown' }
        : {})}
      {...shared}
    >
      {body}
    </Link>
  );
}
