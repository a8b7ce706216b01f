import { slugOf } from '../../../../../src/contract/text/slugs.ts';
import { useMay } from '../../access/may.ts';
import { TermText } from '../term-field.tsx';

interface SlugFieldProps {
  value: string;
  onChange: (slug: string) => void;
  /** The text that an empty slug is created from. */
  title: string;
  /** The name of that text. */
  noun?: string;
  /** The current slug; null for a new item. */
  storedSlug: string | null;
}

/** The part of a URL that identifies the item. */
export function SlugField({ value, onChange, title, noun = 'name', storedSlug }: SlugFieldProps) {
  const mayWrite = useMay('publish');
  const hasSlug = storedSlug !== null && storedSlug !== '';
  const warning = value === storedSlug ? undefined : `Requests for “${storedSlug}” will find nothing.`;
  const emptyNote = mayWrite ? `Leave empty to generate it from the ${noun}.` : undefined;
  const help = hasSlug ? warning : emptyNote;
  return (
    <TermText
      label="Slug"
      name="slug"
      value={value}
      isAddress
      onChange={onChange}
      placeholder={slugOf(title, '')}
      help={help}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
    />
  );
}

/** The `slug` of a request. An empty one is created from the name. */
export function slugBodyOf(slug: string | undefined): { slug?: string | null } {
  if (slug === undefined) return {};
  return { slug: slug.trim() === '' ? null : slug.trim() };
}
