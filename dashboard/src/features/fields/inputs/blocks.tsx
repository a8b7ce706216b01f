import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Loading } from '../../../components/layout/states.tsx';
import { EditedBlocksContext } from '../blocks-host.ts';
import { blocksCode } from '../code.ts';
import type { WidgetProps } from '../context.ts';
import type { CellProps } from '../field-type.ts';

/** The list of blocks of an entry; a form waits for its code and the definitions (`useFormParts`). */
export function BlocksWidget({ field, error }: WidgetProps) {
  const edited = useContext(EditedBlocksContext);
  const { data: BlocksField } = useQuery(blocksCode);
  if (edited === null || edited.definitions === null || BlocksField === undefined) return <Loading />;
  const { store, definitions, storageScope, Row } = edited;
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

/** How many blocks a list has. */
export function BlocksCell({ value }: CellProps) {
  return Array.isArray(value) ? value.length : 0;
}
