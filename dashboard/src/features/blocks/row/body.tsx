import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '../../../../../src/contract/limits.ts';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { OnSight } from '../../../components/layout/on-sight.tsx';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import { whenFieldIsShown } from '../../editing/show-field.ts';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import { useBlocks } from '../context.ts';
import type { EditedField } from '../../editing/item.ts';
import { FormContext, type FormSource, useForm } from '../../form/form.ts';
import { arrangeSections } from '../../form/parts.ts';
import { FormSections } from '../../form/sections.tsx';
import { collectIds, leafKey, parseLeafKey } from '../outline/flatten.ts';
import type { Outline, OutlineItem } from '../outline/outline.ts';
import type { RowProps } from '../props.ts';

const empty: Outline = [];

/** In longer lists, a block renders its fields only when they scroll into view. */
const maxRenderedBlocks = 20;
/** A guess for the height of a block's fields, in pixels. */
const usualHeight = 400;

/** The fields of an open block, each with its usual widget. */
export function BlockBody({ item, index, count, level, listLabel, name }: RowProps & { name: string }) {
  const { definitions, store, field: top } = useBlocks();
  const definition = definitions.get(item.block);
  const error = useDraftState(store, ({ errors }) => errors.get(`${top.key}/${item.id}`)?.message);
  const label = `${name} ${index + 1}`;
  return (
    <div className="block-body" role="group" aria-label={label}>
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {definition === undefined ? (
        <p className="muted">This block type was deleted. Its content is kept but not published.</p>
      ) : definition.fields.length === 0 ? (
        <p className="muted">This block has no fields.</p>
      ) : (
        <WhenSeen item={item} count={count}>
          <BlockFields
            definition={definition}
            item={item}
            level={level}
            listLabel={`${listLabel}, ${label}`}
          />
        </WhenSeen>
      )}
    </div>
  );
}

function WhenSeen({ item, count, children }: Pick<RowProps, 'item' | 'count'> & { children: ReactNode }) {
  const whenNeeded = useCallback(
    (show: () => void) =>
      whenFieldIsShown((key) => {
        const id = parseLeafKey(key)?.id;
        // The field must exist when the event is over.
        if (id !== undefined && collectIds([item]).has(id)) flushSync(show);
      }),
    [item],
  );
  if (count <= maxRenderedBlocks) return children;
  return (
    <OnSight height={usualHeight} whenNeeded={whenNeeded}>
      {children}
    </OnSight>
  );
}

interface BlockFieldsProps {
  definition: BlockDefinition;
  item: OutlineItem;
  level: number;
  listLabel: string;
}

/** The fields of a block in the sections of its definition. */
function BlockFields({ definition, item, level, listLabel }: BlockFieldsProps) {
  const { fields, groups } = definition;
  const { store, field: top } = useBlocks();
  const source = useMemo((): FormSource => {
    const nameOf = ({ key }: EditedField) => leafKey(top.key, item.id, key);
    return {
      store,
      fields,
      groups,
      nameOf,
      valueOf: (field) => (field.type === 'blocks' ? item.lists[field.key] : store.valueOf(nameOf(field))),
      isClearable: ({ type }) => type !== 'blocks',
      contains: ({ key }, name) => {
        const id = parseLeafKey(name)?.id;
        return id !== undefined && collectIds(item.lists[key] ?? []).has(id);
      },
    };
  }, [store, fields, groups, top.key, item]);
  const form = useForm(source);
  const isDeepest = level >= limits.blocks_depth_max;
  const visibleFields = isDeepest ? fields.filter(({ type }) => type !== 'blocks') : fields;
  return (
    <FormContext value={form}>
      <FormSections sections={arrangeSections(visibleFields, groups)}>
        {(field) =>
          field.type !== 'blocks' ? (
            <Leaf field={field} id={item.id} />
          ) : (
            <NestedList
              field={field}
              id={item.id}
              list={item.lists[field.key] ?? empty}
              listLabel={`${listLabel}, ${field.label}`}
              level={level + 1}
            />
          )
        }
      </FormSections>
    </FormContext>
  );
}

/** A field of a block; memoized so that typing in another field doesn't render it again. */
const Leaf = memo(function Leaf({ field, id }: { field: Field; id: string }) {
  const { store, field: top, Row } = useBlocks();
  const blockField = useMemo(
    () => ({ ...field, key: leafKey(top.key, id, field.key) }),
    [field, top.key, id],
  );
  return <Row field={blockField} store={store} />;
});

interface NestedListProps {
  field: Field;
  id: string;
  list: Outline;
  listLabel: string;
  level: number;
}

/** A list of blocks inside a block. */
const NestedList = memo(function NestedList({ field, id, list, listLabel, level }: NestedListProps) {
  const { store, field: top, List } = useBlocks();
  const name = leafKey(top.key, id, field.key);
  const error = useDraftState(store, ({ errors }) => errors.get(name)?.message);
  const { required, help } = field.options;
  return (
    <div data-field={name}>
      <FieldGroup label={field.label} required={required} help={help} error={error}>
        <List list={list} owner={id} listKey={field.key} label={listLabel} level={level} />
      </FieldGroup>
    </div>
  );
});
