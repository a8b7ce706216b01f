import { useQuery } from '@tanstack/react-query';
import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../../src/versions/schema.ts';
import { projectKey, useProject, useProjectQuery, useRefresh } from '../api/project.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { QueryView } from '../components/states.tsx';
import { Time } from '../components/time.tsx';
import { toast, toastProblem } from '../components/toast.tsx';
import { useFieldHost } from '../fields/context.ts';
import type { EditedField } from './item.ts';
import { changedKeys } from './merge.ts';
import type { Opened } from './opened.ts';
import { valueInWords } from './value-words.ts';
import { useDraftState } from './use-draft.ts';

interface HistoryProps {
  fields: readonly EditedField[];
  opened: Opened;
}

/** The versions that were saved: what differs from the draft now, and a way back. */
export function History({ fields, opened }: HistoryProps) {
  const { store, service } = opened;
  const { id, revision } = useDraftState(store, ({ item }) => item);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const versions = useProjectQuery<{ data: Version[] }>(service.module, `/versions/${id}`, {
    enabled: isOpen,
    query: { _revision: revision },
  });
  const restore = async (version: string) => {
    setBusy(true);
    try {
      await store.flush();
      store.accept(await service.restore(version));
      toast('Restored to draft. The live version hasn’t changed.');
      setOpen(false);
      await refresh(service.module);
    } catch (problem) {
      toastProblem(problem);
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
        description="Saved versions of the draft, newest first."
        size="side"
        footer={
          chosen === null ? undefined : (
            <Button variant="primary" busy={busy} onClick={() => void restore(chosen)}>
              Restore this version
            </Button>
          )
        }
      >
        <QueryView query={versions}>
          {({ data }) => (
            <ol className="versions">
              {data.map((version) => (
                <li key={version.id}>
                  <button
                    type="button"
                    className="version"
                    aria-expanded={chosen === version.id}
                    onClick={() => setChosen(chosen === version.id ? null : version.id)}
                  >
                    <strong>
                      <Time value={version.saved_at} exact />
                    </strong>
                    <span className="muted">
                      {version.author?.name ?? 'System'}
                      {version.published ? ' · published' : ''}
                    </span>
                  </button>
                  {chosen === version.id ? (
                    <Differences fields={fields} opened={opened} versionId={version.id} />
                  ) : null}
                </li>
              ))}
            </ol>
          )}
        </QueryView>
      </Dialog>
    </>
  );
}

interface DifferencesProps {
  fields: readonly EditedField[];
  opened: Opened;
  versionId: string;
}

/** Field by field: what the version held, and what the draft holds now. */
function Differences({ fields, opened: { store, service }, versionId }: DifferencesProps) {
  const project = useProject();
  const { id, draft } = useDraftState(store, ({ item }) => item);
  const version = useQuery({
    queryKey: projectKey(project, service.module, 'version', id, versionId),
    queryFn: () => service.version(versionId),
  });
  const { targets } = useFieldHost();
  const nameOf = (id: string) => targets[id]?.title ?? id;
  const keys = fields.map(({ key }) => key);
  return (
    <QueryView query={version}>
      {(values) => {
        const changed = changedKeys(keys, values, draft);
        if (changed.length === 0) return <p className="muted version-same">Same as the current draft.</p>;
        return (
          <dl className="version-changes">
            {changed.map((key) => {
              const field = fields.find((one) => one.key === key);
              return (
                <div key={key}>
                  <dt>{field?.label ?? key}</dt>
                  <dd>
                    <del>{valueInWords(field, draft[key], nameOf) || 'empty'}</del>
                    <ins>{valueInWords(field, values[key], nameOf) || 'empty'}</ins>
                  </dd>
                </div>
              );
            })}
          </dl>
        );
      }}
    </QueryView>
  );
}
