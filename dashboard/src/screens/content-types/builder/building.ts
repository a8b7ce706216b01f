import { createContext, useContext } from 'react';
import type { Draft } from './draft.ts';
import type { DefinitionKind } from '../kinds.ts';

/** The definition that is open in the builder. */
export interface Building {
  definitionKind: DefinitionKind;
  slug: string;
  name: string;
  groups: Draft['groups'];
  fields: Draft['fields'];
  /** Whether the project has two or more locales. */
  hasLocales: boolean;
  /** Whether the stored definition has no translated field, so that the first one changes what readers see. */
  isFirstLocalized: boolean;
}

export const BuildingContext = createContext<Building>({
  definitionKind: 'type',
  slug: '',
  name: '',
  groups: [],
  fields: [],
  hasLocales: false,
  isFirstLocalized: false,
});

export function useBuilding(): Building {
  return useContext(BuildingContext);
}
