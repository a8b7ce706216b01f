/** Bytes of all Markdown in a sent value, at any depth: texts by the key `markdown`. */
export function markdownBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const tx = Object.values(value).reduce<number>((sum, one) => sum + markdownBytes(one), 0);
  const { markdown } = value as { markdown?: unknown };
  return tx + (typeof markdown === 'string' ? Buffer.byteLength(markdown) : 0);
}
