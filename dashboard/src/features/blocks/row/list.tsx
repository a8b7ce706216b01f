import { Plus } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { useDragOrder } from '../../../components/list/drag-order.ts';
import { useBlocks } from '../context.ts';
import type { BlockListProps } from '../props.ts';
import { BlockRow } from './row.tsx';

/** A list of blocks, with a button that adds one. */
export const BlockList = memo(function BlockList({ list, owner, listKey, label, level }: BlockListProps) {
  const { actions, insert } = useBlocks();
  const box = useRef<HTMLOListElement>(null);
  const path = { owner, key: listKey };
  const { dragged, grip } = useDragOrder(box, (from, to) => {
    const item = actions.listAt(path)[from];
    if (item !== undefined) actions.move(item.id, { ...path, index: to });
  });
  const latestGrip = useRef(grip);
  useLayoutEffect(() => {
    latestGrip.current = grip;
  });
  // A stable callback, so that a row renders again only when its own props change.
  const startDrag = useCallback((index: number) => latestGrip.current(index), []);
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
              listLabel={label}
              isDragged={dragged === index}
              grip={startDrag}
            />
          ))}
        </ol>
      )}
      {actions.canArrange(path) ? (
        <div>
          <Button className="block-add" icon={Plus} onClick={() => insert({ ...path, index: list.length })}>
            Add a block
            <span className="visually-hidden"> to {label}</span>
          </Button>
        </div>
      ) : (
        <p className="field-help">You can translate these blocks. All languages have the same ones.</p>
      )}
    </>
  );
});
