declare const escaped: unique symbol;

/** HTML whose text and attributes are escaped; only this file makes it. */
export type Html = string & { readonly [escaped]: true };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const voids: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img']);

/** Text as HTML: the one place where anything is escaped. */
export function text(raw: string): Html {
  return raw.replace(/[&<>"']/g, (sign) => entities[sign] ?? '') as Html;
}

/** An element; attributes that are null or undefined are left out. `name` and attribute names are ours, never input. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  tx: Html,
): Html {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${text(String(value))}"`);
  const open = `<${name}${written.join('')}>`;
  return (voids.has(name) ? open : `${open}${tx}</${name}>`) as Html;
}

/** Pieces one after another. */
export function join(pieces: readonly Html[]): Html {
  return pieces.join('') as Html;
}

export const nothing = '' as Html;
