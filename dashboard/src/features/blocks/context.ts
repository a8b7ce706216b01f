import { type ComponentType, createContext, useContext } from 'react';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedBlocks } from '../fields/blocks-host.ts';
import type { BlockActions } from './actions.ts';
import type { Definitions } from './outline/definitions.ts';
import type { BlockPosition } from './outline/outline.ts';
import type { OpenRows } from './row/open-rows.ts';
import type { BlockListProps } from './props.ts';

/** The dialog that is open: which block to insert, where to move one, or the languages of one. */
export type OpenDialog = { insert: BlockPosition } | { move: string } | { locales: string } | null;

/** Shared by the rows of one `blocks` field; the same object as long as the field is shown. */
export interface BlocksHost {
  store: DraftStore;
  /** The field of the entry. */
  field: Field;
  definitions: Definitions;
  openRows: OpenRows;
  actions: BlockActions;
  /** Render a field and a nested list. */
  Row: EditedBlocks['Row'];
  List: ComponentType<BlockListProps>;
  openDialog: (dialog: OpenDialog) => void;
  /** Shows the blocks that a list accepts, or inserts the only one. */
  insert: (position: BlockPosition) => void;
}

export const BlocksContext = createContext<BlocksHost | null>(null);

export function useBlocks(): BlocksHost {
  const host = useContext(BlocksContext);
  if (host === null) throw new Error('This belongs inside a list of blocks.');
  return host;
}
