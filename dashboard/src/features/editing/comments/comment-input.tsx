import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { commentBounds } from '../../../../../src/contract/comments.ts';
import type { CommentPeople } from '../../../../../src/dashboard/comments/schema.ts';
import { projectKey, useProject } from '../../../api/project.ts';
import { classes } from '../../../components/base/classes.ts';
import { isComposing } from '../../../components/keyboard/composing.ts';
import { isModHeld } from '../../../components/keyboard/kbd.tsx';
import { mentionBefore, type Person, suggestPeople, withMention } from './mentions.ts';
import { usePanel } from './panel-context.ts';

interface CommentInputProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Reports a person who was chosen from the suggestions. Without it, "@" suggests nobody. */
  onMention?: (person: Person) => void;
  onSubmit: () => void;
  onCancel: () => void;
}

const noPeople: readonly Person[] = [];

/** The text of a comment. "@" suggests members: arrow keys move, Enter or Tab chooses, Escape closes. */
export function CommentInput({ label, text, onChange, onMention, onSubmit, onCancel }: CommentInputProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const nextCursor = useRef<number | null>(null);
  const [cursor, setCursor] = useState(0);
  const [activeIndex, setActiveIndex] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const mention = isClosed || onMention === undefined ? null : mentionBefore(text, cursor);
  const people = usePeople(mention !== null);
  const suggestions = mention === null ? noPeople : suggestPeople(people, mention.words);
  const activePerson = suggestions[Math.min(activeIndex, suggestions.length - 1)];
  useLayoutEffect(() => {
    if (nextCursor.current === null) return;
    input.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    setCursor(nextCursor.current);
    nextCursor.current = null;
  }, [text]);
  const choose = (person: Person) => {
    if (mention === null) return;
    const after = withMention(text, { from: mention.from, cursor, name: person.name });
    nextCursor.current = after.cursor;
    setActiveIndex(0);
    onMention?.(person);
    onChange(after.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const run = keyAction(event, {
      suggestions,
      activeIndex,
      activePerson,
      setActiveIndex,
      choose,
      setClosed,
    });
    if (run !== undefined) run();
    else if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && isModHeld(event)) onSubmit();
    else return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere these keys publish the item or leave a block
  };
  return (
    <div className="comment-input">
      <textarea
        ref={input}
        className="input"
        dir="auto"
        rows={3}
        aria-label={label}
        aria-autocomplete={onMention === undefined ? undefined : 'list'}
        aria-controls={activePerson === undefined ? undefined : id}
        aria-activedescendant={activePerson === undefined ? undefined : `${id}-${activePerson.id}`}
        value={text}
        maxLength={commentBounds.textChars}
        onChange={({ target }) => {
          setClosed(false);
          setActiveIndex(0);
          setCursor(target.selectionStart);
          onChange(target.value);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {activePerson === undefined ? null : (
        <ul id={id} className="mention-list" role="listbox" aria-label="Members">
          {suggestions.map((person) => (
            <li
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              aria-selected={person === activePerson}
              className={classes('mention', person === activePerson && 'is-active')}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SuggestionKeys {
  suggestions: readonly Person[];
  activeIndex: number;
  activePerson: Person | undefined;
  setActiveIndex: (index: number) => void;
  choose: (person: Person) => void;
  setClosed: (isClosed: boolean) => void;
}

/** The action of a key while suggestions are open. */
function keyAction(
  { key, metaKey, ctrlKey }: KeyboardEvent,
  { suggestions, activeIndex, activePerson, setActiveIndex, choose, setClosed }: SuggestionKeys,
): (() => void) | undefined {
  if (activePerson === undefined || metaKey || ctrlKey) return undefined;
  const count = suggestions.length;
  if (key === 'ArrowDown') return () => setActiveIndex((activeIndex + 1) % count);
  if (key === 'ArrowUp') return () => setActiveIndex((activeIndex + count - 1) % count);
  if (key === 'Enter' || key === 'Tab') return () => choose(activePerson);
  return key === 'Escape' ? () => setClosed(true) : undefined;
}

/** The members who can be mentioned, read when the first "@" is typed. */
function usePeople(isNeeded: boolean): readonly Person[] {
  const project = useProject();
  const { current } = usePanel();
  const { itemId } = current.threads;
  const people = useQuery({
    queryKey: projectKey(project, 'members', 'comment-people', itemId),
    queryFn: ({ signal }) => current.api.get<CommentPeople>('/comments/people', { item: itemId }, signal),
    enabled: isNeeded,
    staleTime: 60_000,
  });
  return people.data?.data ?? noPeople;
}
