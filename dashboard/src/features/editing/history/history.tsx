import { Link } from '@tanstack/react-router';
import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import type { ListedVersion } from '../../../../../src/lifecycle/versions/schema.ts';
import { useProject, useProjectQuery, useRefresh } from '../../../api/project.ts';
import { revisionInHash } from '../../lists/items.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { type EditedField, localeOf } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useRevert } from './revert.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { timesOf } from './comparison.ts';
import { VersionDifference } from './version-difference.tsx';

interface HistoryProps {
  fields: readonly EditedField[];
  editor: ItemEditor;
}

/** The saved versions of an item, to compare and restore. */
export function History({ fields, editor }: HistoryProps) {
  const { store, service } = editor;
  const { id, revision, ...item } = useDraftState(store, (state) => state.item);
  const [revisionFromHash] = useState(() => revisionInHash(window.location.hash)); // rows of the audit log link here
  const [isOpen, setOpen] = useState(revisionFromHash !== null);
  const [selected, setSelected] = useState<string | null>();
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const revert = useRevert(editor);
  const versions = useProjectQuery<{ data: ListedVersion[] }>(service.module, `/versions/${id}`, {
    enabled: isOpen,
    query: { _revision: revision, ...localeOf(item) },
  });
  const chosen = selected === undefined ? versionAt(versions.data?.data ?? [], revisionFromHash) : selected;
  const restore = async (version: string) => {
    setBusy(true);
    try {
      await store.flush();
      const draftBefore = store.state().item.draft;
      const restored = await service.restore(version);
      store.accept(restored);
      toast('Restored to draft. The live version hasn’t changed.', {
        label: 'Undo',
        run: () => revert(draftBefore, restored.draft),
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
            Select a version to compare. <ActivityLink id={id} />
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
              editor={editor}
              versions={data}
              chosen={chosen}
              onChoose={(version) => setSelected(chosen === version ? null : version)}
            />
          )}
        </QueryView>
      </Dialog>
    </>
  );
}

/** The version that contains a revision, because quick saves share one version. `versions` are newest first. */
function versionAt(versions: readonly ListedVersion[], revision: number | null): string | null {
  return revision === null
    ? null
    : (versions.findLast((version) => version.revision >= revision)?.id ?? null);
}

/** Links owners to all actions on an item, drafts included, in the audit log. */
function ActivityLink({ id }: { id: string }) {
  const { id: projectId, role } = useProject();
  if (role !== 'owner') return null;
  return (
    <Link to="/p/$projectId/audit" params={{ projectId }} search={{ item: id }}>
      View activity
    </Link>
  );
}

interface VersionListProps extends HistoryProps {
  versions: readonly ListedVersion[];
  chosen: string | null;
  onChoose: (version: string) => void;
}

function VersionList({ fields, editor, versions, chosen, onChoose }: VersionListProps) {
  const times = timesOf(versions, new Date());
  return (
    <ol className="versions">
      {versions.map(({ id, author, published, revision, kind, changed }) => (
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
              {kind === 'conflict' ? ' · other side of a conflict' : ''}
            </span>
            {changed === null || changed.length === 0 ? null : (
              <span className="version-changes" dir="auto">
                {changedLabels(changed, fields)}
              </span>
            )}
          </button>
          {chosen === id ? (
            <VersionDifference
              key={id}
              fields={fields}
              editor={editor}
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

/** Maximum changed fields that a row names before it shows the number of the others. */
const maxLabels = 4;

/** `Title, Body and 3 more`, in the order of the form. */
function changedLabels(changed: readonly string[], fields: readonly EditedField[]): string {
  const labels = fields.filter(({ key }) => changed.includes(key)).map(({ key, label }) => label || key);
  const more = labels.length - maxLabels;
  return more > 0 ? `${labels.slice(0, maxLabels).join(', ')} and ${more} more` : labels.join(', ');
}
