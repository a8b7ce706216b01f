import { CheckField } from '../../components/form/field.tsx';

interface TypeFieldsProps {
  types: readonly { slug: string; name: string }[];
  /** Null for all types. */
  value: string[] | null;
  onChange: (slugs: string[], isAll: boolean) => void;
}

/** Which content types: each is checked while there is no choice of some. */
export function TypeFields({ types, value, onChange }: TypeFieldsProps) {
  if (types.length === 0) return null;
  const slugs = types.map(({ slug }) => slug);
  const chosen = value ?? slugs;
  const toggle = (slug: string) => {
    const next = slugs.filter((one) => (one === slug ? !chosen.includes(one) : chosen.includes(one)));
    onChange(next, next.length === slugs.length);
  };
  return (
    <fieldset className="choices choices-in">
      <legend>Content types</legend>
      {types.map(({ slug, name }) => (
        <CheckField key={slug} label={name} checked={chosen.includes(slug)} onChange={() => toggle(slug)} />
      ))}
    </fieldset>
  );
}
