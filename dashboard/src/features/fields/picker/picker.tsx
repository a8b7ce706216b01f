import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { messageOf } from '../../../api/errors/api-error.ts';
import { useProject } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import type { SearchResult } from './search.ts';
import { kindNames } from './search.ts';
import './picker.css';

interface PickerProps {
  title: string;
  /** Identifies the search in the query cache. */
  searchKey: string;
  search: (words: string, signal: AbortSignal) => Promise<SearchResult[]>;
  /** Ids that are already chosen. */
  excludedIds: ReadonlySet<string>;
  onPick: (results: SearchResult) => void;
  /** Accepts several at once, up to `most`; absent if only one can be chosen. */
  several?: { most: number; onPick: (results: readonly SearchResult[]) => void } | undefined;
  onClose: () => void;
  /** Creates an item named by the search words; absent if that is impossible. */
  create?: { label: (words: string) => string; run: (words: string) => Promise<SearchResult> } | undefined;
}

/** Finds items by name and chooses one with the arrow keys and Enter. Shift+Enter or a checkbox selects several. */
export function Picker({
  title,
  searchKey,
  search,
  excludedIds,
  onPick,
  several,
  onClose,
  create,
}: PickerProps) {
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  /** Whether Enter was pressed before the results arrived. */
  const [isEnterPending, setEnterPending] = useState(false);
  const [marked, setMarked] = useState<ReadonlyMap<string, SearchResult>>(new Map());
  const listId = useId();
  const deferredWords = useDeferredValue(words);
  const { id: projectId } = useProject();
  const { data, isPending, isPlaceholderData, error } = useQuery({
    queryKey: ['project', projectId, 'content', 'pick', searchKey, deferredWords],
    queryFn: ({ signal }) => search(deferredWords, signal),
    placeholderData: (before) => before,
  });
  const results = (data ?? []).filter(({ id }) => !excludedIds.has(id));
  // Results of other words than the current ones are never chosen.
  const isSettled = deferredWords === words && !isPlaceholderData && !isPending;
  const canCreate = create !== undefined && words.trim() !== '' && isSettled;
  const count = results.length + (canCreate ? 1 : 0);
  const activeIndex = Math.min(active, Math.max(0, count - 1));

  const mark = (item: SearchResult) => {
    const next = new Map(marked);
    if (!next.delete(item.id) && next.size < (several?.most ?? 0)) next.set(item.id, item);
    setMarked(next);
  };
  const choose = (index: number, isMarking = marked.size > 0) => {
    const item = results[index];
    if (item !== undefined && several !== undefined && isMarking) mark(item);
    else if (item !== undefined) onPick(item);
    else if (canCreate && index === results.length) create.run(words.trim()).then(onPick, toastError);
  };
  useEffect(() => {
    if (!isEnterPending || !isSettled) return;
    setEnterPending(false);
    choose(activeIndex);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((activeIndex + step + count) % Math.max(1, count));
    else if (event.key !== 'Enter') return;
    else if ((event.metaKey || event.ctrlKey) && marked.size > 0) several?.onPick([...marked.values()]);
    else if (isSettled) choose(activeIndex, event.shiftKey || marked.size > 0);
    else setEnterPending(true);
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
        aria-activedescendant={count > 0 ? `${listId}-${activeIndex}` : undefined}
        placeholder="Search by name"
        value={words}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => (setWords(event.target.value), setActive(0), setEnterPending(false))}
      />
      {error === null ? null : <p className="field-error">{messageOf(error)}</p>}
      <ul className="picker-list" role="listbox" id={listId} aria-label="Found">
        {results.map(({ id, target, detail }, index) => (
          <li
            key={id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
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
            id={`${listId}-${results.length}`}
            role="option"
            aria-selected={activeIndex === results.length}
            className="picker-option"
            onMouseMove={() => setActive(results.length)}
            onClick={() => choose(results.length)}
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
