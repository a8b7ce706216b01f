import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { useDefinitions } from '../../features/blocks/outline/definitions.ts';
import { useRemoveFromTrash } from '../../api/trash.ts';
import { LocaleAccess } from '../../features/access/locale-access.tsx';
import { FieldRow } from '../../features/editing/field-row.tsx';
import { EditorFrame } from '../../features/editing/frame.tsx';
import { useFormDefinition } from '../../features/editing/use-form-definition.ts';
import { EditedBlocksContext } from '../../features/fields/blocks-host.ts';
import type { ItemEditor } from '../../features/editing/item-editor.ts';
import type { EditedField } from '../../features/editing/item.ts';
import { FormContext, type FormSource, useForm } from '../../features/form/form.ts';
import { FormOutline } from '../../features/form/outline.tsx';
import { BesideActions } from '../../features/locales/beside-actions.tsx';
import { ItemLocaleContext, useItemLocale } from '../../features/locales/item-locale.ts';
import { LocaleMenu } from '../../features/locales/locale-menu.tsx';
import { EntryForm } from './entry-form.tsx';
import { Side } from './side.tsx';
import { EntryState } from './state.tsx';
import type { EditedEntry } from './service.ts';

interface EntryEditorProps {
  type: ContentType;
  entryId: string;
  editor: ItemEditor<EditedEntry>;
  /** Whether it was just created. */
  isFresh: boolean;
}

/** The editor of an entry: its fields, status and actions. */
export function EntryEditor({ type: newestType, entryId, editor, isFresh }: EntryEditorProps) {
  const { store, service } = editor;
  const type = useFormDefinition(newestType, store);
  const { id: projectId, releaseId } = useProject();
  const title = useTitle(type, editor);
  const definitions = useFormDefinition(useDefinitions(type.fields), store);
  const storageScope = [projectId, releaseId ?? 'default', type.slug, entryId].join(':');
  const blocks = useMemo(
    () => ({ store, definitions, storageScope, Row: FieldRow }),
    [store, definitions, storageScope],
  );
  const form = useForm(useFormSource(type, store));
  useDeleteUntouched(editor, isFresh);
  const fields = useRef<HTMLDivElement>(null);
  useFirstFocus(fields, isFresh);
  const itemLocale = useItemLocale(editor, type.fields);
  return (
    <ItemLocaleContext value={itemLocale}>
      <LocaleAccess code={itemLocale?.locale.code}>
        <EditorFrame
          editor={editor}
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
          badge={<LocaleMenu store={store} />}
          state={<EntryState type={type} entryId={entryId} editor={editor} />}
          outline={
            <FormContext value={form}>
              <FormOutline />
            </FormContext>
          }
          side={<Side type={type} entryId={entryId} editor={editor} />}
        >
          <EditedBlocksContext value={blocks}>
            <FormContext value={form}>
              <BesideActions store={store} fields={type.fields} />
              <EntryForm path={service.path} firstFields={fields} />
            </FormContext>
          </EditedBlocksContext>
        </EditorFrame>
      </LocaleAccess>
    </ItemLocaleContext>
  );
}

function useFormSource({ fields, groups }: ContentType, store: ItemEditor<EditedEntry>['store']): FormSource {
  return useMemo((): FormSource => {
    const nameOf = ({ key }: EditedField) => key;
    const valueOf = ({ key }: EditedField) => store.valueOf(key);
    return { store, fields, groups, nameOf, valueOf, isClearable: () => true };
  }, [store, fields, groups]);
}

function useTitle({ display_field: key }: ContentType, { store }: ItemEditor<EditedEntry>): string {
  return useSyncExternalStore(store.subscribe, () => {
    const value = key === null ? '' : store.valueOf(key);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  });
}

/** Focuses the first field of a new entry. */
function useFirstFocus(fields: RefObject<HTMLElement | null>, isFresh: boolean): void {
  useEffect(() => {
    if (isFresh) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isFresh, fields]);
}

/** Deletes a new entry that was left without changes. */
function useDeleteUntouched({ store, service }: ItemEditor<EditedEntry>, isFreshNow: boolean): void {
  const removeFromTrash = useRemoveFromTrash();
  const isFresh = useRef(isFreshNow);
  useEffect(() => {
    let isLeft = false;
    const { pathname } = location; // another locale has the same path
    isFresh.current = isFreshNow;
    return () => {
      isLeft = true;
      // Waits, because React mounts every page twice during development.
      setTimeout(() => {
        const { item, phase } = store.state();
        if (location.pathname === pathname) return;
        const isUnchanged = item.revision <= 1 && Object.values(item.states ?? {}).every(isOnlyCreated);
        if (isLeft && isFresh.current && isUnchanged && phase === 'saved' && store.isUntouched)
          store
            .remove(() => service.remove().then(async () => void (await removeFromTrash(item.id))))
            .catch(() => undefined);
      }, 50);
    };
  }, [isFreshNow, service, store, removeFromTrash]);
}

/** Whether a locale of an entry was saved only when the entry was created. */
const isOnlyCreated = ({ revision }: { revision: number }) => revision <= 1;
