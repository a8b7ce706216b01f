import { type Area, areas, type Narrowed } from '../../../../src/contract/access.ts';
import { useListedTypes } from '../../app/shell/listed-types.ts';
import { CheckField } from '../../components/form/field.tsx';
import { TypeFields } from '../../features/access/type-fields.tsx';

/** How areas are called on screens. */
const areaNames: Readonly<Record<Area, string>> = {
  content: 'Entries',
  blog: 'Blog',
  kb: 'Knowledge base',
  authors: 'Authors',
  media: 'Media',
  project: 'Releases',
};

/** Where a narrowed member works, in a few words. */
export function grantWords({ areas: some, types }: Narrowed): string {
  const named = (some ?? areas).map((area) =>
    area === 'content' && types !== undefined ? types.join(', ') : areaNames[area],
  );
  return named.join(', ');
}

interface GrantFieldsProps {
  /** Null for everything that the role may. */
  value: Narrowed | null;
  onChange: (value: Narrowed | null) => void;
}

/** Where a member works: everywhere, or in some areas and with some content types. */
export function GrantFields({ value, onChange }: GrantFieldsProps) {
  const types = useListedTypes() ?? [];
  const chosen = value?.areas ?? [...areas];
  const toggle = (area: Area) => {
    const next = areas.filter((one) => (one === area ? !chosen.includes(one) : chosen.includes(one)));
    const { types, ...rest } = value ?? {};
    onChange({ ...rest, areas: next, ...(types !== undefined && next.includes('content') ? { types } : {}) });
  };
  return (
    <>
      <fieldset className="choices">
        <legend>Where</legend>
        <CheckField
          type="radio"
          name="where"
          label="Everywhere"
          checked={value === null}
          onChange={() => onChange(null)}
        />
        <CheckField
          type="radio"
          name="where"
          label="In some areas"
          help="They do not see the others."
          checked={value !== null}
          onChange={() => onChange({ areas: [...areas] })}
        />
      </fieldset>
      {value === null ? null : (
        <fieldset className="choices choices-in">
          <legend>Areas</legend>
          {areas.map((area) => (
            <CheckField
              key={area}
              label={areaNames[area]}
              checked={chosen.includes(area)}
              onChange={() => toggle(area)}
            />
          ))}
        </fieldset>
      )}
      {value !== null && chosen.includes('content') ? (
        <TypeFields
          types={types}
          value={value.types ?? null}
          onChange={(slugs, isAll) => {
            const { types: _types, ...rest } = value;
            onChange(isAll ? rest : { ...rest, types: slugs });
          }}
        />
      ) : null}
    </>
  );
}
