import { useEffect, useState } from 'react';
import type { Action } from '../../components/keyboard/actions.ts';
import { globalActionId } from './create-actions.ts';
import type { PaletteItem, PaletteSource } from '../../components/keyboard/palette-source.ts';

/** One row of the palette. */
export type Choice = PaletteItem & { group: string; keys?: string | undefined };

/** Length of the pause in typing after which the service is searched. */
const pauseMs = 140;

/**
 * Actions whose name contains every typed word, those that begin with the text first. A screen's own action replaces
 * the global action that opens the screen.
 */
export function chooseActions(actions: readonly Action[], words: string): Choice[] {
  const terms = words.trim().toLowerCase().split(/\s+/);
  return actions
    .filter(({ onlyKeys }) => onlyKeys !== true)
    .filter(({ id }) => !actions.some((candidate) => id === globalActionId(candidate.id)))
    .filter(({ label, group }) => {
      const name = `${label} ${group}`.toLowerCase();
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

/** The results of all sources. Results of a source appear as soon as it responds. */
export function usePaletteResults(
  sources: readonly PaletteSource[],
  words: string,
): { choices: Choice[]; isSearching: boolean } {
  const [results, setResults] = useState<{
    words: string;
    groups: ReadonlyMap<string, Choice[]>;
    pending: number;
  }>({
    words: '',
    groups: new Map(),
    pending: 0,
  });
  const query = words.trim();
  useEffect(() => {
    if (query.length < 2) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      setResults((before) => ({ ...before, words: query, pending: sources.length }));
      for (const { group, search } of sources) {
        const items = search(query, controller.signal).catch(() => []); // one source that fails hides no other
        void items.then((items) => {
          if (controller.signal.aborted) return;
          const choices = items.map((item) => ({ ...item, group }));
          setResults(({ groups, pending }) => ({
            words: query,
            groups: new Map(groups).set(group, choices),
            pending: pending - 1,
          }));
        });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [sources, query]);
  if (query.length < 2) return { choices: [], isSearching: false };
  return {
    choices: [...results.groups.values()].flat(),
    isSearching: results.words !== query || results.pending > 0,
  };
}
