import type { KeyboardEvent } from 'react';
import type { Author } from '../../../../src/modules/authors/schema.ts';
import { useFieldError } from '../../components/form/form.tsx';
import { LineList } from '../../components/form/line-list.tsx';
import './authors.css';

export type AuthorLink = Author['links'][number];

/** The `param` values of errors about the links, the most specific first. */
export function linkParams(count: number): string[] {
  const params = Array.from({ length: count }, (_, index) => `links[${index}]`);
  return [...params.flatMap((param) => [`${param}.label`, `${param}.url`]), ...params, 'links'];
}

interface LinksFieldProps {
  links: readonly AuthorLink[];
  onChange: (links: AuthorLink[]) => void;
}

/** Links to the author's profiles, in a chosen order. */
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

/** The URL of a link, with all errors of the link. */
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
        aria-label={`URL of link ${index + 1}`}
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
