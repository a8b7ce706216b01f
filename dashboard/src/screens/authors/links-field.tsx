import type { KeyboardEvent } from 'react';
import type { Author } from '../../../../src/modules/authors/schema.ts';
import { useFieldError } from '../../components/form/form.tsx';
import { LineList } from '../../components/form/line-list.tsx';
import './authors.css';

export type AuthorLink = Author['links'][number];

/** The names by which errors of so many links may be told, the most exact first. */
export function linkNames(count: number): string[] {
  const places = Array.from({ length: count }, (_, index) => `links[${index}]`);
  return [...places.flatMap((place) => [`${place}.label`, `${place}.url`]), ...places, 'links'];
}

interface LinksFieldProps {
  links: readonly AuthorLink[];
  onChange: (links: AuthorLink[]) => void;
}

/** Where else the author is found, in an order of their own. */
export function LinksField({ links, onChange }: LinksFieldProps) {
  return (
    <LineList
      label="Links"
      noun="link"
      name="links"
      lines={links}
      onChange={onChange}
      empty={{ label: '', url: '' }}
    >
      {({ label, url }, { index, isNew, change, onEnter }) => (
        <div className="line-inputs author-link">
          <input
            className="input"
            aria-label={`Label of link ${index + 1}`}
            placeholder="Website"
            value={label}
            autoFocus={isNew}
            onChange={({ target }) => change({ label: target.value })}
          />
          <UrlInput
            index={index}
            value={url}
            onChange={(value) => change({ url: value })}
            onEnter={onEnter}
          />
        </div>
      )}
    </LineList>
  );
}

interface UrlInputProps {
  index: number;
  value: string;
  onChange: (value: string) => void;
  onEnter: (event: KeyboardEvent) => void;
}

/** The address of a link, with what is wrong about the link as a whole. */
function UrlInput({ index, value, onChange, onEnter }: UrlInputProps) {
  const errors = [
    useFieldError(`links[${index}].label`),
    useFieldError(`links[${index}].url`),
    useFieldError(`links[${index}]`),
  ].filter((error) => error !== undefined);
  return (
    <>
      <input
        className="input"
        aria-label={`Address of link ${index + 1}`}
        aria-invalid={errors.length > 0}
        placeholder="https://"
        inputMode="url"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onEnter}
      />
      {errors.map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </>
  );
}
