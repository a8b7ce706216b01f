import { getRouteApi } from '@tanstack/react-router';
import type { Delivery, DeliveryState } from '../../../../src/delivery/queue/schema.ts';
import { useProjectPages } from '../../api/pages.ts';
import type { Column } from '../../components/list/data-table.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { Time } from '../../components/base/time.tsx';
import { DeliveryBadge } from '../../features/delivery/delivery-badge.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { refreshMs } from '../../features/delivery/endpoint-health.tsx';

const route = getRouteApi('/p/$projectId/webhooks/$endpointId');

const columns: readonly Column<Delivery>[] = [
  { key: 'event', title: 'Event', cell: ({ event }) => <code>{event}</code> },
  { key: 'item', title: 'Item', cell: ({ body }) => <span dir="auto">{itemOf(body)}</span> },
  { key: 'state', title: 'Status', width: '124px', cell: ({ state }) => <DeliveryBadge state={state} /> },
  {
    key: 'status',
    title: 'Response',
    width: '110px',
    cell: ({ attempts }) => attempts.at(-1)?.status ?? <span className="muted">none</span>,
  },
  {
    key: 'attempts',
    title: 'Attempts',
    width: '88px',
    align: 'end',
    cell: ({ attempts }) => attempts.length,
  },
  {
    key: 'next',
    title: 'Next attempt',
    width: '130px',
    cell: ({ next_attempt_at, state }) =>
      next_attempt_at === null || state !== 'queued' ? null : <Time value={next_attempt_at} isUpcoming />,
  },
  { key: 'created', title: 'When', width: '140px', cell: ({ created_at }) => <Time value={created_at} /> },
];

/** The name of the item of an event. */
function itemOf(body: string): string {
  const { data = {} } = JSON.parse(body) as { data?: Record<string, unknown> };
  const name = data['title'] ?? data['name'] ?? data['file_name'] ?? data['slug'] ?? data['id'];
  return typeof name === 'string' ? name : '';
}

const tabs: readonly { value: DeliveryState | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'queued', label: 'Queued' },
  { value: 'held', label: 'Held' },
];

export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const { state, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const log = useProjectPages<Delivery>('webhooks', `/webhooks/${endpointId}/deliveries`, {
    query: { state, limit: 50 },
    refetchMs: refreshMs,
  });
  const close = () => void navigate({ search: (before) => ({ ...before, delivery: undefined }) });
  return (
    <>
      <Tabs
        label="State of the deliveries"
        tabs={tabs}
        value={state ?? ''}
        onChange={(value) => void navigate({ search: { state: value === '' ? undefined : value } })}
      />
      <PagedTable
        label="Deliveries"
        pages={log}
        loading={6}
        empty={
          <EmptyState title={state === undefined ? 'No deliveries yet' : 'No matching deliveries'}>
            {state === undefined
              ? 'Publish something, or send a test event to see whether the receiver responds.'
              : null}
          </EmptyState>
        }
        columns={columns}
        linkTo={({ id }) => ({ to: '.', search: (before: object) => ({ ...before, delivery: id }) })}
      />
      {delivery === undefined ? null : (
        <DeliveryDialog endpointId={endpointId} deliveryId={delivery} onClose={close} />
      )}
    </>
  );
}
