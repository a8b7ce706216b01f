import { getRouteApi, Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { useDefinitions } from '../../features/blocks/outline/definitions.ts';
import { useRemoveFromTrash } from '../../api/trash.ts';
import { Tabs } from '../../components/layout/tabs.tsx';
import { FieldRow } from '../../features/editing/field-row.tsx';
import { EditorFrame } from '../../features/editing/frame.tsx';
import { JsonView } from '../../features/editing/json-view.tsx';
import { EditedBlocksContext } from '../../features/fields/blocks-host.ts';
import type { Opened } from '../../features/editing/opened.ts';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import { Side } from './side.tsx';
import { EntryState } from './state.tsx';
import type { EditedEntry } from './service.ts';

interface EntryEditorProps {
  type: ContentType;
  entryId: string;
  opened: Opened<EditedEntry>;
}

const views = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;
const route = getRouteApi('/p/$projectId/entries/$type/$entryId');

/** An entry: its fields, where it stands, and what can be done with it. */
export function EntryEditor({ type, entryId, opened }: EntryEditorProps) {
  const { store, service } = opened;
  const { id: projectId, releaseId } = useProject();
  const [tab, setTab] = useState<'fields' | 'json'>('fields');
  const item = useDraftState(store, (state) => state.item);
  const title = useTitle(type, opened);
  const definitions = useDefinitions(type.fields);
  const storageScope = [projectId, releaseId ?? 'default', type.slug, entryId].join(':');
  const blocks = useMemo(
    () => ({ store, definitions, storageScope, Row: FieldRow }),
    [store, definitions, storageScope],
  );
  useUntouched(opened);
  const fields = useRef<HTMLDivElement>(null);
  useFirstFocus(fields);
  return (
    <EditorFrame
      opened={opened}
      fields={type.fields}
      title={title === '' ? `Untitled ${type.name}` : title}
      above={
        type.kind === 'singleton' ? (
          <Link to="/p/$projectId/entries" params={{ projectId }}>
            Entries
          </Link>
        ) : (
          <Link to="/p/$projectId/entries/$type" params={{ projectId, type: type.slug }}>
            {type.name}
          </Link>
        )
      }
      state={<EntryState type={type} entryId={entryId} opened={opened} />}
      side={<Side type={type} entryId={entryId} opened={opened} />}
    >
      <Tabs label="View" tabs={views} value={tab} onChange={setTab} />
      <EditedBlocksContext value={blocks}>
        <div className="editing-fields" ref={fields} hidden={tab !== 'fields'}>
          {type.fields.map((field) => (
            <FieldRow key={field.key} field={field} store={store} />
          ))}
        </div>
      </EditedBlocksContext>
      {tab === 'json' ? <JsonView address={service.address} item={item} /> : null}
    </EditorFrame>
  );
}

function useTitle({ display_field: key }: ContentType, { store }: Opened<EditedEntry>): string {
  return useSyncExternalStore(store.subscribe, () => {
    const value = key === null ? '' : store.valueOf(key);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  });
}

/** A new entry is written at once: the cursor stands in its first field. */
function useFirstFocus(fields: RefObject<HTMLElement | null>): void {
  const { fresh } = route.useSearch();
  useEffect(() => {
    if (fresh === true) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [fresh, fields]);
}

/** An entry that was only just made and left as it was goes away again. */
function useUntouched({ store, service }: Opened<EditedEntry>): void {
  const forget = useRemoveFromTrash();
  const { fresh } = route.useSearch();
  const isFresh = useRef(fresh === true);
  useEffect(() => {
    let isLeft = false;
    isFresh.current = fresh === true;
    return () => {
      isLeft = true;
      // Not at once: a page under development mounts twice.
      setTimeout(() => {
        const { item, phase } = store.state();
        if (isLeft && isFresh.current && item.revision === 1 && phase === 'saved' && store.isUntouched)
          store
            .remove(() => service.remove().then(async () => void (await forget(item.id))))
            .catch(() => undefined);
      }, 50);
    };
  }, [fresh, service, store, forget]);
}
