import { escapeHtml, figure, linkParagraph } from '../html.ts';
import type { ItemLoss } from '../schema.ts';

/** A node of the Lexical editor. Cards of Ghost have keys of their own. */
interface LexicalNode {
  type?: string;
  tag?: string;
  text?: string;
  format?: number | string;
  url?: string;
  listType?: string;
  start?: number;
  children?: LexicalNode[];
  [key: string]: unknown;
}

/** The bits of `format` with their elements. */
const formats: readonly [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
];
const depthMax = 100;

/** Converts a text of the Lexical editor to HTML. @returns null if it can't be parsed */
export function lexicalToHtml(text: string, losses: ItemLoss[]): string | null {
  try {
    const { root } = JSON.parse(text) as { root?: LexicalNode };
    return root === undefined ? null : childrenOf(root, losses, 0);
  } catch {
    return null;
  }
}

function childrenOf({ children }: LexicalNode, losses: ItemLoss[], depth: number): string {
  if (!Array.isArray(children)) return '';
  // No editor nests a text this deep.
  if (depth > depthMax) throw new RangeError('The text is nested too deep.');
  return children.map((child) => nodeToHtml(child, losses, depth + 1)).join('');
}

function nodeToHtml(node: LexicalNode, losses: ItemLoss[], depth: number): string {
  const inner = () => childrenOf(node, losses, depth);
  switch (node.type ?? '') {
    case 'text':
    case 'extended-text':
    case 'code-highlight':
      return formatText(escapeHtml(node.text ?? ''), Number(node.format) || 0);
    case 'linebreak':
      return '<br>';
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(node.url ?? '')}">${inner()}</a>`;
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(node.tag ?? '') ? node.tag : 'h2';
      return `<${tag}>${inner()}</${tag}>`;
    }
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case 'list':
      return node.listType === 'number'
        ? `<ol start="${Number(node.start) || 1}">${inner()}</ol>`
        : `<ul>${inner()}</ul>`;
    case 'listitem':
      return `<li>${inner()}</li>`;
    default:
      return Array.isArray(node.children) ? `<p>${inner()}</p>` : cardToHtml(node.type ?? '', node, losses);
  }
}

function formatText(text: string, format: number): string {
  return formats.reduce(
    (html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`),
    text,
  );
}

type Card = Readonly<Record<string, unknown>>;

/** Converts a card of Lexical or Mobiledoc. Texts of unknown cards are kept, with a loss. */
export function cardToHtml(type: string, card: Card, losses: ItemLoss[]): string {
  const text = (key: string) => textOf(card, key);
  switch (type) {
    case 'horizontalrule':
    case 'hr':
      return '<hr>';
    case 'image':
      return figure(imageHtml(text('src'), text('alt')), text('caption'));
    case 'gallery':
      return `${galleryHtml(card['images'])}${text('caption') === '' ? '' : `<p>${text('caption')}</p>`}`;
    case 'html':
      return text('html');
    case 'codeblock':
    case 'code':
      return `<pre><code class="language-${escapeHtml(text('language'))}">${escapeHtml(text('code'))}</code></pre>${paragraph(text('caption'))}`;
    case 'bookmark':
    case 'embed':
      return `${linkParagraph(text('url'), titleOf(card) || text('url'))}${paragraph(text('caption'))}`;
    case 'button':
      return linkParagraph(text('buttonUrl'), text('buttonText'));
    case 'paywall':
      losses.push({ reason: 'paywall' });
      return '';
    default:
      losses.push({ reason: 'card', detail: type });
      return otherTexts(card);
  }
}

function textOf(card: Card, key: string): string {
  return typeof card[key] === 'string' ? card[key] : '';
}

function titleOf({ metadata, title }: Card): string {
  const { title: inner } = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Card;
  return [inner, title].find((each) => typeof each === 'string') ?? '';
}

const paragraph = (html: string) => (html === '' ? '' : `<p>${html}</p>`);
const imageHtml = (src: string, alt: string) => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;

function galleryHtml(images: unknown): string {
  if (!Array.isArray(images)) return '';
  return images
    .map((image: Card) =>
      figure(imageHtml(textOf(image, 'src'), textOf(image, 'alt')), textOf(image, 'caption')),
    )
    .join('');
}

/** The keys of cards whose values readers see; some contain HTML. */
const textKeys = [
  'heading',
  'header',
  'subheader',
  'calloutText',
  'content',
  'html',
  'title',
  'description',
  'caption',
  'productTitle',
  'productDescription',
  'buttonText',
  'fileTitle',
  'fileCaption',
  'markdown',
];

function otherTexts(card: Card): string {
  const texts = textKeys.map((key) => card[key]).filter((value) => typeof value === 'string' && value !== '');
  const urls = ['src', 'url', 'productUrl'].map((key) => card[key]).filter((url) => typeof url === 'string');
  return [
    ...texts.map((value) => `<div>${value as string}</div>`),
    ...urls.map((url) => linkParagraph(url)),
  ].join('');
}
