import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { limits } from '../../../../../../src/contract/limits.ts';
import { CheckField } from '../../../../components/form/field.tsx';
import type { WidgetProps } from '../../context.ts';
import { FieldGroup } from '../group.tsx';
import './tags.css';

/** Short texts: typed tags, or checked choices. */
export function StringListWidget(props: WidgetProps) {
  return props.field.options.choices === undefined ? <TagsWidget {...props} /> : <ChoicesWidget {...props} />;
}

function TagsWidget({ field, value, onChange, error }: WidgetProps) {
  const tags = textsOf(value);
  const { required, help, max_items: maxItems = limits.list_items_max } = field.options;
  const [input, setInput] = useState('');
  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : next);
  const add = (text: string) => {
    const newTags = text
      .split(/[,\n]/)
      .map((tag) => tag.trim())
      .filter((tag, i, all) => tag !== '' && !tags.includes(tag) && all.indexOf(tag) === i);
    setInput('');
    if (newTags.length > 0) set([...tags, ...newTags].slice(0, maxItems));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(input);
    } else if (event.key === 'Backspace' && input === '' && tags.length > 0) {
      event.preventDefault();
      set(tags.slice(0, -1));
    }
  };
  return (
    <FieldGroup label={field.label} required={required} help={help} error={error}>
      <div className="tags input">
        {tags.map((tag, i) => (
          <span key={`${tag} ${i}`} className="tag" dir="auto">
            {tag}
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => set(tags.filter((_, at) => at !== i))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        {tags.length < maxItems ? (
          <input
            className="tags-input"
            dir="auto"
            aria-label={`Add to ${field.label}`}
            placeholder={tags.length === 0 ? 'Type and press Enter' : ''}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            onKeyDown={press}
            onBlur={() => add(input)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!/[,\n]/.test(text)) return;
              event.preventDefault();
              add(input + text);
            }}
          />
        ) : null}
      </div>
    </FieldGroup>
  );
}

function ChoicesWidget({ field, value, onChange, error }: WidgetProps) {
  const chosen = textsOf(value);
  const { required, help, choices = [] } = field.options;
  const removedTexts = chosen.filter((text) => !choices.some((choice) => choice.value === text));
  const offered = [
    ...choices,
    ...removedTexts.map((text) => ({ value: text, label: `${text} (no longer a choice)` })),
  ];
  const set = (text: string, isChecked: boolean) => {
    const next = offered
      .map((choice) => choice.value)
      .filter((one) => (one === text ? isChecked : chosen.includes(one)));
    onChange(next.length === 0 ? null : next);
  };
  return (
    <FieldGroup label={field.label} required={required} help={help} error={error}>
      {offered.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={(isChecked) => set(choice.value, isChecked)}
        />
      ))}
    </FieldGroup>
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
