import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { useProject } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Section } from '../../components/layout/page.tsx';
import { limitNames, usedShare } from '../../features/usage/words.ts';
import '../../components/list/boxed-list.css';

/** Usage limits that the project reached to 80 % or more. Renders nothing if there are none. */
export function UsageWarnings({ warnings }: { warnings: Home['usage_warnings'] }) {
  const { id: projectId } = useProject();
  if (warnings.length === 0) return null;
  return (
    <Section title="Usage limits">
      <ul className="boxed-list">
        {warnings.map((warning) => (
          <li key={warning.limit}>
            <span className="boxed-title">
              <Link to="/p/$projectId/usage" params={{ projectId }}>
                {limitNames[warning.limit]}
              </Link>
            </span>
            <Badge tone={warning.used < warning.max ? 'warn' : 'bad'}>{usedShare(warning)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
