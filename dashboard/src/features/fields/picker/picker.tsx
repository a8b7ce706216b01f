import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { messageOf } from '../../../api/errors/api-error.ts';
import { useProject } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import type { Found } from './search.ts';
import { kindNames } from './search.ts';
import './picker.css';

interface PickerProps {
  title: string;
  /** Names the question for the memory of answers. */
  about: string;
  search: (words: string, signal: AbortSignal) => Promise<Found[]>;
  /** Ids that are chosen already. */
  taken: ReadonlySet<string>;
  onPick: (found: Found) => void;
  /** Takes several at once; absent where one is all that is wanted. `most` is how many there is room for. */
  several?: { most: number; onPick: (found: readonly Found[]) => void } | undefined;
  onClose: () => void;
  /** Makes what was looked for and is not there; absent where that makes no sense. */
  create?: { label: (words: string) => string; run: (words: string) => Promise<Found> } | undefined;
}

/** Looks for something by name and chooses it with the arrows and Enter; Shift+Enter or a box marks several. */
export function Picker({ title, about, search, taken, onPick, several, onClose, create }: PickerProps) {
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answer came. */
  const [isWaiting, setWaiting] = useState(false);
  const [marked, setMarked] = useState<ReadonlyMap<string, Found>>(new Map());
  const listId = useId();
  const asked = useDeferredValue(words);
  const { id: projectId } = useProject();
  const { data, isPending, isPlaceholderData, error } = useQuery({
    queryKey: ['project', projectId, 'content', 'pick', about, asked],
    queryFn: ({ signal }) => search(asked, signal),
    placeholderData: (before) => before,
  });
  const found = (data ?? []).filter(({ id }) => !taken.has(id));
  // Nothing is chosen or made of an answer to other words than those that stand there.
  const isSettled = asked === words && !isPlaceholderData && !isPending;
  const canCreate = create !== undefined && words.trim() !== '' && isSettled;
  const count = found.length + (canCreate ? 1 : 0);
  const at = Math.min(active, Math.max(0, count - 1));

  const mark = (item: Found) => {
    const next = new Map(marked);
    if (!next.delete(item.id) && next.size < (several?.most ?? 0)) next.set(item.id, item);
    setMarked(next);
  };
  const choose = (index: number, isMarking = marked.size > 0) => {
    const item = found[index];
    if (item !== undefined && several !== undefined && isMarking) mark(item);
    else if (item !== undefined) onPick(item);
    else if (canCreate && index === found.length) create.run(words.trim()).then(onPick, toastError);
  };
  useEffect(() => {
    if (!isWaiting || !isSettled) return;
    setWaiting(false);
    choose(at);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((at + step + count) % Math.max(1, count));
    else if (event.key !== 'Enter') return;
    else if ((event.metaKey || event.ctrlKey) && marked.size > 0) several?.onPick([...marked.values()]);
    else if (isSettled) choose(at, event.shiftKey || marked.size > 0);
    else setWaiting(true);
    event.preventDefault();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        several === undefined ? undefined : (
          <>
            <span className="picker-hint">Shift+Enter marks several.</span>
            <Button
              variant="primary"
              disabled={marked.size === 0}
              onClick={() => several.onPick([...marked.values()])}
            >
              {marked.size === 0 ? 'Add' : `Add ${marked.size}`}
            </Button>
          </>
        )
      }
    >
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={title}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={count > 0 ? `${listId}-${at}` : undefined}
        placeholder="Search by name"
        value={words}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => (setWords(event.target.value), setActive(0), setWaiting(false))}
      />
      {error === null ? null : <p className="field-error">{messageOf(error)}</p>}
      <ul className="picker-list" role="listbox" id={listId} aria-label="Found">
        {found.map(({ id, target, detail }, index) => (
          <li
            key={id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-checked={several === undefined ? undefined : marked.has(id)}
            className="picker-option"
            onMouseMove={() => setActive(index)}
            onClick={() => choose(index)}
          >
            <span className="picker-title">
              {several === undefined ? null : (
                <span
                  className="picker-box"
                  data-marked={marked.has(id)}
                  aria-hidden
                  onClick={(event) => (event.stopPropagation(), choose(index, true))}
                >
                  <Check size={12} />
                </span>
              )}
              {target.title === '' ? 'Untitled' : target.title}
            </span>
            <span className="picker-detail">
              {[detail, target.content_type ?? kindNames[target.kind], target.live ? null : 'not published']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
        {canCreate ? (
          <li
            id={`${listId}-${found.length}`}
            role="option"
            aria-selected={at === found.length}
            className="picker-option"
            onMouseMove={() => setActive(found.length)}
            onClick={() => choose(found.length)}
          >
            <span className="picker-title">
              <Plus size={14} aria-hidden /> {create.label(words.trim())}
            </span>
          </li>
        ) : null}
      </ul>
      {count === 0 ? (
        <p className="picker-none" role="status">
          {isPending ? 'Looking…' : 'Nothing found.'}
        </p>
      ) : null}
    </Dialog>
  );
}
