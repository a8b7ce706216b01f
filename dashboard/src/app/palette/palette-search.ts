import { useEffect, useState } from 'react';
import type { Action } from '../../components/keyboard/actions.ts';
import { fromAnywhere } from './create-actions.ts';
import type { PaletteItem, PaletteSource } from '../../components/keyboard/palette-source.ts';

/** One row of the palette. */
export type Choice = PaletteItem & { group: string; keys?: string | undefined };

/** Wait for a pause in the typing before the service is asked, in milliseconds. */
const pauseMs = 140;

/** Actions whose name has every typed word, those that begin with it first; the screen’s own in place of the way to it. */
export function chooseActions(actions: readonly Action[], words: string): Choice[] {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  return actions
    .filter(({ onlyKeys }) => onlyKeys !== true)
    .filter(({ id }) => !actions.some((other) => id === fromAnywhere(other.id)))
    .filter(({ label, group }) => {
      const name = `${label} ${group}`.toLowerCase();
      return wanted.every((word) => name.includes(word));
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
  const wanted = words.trim().toLowerCase();
  if (wanted === '' || name.startsWith(wanted)) return 0;
  return name.includes(` ${wanted}`) ? 1 : 2;
}

/** What the sources find for the words, each as soon as it answers. */
export function useFound(
  sources: readonly PaletteSource[],
  words: string,
): { choices: Choice[]; isSearching: boolean } {
  const [found, setFound] = useState<{ words: string; groups: ReadonlyMap<string, Choice[]>; open: number }>({
    words: '',
    groups: new Map(),
    open: 0,
  });
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      setFound((before) => ({ ...before, words: wanted, open: sources.length }));
      for (const { group, search } of sources) {
        const items = search(wanted, ending.signal).catch(() => []); // one source that fails hides no other
        void items.then((items) => {
          if (ending.signal.aborted) return;
          const choices = items.map((item) => ({ ...item, group }));
          setFound(({ groups, open }) => ({
            words: wanted,
            groups: new Map(groups).set(group, choices),
            open: open - 1,
          }));
        });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [sources, wanted]);
  if (wanted.length < 2) return { choices: [], isSearching: false };
  return {
    choices: [...found.groups.values()].flat(),
    isSearching: found.words !== wanted || found.open > 0,
  };
}
