import { useDraftState } from '../editing/draft/use-draft.ts';
import type { EditedField } from '../editing/item.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { showField } from '../editing/show-field.ts';

/** Whether the page exchanges messages with the dashboard. */
export type Connection = 'waiting' | 'connected' | 'absent';

interface PreviewStatusProps {
  store: DraftStore;
  fields: readonly EditedField[];
  connection: Connection;
  /** The revision that the page shows; null if it is unknown. */
  renderedRevision: number | null;
  /** The status with which the site responded to the last refresh; null if it succeeded. */
  failedStatus: number | null;
}

/** What the page shows: the saved draft, an older state, or one that waits for a valid field. */
export function PreviewStatus(props: PreviewStatusProps) {
  const { store, fields, connection, renderedRevision, failedStatus } = props;
  const phase = useDraftState(store, (state) => state.phase);
  const revision = useDraftState(store, ({ item }) => item.revision);
  const firstError = useDraftState(store, ({ errors }) => errors.keys().next().value);
  if (phase === 'rejected')
    return (
      <span className="live-paused">
        Preview paused:{' '}
        {firstError === undefined ? (
          'some changes can’t be saved'
        ) : (
          <button type="button" className="link-button" onClick={() => showField(firstError)}>
            fix {labelOf(firstError, fields)} to continue
          </button>
        )}
      </span>
    );
  if (phase === 'offline' || phase === 'conflict')
    return <span className="live-paused">Preview paused: your changes aren’t saved</span>;
  if (connection === 'absent')
    return (
      <span>
        Basic preview.{' '}
        <a href="/docs/build/live-preview" target="_blank" rel="noreferrer">
          Add the preview script
        </a>{' '}
        for instant updates.
      </span>
    );
  if (failedStatus !== null)
    return (
      <span className="live-paused">The site didn’t respond{failedStatus === 0 ? '' : ' correctly'}</span>
    );
  const isOutdated = renderedRevision !== null && renderedRevision < revision;
  return connection === 'waiting' || phase === 'saving' || isOutdated ? 'Updating' : 'Up to date';
}

function labelOf(key: string, fields: readonly EditedField[]): string {
  const name = key.split('/').at(-1) ?? key;
  return fields.find((field) => field.key === key)?.label ?? name.replaceAll('_', ' ');
}
