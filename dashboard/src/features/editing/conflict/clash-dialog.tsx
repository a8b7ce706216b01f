import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../../../../src/lifecycle/versions/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { toBlockNames, findField } from '../../blocks/outline/block-names.ts';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { Lines } from '../difference/difference-view.tsx';
import { valueLines } from '../difference/field-difference.ts';
import type { EditedField } from '../item.ts';
import type { Opened } from '../opened.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { valueInWords } from './value-words.ts';
import './clash.css';

type Choice = 'mine' | 'theirs';

interface ClashDialogProps {
  fields: readonly EditedField[];
  opened: Opened;
}

/**
 * Another person saved the same fields: for each, whose value stays. Nothing is saved until that is said; what was
 * typed is kept in this browser, so the question can wait.
 */
export function ClashDialog({ fields, opened }: ClashDialogProps) {
  const { store } = opened;
  const clashes = useDraftState(store, (state) => state.clashes);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isPutOff, setPutOff] = useState(false);
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields) ?? new Map();
  const { draft } = useDraftState(store, ({ item }) => item);
  const known = { fields, definitions, draft, valueOf: (key: string) => store.valueOf(key) };
  const reason = useReason(opened, clashes.length > 0);
  const choose = (key: string, choice: Choice) => setChoices(new Map(choices).set(key, choice));
  const resolve = () => {
    void store.resolve(choices);
    setChoices(new Map());
    setPutOff(false);
  };
  const left = clashes.filter(({ key }) => !choices.has(key)).length;
  const nameOf = (id: string) => targets[id]?.title ?? id;
  if (clashes.length > 0 && isPutOff)
    return (
      <p className="clash-waiting" role="status">
        <TriangleAlert size={16} aria-hidden />
        <span>Your edits are kept in this browser, but not saved: {reason}</span>
        <Button onClick={() => setPutOff(false)}>Choose now</Button>
      </p>
    );
  return (
    <Dialog
      open={clashes.length > 0}
      onClose={() => setPutOff(true)}
      title="Conflicting edits"
      description={`${reason} Choose which version to keep, field by field. All other changes were merged.`}
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={() => setPutOff(true)}>
            Decide later
          </Button>
          <Button variant="quiet" onClick={() => setChoices(all(clashes, 'theirs'))}>
            All theirs
          </Button>
          <Button variant="quiet" onClick={() => setChoices(all(clashes, 'mine'))}>
            All mine
          </Button>
          <Button variant="primary" disabled={left > 0} onClick={resolve}>
            {left === 0 ? 'Save' : left === 1 ? 'Choose a version' : `Choose ${left} versions`}
          </Button>
        </>
      }
    >
      <div className="stack">
        {clashes.map(({ key, mine, theirs }) => {
          const field = findField(key, known);
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
                    value={toBlockNames(side === 'mine' ? mine : theirs, key, known)}
                    other={toBlockNames(side === 'mine' ? theirs : mine, key, known)}
                    nameOf={nameOf}
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
  /** What the other side holds. */
  other: unknown;
  nameOf: (id: string) => string;
}

/** Longer values are shown by what differs, in letters. */
const shortMax = 80;

function Shown({ field, value, other, nameOf }: ShownProps) {
  const words = valueInWords(field, value, nameOf);
  if (words === '') return <span className="muted">empty</span>;
  if (words.length <= shortMax) return <span className="clash-value">{words}</span>;
  return (
    <div className="clash-value">
      <Lines lines={valueLines(field, other, value, nameOf)} />
    </div>
  );
}

/** Names the person, the key or the release whose text conflicts. */
function useReason({ store, service, isMoved = false }: Opened, isAsked: boolean): string {
  const { id, revision, release } = useDraftState(store, ({ item }) => item);
  const versions = useProjectQuery<{ data: Version[] }>(service.module, `/versions/${id}`, {
    enabled: isAsked && id !== '' && !isMoved,
    query: { _revision: revision },
  });
  if (isMoved) return `${release?.name ?? 'The live release'} has different text in the same fields.`;
  const author = versions.data?.data[0]?.author;
  const isKey = author?.id.startsWith('key_') === true;
  return `${isKey ? `The key "${author?.name}"` : (author?.name ?? 'Someone else')} changed the same fields.`;
}

function all(clashes: readonly { key: string }[], choice: Choice): Map<string, Choice> {
  return new Map(clashes.map(({ key }) => [key, choice]));
}
