declare const escaped: unique symbol;

/** HTML whose text and attributes are escaped; only this file creates it. */
export type Html = string & { readonly [escaped]: true };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const voidElements: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img']);

/** Escapes text as HTML. All escaping happens here. */
export function text(raw: string): Html {
  return raw.replace(/[&<>"']/g, (character) => entities[character] ?? '') as Html;
}

/** Creates an element; null and undefined attributes are omitted. Element and attribute names must not come from input. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  content: Html,
): Html {
  const attributeTexts = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${text(String(value))}"`);
  const open = `<${name}${attributeTexts.join('')}>`;
  return (voidElements.has(name) ? open : `${open}${content}</${name}>`) as Html;
}

export function join(pieces: readonly Html[]): Html {
  return pieces.join('') as Html;
}

export const nothing = '' as Html;
