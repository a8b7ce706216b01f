import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Badge } from '../components/badge.tsx';
import { Time } from '../components/time.tsx';
import type { DraftStore } from './draft-store.ts';
import type { EditedItem } from './item.ts';
import { useDraftState } from './use-draft.ts';

interface StatusBadgeProps {
  item: Pick<EditedItem, 'status' | 'has_unpublished_changes'>;
  /** For the columns of lists. */
  isShort?: boolean;
}

export function StatusBadge({ item, isShort = false }: StatusBadgeProps) {
  if (item.status === 'scheduled') return <Badge tone="note">Scheduled</Badge>;
  if (item.status === 'archived') return <Badge>Archived</Badge>;
  if (item.status === 'draft') return <Badge>Draft</Badge>;
  if (!item.has_unpublished_changes) return <Badge tone="good">Live</Badge>;
  return <Badge tone="warn">{isShort ? 'Live, changed' : 'Live, with changes'}</Badge>;
}

/** Where what was typed is now: stored, on its way, or kept in this browser. Read aloud when it changes. */
export function SaveState({ store }: { store: DraftStore }) {
  const phase = useDraftState(store, (state) => state.phase);
  const waiting = useDraftState(store, (state) => state.waiting);
  const updatedAt = useDraftState(store, ({ item }) => item.updated_at);
  const revision = useDraftState(store, ({ item }) => item.revision);
  const fields = waiting === 1 ? '1 field' : `${waiting} fields`;
  switch (phase) {
    case 'saved':
      return (
        <p className="save-state" role="status">
          <Check size={14} aria-hidden />
          <span>
            {revision === 0 ? (
              'Not saved yet'
            ) : (
              <>
                Saved <Time value={updatedAt} />
              </>
            )}
          </span>
        </p>
      );
    case 'saving':
      return (
        <p className="save-state" role="status">
          <LoaderCircle size={14} aria-hidden /> Saving…
        </p>
      );
    case 'offline':
      return (
        <p className="save-state save-warn" role="status">
          <CloudOff size={14} aria-hidden />
          <span>
            Galley cannot be reached. {fields} kept in this browser. Galley saves them when you reconnect.
          </span>
        </p>
      );
    case 'clash':
      return (
        <p className="save-state save-warn" role="status">
          <TriangleAlert size={14} aria-hidden /> Conflicting edits.
        </p>
      );
    case 'refused':
      return (
        <p className="save-state save-bad" role="status">
          <TriangleAlert size={14} aria-hidden /> {fields} couldn’t be saved. See the messages below the
          fields.
        </p>
      );
  }
}
