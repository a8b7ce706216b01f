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
import { type EditedField, localeOf } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import type { Choice, Conflict } from './merge.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { valueInWords } from './value-words.ts';
import './conflict.css';

interface ConflictDialogProps {
  fields: readonly EditedField[];
  editor: ItemEditor;
}

type Choices = ReadonlyMap<Conflict, Choice>;

/**
 * Asks which version to keep when someone else changed the same value or the same paragraph. Nothing is saved until
 * the user has chosen.
 * The changes are stored on this device, so the user can also decide later.
 */
export function ConflictDialog({ fields, editor }: ConflictDialogProps) {
  const { store } = editor;
  const conflicts = useDraftState(store, (state) => state.conflicts);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [isPostponed, setPostponed] = useState(false);
  const { name, title } = useConflictTitle(editor, conflicts);
  const resolve = (newChoices: Choices) => {
    setChoices(new Map());
    setPostponed(false);
    void resolveConflicts(editor, { conflicts, choices: newChoices, name });
  };
  const choose = (conflict: Conflict, choice: Choice) => {
    const newChoices = new Map(choices).set(conflict, choice);
    setChoices(newChoices);
    if (conflicts.every((one) => newChoices.has(one))) resolve(newChoices);
  };
  const chooseAll = (choice: Choice) => resolve(new Map(conflicts.map((conflict) => [conflict, choice])));
  if (conflicts.length > 0 && isPostponed)
    return (
      <p className="conflict-waiting" role="status">
        <TriangleAlert size={16} aria-hidden />
        <span>{title}. Your changes are stored on this device until you decide.</span>
        <Button onClick={() => setPostponed(false)}>Decide now</Button>
      </p>
    );
  return (
    <Dialog
      open={conflicts.length > 0}
      onClose={() => setPostponed(true)}
      title={title}
      description="Choose which version to keep. All other changes were merged, and the version that you don’t keep stays in History."
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={() => setPostponed(true)}>
            Decide later
          </Button>
          {conflicts.length > 1 ? (
            <>
              <Button onClick={() => chooseAll('theirs')}>Keep all theirs</Button>
              <Button onClick={() => chooseAll('mine')}>Keep all mine</Button>
            </>
          ) : null}
        </>
      }
    >
      <div className="stack">
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.id ?? conflict.key}
            {...{ conflict, fields, editor, name }}
            choice={choices.get(conflict)}
            onChoose={(choice) => choose(conflict, choice)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ConflictChoiceProps {
  conflict: Conflict;
  fields: readonly EditedField[];
  editor: ItemEditor;
  /** Who changed the value too. */
  name: string;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

const sideLabels = { mine: 'Keep mine', theirs: 'Keep theirs', both: 'Keep both' } as const;

/** Both versions of one value with their changed words, and the buttons that choose. */
function ConflictChoice({ conflict, fields, editor, name, choice, onChoose }: ConflictChoiceProps) {
  const { store } = editor;
  const { key, id, mine, theirs, base } = conflict;
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields) ?? new Map();
  const { draft } = useDraftState(store, ({ item }) => item);
  const source = { fields, definitions, draft, valueOf: (name: string) => store.valueOf(name) };
  const field = findField(key, source);
  const nameOf = (target: string) => targets[target]?.title ?? target;
  const sideOf = (value: unknown, other: unknown) => ({
    value: toBlockNames(value, key, source),
    before: toBlockNames(id === undefined ? other : base, key, source),
  });
  const choiceNames =
    field?.type === 'richtext' ? (['mine', 'theirs', 'both'] as const) : (['mine', 'theirs'] as const);
  return (
    <section className="conflict" aria-label={field?.label ?? key}>
      <h3>{field?.label ?? key}</h3>
      <div className="conflict-side">
        <span className="conflict-name">Mine</span>
        <SideValue field={field} nameOf={nameOf} {...sideOf(mine, theirs)} />
      </div>
      <div className="conflict-side">
        <span className="conflict-name">{name}</span>
        <SideValue field={field} nameOf={nameOf} {...sideOf(theirs, mine)} />
      </div>
      <div className="conflict-choices">
        {choiceNames.map((one) => (
          <Button key={one} aria-pressed={choice === one} onClick={() => onChoose(one)}>
            {sideLabels[one]}
          </Button>
        ))}
      </div>
    </section>
  );
}

interface SideValueProps {
  field: EditedField | undefined;
  value: unknown;
  /** The value that changes are marked against: the base, or for the order of blocks the other version. */
  before: unknown;
  nameOf: (id: string) => string;
}

/** Lists with more characters are shown as a difference. */
const shortListChars = 80;

/** A version with its changed words marked. */
function SideValue({ field, value, before, nameOf }: SideValueProps) {
  const words = valueInWords(field, value, nameOf);
  if (Array.isArray(value) && words !== '' && words.length <= shortListChars)
    return <div className="conflict-value">{words}</div>;
  const lines = valueLines(field, before, value, nameOf);
  if (words === '' && lines.length === 0) return <span className="muted">empty</span>;
  return <div className="conflict-value">{lines.length === 0 ? words : <Lines lines={lines} />}</div>;
}

/** Names the person, the key or the release that changed the same values. */
function useConflictTitle(
  { store, service, isMoved = false }: ItemEditor,
  conflicts: readonly Conflict[],
): { name: string; title: string } {
  const { id, revision, release, ...item } = useDraftState(store, (state) => state.item);
  const versions = useProjectQuery<{ data: Version[] }>(service.module, `/versions/${id}`, {
    enabled: conflicts.length > 0 && id !== '' && !isMoved,
    query: { _revision: revision, ...localeOf(item) },
  });
  const author = versions.data?.data.find(({ kind }) => kind === 'saved')?.author;
  const isKey = author?.id.startsWith('key_') === true;
  const person = isKey ? `The key "${author?.name}"` : (author?.name ?? 'Someone else');
  const name = isMoved ? (release?.name ?? 'The live release') : person;
  const isParagraph = conflicts.length > 0 && conflicts.every(({ isPart }) => isPart === true);
  const noun = isParagraph
    ? conflicts.length === 1
      ? 'paragraph'
      : 'paragraphs'
    : conflicts.length === 1
      ? 'field'
      : 'fields';
  return { name, title: `${name} changed the same ${noun}` };
}
