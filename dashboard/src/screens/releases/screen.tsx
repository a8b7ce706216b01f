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
import { localTime, Time } from '../../components/base/time.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { useDeleteRelease } from './delete-release.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { useReleases } from './releases-query.ts';
import { RenameDialog } from './rename-dialog.tsx';
import './releases.css';

interface OpenDialog {
  kind: 'clone' | 'rename' | 'promote';
  release: Release;
}

export function ReleasesScreen() {
  const { role } = useProject();
  const isOwner = role === 'owner';
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const releases = useReleases(openDialog?.kind === 'clone');
  const all = releases.data?.data ?? [];
  const current = all.find((release) => release.default);
  const close = () => setOpenDialog(null);
  const clone = () =>
    current === undefined ? undefined : setOpenDialog({ kind: 'clone', release: current });
  useActions(
    isOwner && current !== undefined
      ? [{ id: 'clone', label: 'New release', group: 'Create', icon: Plus, keys: 'c', run: clone }]
      : [],
  );
  const columns = useColumns({ isOwner, onOpenDialog: setOpenDialog });
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
              rows={data.toSorted(compareReleases)}
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
      {openDialog?.kind === 'clone' ? (
        <CloneDialog source={openDialog.release} releases={all} onClose={close} />
      ) : null}
      {openDialog?.kind === 'rename' ? <RenameDialog release={openDialog.release} onClose={close} /> : null}
      {openDialog?.kind === 'promote' ? <PromoteDialog release={openDialog.release} onClose={close} /> : null}
    </Page>
  );
}

const compareReleases = (a: Release, b: Release) =>
  Number(b.default) - Number(a.default) || b.created_at.localeCompare(a.created_at);

/** The link to the differences of a release; null for the default release. */
function useDiffLink() {
  const { id: projectId } = useProject();
  return (release: Release): RowLink | null =>
    release.default || release.status !== 'ready'
      ? null
      : { to: '/p/$projectId/releases/$releaseId', params: { projectId, releaseId: release.id } };
}

interface ColumnOptions {
  isOwner: boolean;
  onOpenDialog: (dialog: OpenDialog) => void;
}

function useColumns({ isOwner, onOpenDialog }: ColumnOptions): readonly Column<Release>[] {
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
      cell: (release) => <Actions release={release} isOwner={isOwner} onOpenDialog={onOpenDialog} />,
    },
  ];
}

function State({ release }: { release: Release }) {
  const { name, status, progress, promote_at: at, promotion_failed: failure } = release;
  if (status === 'ready' && failure !== undefined) return <Badge tone="bad">Promotion failed</Badge>;
  if (status === 'ready' && at !== undefined)
    return <Badge tone="note">Goes live {localTime(new Date(at))}</Badge>;
  if (status === 'ready') return <Badge>Ready</Badge>;
  if (status === 'failed') return <Badge tone="bad">Failed</Badge>;
  const share = progress === undefined || progress.total === 0 ? undefined : progress.copied / progress.total;
  return (
    <span className="release-progress">
      <progress value={share} max={1} aria-label={`Copying ${name}`} />
      <span className="muted">{share === undefined ? 'Copying' : `${Math.round(share * 100)}%`}</span>
    </span>
  );
}

function Actions({ release, isOwner, onOpenDialog }: ColumnOptions & { release: Release }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const diff = useDiffLink()(release);
  const remove = useDeleteRelease();
  const { id, name, status, default: isDefault } = release;
  const isReady = status === 'ready';
  const openRelease = () =>
    void navigate({
      to: '/p/$projectId/entries',
      params: { projectId },
      search: { release: isDefault ? undefined : id },
    });
  return (
    <Menu trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}>
      <MenuItem icon={Eye} disabled={!isReady} onSelect={openRelease}>
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
              onSelect={() => onOpenDialog({ kind: 'promote', release })}
            >
              Promote
            </MenuItem>
          )}
          <MenuItem
            icon={GitBranch}
            disabled={!isReady}
            onSelect={() => onOpenDialog({ kind: 'clone', release })}
          >
            Clone
          </MenuItem>
          <MenuItem icon={Pencil} onSelect={() => onOpenDialog({ kind: 'rename', release })}>
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
