import { lazy, Suspense, useContext } from 'react';
import { EditedBlocksContext } from './blocks-host.ts';
import type { WidgetProps } from './context.ts';
import type { CellProps } from './field-type.ts';

const BlocksField = lazy(() =>
  import('../blocks/field.tsx').then((module) => ({ default: module.BlocksField })),
);

/** The list of blocks of an entry; its code is loaded with the first field that needs it. */
export function BlocksWidget({ field, error }: WidgetProps) {
  const edited = useContext(EditedBlocksContext);
  const loading = <div className="blocks-loading" role="status" aria-label="Loading the blocks" />;
  if (edited === null || edited.definitions === null) return loading;
  const { store, definitions, place, Row } = edited;
  return (
    <Suspense fallback={loading}>
      <BlocksField
        field={field}
        store={store}
        definitions={definitions}
        place={place}
        Row={Row}
        error={error}
      />
    </Suspense>
  );
}

/** How many blocks a list has. */
export function BlocksCell({ value }: CellProps) {
  return Array.isArray(value) ? value.length : 0;
}
