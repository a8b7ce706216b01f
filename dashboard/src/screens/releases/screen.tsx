import { useNavigate } from '@tanstack/react-router';
import { ArrowUp, Ellipsis, Eye, GitBranch, GitCompare, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button, IconButton } from '../../components/base/button.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import type { RowLink } from '../../components/list/list-return.ts';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { useDeleteRelease } from './delete-release.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { useReleases } from './releases-query.ts';
import { RenameDialog } from './rename-dialog.tsx';
import './releases.css';

interface Front {
  what: 'clone' | 'rename' | 'promote';
  release: Release;
}

export function ReleasesScreen() {
  const { role } = useProject();
  const isOwner = role === 'owner';
  const [front, setFront] = useState<Front | null>(null);
  const releases = useReleases(front?.what === 'clone');
  const all = releases.data?.data ?? [];
  const current = all.find((release) => release.default);
  const close = () => setFront(null);
  const clone = () => (current === undefined ? undefined : setFront({ what: 'clone', release: current }));
  useActions(
    isOwner && current !== undefined
      ? [{ id: 'clone', label: 'New release', group: 'Create', icon: Plus, keys: 'c', run: clone }]
      : [],
  );
  const columns = useColumns({ isOwner, onFront: setFront });
  const diffLink = useDiffLink();
  return (
    <Page
      title="Releases"
      intro="Complete copies of your content. Prepare changes in one copy while readers see another, then promote it in one step."
      actions={
        isOwner ? (
          <Button variant="primary" icon={Plus} onClick={clone} disabled={current === undefined}>
            New release
          </Button>
        ) : undefined
      }
    >
      <QueryView query={releases}>
        {({ data }) => (
          <>
            <DataTable
              label="Releases"
              columns={columns}
              rows={data.toSorted(defaultFirst)}
              rowId={({ id }) => id}
              linkTo={diffLink}
            />
            {data.length === 1 && isOwner ? (
              <p className="muted releases-hint">
                There is one release, and it is live. Create another to prepare a large change: Galley copies
                everything, drafts included, and readers see nothing of it until you promote it.
              </p>
            ) : null}
          </>
        )}
      </QueryView>
      {front?.what === 'clone' ? <CloneDialog source={front.release} releases={all} onClose={close} /> : null}
      {front?.what === 'rename' ? <RenameDialog release={front.release} onClose={close} /> : null}
      {front?.what === 'promote' ? <PromoteDialog release={front.release} onClose={close} /> : null}
    </Page>
  );
}

const defaultFirst = (one: Release, other: Release) =>
  Number(other.default) - Number(one.default) || other.created_at.localeCompare(one.created_at);

/** The difference of a release to the live one, which has none to itself. */
function useDiffLink() {
  const { id: projectId } = useProject();
  return (release: Release): RowLink | null =>
    release.default || release.status !== 'ready'
      ? null
      : { to: '/p/$projectId/releases/$releaseId', params: { projectId, releaseId: release.id } };
}

interface ColumnNeeds {
  isOwner: boolean;
  onFront: (front: Front) => void;
}

function useColumns({ isOwner, onFront }: ColumnNeeds): readonly Column<Release>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      width: '32%',
      cell: ({ name, default: isDefault }) => (
        <span className="release-name">
          <strong>{name}</strong>
          {isDefault ? <Badge tone="good">Live</Badge> : null}
        </span>
      ),
    },
    { key: 'state', title: 'Status', width: '20%', cell: (release) => <State release={release} /> },
    { key: 'entries', title: 'Entries', width: '12%', align: 'end', cell: ({ entry_count }) => entry_count },
    { key: 'made', title: 'Created', width: '18%', cell: ({ created_at }) => <Time value={created_at} /> },
    {
      key: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      align: 'end',
      cell: (release) => <Actions release={release} isOwner={isOwner} onFront={onFront} />,
    },
  ];
}

function State({ release: { name, status, progress } }: { release: Release }) {
  if (status === 'ready') return <Badge>Ready</Badge>;
  if (status === 'failed') return <Badge tone="bad">Failed</Badge>;
  const share = progress === undefined || progress.total === 0 ? undefined : progress.copied / progress.total;
  return (
    <span className="release-progress">
      <progress value={share} max={1} aria-label={`Copying ${name}`} />
      <span className="muted">{share === undefined ? 'Copying' : `${Math.round(share * 100)} %`}</span>
    </span>
  );
}

function Actions({ release, isOwner, onFront }: ColumnNeeds & { release: Release }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const diff = useDiffLink()(release);
  const remove = useDeleteRelease();
  const { id, name, status, default: isDefault } = release;
  const isReady = status === 'ready';
  const look = () =>
    void navigate({
      to: '/p/$projectId/entries',
      params: { projectId },
      search: { release: isDefault ? undefined : id },
    });
  return (
    <Menu trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}>
      <MenuItem icon={Eye} disabled={!isReady} onSelect={look}>
        Open
      </MenuItem>
      {isDefault ? null : (
        <MenuItem icon={GitCompare} disabled={!isReady} onSelect={() => diff && void navigate(diff)}>
          What would change
        </MenuItem>
      )}
      {isOwner ? (
        <>
          <MenuLine />
          {isDefault ? null : (
            <MenuItem
              icon={ArrowUp}
              disabled={!isReady}
              onSelect={() => onFront({ what: 'promote', release })}
            >
              Promote
            </MenuItem>
          )}
          <MenuItem icon={GitBranch} disabled={!isReady} onSelect={() => onFront({ what: 'clone', release })}>
            Clone
          </MenuItem>
          <MenuItem icon={Pencil} onSelect={() => onFront({ what: 'rename', release })}>
            Rename
          </MenuItem>
          {isDefault ? null : (
            <MenuItem icon={Trash2} danger onSelect={() => remove(release)}>
              Delete
            </MenuItem>
          )}
        </>
      ) : null}
    </Menu>
  );
}
