import { getRouteApi, Link } from '@tanstack/react-router';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Page, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { DisabledNote, EndpointActions } from './endpoint-actions.tsx';
import { ReceiverFacts } from '../../features/delivery/receiver.tsx';
import { Health, refreshMs } from '../../features/delivery/endpoint-health.tsx';
import '../../features/delivery/endpoint.css';

const route = getRouteApi('/p/$projectId/webhooks/$endpointId');

export function EndpointScreen() {
  const { projectId, endpointId } = route.useParams();
  const endpoint = useProjectQuery<ShownEndpoint>('webhooks', `/webhooks/${endpointId}`, {
    refetchMs: refreshMs,
  });
  return (
    <QueryView query={endpoint}>
      {(value) => (
        <Page
          title={nameOf(value.url)}
          above={
            <Link to="/p/$projectId/webhooks" params={{ projectId }}>
              Webhooks
            </Link>
          }
          badge={<Health endpoint={value} />}
          intro={<code className="endpoint-url">{value.url}</code>}
          actions={<EndpointActions endpoint={value} />}
        >
          {value.enabled ? null : <DisabledNote endpoint={value} />}
          <Facts endpoint={value} />
          <Section title="Deliveries" intro="The last 30 days, newest event first.">
            <DeliveryLog endpointId={value.id} />
          </Section>
        </Page>
      )}
    </QueryView>
  );
}

/** The URL without its scheme. The path tells several webhooks of one host apart. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

function Facts({ endpoint }: { endpoint: ShownEndpoint }) {
  const { health, consecutive_failures, events, with_tags, created_at } = endpoint;
  const last = health.last_attempt;
  return (
    <ReceiverFacts
      facts={{
        Events: `${events.includes('*') ? 'All' : events.join(', ')}${with_tags ? ', with cache tags' : ''}`,
        'Last attempt':
          last === null ? (
            'None yet'
          ) : (
            <>
              <Time value={last.at} />, {last.status ?? 'no response'}
            </>
          ),
        'Failed in a row': `${consecutive_failures} of 20`,
        Waiting: `${health.waiting}${health.held > 0 ? `, ${health.held} held` : ''}`,
        Added: <Time value={created_at} />,
      }}
    />
  );
}
