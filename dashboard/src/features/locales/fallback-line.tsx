import { useContext, useSyncExternalStore } from 'react';
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

/** Characters of a fallback that are shown. */
const shownChars = 300;

/** What readers see while a field is empty: "English: Welcome". */
export function FallbackLine(props: FallbackLineProps) {
  const itemLocale = useContext(ItemLocaleContext);
  const code = useDraftState(props.store, ({ item }) => item.fallbacks?.[props.name]);
  const source = itemLocale?.locales.find((locale) => locale.code === code);
  return source === undefined ? null : (
    <Line {...props} source={{ name: source.name, code: source.code, direction: source.direction }} />
  );
}

interface LineProps extends FallbackLineProps {
  source: { name: string; code: string; direction: 'ltr' | 'rtl' };
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
  const text = words.length > shownChars ? `${words.slice(0, shownChars)}…` : words;
  return (
    <p className="fallback-line">
      {source.name}:{' '}
      <bdi lang={source.code} dir={source.direction}>
        {text}
      </bdi>
    </p>
  );
}
