import { useChosenLocale } from '../../api/locales.ts';
import { Choice } from '../../components/list/choice.tsx';

interface TranslationFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/**
 * Filters a list by the texts in its language. The list of the default language finds texts of all others. Absent with
 * one locale.
 */
export function TranslationFilter({ value, onChange }: TranslationFilterProps) {
  const locale = useChosenLocale();
  if (locale === null) return null;
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
