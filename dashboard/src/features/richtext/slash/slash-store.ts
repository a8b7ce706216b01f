import type { Editor } from '@tiptap/core';
import type { LucideIcon } from 'lucide-react';
import type { EditorDialog } from '../asking.ts';

/** An item of the menu that inserts something into the text. */
export interface SlashItem {
  label: string;
  /** Other words that find the item. */
  keywords: string;
  icon: LucideIcon;
  run: (editor: Editor, openDialog: (dialog: EditorDialog) => void) => void;
}

/** The state of the open menu. */
export interface SlashState {
  items: readonly SlashItem[];
  active: number;
  /** In pixels of the window; the list is below or above the current line. */
  position: { left: number; top: number } | { left: number; bottom: number };
  choose: (item: SlashItem) => void;
}

/** Shares the state of the menu between the editor's plugin and the React list. */
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

  /** Handles a key; returns whether the menu uses it. */
  handleKey(key: string): boolean {
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
