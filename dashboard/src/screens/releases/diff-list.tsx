import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/base/badge.tsx';
import { IconButton } from '../../components/base/button.tsx';
import { Section } from '../../components/layout/page.tsx';

/** One entry or type that a promotion would change. */
export interface DiffItem {
  key: string;
  /** Link to the editor. */
  link: LinkProps;
  title: string;
  detail: string;
  conflict: boolean;
  move: 'added' | 'changed' | 'removed';
  /** Renders the differing fields. Loaded when the row is opened. */
  difference?: () => ReactNode;
}

const tones = { added: 'good', changed: 'note', removed: 'bad' } as const;

export function DiffList({ title, items }: { title: string; items: readonly DiffItem[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="diff-list">
        {items.map((item) => (
          <DiffRow key={`${item.move} ${item.key}`} item={item} />
        ))}
      </ul>
    </Section>
  );
}

function DiffRow({ item: { link, title, detail, conflict, move, difference } }: { item: DiffItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="diff-row">
        {difference === undefined ? null : (
          <IconButton
            label={`${isOpen ? 'Hide' : 'Show'} what differs in ${title}`}
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <Badge tone={tones[move]}>{move}</Badge>
        <Link {...link} className="diff-title">
          {title}
        </Link>
        <code className="muted">{detail}</code>
        {conflict ? <Badge tone="warn">conflict</Badge> : null}
      </div>
      {isOpen && difference !== undefined ? <div className="diff-fields">{difference()}</div> : null}
    </li>
  );
}
