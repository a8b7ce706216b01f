import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { projectKey, useProject } from '../api/project.ts';
import { Page } from '../components/page.tsx';
import { type FieldHost, FieldHostContext } from '../fields/context.ts';
import { ClashDialog } from './clash-dialog.tsx';
import type { EditedField } from './item.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { Opened } from './opened.ts';
import { StatusBadge } from './status.tsx';
import { useDraftState } from './use-draft.ts';
import './editing.css';

interface EditorFrameProps {
  opened: Opened;
  /** All of them, wherever they stand: clashes are told by their labels. */
  fields: readonly EditedField[];
  title: string;
  /** A link back to the list. */
  above: ReactNode;
  /** Beside the fields: where the item stands, what can be done with it. */
  side: ReactNode;
  children: ReactNode;
}

/** The page of an editor: title and state, fields with what stands beside them, and the questions that it may ask. */
export function EditorFrame({ opened, fields, title, above, side, children }: EditorFrameProps) {
  const { store, service } = opened;
  const item = useDraftState(store, (state) => state.item);
  const host = useFieldNames(opened);
  useLatest(opened);
  return (
    <FieldHostContext value={host}>
      <Page title={title} above={above} badge={<StatusBadge item={item} />}>
        <div className="editing">
          <div className="editing-main">{children}</div>
          <aside className="editing-side" aria-label={`About this ${service.noun}`}>
            {side}
          </aside>
        </div>
      </Page>
      <ClashDialog fields={fields} store={store} />
      <LeaveGuard store={store} />
    </FieldHostContext>
  );
}

/** Asks what is stored whenever the project's change log says that something of this kind changed. */
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
