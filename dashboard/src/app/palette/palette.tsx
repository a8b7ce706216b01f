import * as Dialog from '@radix-ui/react-dialog';
import { ArrowRight, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../components/base/classes.ts';
import { useOfferedActions } from '../../components/keyboard/actions.ts';
import { Kbd } from '../../components/keyboard/kbd.tsx';
import { chooseActions, type Choice, type ContentSearch, useSearchResults } from './palette-search.ts';
import './palette.css';

interface PaletteProps {
  search: ContentSearch;
  onClose: () => void;
}

/** Finds content by its words, and screens and actions by part of their name. */
export function Palette({ search, onClose }: PaletteProps) {
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const results = useSearchResults(search, words, { showsRecent: true });
  const actions = chooseActions(useOfferedActions(), words);
  const choices = words.trim() === '' ? [...results.choices, ...actions] : [...actions, ...results.choices];
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = Math.min(active, choices.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(choices.length - 1, current + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, current - 1));
    else if (event.key === 'Enter') choose(choices[current]);
    else return;
    event.preventDefault();
  };
  const groups = Map.groupBy(
    choices.map((choice, index) => ({ choice, index })),
    ({ choice }) => choice.group,
  );

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <div className="dialog-shade" />
        <Dialog.Content className="palette" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Search or jump to…</Dialog.Title>
          <div className="palette-search">
            <Search size={18} aria-hidden />
            <input
              role="combobox"
              aria-expanded
              aria-controls={id}
              aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
              aria-label="Search or jump to…"
              placeholder="Search or jump to…"
              value={words}
              onChange={(event) => (setWords(event.target.value), setActive(0))}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className="palette-list" role="listbox" id={id} aria-label="Results" ref={list} tabIndex={-1}>
            {[...groups].map(([group, members]) => (
              <div role="group" aria-label={group} key={group}>
                <div className="palette-group" aria-hidden>
                  {group}
                </div>
                {members.map(({ choice, index }) => (
                  <PaletteRow
                    key={choice.id}
                    id={`${id}-${index}`}
                    choice={choice}
                    isActive={index === current}
                    onPoint={() => setActive(index)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p className="palette-note" role="status">
            {choices.length > 0 ? '' : results.isSearching ? 'Searching' : `No results for “${words}”`}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteRowProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteRow({ id, choice, isActive, onPoint, onChoose }: PaletteRowProps) {
  const Icon = choice.icon ?? ArrowRight;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes('palette-row', isActive && 'palette-row-active')}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={16} aria-hidden />
      <span className="palette-label">
        {choice.label}
        {choice.excerpt == null ? null : <span className="palette-excerpt">{choice.excerpt}</span>}
      </span>
      {choice.detail === undefined ? null : <span className="palette-detail">{choice.detail}</span>}
      {choice.keys === undefined ? null : <Kbd keys={choice.keys} />}
    </div>
  );
}
