import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import type { WidgetProps } from '../../fields/context.ts';
import { useRecentTags } from './recent-tags.ts';

/** Free tags: Enter or a comma adds one, Backspace in the empty input removes the last one. */
export function TagsWidget({ field, value, onChange, error }: WidgetProps) {
  const tags = Array.isArray(value) ? (value as string[]) : [];
  const [input, setInput] = useState('');
  const suggestions = useRecentTags();
  const listId = useId();
  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : next);
  const add = (text: string) => {
    const words = text
      .split(',')
      .map((tag) => tag.trim().slice(0, limits.tag_chars_max))
      .filter((tag) => tag !== '');
    setInput('');
    if (words.length > 0) set([...new Set([...tags, ...words])].slice(0, limits.tags_max));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(input);
    } else if (event.key === 'Backspace' && input === '') set(tags.slice(0, -1));
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
              onClick={() => set(tags.filter((each) => each !== tag))}
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
          value={input}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setInput(target.value))}
          onKeyDown={onKey}
          onBlur={() => add(input)}
        />
        <datalist id={listId}>
          {suggestions
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
    </FieldGroup>
  );
}
