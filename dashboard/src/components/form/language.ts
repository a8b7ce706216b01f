import { createContext } from 'react';

/** The language of a field's value, for screen readers, spell checkers and the direction of writing. */
export interface FieldLanguage {
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** Shown beside the label: "All languages". */
  note?: string;
}

/** Set around a field that an editor shows in a project with several locales. */
export const FieldLanguageContext = createContext<FieldLanguage>({});
