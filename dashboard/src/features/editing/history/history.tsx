import { Link } from '@tanstack/react-router';
import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../../../../src/lifecycle/versions/schema.ts';
import { useProject, useProjectQuery, useRefresh } from '../../../api/project.ts';
import { revisionInHash } from '../../lists/items.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import type { EditedField } from '../item.ts';
import type { Opened } from '../opened.ts';
import { usePutBack } from './put-back.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { timesOf } from './comparison.ts';
import { VersionDifference } from './version-difference.tsx';

interface HistoryProps {
  fields: readonly EditedField[];
  opened: Opened;
}

/** The versions that were saved, what differs between any two of them, and a way back. */
export function History({ fields, opened }: HistoryProps) {
  const { store, service } = opened;
  const { id, revision } = useDraftState(store, ({ item }) => item);
  const [asked] = useState(() => revisionInHash(window.location.hash)); // a row of the audit log leads here
  const [isOpen, setOpen] = useState(asked !== null);
  const [picked, setChosen] = useState<string | null>();
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const putBack = usePutBack(opened);
  const versions = useProjectQuery<{ data: Version[] }>(service.module, `/versions/${id}`, {
    enabled: isOpen,
    query: { _revision: revision },
  });
  const chosen = picked === undefined ? versionAt(versions.data?.data ?? [], asked) : picked;
  const restore = async (version: string) => {
    setBusy(true);
    try {
      await store.flush();
      const was = store.state().item.draft;
      const restored = await service.restore(version);
      store.accept(restored);
      toast('Restored to draft. The live version hasn’t changed.', {
        label: 'Undo',
        run: () => putBack(was, restored.draft),
      });
      setOpen(false);
      await refresh(service.module);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div>
        <Button variant="quiet" icon={HistoryIcon} onClick={() => setOpen(true)}>
          History
        </Button>
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="History"
        description={
          <>
            Saved versions of the draft, newest first. Open one to compare it. <InTheLog id={id} />
          </>
        }
        size="side"
        footer={
          chosen === null ? undefined : (
            <Button needs="draft" variant="primary" busy={busy} onClick={() => void restore(chosen)}>
              Restore this version
            </Button>
          )
        }
      >
        <QueryView query={versions}>
          {({ data }) => (
            <VersionList
              fields={fields}
              opened={opened}
              versions={data}
              chosen={chosen}
              onChoose={(version) => setChosen(chosen === version ? null : version)}
            />
          )}
        </QueryView>
      </Dialog>
    </>
  );
}

/** The version that has what was saved as a revision: saves shortly after one another are one. Newest first. */
function versionAt(versions: readonly Version[], revision: number | null): string | null {
  return revision === null
    ? null
    : (versions.findLast((version) => version.revision >= revision)?.id ?? null);
}

/** Owners read who did what with an item, drafts and all, in the audit log. */
function InTheLog({ id }: { id: string }) {
  const { id: projectId, role } = useProject();
  if (role !== 'owner') return null;
  return (
    <Link to="/p/$projectId/audit" params={{ projectId }} search={{ item: id }}>
      Everything about this
    </Link>
  );
}

interface VersionListProps extends HistoryProps {
  versions: readonly Version[];
  chosen: string | null;
  onChoose: (version: string) => void;
}

function VersionList({ fields, opened, versions, chosen, onChoose }: VersionListProps) {
  const times = timesOf(versions, new Date());
  return (
    <ol className="versions">
      {versions.map(({ id, author, published, revision }) => (
        <li key={id}>
          <button
            type="button"
            className="version"
            aria-expanded={chosen === id}
            onClick={() => onChoose(id)}
          >
            <strong>{times.get(id)}</strong>
            <span className="muted">
              {author?.name ?? 'System'}
              {published ? ' · published' : ''}
              {revision === 1 ? ' · created' : ''}
            </span>
          </button>
          {chosen === id ? (
            <VersionDifference
              key={id}
              fields={fields}
              opened={opened}
              versions={versions}
              times={times}
              chosen={id}
            />
          ) : null}
        </li>
      ))}
    </ol>
  );
}
