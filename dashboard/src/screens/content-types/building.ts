import { createContext, useContext } from 'react';

/** What is being built from fields: a content type, or the definition of a block. */
export interface Building {
  of: 'type' | 'block';
  slug: string;
  name: string;
}

export const BuildingContext = createContext<Building>({ of: 'type', slug: '', name: '' });

export function useBuilding(): Building {
  return useContext(BuildingContext);
}
