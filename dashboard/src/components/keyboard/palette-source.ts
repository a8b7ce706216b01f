import type { LucideIcon } from 'lucide-react';

/** A search result of the palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Shown after the label: the type or the state. */
  detail?: string;
  icon?: LucideIcon;
  run: () => void;
}

/** Searches one kind of item by name for the palette. */
export interface PaletteSource {
  group: string;
  search: (words: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}
