import { useNavigate } from '@tanstack/react-router';
import { Columns2, Languages } from 'lucide-react';
import { useContext, useState } from 'react';
import { type Locale, useChosenLocale, useWritableLocales } from '../../api/locales.ts';
import { Button } from '../../components/base/button.tsx';
import { useActions } from '../../components/keyboard/actions.ts';
import { Kbd } from '../../components/keyboard/kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { ItemLocaleContext } from './item-locale.ts';
import { localeStateWords } from './locale-state.tsx';

const menuKeys = 'mod+shift+l';

/** The locale of an open item: chooses another one, or shows the source beside it. Absent with one locale. */
export function LocaleMenu({ store }: { store: DraftStore }) {
  const itemLocale = useContext(ItemLocaleContext);
  const states = useDraftState(store, ({ item }) => item.states);
  if (itemLocale === null) return null;
  const { locale, locales, source, isBeside, setBeside } = itemLocale;
  return (
    <Choice locale={locale} locales={locales} hintOf={({ code }) => localeStateWords(states?.[code])}>
      {source === null ? null : (
        <>
          <MenuLine />
          <MenuItem icon={Columns2} checked={isBeside} onSelect={() => setBeside(!isBeside)}>
            Side by side with <bdi>{source.name}</bdi>
          </MenuItem>
        </>
      )}
    </Choice>
  );
}

/** The locale in which a list is shown. Absent with one locale. */
export function ListLocaleMenu({ hintOf }: Pick<ChoiceProps, 'hintOf'>) {
  const locale = useChosenLocale();
  const locales = useWritableLocales();
  if (locale === null) return null;
  return <Choice locale={locale} locales={locales} {...(hintOf === undefined ? {} : { hintOf })} />;
}

interface ChoiceProps {
  locale: Locale;
  locales: readonly Locale[];
  /** Shown beside each locale. */
  hintOf?: (locale: Locale) => string;
  /** More menu items. */
  children?: React.ReactNode;
}

function Choice({ locale, locales, hintOf, children }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = useChooseLocale();
  useActions([
    {
      id: 'locale-menu',
      label: 'Choose the language',
      group: 'Language',
      icon: Languages,
      keys: menuKeys,
      run: () => setOpen(true),
    },
  ]);
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          icon={Languages}
          aria-label={`Language: ${locale.name}`}
          aria-keyshortcuts="Control+Shift+L Meta+Shift+L"
        >
          <bdi>{locale.name}</bdi>
        </Button>
      }
    >
      {locales.map((one) => (
        <MenuItem
          key={one.id}
          checked={one.id === locale.id}
          {...(hintOf === undefined ? {} : { hint: hintOf(one) })}
          onSelect={() => choose(one)}
        >
          <bdi>{one.name}</bdi>
        </MenuItem>
      ))}
      {children}
      <p className="menu-title locale-keys">
        Open this menu with <Kbd keys={menuKeys} />
      </p>
    </Menu>
  );
}

/** Opens the same screen in another locale. The URL names it, except the default one. */
export function useChooseLocale(): (locale: Pick<Locale, 'code' | 'default'>) => void {
  const navigate = useNavigate();
  return ({ code, default: isDefault }) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, locale: isDefault ? undefined : code, fresh: undefined }),
    });
}
