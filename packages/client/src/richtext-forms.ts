/*
 * The tree of a rich text value, as its `json` is served. A test holds these against what the service writes into
 * `GET /v1/types.d.ts`.
 */

/** A rich text document. */
export interface RichtextDocument {
  version: 2;
  content: RichtextBlock[];
}

/** What stands in a document, in items of lists, in quotations, callouts and cells. */
export type RichtextBlock =
  | { type: 'paragraph'; content?: RichtextInline[] }
  | { type: 'heading'; attrs: { level: number }; content?: RichtextInline[] }
  | { type: 'bulletList'; content: RichtextItem[] }
  | { type: 'orderedList'; attrs?: { start?: number }; content: RichtextItem[] }
  | { type: 'blockquote'; content: RichtextBlock[] }
  | { type: 'codeBlock'; attrs?: { language?: string }; content?: RichtextText[] }
  | { type: 'horizontalRule' }
  | { type: 'image'; attrs: RichtextImage }
  | { type: 'table'; content: RichtextRow[] }
  | { type: 'callout'; attrs: { tone: 'info' | 'success' | 'warning' | 'danger' }; content: RichtextBlock[] };

/** `url` is null when the file is gone; `default_alt` is the asset's own text, for an image without `alt`. */
export interface RichtextImage {
  media_id: string;
  alt?: string;
  caption?: string;
  url?: string | null;
  width?: number | null;
  height?: number | null;
  /** Of private media: from then on the address answers nothing. */
  url_expires_at?: string;
  default_alt?: string;
  /** These three are there when the read asked for `images`. */
  srcset?: { width: number; height: number; url: string }[];
  focal_point?: { x: number; y: number } | null;
  placeholder?: string | null;
}

interface RichtextItem {
  type: 'listItem';
  content: RichtextBlock[];
}

interface RichtextRow {
  type: 'tableRow';
  content?: RichtextCell[];
}

export interface RichtextCell {
  type: 'tableHeader' | 'tableCell';
  attrs?: { colspan?: number; rowspan?: number; colwidth?: number[] };
  content: RichtextBlock[];
}

export interface RichtextText {
  type: 'text';
  text: string;
  marks?: RichtextMark[];
}

/** Text and line breaks. */
export type RichtextInline = RichtextText | { type: 'hardBreak'; marks?: RichtextMark[] };

export type RichtextMark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'subscript' | 'superscript' }
  | { type: 'link'; attrs: RichtextLink };

/** A link to an address (`href`), or to content of the project (`ref`). */
export interface RichtextLink {
  href?: string;
  ref?: { type: RichtextTarget; id: string };
  title?: string;
  /** Of a `ref`: the path of the API that reads the target; null when readers cannot see it. */
  url?: string | null;
}

type RichtextTarget =
  'blog_article' | 'blog_category' | 'author' | 'kb_article' | 'kb_collection' | 'kb_section' | 'entry';

/** Every node of a document. */
export type RichtextNode = RichtextBlock | RichtextItem | RichtextRow | RichtextCell | RichtextInline;
