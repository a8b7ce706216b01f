import type { LucideIcon } from 'lucide-react';

/** One thing that the palette found: choosing it goes there. */
export interface PaletteItem {
  id: string;
  label: string;
  /** After the label: its type, its state. */
  detail?: string;
  icon?: LucideIcon;
  run: () => void;
}

/** Where the palette looks for things by name, beside the actions. */
export interface PaletteSource {
  group: string;
  search: (words: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}
