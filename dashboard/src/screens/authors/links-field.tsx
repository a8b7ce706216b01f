import { GripVertical, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Author } from '../../../../src/authors/schema.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { moved, useDragOrder } from '../../components/drag-order.ts';
import { useFault } from '../../components/form.tsx';
import './authors.css';

export type AuthorLink = Author['links'][number];

/** The names by which faults of so many links may be told, the most exact first. */
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
  const legend = useId();
  const fault = useFault('links');
  const list = useRef<HTMLUListElement>(null);
  const [isNew, setNew] = useState(false);
  const { dragged, grip } = useDragOrder(list, (from, to) => onChange(moved(links, from, to)));
  const change = (index: number, part: Partial<AuthorLink>) =>
    onChange(links.map((link, place) => (place === index ? { ...link, ...part } : link)));
  const add = () => {
    setNew(true);
    onChange([...links, { label: '', url: '' }]);
  };
  return (
    <fieldset aria-labelledby={legend} className="author-links">
      <div className="field-label" id={legend}>
        Links
      </div>
      {links.length === 0 ? null : (
        <ul ref={list}>
          {links.map((link, index) => (
            <li key={index} data-sort className={classes(dragged === index && 'is-dragged')}>
              <button
                type="button"
                className="author-grip"
                aria-label={`Move link ${index + 1}: drag, or arrow keys`}
                {...grip(index)}
              >
                <GripVertical size={15} aria-hidden />
              </button>
              <LinkInputs
                link={link}
                index={index}
                isNew={isNew && index === links.length - 1}
                onChange={(part) => change(index, part)}
                onEnter={add}
              />
              <IconButton
                label={`Remove link ${index + 1}`}
                icon={X}
                onClick={() => onChange(links.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button icon={Plus} variant="quiet" onClick={add}>
          Add a link
        </Button>
      </div>
    </fieldset>
  );
}

interface LinkInputsProps {
  link: AuthorLink;
  index: number;
  isNew: boolean;
  onChange: (part: Partial<AuthorLink>) => void;
  onEnter: () => void;
}

function LinkInputs({ link, index, isNew, onChange, onEnter }: LinkInputsProps) {
  const faults = [
    useFault(`links[${index}].label`),
    useFault(`links[${index}].url`),
    useFault(`links[${index}]`),
  ].filter((fault) => fault !== undefined);
  return (
    <div className="author-link">
      <input
        className="input"
        aria-label={`Label of link ${index + 1}`}
        placeholder="Website"
        value={link.label}
        autoFocus={isNew}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <input
        className="input"
        aria-label={`Address of link ${index + 1}`}
        aria-invalid={faults.length > 0}
        placeholder="https://"
        inputMode="url"
        spellCheck={false}
        value={link.url}
        onChange={(event) => onChange({ url: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onEnter();
        }}
      />
      {faults.map((fault) => (
        <p key={fault} className="field-error" role="alert">
          {fault}
        </p>
      ))}
    </div>
  );
}
