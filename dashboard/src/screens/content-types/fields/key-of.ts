/** Creates a key from a label: `Größe (cm)` -> `grosse_cm`; empty if no letter remains. */
export function keyOf(label: string): string {
  return snakeCase(label)
    .replace(/^[^a-z]+/, '')
    .slice(0, 63)
    .replace(/_+$/, '');
}

/** Creates the slug of a content type or block from its name. Unlike a key, a slug may begin with a digit. */
export function slugOf(name: string): string {
  return snakeCase(name).slice(0, 63).replace(/_+$/, '');
}

/** `hero_image` -> `Hero image`. */
export function inWords(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The key if it is free, else the key with the lowest number that makes it free: `hero_2`. */
export function freeKey(key: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  if (!used.has(key.toLowerCase())) return key;
  for (let number = 2; ; number += 1) {
    const candidate = `${key.slice(0, 59)}_${number}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}

function snakeCase(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '');
}
