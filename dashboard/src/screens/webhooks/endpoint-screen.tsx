import { getRouteApi, Link } from '@tanstack/react-router';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Page, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { DisabledNote } from './disabled-note.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
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

/** An address without what all have: several of one host differ in their paths. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}

function Facts({
  endpoint: { health, consecutive_failures, events, with_tags, created_at },
}: {
  endpoint: ShownEndpoint;
}) {
  const last = health.last_attempt;
  return (
    <dl className="facts">
      <div>
        <dt>Events</dt>
        <dd>
          {events.includes('*') ? 'All' : events.join(', ')}
          {with_tags ? ', with cache tags' : ''}
        </dd>
      </div>
      <div>
        <dt>Last attempt</dt>
        <dd>
          {last === null ? (
            'None yet'
          ) : (
            <>
              <Time value={last.at} />, {last.status ?? 'no answer'}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Failed in a row</dt>
        <dd>{consecutive_failures} of 20</dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>
          {health.waiting}
          {health.held > 0 ? `, ${health.held} held` : ''}
        </dd>
      </div>
      <div>
        <dt>Added</dt>
        <dd>
          <Time value={created_at} />
        </dd>
      </div>
    </dl>
  );
}
