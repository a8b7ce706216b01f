import { slugOf } from '../../../../../src/contract/text/slugs.ts';
import { TextField } from '../../../components/form/field.tsx';

interface SlugFieldProps {
  value: string;
  onChange: (slug: string) => void;
  /** What it is made from when nothing is written here. */
  title: string;
  /** How that is called. */
  noun?: string;
  /** The slug that readers know; null for something new. */
  stored: string | null;
}

/** The part of an address that tells one thing from the others. */
export function SlugField({ value, onChange, title, noun = 'name', stored }: SlugFieldProps) {
  const help =
    stored !== null && value !== stored
      ? `Requests for “${stored}” will find nothing.`
      : stored === null
        ? `Leave empty to generate it from the ${noun}.`
        : undefined;
  return (
    <TextField
      label="Slug"
      name="slug"
      value={value}
      onChange={onChange}
      placeholder={slugOf(title, '')}
      help={help}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
    />
  );
}

/** The `slug` of a body; an empty one is made from the name. */
export function slugBodyOf(slug: string | undefined): { slug?: string | null } {
  if (slug === undefined) return {};
  return { slug: slug.trim() === '' ? null : slug.trim() };
}
