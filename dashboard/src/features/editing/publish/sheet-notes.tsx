import { TriangleAlert } from 'lucide-react';
import { counted } from '../../../components/base/counted.ts';
import { TargetName } from '../../fields/picker/target-name.tsx';
import type { DraftStore } from '../draft/draft-store.ts';
import { showField } from '../show-field.ts';
import { useDraftState } from '../draft/use-draft.ts';
import type { Readiness } from './readiness.ts';

interface MissingProps extends Pick<Readiness, 'missing' | 'empty'> {
  store: DraftStore;
  onClose: () => void;
}

/** Missing values with links to their fields, and empty optional fields. */
export function Missing({ missing, empty, store, onClose }: MissingProps) {
  const errors = useDraftState(store, (state) => state.errors);
  const otherErrors = [...errors].filter(([key]) => !missing.has(key));
  const closeAndShow = (key: string) => {
    onClose();
    // After the sheet has returned the focus.
    setTimeout(() => showField(key), 50);
  };
  const line = (key: string, label: string) => (
    <li key={key}>
      <button type="button" className="link-button" onClick={() => closeAndShow(key)}>
        {label}
      </button>
    </li>
  );
  return (
    <>
      {missing.size + otherErrors.length === 0 ? null : (
        <section className="publish-sheet-box publish-sheet-bad" aria-label="Needed before publishing">
          <h3>
            <TriangleAlert size={14} aria-hidden /> Needed before publishing
          </h3>
          <ul>
            {[...missing].map(([key, label]) => line(key, `${label} is empty`))}
            {otherErrors.map(([key, { message }]) => line(key, message))}
          </ul>
        </section>
      )}
      {empty.length === 0 ? null : <p className="publish-sheet-note">Empty: {empty.join(', ')}.</p>}
    </>
  );
}

/** Link targets that readers will not see, because they are not published. */
export function Unseen({ unseen }: Pick<Readiness, 'unseen'>) {
  if (unseen.length === 0) return null;
  return (
    <section className="publish-sheet-box" aria-label="Readers won’t see">
      <h3>Readers won’t see {counted(unseen.length, 'linked item')}</h3>
      <p>Publishing this doesn’t publish what it links to.</p>
      <ul>
        {unseen.slice(0, 8).map(({ id, target }) => (
          <li key={id}>
            <TargetName id={id} target={target} />
          </li>
        ))}
      </ul>
      {unseen.length > 8 ? <p>And {unseen.length - 8} more.</p> : null}
    </section>
  );
}
