import { createContext, useContext } from 'react';
import type { DefinitionKind } from '../kinds.ts';

/** The definition that is open in the builder. */
export interface Building {
  of: DefinitionKind;
  slug: string;
  name: string;
}

export const BuildingContext = createContext<Building>({ of: 'type', slug: '', name: '' });

export function useBuilding(): Building {
  return useContext(BuildingContext);
}
