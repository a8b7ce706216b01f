import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'galley-theme';
const listeners = new Set<() => void>();

function stored(): Theme {
  const value = localStorage.getItem(storageKey);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Puts the chosen theme on the document; called before anything is shown. */
export function applyTheme(): void {
  const theme = stored();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  applyTheme();
  for (const tell of listeners) tell();
}

export function useTheme(): Theme {
  return useSyncExternalStore((tell) => (listeners.add(tell), () => listeners.delete(tell)), stored);
}
