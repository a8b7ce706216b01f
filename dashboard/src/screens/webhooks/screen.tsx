import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { Health, refreshMs } from '../../features/delivery/endpoint-health.tsx';

const columns: readonly Column<ShownEndpoint>[] = [
  { key: 'url', title: 'URL', cell: ({ url }) => <strong>{url}</strong> },
  { key: 'health', title: 'Health', width: '124px', cell: (endpoint) => <Health endpoint={endpoint} /> },
  {
    key: 'events',
    title: 'Events',
    width: '22%',
    cell: ({ events }) => (events.includes('*') ? 'all' : events.join(', ')),
  },
  {
    key: 'waiting',
    title: 'Waiting',
    width: '92px',
    align: 'end',
    cell: ({ health }) => health.waiting + health.held,
  },
  {
    key: 'last',
    title: 'Last attempt',
    width: '150px',
    cell: ({ health: { last_attempt } }) =>
      last_attempt === null ? <span className="muted">none</span> : <Time value={last_attempt.at} />,
  },
];

export function WebhooksScreen() {
  const { id } = useProject();
  const endpoints = useProjectQuery<{ data: ShownEndpoint[] }>('webhooks', '/webhooks', {
    refetchMs: refreshMs,
  });
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useActions([
    { id: 'webhook-create', label: 'New webhook', group: 'Create', icon: Plus, keys: 'c', run: create },
  ]);
  return (
    <Page
      title="Webhooks"
      intro="Get notified when published content changes. Galley signs each request, and retries it when it fails."
      actions={
        <Button variant="primary" icon={Plus} onClick={create}>
          New webhook
        </Button>
      }
    >
      <QueryView query={endpoints}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={Webhook}
              title="No webhooks yet"
              action={<Button onClick={create}>New webhook</Button>}
            >
              Rebuild a static site, refresh a search index or clear a cache when content changes.
            </EmptyState>
          ) : (
            <DataTable
              label="Webhooks"
              columns={columns}
              rows={data}
              rowId={(endpoint) => endpoint.id}
              linkTo={({ id: endpointId }) => ({
                to: '/p/$projectId/webhooks/$endpointId',
                params: { projectId: id, endpointId },
              })}
            />
          )
        }
      </QueryView>
      {isCreating ? <EndpointDialog endpoint={null} onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
