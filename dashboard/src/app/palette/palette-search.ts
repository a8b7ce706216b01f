import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Action } from '../../components/keyboard/actions.ts';
import { globalActionId } from './create-actions.ts';

/** One row of the palette: an action or an item. */
export interface Choice {
  id: string;
  group: string;
  label: string;
  /** Shown after the label: the type and the state. */
  detail?: string;
  icon?: LucideIcon;
  keys?: string | undefined;
  /** The text around the first match, below the label. */
  excerpt?: string | null;
  run: () => void;
}

/** Searches content with one request. Without words it returns the person's recent items. */
export type ContentSearch = (words: string, signal: AbortSignal) => Promise<Choice[]>;

/** Length of the pause in typing after which the service is searched. */
const pauseMs = 150;
/** Characters of a search that the service accepts. */
const queryMax = 200;

/**
 * Actions whose name or keywords contain every typed word, those that begin with the text first. A screen's own action replaces
 * the global action that opens the screen.
 */
export function chooseActions(actions: readonly Action[], words: string): Choice[] {
  const terms = words.trim().toLowerCase().split(/\s+/);
  return actions
    .filter(({ onlyKeys }) => onlyKeys !== true)
    .filter(({ id }) => !actions.some((candidate) => id === globalActionId(candidate.id)))
    .filter(({ label, group, keywords = '' }) => {
      const name = `${label} ${group} ${keywords}`.toLowerCase();
      return terms.every((word) => name.includes(word));
    })
    .map(({ id, label, group, icon, keys, run }) => ({
      id,
      label,
      group,
      keys,
      run,
      ...(icon ? { icon } : {}),
    }))
    .sort((one, two) => rank(one, words) - rank(two, words));
}

function rank({ label }: Choice, words: string): number {
  const name = label.toLowerCase();
  const query = words.trim().toLowerCase();
  if (query === '' || name.startsWith(query)) return 0;
  return name.includes(` ${query}`) ? 1 : 2;
}

/**
 * The results of the last search that ended. Typing sends one request after a pause; the palette opens with the recent
 * items at once.
 */
export function useSearchResults(
  search: ContentSearch,
  words: string,
  { showsRecent }: { showsRecent: boolean },
): { choices: readonly Choice[]; isSearching: boolean } {
  const [results, setResults] = useState<{ words: string | null; choices: readonly Choice[] }>({
    words: null,
    choices: [],
  });
  const query = words.trim().slice(0, queryMax);
  const isNeeded = query !== '' || showsRecent;
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        void search(query, controller.signal)
          .catch(() => []) // the palette still offers its actions
          .then((choices) => {
            if (!controller.signal.aborted) setResults({ words: query, choices });
          });
      },
      query === '' ? 0 : pauseMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, query, isNeeded]);
  const isCurrent = results.words === query;
  // Recent items are no results of a search, and the other way round.
  const isOfKind = (results.words === '') === (query === '');
  return { choices: isNeeded && isOfKind ? results.choices : [], isSearching: isNeeded && !isCurrent };
}
