import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import type { EditorEntry } from '../../../../src/content/editor-schema.ts';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import type { Version, VersionWithValues } from '../../../../src/versions/schema.ts';
import { useProjectApi, useProjectQuery, useRefresh } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryView } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast, toastProblem } from '../../components/toast.tsx';
import { useFieldHost } from '../../fields/context.ts';
import { changedKeys } from './merge.ts';
import type { Opened } from './opened.ts';
import { valueInWords } from './value-words.ts';
import { useDraftState } from './use-draft.ts';

interface HistoryProps {
  type: ContentType;
  opened: Opened;
}

/** The versions that were saved: what differs from the draft now, and a way back. */
export function History({ type, opened: { store } }: HistoryProps) {
  const { id, revision } = useDraftState(store, ({ entry }) => entry);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const api = useProjectApi();
  const refresh = useRefresh();
  const versions = useProjectQuery<{ data: Version[] }>('content', `/versions/${id}`, {
    enabled: isOpen,
    query: { _revision: revision },
  });
  const restore = async (version: string) => {
    setBusy(true);
    try {
      await store.flush();
      store.accept(await api.post<EditorEntry>(`/versions/${id}/${version}/restore`));
      toast('Restored as the draft; what is live stays');
      setOpen(false);
      await refresh('content');
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
                      {version.author?.name ?? 'Nobody known'}
                      {version.published ? ' · published' : ''}
                    </span>
                  </button>
                  {chosen === version.id ? (
                    <Differences type={type} entryId={id} versionId={version.id} store={store} />
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
  type: ContentType;
  entryId: string;
  versionId: string;
  store: Opened['store'];
}

/** Field by field: what the version held, and what the draft holds now. */
function Differences({ type, entryId, versionId, store }: DifferencesProps) {
  const version = useProjectQuery<VersionWithValues>('content', `/versions/${entryId}/${versionId}`);
  const draft = useDraftState(store, ({ entry }) => entry.draft);
  const { targets } = useFieldHost();
  const nameOf = (id: string) => targets[id]?.title ?? id;
  const keys = type.fields.map(({ key }) => key);
  return (
    <QueryView query={version}>
      {({ values }) => {
        const changed = changedKeys(keys, values, draft);
        if (changed.length === 0) return <p className="muted version-same">The draft is the same now.</p>;
        return (
          <dl className="version-changes">
            {changed.map((key) => {
              const field = type.fields.find((one) => one.key === key);
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
