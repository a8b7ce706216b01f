import { useState } from 'react';
import { slugOf } from '../../../../../src/contract/text/slugs.ts';
import { Field } from '../../../components/form/field.tsx';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import type { WidgetProps } from '../../fields/context.ts';
import { useArticle } from '../context.ts';

/** The last part of the article's address: made of what is typed, from the title when it is emptied, final once it was live. */
export function SlugWidget({ field, value, onChange, error }: WidgetProps) {
  const { editor } = useArticle();
  const isFinal = useDraftState(editor.store, ({ item }) => item.slug_is_final);
  const [typed, setTyped] = useState<string | null>(null);
  const slug = typeof value === 'string' ? value : '';
  const type = (text: string) => {
    setTyped(text);
    const made = slugOf(text, '');
    onChange(made === '' ? null : made);
  };
  const help = isFinal
    ? 'The URL can’t change once the article is published.'
    : 'The end of the URL. Leave empty to generate it from the title.';
  return (
    <Field label={field.label} error={error} help={help}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          className="input slug-input"
          readOnly={isFinal}
          spellCheck={false}
          value={typed ?? slug}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
