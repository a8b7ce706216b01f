/*
 * The types of `json` in a rich text value. A test compares them with those in `GET /v1/types.d.ts`.
 */

/** A rich text document. */
export interface RichtextDocument {
  version: 2;
  content: RichtextBlock[];
}

/** A block of a document, list item, quotation, callout or table cell. */
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

/** `url` is null if the file was deleted. `default_alt` is the alt text of the file, for images without `alt`. */
export interface RichtextImage {
  media_id: string;
  alt?: string;
  caption?: string;
  url?: string | null;
  width?: number | null;
  height?: number | null;
  /** Expiry of `url` in private projects. */
  url_expires_at?: string;
  default_alt?: string;
  /** This key and the next two are present in reads with `images`. */
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

/** A link to a URL (`href`) or to content of the project (`ref`). */
export interface RichtextLink {
  href?: string;
  ref?: { type: RichtextTarget; id: string };
  title?: string;
  /** For `ref`: the API path of the target; null if readers can't see it. */
  url?: string | null;
}

type RichtextTarget =
  'blog_article' | 'blog_category' | 'author' | 'kb_article' | 'kb_collection' | 'kb_section' | 'entry';

/** Every node of a document. */
export type RichtextNode = RichtextBlock | RichtextItem | RichtextRow | RichtextCell | RichtextInline;
