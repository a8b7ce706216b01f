const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `812 B`, `1.4 MB`, `3.2 TB`. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? 'TB'}`;
}
