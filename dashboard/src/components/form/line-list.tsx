import { GripVertical, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../base/button.tsx';
import { classes } from '../base/classes.ts';
import { moved, useDragOrder } from '../list/drag-order.ts';
import { useFieldError } from './form.tsx';
import { FieldLanguageContext } from './language.ts';
import './line-list.css';

interface LineListProps<Line> {
  label: string;
  /** The name of one line in button labels: "link". */
  noun: string;
  /** The `param` of errors about the whole list. */
  name: string;
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** The value of a new line. */
  empty: Line;
  /** The name of a line in button labels. A line without a name uses its number. */
  nameOf?: (line: Line) => string;
  /** Renders the inputs of one line. A new line (`isNew`) should receive the focus. */
  children: (line: Line, tools: LineTools<Line>) => ReactNode;
}

interface LineTools<Line> {
  index: number;
  isNew: boolean;
  change: (part: Partial<Line>) => void;
  /** For the input in which Enter adds the next line. */
  onEnter: (event: KeyboardEvent) => void;
}

/** A list of short lines. A grip moves a line by dragging or with arrow keys; Enter adds a line. */
export function LineList<Line>(props: LineListProps<Line>) {
  const { label, noun, name, lines, onChange, empty, nameOf, children } = props;
  const legend = useId();
  const error = useFieldError(name);
  const { note } = useContext(FieldLanguageContext);
  const list = useRef<HTMLUListElement>(null);
  const [hasNew, setHasNew] = useState(false);
  const { dragged, grip } = useDragOrder(list, (from, to) => onChange(moved(lines, from, to)));
  const add = () => {
    setHasNew(true);
    onChange([...lines, empty]);
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset aria-labelledby={legend} className="line-list">
      <div className="field-label" id={legend}>
        {label}
        {note === undefined ? null : <span className="field-required">{note}</span>}
      </div>
      {lines.length === 0 ? null : (
        <ul ref={list} className="line-list">
          {lines.map((line, index) => {
            const lineName = `${noun} ${nameOf?.(line) || index + 1}`;
            return (
              <li key={index} data-sort="" className={classes(dragged === index && 'is-dragged')}>
                <button
                  type="button"
                  className="grip"
                  aria-label={`Move ${lineName}: drag, or arrow keys`}
                  {...grip(index)}
                >
                  <GripVertical size={15} aria-hidden />
                </button>
                {children(line, {
                  index,
                  isNew: hasNew && index === lines.length - 1,
                  change: (part) =>
                    onChange(lines.map((one, position) => (position === index ? { ...one, ...part } : one))),
                  onEnter,
                })}
                <IconButton
                  label={`Remove ${lineName}`}
                  icon={X}
                  onClick={() => onChange(lines.filter((_, position) => position !== index))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button icon={Plus} variant="quiet" onClick={add}>
          Add a {noun}
        </Button>
      </div>
    </fieldset>
  );
}
