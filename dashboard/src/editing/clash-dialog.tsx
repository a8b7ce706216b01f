import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useFieldHost } from '../fields/context.ts';
import type { DraftStore } from './draft-store.ts';
import type { EditedField } from './item.ts';
import { valueInWords } from './value-words.ts';
import { useDraftState } from './use-draft.ts';

type Choice = 'mine' | 'theirs';

/** Somebody else saved the same fields: for each, whose value stays. Nothing is saved until that is said. */
export function ClashDialog({ fields, store }: { fields: readonly EditedField[]; store: DraftStore }) {
  const clashes = useDraftState(store, (state) => state.clashes);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const { targets } = useFieldHost();
  const choose = (key: string, choice: Choice) => setChoices(new Map(choices).set(key, choice));
  const resolve = () => {
    void store.resolve(choices);
    setChoices(new Map());
  };
  const left = clashes.filter(({ key }) => !choices.has(key)).length;
  return (
    <Dialog
      open={clashes.length > 0}
      onClose={() => undefined}
      title="Conflicting edits"
      description="Choose which version to keep, field by field. All other changes were merged."
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={() => setChoices(all(clashes, 'theirs'))}>
            All theirs
          </Button>
          <Button variant="quiet" onClick={() => setChoices(all(clashes, 'mine'))}>
            All mine
          </Button>
          <Button variant="primary" disabled={left > 0} onClick={resolve}>
            {left > 0 ? `Choose ${left}` : 'Save'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {clashes.map(({ key, mine, theirs }) => {
          const field = fields.find((one) => one.key === key);
          return (
            <fieldset key={key} className="clash">
              <legend>{field?.label ?? key}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className="clash-side">
                  <input
                    type="radio"
                    name={`clash-${key}`}
                    checked={choices.get(key) === side}
                    onChange={() => choose(key, side)}
                  />
                  <span className="clash-name">{side === 'mine' ? 'Mine' : 'Theirs'}</span>
                  <Shown
                    field={field}
                    value={side === 'mine' ? mine : theirs}
                    nameOf={(id) => targets[id]?.title ?? id}
                  />
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
    </Dialog>
  );
}

interface ShownProps {
  field: EditedField | undefined;
  value: unknown;
  nameOf: (id: string) => string;
}

function Shown({ field, value, nameOf }: ShownProps) {
  const words = valueInWords(field, value, nameOf);
  return words === '' ? <span className="muted">empty</span> : <span className="clash-value">{words}</span>;
}

function all(clashes: readonly { key: string }[], choice: Choice): Map<string, Choice> {
  return new Map(clashes.map(({ key }) => [key, choice]));
}
