import { Radio } from 'lucide-react';
import type { ShownTarget } from '../../../../src/delivery/purges/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Health } from '../../features/delivery/endpoint-health.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { behindWords, formatNames } from './words.ts';

const columns: readonly Column<ShownTarget>[] = [
  { key: 'url', title: 'URL', cell: ({ url }) => <strong>{url}</strong> },
  { key: 'format', title: 'Receiver', width: '140px', cell: ({ format }) => formatNames[format] },
  { key: 'health', title: 'Health', width: '124px', cell: (target) => <Health endpoint={target} /> },
  { key: 'behind', title: 'Behind', width: '150px', cell: ({ behind }) => behindWords(behind) },
  {
    key: 'last',
    title: 'Last purge',
    width: '150px',
    cell: ({ last_purge_at: at }) =>
      at === null ? <span className="muted">none</span> : <Time value={at} />,
  },
];

export function TargetTable({
  targets,
  onCreate,
}: {
  targets: readonly ShownTarget[];
  onCreate: () => void;
}) {
  return targets.length === 0 ? (
    <EmptyState
      icon={Radio}
      title="No purge targets yet"
      action={<Button onClick={onCreate}>Add a purge target</Button>}
    >
      Add your site, Varnish, Fastly or Cloudflare. Only affected pages are refreshed.
    </EmptyState>
  ) : (
    <DataTable
      label="Purge targets"
      columns={columns}
      rows={targets}
      rowId={({ id }) => id}
      linkTo={({ id }) => ({ to: '.', search: { target: id } })}
    />
  );
}
