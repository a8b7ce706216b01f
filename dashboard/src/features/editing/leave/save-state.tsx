import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ApiError } from '../../../api/errors/api-error.ts';
import { useDeleterName, useRestore } from '../../../api/trash.ts';
import { counted } from '../../../components/base/counted.ts';
import { Time } from '../../../components/base/time.tsx';
import { notStoredText, storageText } from './not-stored-text.ts';
import { showFirstError } from '../show-field.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useDraftState } from '../draft/use-draft.ts';

interface SaveStateProps {
  editor: ItemEditor;
  /** The name of an entry's type. */
  typeName?: string | undefined;
}

/** The save state of the changes: stored, being saved, or stored in this browser. Announced to screen readers. */
export function SaveState({ editor, typeName }: SaveStateProps) {
  const { store } = editor;
  const phase = useDraftState(store, (state) => state.phase);
  const unsavedCount = useDraftState(store, (state) => state.unsavedCount);
  const updatedAt = useDraftState(store, ({ item }) => item.updated_at);
  const revision = useDraftState(store, ({ item }) => item.revision);
  const errorCount = useDraftState(store, (state) => state.errors.size);
  switch (phase) {
    case 'saved':
      return (
        <p className="save-state">
          <Check size={14} aria-hidden />
          {/* Outside of the status, so that screen readers don’t announce the time every minute. */}
          <span role="status">{revision === 0 ? 'Not saved yet' : 'Saved'}</span>
          {revision === 0 ? null : <Time value={updatedAt} />}
        </p>
      );
    case 'saving':
      return (
        <p className="save-state" role="status">
          <LoaderCircle size={14} aria-hidden /> Saving…
        </p>
      );
    case 'offline':
      return <NotStored editor={editor} typeName={typeName} />;
    case 'conflict':
      return (
        <p className="save-state save-warn" role="status">
          <TriangleAlert size={14} aria-hidden /> Conflicting edits.
        </p>
      );
    case 'rejected':
      return (
        <p className="save-state save-bad" role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>
            {counted(Math.max(unsavedCount, errorCount), 'field')} couldn’t be saved.{' '}
            <button type="button" className="link-button" onClick={() => showFirstError(store)}>
              Show it
            </button>
          </span>
        </p>
      );
  }
}

/** Why changes are not saved, where they are stored, and what happens next. */
function NotStored({ editor: { store, service }, typeName }: SaveStateProps) {
  const error = useDraftState(store, (state) => state.saveError);
  const unsavedCount = useDraftState(store, (state) => state.unsavedCount);
  const isStoredLocally = useDraftState(store, (state) => state.isStoredLocally);
  const { id } = useDraftState(store, ({ item }) => item);
  const restore = useRestore();
  const isDeleted = isItemDeleted(error);
  const deleter = useDeleterName(isDeleted ? id : null);
  return (
    <p className="save-state save-warn" role="status">
      <CloudOff size={14} aria-hidden />
      {isDeleted ? (
        <span>
          {deleter} deleted this {service.noun}. {storageText(unsavedCount, isStoredLocally)}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => void restore([id]).then(() => store.flush())}
          >
            Restore it
          </button>
        </span>
      ) : (
        <span>
          {notStoredText(error, { unsavedCount, isStoredLocally, isOnline: navigator.onLine, typeName })}
        </span>
      )}
    </p>
  );
}

/** Whether the item was deleted. */
export function isItemDeleted(error: ApiError | null): boolean {
  return error !== null && /^unknown_(?:entry|article|blog_article|kb_article)$/.test(error.code);
}
