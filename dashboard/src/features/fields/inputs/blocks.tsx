import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Loading } from '../../../components/layout/states.tsx';
import { EditedBlocksContext } from '../blocks-host.ts';
import { blocksCode } from '../code.ts';
import type { WidgetProps } from '../context.ts';
import type { CellProps } from '../field-type.ts';

/** The list of blocks of an entry. The form loads its code and the definitions first (`useFormParts`). */
export function BlocksWidget({ field, error }: WidgetProps) {
  const editedBlocks = useContext(EditedBlocksContext);
  const { data: BlocksField } = useQuery(blocksCode);
  if (editedBlocks === null || editedBlocks.definitions === null || BlocksField === undefined)
    return <Loading />;
  const { store, definitions, storageScope, Row } = editedBlocks;
  return (
    <BlocksField
      field={field}
      store={store}
      definitions={definitions}
      storageScope={storageScope}
      Row={Row}
      error={error}
    />
  );
}

/** The number of blocks of a list. */
export function BlocksCell({ value }: CellProps) {
  return Array.isArray(value) ? value.length : 0;
}
