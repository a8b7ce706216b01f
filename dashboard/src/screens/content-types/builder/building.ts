import { createContext, useContext } from 'react';
import type { Draft } from './draft.ts';
import type { DefinitionKind } from '../kinds.ts';

/** The definition that is open in the builder. */
export interface Building {
  of: DefinitionKind;
  slug: string;
  name: string;
  groups: Draft['groups'];
  fields: Draft['fields'];
  /** Whether the project has two or more locales. */
  hasLocales: boolean;
}

export const BuildingContext = createContext<Building>({
  of: 'type',
  slug: '',
  name: '',
  groups: [],
  fields: [],
  hasLocales: false,
});

export function useBuilding(): Building {
  return useContext(BuildingContext);
}
