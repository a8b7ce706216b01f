import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { limits } from '../../../../../../src/contract/limits.ts';
import { CheckField } from '../../../../components/form/field.tsx';
import type { WidgetProps } from '../../context.ts';
import { FieldGroup } from '../group.tsx';
import './tags.css';

/** Short texts: tags that are typed, or choices that are checked. */
export function StringListWidget(props: WidgetProps) {
  return props.field.options.choices === undefined ? <TagsWidget {...props} /> : <ChoicesWidget {...props} />;
}

function TagsWidget({ field, value, onChange, error }: WidgetProps) {
  const tags = textsOf(value);
  const { required, help, max_items: most = limits.list_items_max } = field.options;
  const [typed, setTyped] = useState('');
  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : next);
  const add = (text: string) => {
    const added = text
      .split(/[,\n]/)
      .map((tag) => tag.trim())
      .filter((tag, i, all) => tag !== '' && !tags.includes(tag) && all.indexOf(tag) === i);
    setTyped('');
    if (added.length > 0) set([...tags, ...added].slice(0, most));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
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
        {tags.length < most ? (
          <input
            className="tags-input"
            dir="auto"
            aria-label={`Add to ${field.label}`}
            placeholder={tags.length === 0 ? 'Type and press Enter' : ''}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
            onBlur={() => add(typed)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!/[,\n]/.test(text)) return;
              event.preventDefault();
              add(typed + text);
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
  const gone = chosen.filter((text) => !choices.some((choice) => choice.value === text));
  const offered = [
    ...choices,
    ...gone.map((text) => ({ value: text, label: `${text} (no longer a choice)` })),
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
