import { Link } from '@tanstack/react-router';
import type { ShownEndpoint } from '../../../../src/webhooks/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Badge } from '../../components/badge.tsx';
import { Section } from '../../components/page.tsx';
import './home.css';

/** Only when there is something to do. */
export function FailingWebhooks() {
  const { id: projectId } = useProject();
  const list = useProjectQuery<{ data: ShownEndpoint[] }>('webhooks', '/webhooks');
  const failing = (list.data?.data ?? []).filter(
    ({ health, disabled_reason }) => health.state === 'failing' || disabled_reason === 'failures',
  );
  if (failing.length === 0) return null;
  return (
    <Section title="Failing webhooks">
      <ul className="item-list">
        {failing.map(({ id: endpointId, url, enabled, consecutive_failures }) => (
          <li key={endpointId}>
            <span className="item-title">
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
