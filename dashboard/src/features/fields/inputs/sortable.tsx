import { ArrowDown, ArrowLeftRight, ArrowUp, GripVertical, X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { IconButton } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { moved, useDragOrder } from '../../../components/list/drag-order.ts';
import './sortable.css';

interface SortableProps {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  /** Renders an item, and returns its name. */
  show: (id: string, index: number) => ReactNode;
  nameOf: (id: string) => string;
  /** Replaces an item; absent if items cannot be replaced. */
  onReplace?: (index: number) => void;
  layout?: 'rows' | 'tiles';
}

/** A list that is sorted by dragging, with buttons, or with Alt and the arrow keys. */
export function Sortable({ ids, onChange, show, nameOf, onReplace, layout = 'rows' }: SortableProps) {
  const list = useRef<HTMLOListElement>(null);
  const isMovable = ids.length > 1;
  const move = (from: number, to: number) => {
    if (to >= 0 && to < ids.length && from !== to) onChange(moved(ids, from, to));
  };
  const { dragged, grip } = useDragOrder(list, move);
  const grab = (event: PointerEvent, index: number) => {
    if (isMovable && isHandle(event)) grip(index).onPointerDown(event);
  };
  return (
    <ol ref={list} className={classes('sortable', `sortable-${layout}`)}>
      {ids.map((id, index) => (
        <li
          key={`${id} ${ids.slice(0, index).filter((one) => one === id).length}`}
          data-sort={ids.indexOf(id) === ids.lastIndexOf(id) ? id : ''}
          className={classes('sortable-item', dragged === index && 'sortable-dragged')}
          onPointerDown={(event) => grab(event, index)}
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
            {onReplace === undefined ? null : (
              <IconButton
                label={`Replace ${nameOf(id)}`}
                icon={ArrowLeftRight}
                onClick={() => onReplace(index)}
              />
            )}
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

/** An item can be dragged at any point except its controls. Touch drags only the grip, because a finger scrolls. */
function isHandle({ target, pointerType }: PointerEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (pointerType === 'touch') return target.closest('.sortable-grip') !== null;
  return target.closest('a, button, input, textarea, select') === null;
}
