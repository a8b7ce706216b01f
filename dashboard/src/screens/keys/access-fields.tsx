import type { Scopes } from '../../../../src/contract/access.ts';
import type { ApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useLocales } from '../../api/locales.ts';
import { useListedTypes } from '../../app/shell/listed-types.ts';
import { CheckField } from '../../components/form/field.tsx';
import { LocaleFields } from '../../features/access/locale-fields.tsx';
import { TypeFields } from '../../features/access/type-fields.tsx';

type KeyPurpose = ApiKey['purpose'];

/** The access options of the form. `other` is access that was set elsewhere, and is kept. */
type Choice = 'everything' | 'read' | 'preview' | 'draft' | 'types' | 'locales' | 'other';

const choicesOf: Readonly<Record<KeyPurpose, readonly Choice[]>> = {
  secret: ['everything', 'read', 'preview', 'draft', 'types', 'locales'],
  publishable: ['everything', 'types'],
};

const choiceTexts: Readonly<Record<Choice, readonly [label: string, help: string]>> = {
  everything: ['Full access', 'Everything that a key of this kind can do.'],
  read: ['Read only', 'For a build or a backup.'],
  preview: ['Read drafts', 'For a staging site: reads drafts, and changes nothing.'],
  draft: ['Drafts, for an agent', 'Reads, and writes drafts that people publish.'],
  types: ['Some content types', 'The key can’t read anything else.'],
  locales: [
    'Some languages',
    'For translations: reads everything, and changes the texts of these languages.',
  ],
  other: ['As it is', 'Chosen on the command line or through the API.'],
};

/** The scopes of a choice; null for full access. */
function scopesFor(choice: Choice, purpose: KeyPurpose): Scopes | null {
  if (choice === 'read') return { can: ['read'] };
  if (choice === 'preview') return { can: ['read', 'preview'] };
  if (choice === 'draft') return { can: ['read', 'draft'] };
  if (choice === 'locales') return { can: ['read', 'draft', 'publish'], locales: [] };
  if (choice !== 'types') return null;
  const can: Scopes['can'] = purpose === 'publishable' ? ['read'] : ['read', 'draft', 'publish'];
  return { can, areas: ['content'], types: [] };
}

function choiceOf(scopes: Scopes | null, purpose: KeyPurpose): Choice {
  if (scopes === null) return 'everything';
  return (
    choicesOf[purpose].find((choice) => {
      const scopesOfChoice = scopesFor(choice, purpose);
      return scopesOfChoice !== null && equalExceptNames(scopesOfChoice, scopes);
    }) ?? 'other'
  );
}

function equalExceptNames(a: Scopes, b: Scopes): boolean {
  const withoutNames = ({ types, locales, ...rest }: Scopes) =>
    JSON.stringify([rest, types !== undefined, locales !== undefined]);
  return withoutNames(a) === withoutNames(b);
}

/** The access of a key in a few words; null for full access. */
export function accessWords({ scopes, purpose }: { scopes?: Scopes; purpose: KeyPurpose }): string | null {
  if (scopes === undefined) return null;
  const choice = choiceOf(scopes, purpose);
  if (choice === 'types') return scopes.types?.join(', ') ?? null;
  if (choice === 'locales') return `changes ${scopes.locales?.join(', ') || 'no language'} only`;
  if (choice !== 'other') return choiceTexts[choice][0];
  const { can, areas = [], types = [], releases = [], locales = [] } = scopes;
  const releaseNames = typeof releases === 'string' ? [`${releases} release`] : releases;
  return [...can, ...areas, ...types, ...releaseNames, ...locales].join(', ');
}

interface AccessFieldsProps {
  purpose: KeyPurpose;
  /** Null for full access. */
  value: Scopes | null;
  onChange: (value: Scopes | null) => void;
}

/** Selects the access of a key. Languages can be chosen in projects with several. */
export function AccessFields({ purpose, value, onChange }: AccessFieldsProps) {
  const chosen = choiceOf(value, purpose);
  const contentTypes = useListedTypes() ?? [];
  const hasLocales = useLocales().length > 1 || chosen === 'locales';
  const offeredChoices = choicesOf[purpose].filter((choice) => hasLocales || choice !== 'locales');
  const choices = chosen === 'other' ? [...offeredChoices, chosen] : offeredChoices;
  return (
    <>
      <fieldset className="choices">
        <legend>May do</legend>
        {choices.map((choice) => (
          <CheckField
            key={choice}
            type="radio"
            name="access"
            label={choiceTexts[choice][0]}
            help={choiceTexts[choice][1]}
            checked={choice === chosen}
            onChange={() => (choice === 'other' ? undefined : onChange(scopesFor(choice, purpose)))}
          />
        ))}
      </fieldset>
      {value !== null && chosen === 'locales' ? (
        <LocaleFields value={value.locales ?? []} onChange={(locales) => onChange({ ...value, locales })} />
      ) : null}
      {value !== null && chosen === 'types' ? (
        <TypeFields
          types={contentTypes}
          value={value.types ?? []}
          onChange={(types) => onChange({ ...value, types })}
        />
      ) : null}
    </>
  );
}
