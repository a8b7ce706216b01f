import type { Locale } from '../../api/locales.ts';
import { Choice } from '../../components/list/choice.tsx';

interface TranslationFilterProps {
  /** The locale of the list. */
  locale: Locale;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by the texts in its language. The list of the default language finds texts of all others. */
export function TranslationFilter({ locale, value, onChange }: TranslationFilterProps) {
  const languageName = locale.default ? 'any language' : locale.name;
  return (
    <Choice
      label="Translation"
      value={value}
      choices={[
        ['', 'Any translation'],
        ['missing', `Missing in ${languageName}`],
        ['outdated', `Outdated in ${languageName}`],
        ['not_live', `Not live in ${locale.name}`],
      ]}
      onChange={onChange}
    />
  );
}
