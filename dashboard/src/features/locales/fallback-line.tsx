import { useContext, useSyncExternalStore } from 'react';
import type { Locale } from '../../api/locales.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import type { EditedField } from '../editing/item.ts';
import { useFieldHost } from '../fields/context.ts';
import { ItemLocaleContext } from './item-locale.ts';
import { wordsOf } from './words-of.ts';
import './locales.css';

interface FallbackLineProps {
  field: EditedField;
  name: string;
  store: DraftStore;
}

/** Maximum characters of a fallback in the line. */
const maxChars = 300;

/** What readers see while a field is empty: "English: Welcome". */
export function FallbackLine(props: FallbackLineProps) {
  const itemLocale = useContext(ItemLocaleContext);
  const code = useDraftState(props.store, ({ item }) => item.fallbacks?.[props.name]);
  const source = itemLocale?.locales.find((locale) => locale.code === code);
  return source === undefined ? null : <Line {...props} source={source} />;
}

interface LineProps extends FallbackLineProps {
  source: Locale;
}

function Line({ field, name, store, source }: LineProps) {
  // The value of a rich text is not read at each keystroke.
  const isText = field.type === 'richtext';
  const isEmpty = useSyncExternalStore(store.subscribe, () => {
    const value = isText ? store.state().item.draft[name] : store.valueOf(name);
    return value === null || value === undefined;
  });
  const value = useDraftState(store, ({ item }) => item.fallback_draft?.[name]);
  const { targets } = useFieldHost();
  if (!isEmpty || value === undefined || value === null) return null;
  const words = wordsOf(field, value, (id) => targets[id]?.title ?? id);
  if (words === '') return null;
  return <FallbackText source={source} words={words} />;
}

/** A text of another locale that readers see: "English: Welcome". */
export function FallbackText({ source, words }: { source: Locale; words: string }) {
  const text = words.length > maxChars ? `${words.slice(0, maxChars)}…` : words;
  return (
    <p className="fallback-line">
      {source.name}:{' '}
      <bdi lang={source.code} dir={source.direction}>
        {text}
      </bdi>
    </p>
  );
}
