import { TriangleAlert } from 'lucide-react';
import { Button } from '../../components/base/button.tsx';
import { CopyButton } from '../../components/base/copy.tsx';
import { useFieldHost } from '../fields/context.ts';
import type { DraftStore } from './draft/draft-store.ts';
import type { EditedField } from './item.ts';
import { useDraftState } from './draft/use-draft.ts';
import { valueInWords } from './conflict/value-words.ts';

interface RemovedFieldsProps {
  /** Those that the item has now. */
  fields: readonly EditedField[];
  store: DraftStore;
}

/** What was typed into fields that the type lost meanwhile: to be copied, and let go. */
export function RemovedFields({ fields, store }: RemovedFieldsProps) {
  const errors = useDraftState(store, (state) => state.errors);
  const { targets } = useFieldHost();
  const known = new Set(['', ...fields.map(({ key }) => key)]);
  const removed = [...errors.keys()].filter((key) => !known.has(key.split('/')[0] ?? ''));
  if (removed.length === 0) return null;
  return (
    <section className="removed-fields" aria-label="Typed in a removed field">
      {removed.map((key) => {
        const words = valueInWords(undefined, store.valueOf(key), (id) => targets[id]?.title ?? id);
        return (
          <div key={key} className="clash-waiting">
            <TriangleAlert size={16} aria-hidden />
            <div>
              <p>
                The field <code>{key}</code> was removed from the type. What you typed there can’t be saved:
              </p>
              <p className="clash-value">{words}</p>
            </div>
            <CopyButton text={words} />
            <Button onClick={() => store.forget(key)}>Discard it</Button>
          </div>
        );
      })}
    </section>
  );
}
