import { ChevronDown, GripVertical, Plus } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { classes } from '../../../components/base/classes.ts';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import { useComments } from '../../editing/comments/context.ts';
import { FieldComments } from '../../editing/comments/field-comments.tsx';
import { FieldPeople } from '../../editing/side/field-people.tsx';
import { BlockBody } from './body.tsx';
import { useBlocks } from '../context.ts';
import { blockName } from '../outline/definitions.ts';
import { BlockLabel, BlockImage } from './label.tsx';
import { hasError, marksOf } from '../outline/marks.ts';
import type { RowProps } from '../props.ts';
import { BlockLocales } from './locale-label.tsx';
import '../../../components/form/line-list.css';
import { RowMenu } from './row-menu.tsx';
import { onRowKey, onTextEscape } from './row-keys.ts';

/** One block: its row, and its fields while it is open. A closed block mounts no editor. */
export const BlockRow = memo(function BlockRow(props: RowProps) {
  const { item, owner, listKey, index, count, isDragged, grip } = props;
  const { id, block } = item;
  const host = useBlocks();
  const { store, openRows, definitions, insert, field, actions } = host;
  const isOpen = useSyncExternalStore(openRows.subscribe, () => openRows.isOpen(id, count));
  const showsError = useDraftState(store, ({ errors }) => hasError(errors, item));
  const mark = useDraftState(store, (state) => marksOf(state.item, field.key).get(id));
  const name = blockName(definitions, block);
  const comments = useComments();
  const comment = () => comments?.start({ part: { field: null, blockId: id }, quote: null });
  const position = { owner, key: listKey, index };
  const canArrange = actions.canArrange(position);
  return (
    <li
      data-sort={id}
      data-block={id}
      data-field={`${field.key}/${id}`}
      className={classes('block', 'fold', isOpen && 'is-open', isDragged && 'is-dragged')}
      onKeyDown={(event) => onRowKey(event, { ...host, comment }, props, isOpen)}
      onKeyDownCapture={(event) => onTextEscape(event, id)}
    >
      {canArrange ? (
        <button
          type="button"
          className="block-between"
          tabIndex={-1}
          aria-label={`Insert a block before ${name}, ${index + 1} of ${count}`}
          onClick={() => insert(position)}
        >
          <Plus size={14} aria-hidden />
        </button>
      ) : null}
      <div className="fold-line">
        {canArrange ? (
          <button
            type="button"
            className="grip"
            tabIndex={-1}
            aria-label={`Move ${name}, ${index + 1} of ${count}: drag, or arrow keys`}
            {...grip(index)}
          >
            <GripVertical size={16} aria-hidden />
          </button>
        ) : null}
        <button
          type="button"
          className="fold-toggle block-toggle"
          data-row-of={id}
          aria-expanded={isOpen}
          onClick={() => openRows.set([id], !isOpen)}
        >
          <ChevronDown size={16} aria-hidden className="fold-chevron block-chevron" />
          <BlockImage item={item} />
          <span className="block-names">
            <span className="block-name">{name}</span> <BlockLabel item={item} />
          </span>
          <BlockLocales item={item} />
          {showsError ? <Badge tone="bad">Needs attention</Badge> : null}
          {mark === undefined ? null : <Badge tone="note">{mark === 'new' ? 'New' : 'Edited'}</Badge>}
        </button>
        <FieldPeople name={`${field.key}/${id}`} inside={!isOpen} />
        <FieldComments name={`${field.key}/${id}`} label={`${name} ${index + 1}`} />
        <RowMenu {...props} name={name} comment={comments === null ? null : comment} />
      </div>
      {isOpen ? <BlockBody {...props} name={name} /> : null}
    </li>
  );
});
