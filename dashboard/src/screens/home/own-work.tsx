import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Section } from '../../components/layout/page.tsx';
import { Time } from '../../components/base/time.tsx';
import { searchKindNames, useItemLink } from '../../features/lists/search-items.ts';
import { stateOf } from './item-list.tsx';
import '../../components/list/boxed-list.css';
import './home.css';

const maxItems = 5;

/** What the person changed last. Renders nothing if they changed nothing yet. */
export function OwnWork({ mine }: Pick<Home, 'mine'>) {
  const linkTo = useItemLink();
  if (mine.length === 0) return null;
  return (
    <Section title="Your work">
      <ul className="boxed-list">
        {mine.slice(0, maxItems).map((item) => {
          const { kind, id, title, type, type_name: typeName, status, updated_at: updatedAt } = item;
          const [tone, label] = stateOf({ status: status ?? '', hasChanges: false });
          return (
            <li key={id}>
              <span className="boxed-title">
                <Link {...linkTo(item)}>{title === '' ? 'Untitled' : title}</Link>
                <span className="item-kind">
                  {kind === 'entry' ? (typeName ?? type) : searchKindNames[kind]}
                </span>
              </span>
              {status === null ? null : <Badge tone={tone}>{label}</Badge>}
              <span className="item-when">
                <Time value={updatedAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
