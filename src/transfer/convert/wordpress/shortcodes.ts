import { figure, linkParagraph } from '../html.ts';
import type { ItemLoss } from '../schema.ts';
import { galleryHtml } from './gallery.ts';
import type { WordPressSite } from './site.ts';

interface Shortcode {
  name: string;
  isClosing: boolean;
  attributes: ReadonlyMap<string, string>;
}

/** A shortcode with the HTML between its tags. */
interface OpenShortcode {
  shortcode: Shortcode;
  parts: string[];
}

/** What the conversion of a text depends on. */
export interface TextContext {
  postId: string;
  site: WordPressSite;
  losses: ItemLoss[];
}

const pattern = /\[(\[?)(\/?)([A-Za-z][\w-]*)((?:[\s/](?:[^[\]<>"']|"[^"[\]]*"|'[^'[\]]*')*)?)\](\]?)/g;
const mediaNames = new Set(['video', 'audio', 'playlist']);
const enclosingNames = new Set(['caption', 'wp_caption', 'embed']);
const sourceNames = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flac'];

/**
 * Converts shortcodes that have a counterpart to HTML, and removes the tags of others; the text between them stays. Words in
 * brackets that are no shortcodes stay, such as `[sic]`.
 */
export function convertShortcodes(html: string, context: TextContext): string {
  const root: string[] = [];
  const open: OpenShortcode[] = [];
  const add = (text: string) => (open.at(-1)?.parts ?? root).push(text);
  const closingNames = namesOf(html, true);
  for (const part of partsOf(html)) {
    if (typeof part === 'string') add(part);
    else if (!enclosingNames.has(part.name)) add(htmlOf(part, context));
    else if (!part.isClosing) {
      if (closingNames.has(part.name)) open.push({ shortcode: part, parts: [] });
    } else if (open.at(-1)?.shortcode.name === part.name) {
      const closed = open.pop();
      if (closed !== undefined) add(enclosedHtml(closed));
    }
  }
  return [...root, ...open.flatMap(({ parts }) => parts)].join('');
}

/** The text without the tags of shortcodes: the words that readers saw. */
export function withoutShortcodes(html: string): string {
  const becomesBlock = ({ name }: Shortcode) =>
    name === 'gallery' || mediaNames.has(name) || enclosingNames.has(name);
  return [...partsOf(html)]
    .map((part) => (typeof part === 'string' ? part : becomesBlock(part) ? ' ' : ''))
    .join('');
}

/** Divides HTML into texts and shortcodes. */
function* partsOf(html: string): Generator<string | Shortcode> {
  const [opening, closing] = [namesOf(html, false), namesOf(html, true)];
  let at = 0;
  for (const match of html.matchAll(pattern)) {
    const [all, before = '', slash = '', tagName = '', rest = '', after = ''] = match;
    const isEscaped = before === '[' && after === ']';
    const name = tagName.toLowerCase();
    const shortcode = { name, isClosing: slash !== '', attributes: attributesOf(rest) };
    const hasPartner = (shortcode.isClosing ? opening : closing).has(name);
    if (!isEscaped && !isShortcode(shortcode, rest.trim(), hasPartner)) continue;
    yield html.slice(at, match.index) + (isEscaped ? all.slice(1, -1) : before);
    if (!isEscaped) yield shortcode;
    at = match.index + all.length - (isEscaped ? 0 : after.length);
  }
  yield html.slice(at);
}

function namesOf(html: string, isClosing: boolean): Set<string> {
  const names = html.matchAll(isClosing ? /\[\/([A-Za-z][\w-]*)\]/g : /\[([A-Za-z][\w-]*)[\s/\]]/g);
  return new Set([...names].map(([, name = '']) => name.toLowerCase()));
}

/** A word in brackets is a shortcode if it has attributes or a closing tag. Some names need neither. */
function isShortcode({ name, isClosing, attributes }: Shortcode, rest: string, hasPartner: boolean): boolean {
  if (hasPartner) return true;
  if (isClosing) return false;
  const isPluginName = /[-_]/.test(name) && rest !== '';
  return name === 'gallery' || attributes.size > 0 || rest === '/' || isPluginName;
}

function htmlOf({ name, isClosing, attributes }: Shortcode, { postId, site, losses }: TextContext): string {
  if (isClosing) return '';
  if (name === 'gallery') {
    const ids = attributes.get('ids') ?? attributes.get('include');
    const attachmentIds = ids?.split(',').map((id) => id.trim()) ?? site.attachmentsOf(postId);
    return galleryHtml(attachmentIds, site);
  }
  if (mediaNames.has(name)) {
    const source = sourceNames.map((key) => attributes.get(key)).find((url) => url !== undefined);
    if (source !== undefined) return linkParagraph(source);
    const ids = attributes.get('ids')?.split(',') ?? [];
    const urls = ids.map((id) => site.attachment(id.trim())?.url).filter((url) => url !== undefined);
    if (urls.length > 0) return urls.map((url) => linkParagraph(url)).join('');
  }
  losses.push({ reason: 'shortcode', detail: name });
  return '';
}

function enclosedHtml({ shortcode: { name, attributes }, parts }: OpenShortcode): string {
  const content = parts.join('');
  if (name === 'embed') return /^\s*https?:\S+\s*$/.test(content) ? linkParagraph(content.trim()) : content;
  const [image = ''] = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(content) ?? [];
  // Old captions have their text in an attribute.
  return figure(image, content.replace(image, '').trim() || (attributes.get('caption') ?? ''));
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const form = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
  for (const [, key = '', double, single, bare] of text.replace(/&quot;|&#8221;|[“”″]/g, '"').matchAll(form))
    attributes.set(key.toLowerCase(), double ?? single ?? bare ?? '');
  return attributes;
}
