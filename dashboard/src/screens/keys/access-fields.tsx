import type { Scopes } from '../../../../src/contract/access.ts';
import type { ApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useListedTypes } from '../../app/shell/listed-types.ts';
import { CheckField } from '../../components/form/field.tsx';
import { TypeFields } from '../../features/access/type-fields.tsx';

type KeyPurpose = ApiKey['purpose'];

/** What is offered of what a key may do; `other` is what was chosen elsewhere, and stays. */
type Choice = 'everything' | 'read' | 'draft' | 'types' | 'other';

const offered: Readonly<Record<KeyPurpose, readonly Choice[]>> = {
  secret: ['everything', 'read', 'draft', 'types'],
  publishable: ['everything', 'types'],
};

const words: Readonly<Record<Choice, readonly [label: string, help: string]>> = {
  everything: ['Everything', 'All that a key of this kind may do.'],
  read: ['Read only', 'For a build or a backup.'],
  draft: ['Drafts, for an agent', 'Reads, and writes drafts that people publish.'],
  types: ['Some content types', 'Nothing else of the project is in an answer.'],
  other: ['As it is', 'Chosen on the command line or through the API.'],
};

/** The scopes that a choice stands for. */
function scopesFor(choice: Choice, purpose: KeyPurpose): Scopes | null {
  if (choice === 'read') return { can: ['read'] };
  if (choice === 'draft') return { can: ['read', 'draft'] };
  if (choice !== 'types') return null;
  const can: Scopes['can'] = purpose === 'publishable' ? ['read'] : ['read', 'draft', 'publish'];
  return { can, areas: ['content'], types: [] };
}

function choiceOf(scopes: Scopes | null, purpose: KeyPurpose): Choice {
  if (scopes === null) return 'everything';
  return (
    offered[purpose].find((choice) => {
      const like = scopesFor(choice, purpose);
      return like !== null && sameBesideTypes(like, scopes);
    }) ?? 'other'
  );
}

function sameBesideTypes(like: Scopes, scopes: Scopes): boolean {
  const without = ({ types, ...rest }: Scopes) => JSON.stringify([rest, types !== undefined]);
  return without(like) === without(scopes);
}

/** A few words on what a key was narrowed to; null for a whole one. */
export function accessWords({ scopes, purpose }: { scopes?: Scopes; purpose: KeyPurpose }): string | null {
  if (scopes === undefined) return null;
  const choice = choiceOf(scopes, purpose);
  if (choice === 'types') return scopes.types?.join(', ') ?? null;
  if (choice !== 'other') return words[choice][0];
  const { can, areas = [], types = [], releases = [] } = scopes;
  const listed = typeof releases === 'string' ? [`${releases} release`] : releases;
  return [...can, ...areas, ...types, ...listed].join(', ');
}

interface AccessFieldsProps {
  purpose: KeyPurpose;
  /** Null for everything of its kind. */
  value: Scopes | null;
  onChange: (value: Scopes | null) => void;
}

/** What a key may do: four choices, of which a publishable key has two. */
export function AccessFields({ purpose, value, onChange }: AccessFieldsProps) {
  const chosen = choiceOf(value, purpose);
  const listed = useListedTypes() ?? [];
  const choices = chosen === 'other' ? [...offered[purpose], chosen] : offered[purpose];
  return (
    <>
      <fieldset className="choices">
        <legend>May do</legend>
        {choices.map((choice) => (
          <CheckField
            key={choice}
            type="radio"
            name="access"
            label={words[choice][0]}
            help={words[choice][1]}
            checked={choice === chosen}
            onChange={() => (choice === 'other' ? undefined : onChange(scopesFor(choice, purpose)))}
          />
        ))}
      </fieldset>
      {value !== null && chosen === 'types' ? (
        <TypeFields
          types={listed}
          value={value.types ?? []}
          onChange={(types) => onChange({ ...value, types })}
        />
      ) : null}
    </>
  );
}
