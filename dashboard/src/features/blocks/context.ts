import { type ComponentType, createContext, useContext } from 'react';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedBlocks } from '../fields/blocks-host.ts';
import type { BlockActions } from './actions.ts';
import type { Definitions } from './outline/definitions.ts';
import type { BlockPosition } from './outline/outline.ts';
import type { OpenRows } from './row/open-rows.ts';
import type { BlockListProps } from './props.ts';

/** What a person is asked for now: which block to insert, or where to move one. */
export type OpenQuestion = { insert: BlockPosition } | { move: string } | null;

/** What the rows of one `blocks` field share; the same object as long as the field is shown. */
export interface BlocksHost {
  store: DraftStore;
  /** The field of the entry. */
  field: Field;
  definitions: Definitions;
  open: OpenRows;
  act: BlockActions;
  /** Draw a field, and a list inside a block. */
  Row: EditedBlocks['Row'];
  List: ComponentType<BlockListProps>;
  ask: (asked: OpenQuestion) => void;
  /** Offers the blocks that a list takes, or inserts the only one. */
  insert: (spot: BlockPosition) => void;
}

export const BlocksContext = createContext<BlocksHost | null>(null);

export function useBlocks(): BlocksHost {
  const host = useContext(BlocksContext);
  if (host === null) throw new Error('This belongs inside a list of blocks.');
  return host;
}
