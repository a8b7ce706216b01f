import type { GeoPoint } from '../../contract/fields/geo.ts';
import { guardFormula, joinItems } from '../../contract/tables/text.ts';
import {
  type Field,
  renderRichtext,
  type RichtextDocument,
  type RichtextTargets,
} from '../../content/index.ts';

/**
 * Converts a value, as the API accepts it, to a cell, which `readCell` converts back. Rich text becomes HTML with ids in place
 * of URLs.
 */
export function writeCell({ type }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = writers[type]?.(value as never) ?? `${value as string | number | boolean}`;
  return type === 'number' ? text : guardFormula(text);
}

/** Writers of the types whose cells are not the value as text. */
const writers: Partial<Record<Field['type'], (value: never) => string>> = {
  richtext: (document: RichtextDocument) => renderRichtext(document, idTargets).html,
  json: JSON.stringify,
  blocks: JSON.stringify,
  geo_point: ({ lat, lng }: GeoPoint) => `${plainNumber(lat)},${plainNumber(lng)}`,
  gallery: joinItems,
  file_list: joinItems,
  link_list: joinItems,
  reference_list: joinItems,
  string_list: joinItems,
};

/** A coordinate without an exponent: 1e-7 is 0.0000001. */
function plainNumber(value: number): string {
  const text = `${value as string | number | boolean}`;
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}

/** An image that uses the alt text of its file gets no `alt` in HTML, so that an import keeps it that way. */
const withoutAlt = { alt: null as unknown as string, width: null, height: null };

/** Images and links by their ids, so that the HTML has no URL that expires or belongs to one installation. */
const idTargets: RichtextTargets = {
  image: (id) => ({ ...withoutAlt, url: id }),
  link: () => null,
  anchor: (type, id) => ({ href: `${type}:${id}`, slug: null }),
};
