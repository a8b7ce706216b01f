import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/base/badge.tsx';
import type { RowLink } from '../../components/list/list-return.ts';
import { Section } from '../../components/layout/page.tsx';
import '../../components/list/boxed-list.css';
import './home.css';

/** A webhook or a purge target. */
interface Receiver {
  id: string;
  url: string;
  enabled: boolean;
  consecutive_failures: number;
}

interface FailingListProps {
  title: string;
  receivers: readonly Receiver[];
  linkTo: (id: string) => RowLink;
}

/** Receivers that reject requests, or were disabled because of it. Renders nothing if there are none. */
export function FailingList({ title, receivers, linkTo }: FailingListProps) {
  if (receivers.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="boxed-list">
        {receivers.map(({ id, url, enabled, consecutive_failures }) => (
          <li key={id}>
            <span className="boxed-title">
              <Link {...linkTo(id)}>{new URL(url).host}</Link>
            </span>
            <Badge tone={enabled ? 'warn' : 'bad'}>
              {enabled ? `${consecutive_failures} failed` : 'Disabled'}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
