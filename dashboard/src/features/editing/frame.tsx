import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { projectKey, useProject } from '../../api/project.ts';
import { classes } from '../../components/base/classes.ts';
import { useMay } from '../access/may.ts';
import { Page } from '../../components/layout/page.tsx';
import { type FieldHost, FieldHostContext } from '../fields/context.ts';
import { ClashDialog } from './conflict/clash-dialog.tsx';
import type { EditedField } from './item.ts';
import { measureHead } from './head-height.ts';
import { LeaveGuard } from './leave/leave-guard.tsx';
import { Neighbours } from './neighbours.tsx';
import type { Opened } from './opened.ts';
import { RemovedFields } from './removed-fields.tsx';
import { useDraftState } from './draft/use-draft.ts';
import './editing.css';
import './head.css';

interface EditorFrameProps {
  opened: Opened;
  /** All of them, wherever they stand: clashes are named by their labels. */
  fields: readonly EditedField[];
  title: string;
  /** A link back to the list. */
  above: ReactNode;
  /** In the head, always in sight: where the item stands, and the moves from there. */
  state: ReactNode;
  /** Whether the text stands alone. */
  isFocused?: boolean;
  /** Before the fields: the way to each of them. */
  outline?: ReactNode;
  /** Beside the fields: what belongs to the item, who links here. */
  side: ReactNode;
  children: ReactNode;
}

/** The page of an editor: title and state, fields with what stands beside them, and the questions that it may ask. */
export function EditorFrame({
  opened,
  fields,
  title,
  above,
  state,
  outline,
  side,
  isFocused,
  children,
}: EditorFrameProps) {
  const { store, service } = opened;
  const item = useDraftState(store, (state) => state.item);
  const host = useFieldNames(opened);
  useLatest(opened);
  const mayWrite = useMay('draft');
  return (
    <FieldHostContext value={host}>
      <Page
        title={title}
        above={
          <span className="editing-above">
            {above}
            <Neighbours id={item.id} />
          </span>
        }
        actions={state}
      >
        <div className={classes('editing', isFocused && 'editing-focused')} ref={measureHead}>
          {outline}
          <div className="editing-main">
            <ClashDialog fields={fields} opened={opened} />
            <RemovedFields fields={fields} store={store} />
            {mayWrite ? (
              children
            ) : (
              <fieldset disabled className="editing-read-only">
                <p className="muted">You can read this. Authors and editors of the project change it.</p>
                {children}
              </fieldset>
            )}
          </div>
          <aside className="editing-side" aria-label={`About this ${service.noun}`}>
            {side}
          </aside>
        </div>
      </Page>
      <LeaveGuard opened={opened} />
    </FieldHostContext>
  );
}

/** Reads what is stored whenever the project's change log lists a change of this kind. */
function useLatest({ store, service }: Opened): void {
  const project = useProject();
  useQuery({
    queryKey: projectKey(project, service.module, 'stored', service.address),
    queryFn: async () => {
      await store.pull();
      return null;
    },
    initialData: null,
    staleTime: Infinity,
  });
}

/** Names of what the values lead to: those that came with the item, and those that were chosen since. */
function useFieldNames({ store }: Opened): FieldHost {
  const stored = useDraftState(store, ({ item }) => item.targets);
  const [learned, setLearned] = useState<FieldHost['targets']>({});
  const learn = useCallback<FieldHost['learn']>(
    (id, target) => setLearned((before) => ({ ...before, [id]: target })),
    [],
  );
  return useMemo(() => ({ targets: { ...stored, ...learned }, learn }), [stored, learned, learn]);
}
