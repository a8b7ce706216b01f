import type { FieldOptions } from '../../../../../../src/content/fields/schema.ts';
import { useLocales } from '../../../../api/locales.ts';
import { CheckField } from '../../../../components/form/field.tsx';
import { useBuilding } from '../../builder/building.ts';
import { useImpact } from '../../builder/impact.tsx';

interface LocaleChecksProps {
  options: Pick<FieldOptions, 'localized' | 'fallback'>;
  /** Sets options; undefined removes one. */
  set: (change: { localized: true | undefined; fallback: false | undefined }) => void;
}

/** The options of a field in a project with several locales. */
export function LocaleChecks({ options: { localized, fallback }, set }: LocaleChecksProps) {
  const { definitionKind, isFirstLocalized } = useBuilding();
  return (
    <>
      <CheckField
        label="Translated"
        help="Each language has its own value."
        checked={localized === true}
        onChange={(isChecked) => set({ localized: isChecked ? true : undefined, fallback: undefined })}
      />
      {localized === true && isFirstLocalized && definitionKind === 'type' ? <FirstFieldNote /> : null}
      {localized === true ? (
        <CheckField
          label="Never fall back"
          help="Readers see nothing where a language has no value."
          checked={fallback === false}
          onChange={(isChecked) => set({ localized: true, fallback: isChecked ? false : undefined })}
        />
      ) : null}
    </>
  );
}

/** Warns that live entries are visible in one language only once the type has its first translated field. */
function FirstFieldNote() {
  const { slug } = useBuilding();
  const { data: impact } = useImpact(slug, 'type');
  const [first, ...others] = useLocales();
  const count = impact?.live_entries ?? 0;
  if (count === 0 || first === undefined || others.length === 0) return null;
  const [second] = others;
  const where = others.length === 1 ? second?.name : 'another language';
  const [subject, pronoun] = count === 1 ? ['1 live entry', 'it'] : [`${count} live entries`, 'them'];
  return (
    <p className="field-help" role="status">
      {subject} will be visible in {first.name} only until you publish {pronoun} in {where}.
    </p>
  );
}
