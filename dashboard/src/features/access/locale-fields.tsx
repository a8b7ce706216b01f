import { useLocales } from '../../api/locales.ts';
import { CheckField } from '../../components/form/field.tsx';

interface LocaleFieldsProps {
  /** The codes of the chosen languages. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Selects the languages whose texts a member or key can change. */
export function LocaleFields({ value, onChange }: LocaleFieldsProps) {
  const locales = useLocales();
  return (
    <fieldset className="choices choices-in">
      <legend>Languages</legend>
      {locales.map(({ code, name }) => (
        <CheckField
          key={code}
          label={name}
          checked={value.includes(code)}
          onChange={() => {
            const others = value.filter((one) => one !== code);
            onChange(others.length < value.length ? others : [...value, code]);
          }}
        />
      ))}
    </fieldset>
  );
}
