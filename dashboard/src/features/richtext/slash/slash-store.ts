import type { Editor } from '@tiptap/core';
import type { LucideIcon } from 'lucide-react';
import type { Asking } from '../asking.ts';

/** One thing that the menu puts into the text. */
export interface SlashItem {
  label: string;
  /** Other words by which it is found. */
  words: string;
  icon: LucideIcon;
  run: (editor: Editor, ask: (asking: Asking) => void) => void;
}

/** What the menu after "/" shows now; null when it is closed. */
export interface SlashState {
  items: readonly SlashItem[];
  active: number;
  /** In pixels of the window; the list grows away from the line that is typed in. */
  place: { left: number; top: number } | { left: number; bottom: number };
  choose: (item: SlashItem) => void;
}

/** Between the editor's plugin, which knows what is typed, and the list that is shown. */
export class SlashStore {
  #state: SlashState | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SlashState | null => this.#state;

  set(state: SlashState | null): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Answers whether the key was the menu's. */
  press(key: string): boolean {
    const state = this.#state;
    if (state === null || state.items.length === 0) return false;
    const count = state.items.length;
    if (key === 'ArrowDown') this.set({ ...state, active: (state.active + 1) % count });
    else if (key === 'ArrowUp') this.set({ ...state, active: (state.active + count - 1) % count });
    else if (key === 'Enter' || key === 'Tab') {
      const item = state.items[state.active];
      if (item !== undefined) state.choose(item);
    } else return false;
    return true;
  }
}
