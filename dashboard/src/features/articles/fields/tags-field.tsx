import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import type { WidgetProps } from '../../fields/context.ts';
import { useKnownTags } from './known-tags.ts';

/** Free words: Enter or a comma adds one, Backspace in the empty field takes the last one away. */
export function TagsWidget({ field, value, onChange, error }: WidgetProps) {
  const tags = Array.isArray(value) ? (value as string[]) : [];
  const [typed, setTyped] = useState('');
  const known = useKnownTags();
  const listId = useId();
  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : next);
  const add = (text: string) => {
    const words = text
      .split(',')
      .map((tag) => tag.trim().slice(0, limits.tag_chars_max))
      .filter((tag) => tag !== '');
    setTyped('');
    if (words.length > 0) set([...new Set([...tags, ...words])].slice(0, limits.tags_max));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') set(tags.slice(0, -1));
  };
  return (
    <FieldGroup label={field.label} required={field.options.required} help={field.options.help} error={error}>
      <div className="tags">
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => set(tags.filter((one) => one !== tag))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          className="tags-input"
          aria-label={`Add to ${field.label}`}
          placeholder={tags.length === 0 ? 'Add a tag' : ''}
          list={listId}
          value={typed}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
          onKeyDown={onKey}
          onBlur={() => add(typed)}
        />
        <datalist id={listId}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
    </FieldGroup>
  );
}
