import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Item } from '../../features/lists/items.ts';
import { Badge, type Tone } from '../../components/base/badge.tsx';
import '../../components/list/boxed-list.css';
import { EndsIn } from '../../features/editing/publish/status.tsx';
import './home.css';

interface ItemListProps {
  items: readonly Item[];
  /** Shown on the right of each item: the time of the last edit, or the upcoming dates. */
  when: (item: Item) => ReactNode;
  /** False if all items have the same state. */
  showsState?: boolean;
}

export function ItemList({ items, when, showsState = true }: ItemListProps) {
  return (
    <ul className="boxed-list">
      {items.map((item) => (
        <li key={`${item.id} ${item.locale ?? ''}`}>
          <span className="boxed-title">
            <ItemTitle item={item} />
            <span className="item-kind">{item.kindName}</span>
          </span>
          {showsState ? <Badge tone={stateOf(item)[0]}>{stateOf(item)[1]}</Badge> : null}
          {showsState ? <EndsIn at={item.endsAt} /> : null}
          <span className="item-when">{when(item)}</span>
        </li>
      ))}
    </ul>
  );
}

function ItemTitle({ item: { href, title, locale } }: { item: Item }) {
  if (href === null) return <bdi>{title}</bdi>;
  return (
    <Link to={href} search={{ locale }}>
      <bdi>{title}</bdi>
    </Link>
  );
}

/** The tone and the text of the badge of a status. */
export function stateOf({ status, hasChanges }: Pick<Item, 'status' | 'hasChanges'>): [Tone, string] {
  if (status === 'scheduled') return ['note', 'Scheduled'];
  if (status === 'archived') return ['plain', 'Archived'];
  if (status !== 'published') return ['plain', 'Draft'];
  return hasChanges ? ['warn', 'Live, changed'] : ['good', 'Live'];
}
