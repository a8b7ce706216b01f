import { type Area, areas, type Narrowed } from '../../../../src/contract/access.ts';
import { useLocales } from '../../api/locales.ts';
import { useListedTypes } from '../../app/shell/listed-types.ts';
import { CheckField } from '../../components/form/field.tsx';
import { LocaleFields } from '../../features/access/locale-fields.tsx';
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

/** The areas, content types and languages of a member with limited access. */
export function grantWords({ areas: grantedAreas, types, locales }: Narrowed): string {
  const names = (grantedAreas ?? areas).map((area) =>
    area === 'content' && types !== undefined ? types.join(', ') : areaNames[area],
  );
  const words = grantedAreas === undefined && types === undefined ? [] : [names.join(', ')];
  if (locales !== undefined)
    words.push(locales.length === 0 ? 'changes no language' : `changes ${locales.join(', ')} only`);
  return words.join('; ');
}

interface GrantFieldsProps {
  /** Null for access everywhere. */
  value: Narrowed | null;
  onChange: (value: Narrowed | null) => void;
}

/** Selects where a member has access, and in which languages the member can change texts. */
export function GrantFields({ value, onChange }: GrantFieldsProps) {
  const { locales, ...areaGrant } = value ?? {};
  const isEverywhere = Object.keys(areaGrant).length === 0;
  const change = (next: Narrowed) => onChange(Object.keys(next).length === 0 ? null : next);
  return (
    <>
      <AreaFields
        value={isEverywhere ? null : areaGrant}
        onChange={(next) => change({ ...next, ...(locales === undefined ? {} : { locales }) })}
      />
      <LanguageFields
        value={locales ?? null}
        onChange={(next) => change({ ...areaGrant, ...(next === null ? {} : { locales: next }) })}
      />
    </>
  );
}

interface LanguageFieldsProps {
  /** Null for all languages and shared fields. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
}

/** Selects the languages of a translator; nothing in projects with one language. */
function LanguageFields({ value, onChange }: LanguageFieldsProps) {
  const locales = useLocales();
  if (locales.length < 2 && value === null) return null;
  return (
    <>
      <fieldset className="choices">
        <legend>Can change</legend>
        <CheckField
          type="radio"
          name="languages"
          label="All languages"
          checked={value === null}
          onChange={() => onChange(null)}
        />
        <CheckField
          type="radio"
          name="languages"
          label="Selected languages only"
          help="For translators: they read everything, and change the texts of these languages."
          checked={value !== null}
          onChange={() => onChange([])}
        />
      </fieldset>
      {value === null ? null : <LocaleFields value={value} onChange={onChange} />}
    </>
  );
}

/** Selects where a member has access: everywhere, or in some areas and content types. */
function AreaFields({ value, onChange }: GrantFieldsProps) {
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
