import { type Locale, useWritableLocales } from '../../api/locales.ts';
import { classes } from '../../components/base/classes.ts';
import type { ItemLocaleState } from '../editing/item.ts';
import './locales.css';

type State = Pick<ItemLocaleState, 'status' | 'has_unpublished_changes' | 'translation'> | undefined;

/** The state of an item in a locale: "Live", "Draft", "Not started". */
export function localeStateWord(state: State): string {
  if (state === undefined) return 'Not started';
  if (state.status === 'draft') return 'Draft';
  if (state.status === 'archived') return 'Archived';
  if (state.status === 'scheduled') return 'Scheduled';
  return state.has_unpublished_changes ? 'Live, changed' : 'Live';
}

/** The state of an item in a locale, and of its texts: "Live, outdated". */
export function localeStateWords(state: State): string {
  return `${localeStateWord(state)}${translationWord(state)}`;
}

function translationWord(state: State): string {
  if (state?.translation === 'outdated') return ', outdated';
  return state?.translation === 'missing' ? ', texts missing' : '';
}

function stateClass(state: State): string {
  if (state === undefined) return 'locale-none';
  if (state.status === 'scheduled') return 'locale-scheduled';
  if (state.status !== 'published') return 'locale-draft';
  return state.has_unpublished_changes ? 'locale-changed' : 'locale-live';
}

/** The states of an item in all locales, by their codes. */
export function LocaleStates({ states = {} }: { states?: Readonly<Record<string, State>> | undefined }) {
  const locales = useWritableLocales();
  return (
    <span className="locale-states">
      {locales.map((locale) => (
        <LocaleMark key={locale.id} locale={locale} state={states[locale.code]} />
      ))}
    </span>
  );
}

function LocaleMark({ locale: { code, name }, state }: { locale: Locale; state: State }) {
  const text = `${name}: ${localeStateWords(state)}`;
  return (
    <span className={classes('locale-mark', stateClass(state))} title={text}>
      <span aria-hidden>{code}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
