import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ApiError } from '../../../api/errors/api-error.ts';
import { useRestore } from '../../../api/trash.ts';
import { counted } from '../../../components/base/counted.ts';
import { Time } from '../../../components/base/time.tsx';
import { notStoredText, storageFull, storedHere } from './not-stored-text.ts';
import { showFirstProblem } from '../publish/moves.ts';
import type { Opened } from '../opened.ts';
import { useDraftState } from '../draft/use-draft.ts';

interface SaveStateProps {
  opened: Opened;
  /** The name of an entry's type. */
  typeName?: string | undefined;
}

/** Where what was typed is now: stored, on its way, or kept in this browser. Read aloud when it changes. */
export function SaveState({ opened, typeName }: SaveStateProps) {
  const { store } = opened;
  const phase = useDraftState(store, (state) => state.phase);
  const waiting = useDraftState(store, (state) => state.waiting);
  const updatedAt = useDraftState(store, ({ item }) => item.updated_at);
  const revision = useDraftState(store, ({ item }) => item.revision);
  const errors = useDraftState(store, (state) => state.errors.size);
  switch (phase) {
    case 'saved':
      return (
        <p className="save-state">
          <Check size={14} aria-hidden />
          {/* The time outside: who listens hears that it was saved, and not every minute how long ago. */}
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
      return <NotStored opened={opened} typeName={typeName} />;
    case 'clash':
      return (
        <p className="save-state save-warn" role="status">
          <TriangleAlert size={14} aria-hidden /> Conflicting edits.
        </p>
      );
    case 'refused':
      return (
        <p className="save-state save-bad" role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>
            {counted(Math.max(waiting, errors), 'field')} couldn’t be saved.{' '}
            <button type="button" className="link-button" onClick={() => showFirstProblem(store)}>
              Show it
            </button>
          </span>
        </p>
      );
  }
}

/** Why what was typed is not stored, where it is meanwhile, and what becomes of it. */
function NotStored({ opened: { store, service }, typeName }: SaveStateProps) {
  const error = useDraftState(store, (state) => state.saveError);
  const waiting = useDraftState(store, (state) => state.waiting);
  const isKept = useDraftState(store, (state) => state.isKept);
  const { id } = useDraftState(store, ({ item }) => item);
  const restore = useRestore();
  return (
    <p className="save-state save-warn" role="status">
      <CloudOff size={14} aria-hidden />
      {isGone(error) ? (
        <span>
          Someone deleted this {service.noun}. {isKept ? `${storedHere(waiting)}.` : storageFull}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => void restore([id]).then(() => store.flush())}
          >
            Restore it
          </button>
        </span>
      ) : (
        <span>{notStoredText(error, { waiting, isKept, isOnline: navigator.onLine, typeName })}</span>
      )}
    </p>
  );
}

/** Whether the item itself is not there any more. */
export function isGone(error: ApiError | null): boolean {
  return error !== null && /^unknown_(?:entry|article|blog_article|kb_article)$/.test(error.code);
}
