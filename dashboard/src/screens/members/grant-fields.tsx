import { type Area, areas, type Narrowed } from '../../../../src/contract/access.ts';
import { useListedTypes } from '../../app/shell/listed-types.ts';
import { CheckField } from '../../components/form/field.tsx';
import { TypeFields } from '../../features/access/type-fields.tsx';

/** The names of areas on screens. */
const areaNames: Readonly<Record<Area, string>> = {
  content: 'Entries',
  blog: 'Blog',
  kb: 'Knowledge base',
  authors: 'Authors',
  media: 'Media',
  project: 'Releases',
};

/** The areas and content types of a member with limited access. */
export function grantWords({ areas: grantedAreas, types }: Narrowed): string {
  const names = (grantedAreas ?? areas).map((area) =>
    area === 'content' && types !== undefined ? types.join(', ') : areaNames[area],
  );
  return names.join(', ');
}

interface GrantFieldsProps {
  /** Null for access everywhere. */
  value: Narrowed | null;
  onChange: (value: Narrowed | null) => void;
}

/** Selects where a member has access: everywhere, or in some areas and content types. */
export function GrantFields({ value, onChange }: GrantFieldsProps) {
  const types = useListedTypes() ?? [];
  const chosen = value?.areas ?? [...areas];
  const toggle = (area: Area) => {
    const next = areas.filter((candidate) => chosen.includes(candidate) !== (candidate === area));
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
          label="Selected areas only"
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
