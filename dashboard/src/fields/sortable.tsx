import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../components/button.tsx';
import { classes } from '../components/classes.ts';
import './sortable.css';

interface SortableProps {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  /** What the item shows, and what it is called. */
  show: (id: string, index: number) => ReactNode;
  nameOf: (id: string) => string;
  layout?: 'rows' | 'tiles';
}

/** A list in an order: dragged, or moved with the buttons or Alt and the arrows. */
export function Sortable({ ids, onChange, show, nameOf, layout = 'rows' }: SortableProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const isMovable = ids.length > 1;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= ids.length || from === to) return;
    const next = [...ids];
    const [item] = next.splice(from, 1);
    if (item !== undefined) next.splice(to, 0, item);
    onChange(next);
  };
  return (
    <ol className={classes('sortable', `sortable-${layout}`)}>
      {ids.map((id, index) => (
        <li
          key={`${id} ${ids.slice(0, index).filter((one) => one === id).length}`}
          className={classes(
            'sortable-item',
            dragged === index && 'sortable-dragged',
            over === index && 'sortable-over',
          )}
          draggable={isMovable}
          onDragStart={(event) => (setDragged(index), event.dataTransfer.setData('text/plain', nameOf(id)))}
          onDragEnd={() => (setDragged(null), setOver(null))}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(index);
          }}
          onDrop={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            move(dragged, index);
            setDragged(null);
            setOver(null);
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
            if (!event.altKey || !event.key.startsWith('Arrow')) return;
            event.preventDefault();
            move(index, index + step);
          }}
        >
          {isMovable ? <GripVertical className="sortable-grip" size={14} aria-hidden /> : null}
          <div className="sortable-body">{show(id, index)}</div>
          <div className="sortable-tools">
            {isMovable ? (
              <>
                <IconButton
                  label={`Move ${nameOf(id)} up`}
                  icon={ArrowUp}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${nameOf(id)} down`}
                  icon={ArrowDown}
                  disabled={index === ids.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </>
            ) : null}
            <IconButton
              label={`Remove ${nameOf(id)}`}
              icon={X}
              onClick={() => onChange(ids.filter((_, other) => other !== index))}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
