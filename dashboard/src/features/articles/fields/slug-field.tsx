import { useState } from 'react';
import { slugOf } from '../../../../../src/contract/text/slugs.ts';
import { Field } from '../../../components/form/field.tsx';
import { useMay } from '../../access/may.ts';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import type { WidgetProps } from '../../fields/context.ts';
import { useArticle } from '../context.ts';

/** The last part of the article's URL. An empty slug is created from the title, and it is final after publication. */
export function SlugWidget({ field, value, onChange, error }: WidgetProps) {
  const { editor } = useArticle();
  const mayWrite = useMay('draft');
  const isFinal = useDraftState(editor.store, ({ item }) => item.slug_is_final);
  const [input, setInput] = useState<string | null>(null);
  const slug = typeof value === 'string' ? value : '';
  const changeSlug = (text: string) => {
    setInput(text);
    const newSlug = slugOf(text, '');
    onChange(newSlug === '' ? null : newSlug);
  };
  const emptyNote = mayWrite ? ' Leave empty to generate it from the title.' : '';
  const help = isFinal
    ? 'The URL can’t change once the article is published.'
    : `The end of the URL.${emptyNote}`;
  return (
    <Field label={field.label} error={error} help={help}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          className="input slug-input"
          readOnly={isFinal}
          spellCheck={false}
          value={input ?? slug}
          onChange={(event) => changeSlug(event.target.value)}
          onBlur={() => setInput(null)}
        />
      )}
    </Field>
  );
}
