import { type ComponentType, createContext } from 'react';
import type { Definitions } from '../blocks/outline/definitions.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { EditedField } from '../editing/item.ts';

/** What a `blocks` field needs besides its value, because its parts are fields of the draft too. */
export interface EditedBlocks {
  store: DraftStore;
  /** Null while loading. */
  definitions: Definitions | null;
  /** Identifies project, release and entry in this browser. */
  storageScope: string;
  /** Renders a field of the draft by its name in the store. */
  Row: ComponentType<{ field: EditedField; store: DraftStore }>;
}

export const EditedBlocksContext = createContext<EditedBlocks | null>(null);
