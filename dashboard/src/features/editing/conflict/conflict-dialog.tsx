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
import type { ItemEditor } from '../item-editor.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { valueInWords } from './value-words.ts';
import './conflict.css';

type Choice = 'mine' | 'theirs';

interface ClashDialogProps {
  fields: readonly EditedField[];
  editor: ItemEditor;
}

/**
 * Asks which values to keep when someone else saved the same fields. Nothing is saved before that. The changes are
 * stored in this browser, so the user can decide later.
 */
export function ConflictDialog({ fields, editor }: ClashDialogProps) {
  const { store } = editor;
  const conflicts = useDraftState(store, (state) => state.conflicts);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isPostponed, setPostponed] = useState(false);
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields) ?? new Map();
  const { draft } = useDraftState(store, ({ item }) => item);
  const source = { fields, definitions, draft, valueOf: (key: string) => store.valueOf(key) };
  const reason = useReason(editor, conflicts.length > 0);
  const choose = (key: string, choice: Choice) => setChoices(new Map(choices).set(key, choice));
  const resolve = () => {
    void store.resolve(choices);
    setChoices(new Map());
    setPostponed(false);
  };
  const undecidedCount = conflicts.filter(({ key }) => !choices.has(key)).length;
  const nameOf = (id: string) => targets[id]?.title ?? id;
  if (conflicts.length > 0 && isPostponed)
    return (
      <p className="conflict-waiting" role="status">
        <TriangleAlert size={16} aria-hidden />
        <span>Your edits are kept in this browser, but not saved: {reason}</span>
        <Button onClick={() => setPostponed(false)}>Choose now</Button>
      </p>
    );
  return (
    <Dialog
      open={conflicts.length > 0}
      onClose={() => setPostponed(true)}
      title="Conflicting edits"
      description={`${reason} Choose which version to keep, field by field. All other changes were merged.`}
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={() => setPostponed(true)}>
            Decide later
          </Button>
          <Button variant="quiet" onClick={() => setChoices(choiceForAll(conflicts, 'theirs'))}>
            All theirs
          </Button>
          <Button variant="quiet" onClick={() => setChoices(choiceForAll(conflicts, 'mine'))}>
            All mine
          </Button>
          <Button variant="primary" disabled={undecidedCount > 0} onClick={resolve}>
            {undecidedCount === 0
              ? 'Save'
              : undecidedCount === 1
                ? 'Choose a version'
                : `Choose ${undecidedCount} versions`}
          </Button>
        </>
      }
    >
      <div className="stack">
        {conflicts.map(({ key, mine, theirs }) => {
          const field = findField(key, source);
          return (
            <fieldset key={key} className="conflict">
              <legend>{field?.label ?? key}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className="conflict-side">
                  <input
                    type="radio"
                    name={`conflict-${key}`}
                    checked={choices.get(key) === side}
                    onChange={() => choose(key, side)}
                  />
                  <span className="conflict-name">{side === 'mine' ? 'Mine' : 'Theirs'}</span>
                  <SideValue
                    field={field}
                    value={toBlockNames(side === 'mine' ? mine : theirs, key, source)}
                    otherValue={toBlockNames(side === 'mine' ? theirs : mine, key, source)}
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

interface SideValueProps {
  field: EditedField | undefined;
  value: unknown;
  otherValue: unknown;
  nameOf: (id: string) => string;
}

/** Longer values are shown as a difference, in characters. */
const shortMax = 80;

function SideValue({ field, value, otherValue, nameOf }: SideValueProps) {
  const words = valueInWords(field, value, nameOf);
  if (words === '') return <span className="muted">empty</span>;
  if (words.length <= shortMax) return <span className="conflict-value">{words}</span>;
  return (
    <div className="conflict-value">
      <Lines lines={valueLines(field, otherValue, value, nameOf)} />
    </div>
  );
}

/** Names the person, the key or the release whose text conflicts. */
function useReason({ store, service, isMoved = false }: ItemEditor, isEnabled: boolean): string {
  const { id, revision, release } = useDraftState(store, ({ item }) => item);
  const versions = useProjectQuery<{ data: Version[] }>(service.module, `/versions/${id}`, {
    enabled: isEnabled && id !== '' && !isMoved,
    query: { _revision: revision },
  });
  if (isMoved) return `${release?.name ?? 'The live release'} has different text in the same fields.`;
  const author = versions.data?.data[0]?.author;
  const isKey = author?.id.startsWith('key_') === true;
  return `${isKey ? `The key "${author?.name}"` : (author?.name ?? 'Someone else')} changed the same fields.`;
}

function choiceForAll(conflicts: readonly { key: string }[], choice: Choice): Map<string, Choice> {
  return new Map(conflicts.map(({ key }) => [key, choice]));
}
