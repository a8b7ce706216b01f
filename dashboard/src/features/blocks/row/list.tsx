import { Plus } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { useDragOrder } from '../../../components/list/drag-order.ts';
import { useBlocks } from '../context.ts';
import type { BlockListProps } from '../props.ts';
import { BlockRow } from './row.tsx';

/** Blocks in their order, and a button for one more. */
export const BlockList = memo(function BlockList({ list, owner, listKey, label, level }: BlockListProps) {
  const { act, insert } = useBlocks();
  const box = useRef<HTMLOListElement>(null);
  const place = { owner, key: listKey };
  const { dragged, grip } = useDragOrder(box, (from, to) => {
    const item = act.listAt(place)[from];
    if (item !== undefined) act.move(item.id, { ...place, index: to });
  });
  const latest = useRef(grip);
  useLayoutEffect(() => {
    latest.current = grip;
  });
  // The same for every drawing, so that a row is drawn again only when something of it changes.
  const grab = useCallback((index: number) => latest.current(index), []);
  return (
    <>
      {list.length === 0 ? null : (
        <ol
          ref={box}
          className={classes('block-list', dragged !== null && 'is-sorted')}
          aria-label={label}
          data-list={`${owner ?? ''}/${listKey}`}
        >
          {list.map((item, index) => (
            <BlockRow
              key={item.id}
              item={item}
              owner={owner}
              listKey={listKey}
              index={index}
              count={list.length}
              level={level}
              path={label}
              isDragged={dragged === index}
              grip={grab}
            />
          ))}
        </ol>
      )}
      <div>
        <Button className="block-add" icon={Plus} onClick={() => insert({ ...place, index: list.length })}>
          Add a block
          <span className="visually-hidden"> to {label}</span>
        </Button>
      </div>
    </>
  );
});
