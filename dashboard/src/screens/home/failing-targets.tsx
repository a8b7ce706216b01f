import { Link } from '@tanstack/react-router';
import type { ShownTarget } from '../../../../src/purges/schema.ts';
import { useProject } from '../../api/project.ts';
import { Badge } from '../../components/badge.tsx';
import { Section } from '../../components/page.tsx';
import '../../components/boxed-list.css';
import './home.css';

/** Only when there is something to do. */
export function FailingTargets({ unwell }: { unwell: readonly ShownTarget[] }) {
  const { id: projectId } = useProject();
  if (unwell.length === 0) return null;
  return (
    <Section title="Failing purge targets">
      <ul className="boxed-list">
        {unwell.map(({ id: target, url, enabled, consecutive_failures }) => (
          <li key={target}>
            <span className="boxed-title">
              <Link to="/p/$projectId/delivery" params={{ projectId }} search={{ target }}>
                {new URL(url).host}
              </Link>
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
