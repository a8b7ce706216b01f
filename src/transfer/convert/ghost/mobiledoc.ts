import { escapeHtml } from '../html.ts';
import { markdownToHtml } from '../markdown/document.ts';
import type { ItemLoss } from '../schema.ts';
import { cardToHtml } from './lexical.ts';

/** A text of the Mobiledoc editor. Markers and sections refer to lists by their index. */
interface Mobiledoc {
  markups?: [string, string[]?][];
  atoms?: [string, string, object][];
  cards?: [string, Record<string, unknown>][];
  sections?: unknown[][];
}

/** Type (0 text, 1 atom), the markups that it opens, the number of markups that it closes, and the text or the index of the atom. */
type Marker = [number, number[], number, string | number];

/** Converts a text of the Mobiledoc editor to HTML. @returns null if it can't be parsed */
export function mobiledocToHtml(text: string, losses: ItemLoss[]): string | null {
  try {
    const document = JSON.parse(text) as Mobiledoc;
    return Array.isArray(document.sections)
      ? document.sections.map((section) => sectionToHtml(section, document, losses)).join('')
      : null;
  } catch {
    return null;
  }
}

function sectionToHtml([kind, ...parts]: unknown[], document: Mobiledoc, losses: ItemLoss[]): string {
  if (kind === 1) {
    const tag = /^(h[1-6]|blockquote)$/.test(String(parts[0])) ? String(parts[0]) : 'p';
    return `<${tag}>${markersToHtml(parts[1] as Marker[], document)}</${tag}>`;
  }
  if (kind === 2) return `<img src="${escapeHtml(String(parts[0]))}">`;
  if (kind === 3) {
    const tag = parts[0] === 'ol' ? 'ol' : 'ul';
    const items = (parts[1] as Marker[][]).map((markers) => `<li>${markersToHtml(markers, document)}</li>`);
    return `<${tag}>${items.join('')}</${tag}>`;
  }
  const [name, card] = document.cards?.[Number(parts[0])] ?? ['', {}];
  const isMarkdown = /markdown/.test(name) && typeof card['markdown'] === 'string';
  return isMarkdown ? markdownToHtml(String(card['markdown'])) : cardToHtml(name, card, losses);
}

function markersToHtml(markers: readonly Marker[], { markups = [], atoms = [] }: Mobiledoc): string {
  const open: string[] = [];
  let html = '';
  for (const [type, markupIndexes, closingCount, content] of markers) {
    for (const index of markupIndexes) {
      const [tag = '', attributes = []] = markups[index] ?? [];
      if (!/^[a-z]+$/.test(tag)) continue;
      const href = attributes[attributes.indexOf('href') + 1] ?? '';
      html += tag === 'a' ? `<a href="${escapeHtml(href)}">` : `<${tag}>`;
      open.push(tag);
    }
    const [name, atomText = ''] = type === 1 ? (atoms[Number(content)] ?? ['']) : [''];
    if (type === 0) html += escapeHtml(String(content));
    else html += name === 'soft-return' ? '<br>' : escapeHtml(atomText);
    for (let i = 0; i < closingCount; i += 1) html += open.length > 0 ? `</${open.pop()}>` : '';
  }
  return html;
}
