import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { ShownTarget, SentChange } from '../../../../src/delivery/purges/schema.ts';
import { useReleaseName } from '../../api/release-names.ts';
import { useProjectPages } from '../../api/pages.ts';
import { Badge } from '../../components/base/badge.tsx';
import type { Column } from '../../components/list/data-table.tsx';
import { refreshMs } from '../../features/delivery/endpoint-health.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { ChangePanel } from './change-panel.tsx';
import { changeWords } from './words.ts';

const route = getRouteApi('/p/$projectId/delivery');

/** A change as a row. Its position in the log is its id. */
type Row = SentChange & { id: string };

function columnsWith(names: EditorTargets, releaseName: (id: string) => string): readonly Column<Row>[] {
  return [
    {
      key: 'what',
      title: 'What',
      cell: (row) => <span dir="auto">{changeWords(row, names, releaseName)}</span>,
    },
    {
      key: 'by',
      title: 'By',
      width: '110px',
      cell: ({ by_hand }) => (by_hand ? 'Purge' : 'Change'),
    },
    { key: 'targets', title: 'Targets', width: '150px', cell: (row) => <PurgeState change={row} /> },
    { key: 'at', title: 'When', width: '140px', cell: ({ at }) => <Time value={at} /> },
  ];
}

/** How many targets received the purge of a change. */
function PurgeState({ change: { targets } }: { change: SentChange }) {
  if (targets.length === 0) return <span className="muted">none</span>;
  const purged = targets.filter(({ state }) => state === 'delivered').length;
  return (
    <Badge tone={purged === targets.length ? 'good' : 'note'}>
      {purged === targets.length ? 'Purged' : `${purged} of ${targets.length} purged`}
    </Badge>
  );
}

export function SentChangesLog({ targets }: { targets: readonly ShownTarget[] }) {
  const { change } = route.useSearch();
  const navigate = route.useNavigate();
  const releaseName = useReleaseName();
  const log = useProjectPages<SentChange, { names: EditorTargets }>('delivery', '/purges', {
    query: { limit: 30 },
    refetchMs: refreshMs,
  });
  const names = useMemo(
    () => Object.assign({}, ...(log.pages ?? []).map((page) => page.names)) as EditorTargets,
    [log.pages],
  );
  const rows = useMemo(() => log.rows?.map((row): Row => ({ ...row, id: row.place })), [log.rows]);
  const openChange = rows?.find(({ id }) => id === change);
  return (
    <>
      <PagedTable
        label="Changes"
        pages={{ ...log, rows }}
        loading={6}
        empty={<EmptyState title="No changes yet">What readers see has not changed for 30 days.</EmptyState>}
        columns={columnsWith(names, releaseName)}
        linkTo={({ id }) => ({ to: '.', search: { change: id } })}
      />
      {openChange === undefined ? null : (
        <ChangePanel
          change={openChange}
          names={names}
          targets={targets}
          onClose={() => void navigate({ search: { change: undefined } })}
        />
      )}
    </>
  );
}
