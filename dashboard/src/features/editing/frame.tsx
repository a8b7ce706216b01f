import { useQuery } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { projectKey, useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { useMay } from '../access/may.ts';
import { Page } from '../../components/layout/page.tsx';
import { type FieldHost, FieldHostContext } from '../fields/context.ts';
import { CommentsProvider } from './comments/comments-provider.tsx';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import type { EditedField } from './item.ts';
import { measureHead } from './head-height.ts';
import { LeaveGuard } from './leave/leave-guard.tsx';
import { Neighbors } from './neighbors.tsx';
import type { ItemEditor } from './item-editor.ts';
import { ReadOnlyReason } from './read-only.ts';
import { Presence } from './side/presence.tsx';
import { RemovedFields } from './removed-fields.tsx';
import { toggleWritingPage } from '../richtext/writing-page.ts';
import { useDraftState } from './draft/use-draft.ts';
import './editing.css';
import './head.css';

interface EditorFrameProps {
  editor: ItemEditor;
  /** All fields of the item. Conflicts name them by their labels. */
  fields: readonly EditedField[];
  title: string;
  above: ReactNode;
  /** Next to the title: the locale. */
  badge?: ReactNode;
  /** Always visible in the head: the status of the item and its actions. */
  state: ReactNode;
  /** Before the fields: links to them. */
  outline?: ReactNode;
  /** Beside the fields: properties and referrers of the item. */
  side: ReactNode;
  children: ReactNode;
}

/** The page of an editor: title, status, fields, side panel and dialogs. */
export function EditorFrame({
  editor,
  fields,
  title,
  above,
  badge,
  state,
  outline,
  side,
  children,
}: EditorFrameProps) {
  const { store, service } = editor;
  const item = useDraftState(store, (state) => state.item);
  const host = useFieldHostOf(editor, title);
  useLatest(editor);
  useActions([
    {
      id: 'writing-page',
      label: 'Open or leave the writing page',
      group: `This ${service.noun}`,
      icon: Maximize2,
      keys: 'mod+shift+f',
      run: toggleWritingPage,
    },
  ]);
  const mayWrite = useMay('draft');
  const readOnlyReason = useContext(ReadOnlyReason);
  return (
    <FieldHostContext value={host}>
      <CommentsProvider editor={editor}>
        <Page
          title={title}
          above={above}
          badge={
            <>
              {badge}
              <Neighbors id={item.id} />
              {item.id === '' ? null : <Presence itemId={item.id} store={store} />}
            </>
          }
          actions={state}
        >
          <div className="editing" ref={measureHead}>
            {outline}
            <div className="editing-main">
              <ConflictDialog fields={fields} editor={editor} />
              <RemovedFields fields={fields} store={store} />
              {mayWrite ? (
                children
              ) : (
                <fieldset disabled className="editing-read-only">
                  <p className="muted">{readOnlyReason}</p>
                  {children}
                </fieldset>
              )}
            </div>
            <aside className="editing-side" aria-label={`About this ${service.noun}`}>
              {side}
            </aside>
          </div>
        </Page>
      </CommentsProvider>
      <LeaveGuard editor={editor} />
    </FieldHostContext>
  );
}

/** Reads the stored item whenever the project's change log lists a change of its module. */
function useLatest({ store, service }: ItemEditor): void {
  const project = useProject();
  useQuery({
    queryKey: projectKey(project, service.module, 'stored', service.path),
    queryFn: async () => {
      await store.pull();
      return null;
    },
    initialData: null,
    staleTime: Infinity,
  });
}

/** The title of the item, and names of link targets: loaded with the item, or chosen since. */
function useFieldHostOf({ store }: ItemEditor, title: string): FieldHost {
  const itemTargets = useDraftState(store, ({ item }) => item.targets);
  const [chosenTargets, setChosenTargets] = useState<FieldHost['targets']>({});
  const rememberTarget = useCallback<FieldHost['rememberTarget']>(
    (id, target) => setChosenTargets((before) => ({ ...before, [id]: target })),
    [],
  );
  return useMemo(
    () => ({ title, targets: { ...itemTargets, ...chosenTargets }, rememberTarget }),
    [title, itemTargets, chosenTargets, rememberTarget],
  );
}
