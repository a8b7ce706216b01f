import { Languages } from 'lucide-react';
import { useLocales } from '../../../api/locales.ts';
import type { OutlineItem } from '../outline/outline.ts';

/** Returns the names of locales by their ids. Removed locales have none. */
export function useLocaleNames(): (ids: readonly string[]) => string {
  const locales = useLocales();
  return (ids) => {
    const names = locales.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    return names.length === 0 ? 'no language' : names.join(', ');
  };
}

/** The languages whose readers see a block, if not all do. */
export function BlockLocales({ item: { onlyLocales } }: { item: OutlineItem }) {
  const namesOf = useLocaleNames();
  if (onlyLocales === undefined) return null;
  return (
    <span className="block-locales">
      <Languages size={14} aria-hidden />
      Only in {namesOf(onlyLocales)}
    </span>
  );
}
