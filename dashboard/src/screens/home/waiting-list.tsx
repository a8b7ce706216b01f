import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { useEditorHref } from '../../features/lists/items.ts';
import { ReviewBadge } from '../../features/editing/review/review-badge.tsx';
import { Section } from '../../components/layout/page.tsx';
import { Time } from '../../components/base/time.tsx';
import '../../components/list/boxed-list.css';
import './home.css';

/** Drafts that the member can approve, and own drafts that were sent back. */
export function WaitingList({ waiting, count }: { waiting: Home['waiting']; count: number }) {
  const hrefOf = useEditorHref();
  if (waiting.length === 0) return null;
  return (
    <Section title={count > waiting.length ? `Waiting for you (${count})` : 'Waiting for you'}>
      <ul className="boxed-list">
        {waiting.map((review) => {
          const { kind, id, type, title } = review.item;
          const href = hrefOf(kind, id, type);
          const name = title === '' ? 'Untitled' : title;
          const isSentBack = review.state === 'returned';
          const person = isSentBack ? review.decided_by : review.requested_by;
          const time = isSentBack ? review.decided_at : review.requested_at;
          return (
            <li key={id}>
              <span className="boxed-title">
                {href === null ? name : <Link to={href}>{name}</Link>}
                <span className="item-kind">{person?.name}</span>
              </span>
              <ReviewBadge review={review} />
              <span className="item-when">{time === null ? null : <Time value={time} />}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
