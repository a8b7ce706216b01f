import { Link } from '@tanstack/react-router';
import type { ShownEndpoint } from '../../../../src/webhooks/schema.ts';
import { useProject } from '../../api/project.ts';
import { Badge } from '../../components/badge.tsx';
import { Section } from '../../components/page.tsx';
import '../../components/boxed-list.css';
import './home.css';

/** Only when there is something to do. */
export function FailingWebhooks({ unwell }: { unwell: readonly ShownEndpoint[] }) {
  const { id: projectId } = useProject();
  const failing = unwell.filter(
    ({ health, disabled_reason }) => health.state === 'failing' || disabled_reason === 'failures',
  );
  if (failing.length === 0) return null;
  return (
    <Section title="Failing webhooks">
      <ul className="boxed-list">
        {failing.map(({ id: endpointId, url, enabled, consecutive_failures }) => (
          <li key={endpointId}>
            <span className="boxed-title">
              <Link to="/p/$projectId/webhooks/$endpointId" params={{ projectId, endpointId }}>
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
