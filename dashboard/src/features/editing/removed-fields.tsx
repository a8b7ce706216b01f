import { TriangleAlert } from 'lucide-react';
import { Button } from '../../components/base/button.tsx';
import { CopyButton } from '../../components/base/copy.tsx';
import { useFieldHost } from '../fields/context.ts';
import type { DraftStore } from './draft/draft-store.ts';
import type { EditedField } from './item.ts';
import { useDraftState } from './draft/use-draft.ts';
import { valueInWords } from './conflict/value-words.ts';

interface RemovedFieldsProps {
  fields: readonly EditedField[];
  store: DraftStore;
}

/** Unsaved values of fields that were removed from the type, to copy or discard. */
export function RemovedFields({ fields, store }: RemovedFieldsProps) {
  const errors = useDraftState(store, (state) => state.errors);
  const { targets } = useFieldHost();
  const fieldKeys = new Set(['', ...fields.map(({ key }) => key)]);
  const removedKeys = [...errors.keys()].filter((key) => !fieldKeys.has(key.split('/')[0] ?? ''));
  if (removedKeys.length === 0) return null;
  return (
    <section aria-label="Typed in a removed field">
      {removedKeys.map((key) => {
        const text = valueInWords(undefined, store.valueOf(key), (id) => targets[id]?.title ?? id);
        return (
          <div key={key} className="conflict-waiting">
            <TriangleAlert size={16} aria-hidden />
            <div>
              <p>
                The field <code>{key}</code> was removed from the type. What you typed there can’t be saved:
              </p>
              <p className="conflict-value">{text}</p>
            </div>
            <CopyButton text={text} />
            <Button onClick={() => store.forget(key)}>Discard it</Button>
          </div>
        );
      })}
    </section>
  );
}
