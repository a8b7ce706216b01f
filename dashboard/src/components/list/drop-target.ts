import { type DragEvent, useState } from 'react';

interface DropTarget {
  /** Whether something that can be dropped here is over the element. */
  isOver: boolean;
  handlers: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** Lets an element accept what is dragged, while `canDrop` is true. */
export function useDropTarget(canDrop: boolean, drop: () => void): DropTarget {
  const [isOver, setOver] = useState(false);
  return {
    isOver: canDrop && isOver,
    handlers: {
      onDragOver: (event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        if (!canDrop) return;
        event.preventDefault();
        drop();
      },
    },
  };
}
