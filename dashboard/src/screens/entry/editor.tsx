import { getRouteApi, Link } from '@tanstack/react-router';
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { type FieldHost, FieldHostContext } from '../../fields/context.ts';
import { ClashDialog } from './clash-dialog.tsx';
import { FieldRow } from './field-row.tsx';
import { JsonView } from './json-view.tsx';
import type { Opened } from './opened.ts';
import { Side } from './side.tsx';
import { StatusBadge } from './status.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useDraftState } from './use-draft.ts';

interface EntryEditorProps {
  type: ContentType;
  entryId: string;
  opened: Opened;
}

const views = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;
const route = getRouteApi('/p/$projectId/entries/$type/$entryId');

/** An entry: its fields, where it stands, and what can be done with it. */
export function EntryEditor({ type, entryId, opened }: EntryEditorProps) {
  const { store, service } = opened;
  const { id: projectId } = useProject();
  const [tab, setTab] = useState<'fields' | 'json'>('fields');
  const host = useFieldNames(opened);
  const entry = useDraftState(store, ({ entry: now }) => now);
  const title = useTitle(type, opened);
  useUntouched(opened);
  const fields = useRef<HTMLDivElement>(null);
  useFirstFocus(fields);
  const isSingle = type.kind === 'singleton';
  return (
    <FieldHostContext value={host}>
      <Page
        title={title === '' ? `Untitled ${type.name}` : title}
        above={
          isSingle ? (
            <Link to="/p/$projectId/entries" params={{ projectId }}>
              Entries
            </Link>
          ) : (
            <Link to="/p/$projectId/entries/$type" params={{ projectId, type: type.slug }}>
              {type.name}
            </Link>
          )
        }
        badge={<StatusBadge entry={entry} />}
      >
        <div className="entry">
          <div className="entry-main">
            <Tabs label="View" tabs={views} value={tab} onChange={setTab} />
            <div className="entry-fields" ref={fields} hidden={tab !== 'fields'}>
              {type.fields.map((field) => (
                <FieldRow key={field.key} field={field} store={store} />
              ))}
            </div>
            {tab === 'json' ? (
              <JsonView address={service.address} revision={entry.revision} status={entry.status} />
            ) : null}
          </div>
          <Side type={type} entryId={entryId} opened={opened} />
        </div>
      </Page>
      <ClashDialog type={type} store={store} />
      <LeaveGuard store={store} />
    </FieldHostContext>
  );
}

/** Names of what the values lead to: those that came with the entry, and those that were chosen since. */
function useFieldNames({ store }: Opened): FieldHost {
  const stored = useDraftState(store, ({ entry }) => entry.targets);
  const [learned, setLearned] = useState<FieldHost['targets']>({});
  const learn = useCallback<FieldHost['learn']>(
    (id, target) => setLearned((before) => ({ ...before, [id]: target })),
    [],
  );
  return useMemo(() => ({ targets: { ...stored, ...learned }, learn }), [stored, learned, learn]);
}

function useTitle({ display_field: key }: ContentType, { store }: Opened): string {
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
function useUntouched({ store, service }: Opened): void {
  const { fresh } = route.useSearch();
  const api = useProjectApi();
  const isFresh = useRef(fresh === true);
  useEffect(() => {
    let isLeft = false;
    isFresh.current = fresh === true;
    return () => {
      isLeft = true;
      // Not at once: a page under development mounts twice.
      setTimeout(() => {
        const { entry, phase } = store.state();
        if (isLeft && isFresh.current && entry.revision === 1 && phase === 'saved' && store.isUntouched)
          service.remove().catch(() => undefined);
      }, 50);
    };
  }, [api, fresh, service, store]);
}
