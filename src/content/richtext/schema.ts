import { Type, type Static } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { Image, linkTargetKinds } from '../../contract/fields/links.ts';

const closed = { additionalProperties: false } as const;
/** Maximum characters of an alt text, a caption or a title. */
export const labelLengthMax = 2_000;
const label = Type.String({ maxLength: labelLengthMax, description: 'a text of at most 2,000 characters' });
const integer = (minimum: number, maximum: number) =>
  Type.Integer({
    minimum,
    maximum,
    description: `a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}`,
  });
const span = integer(1, 1_000);

export const HeadingAttributes = Type.Object({ level: integer(1, 6) }, closed);

export const OrderedListAttributes = Type.Object({ start: Type.Optional(integer(0, 999_999_999)) }, closed);

export const CodeBlockAttributes = Type.Object(
  {
    language: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_+#.-]{0,39}$',
        description: 'the name of a language, at most 40 letters, digits and _ + # . -',
      }),
    ),
  },
  closed,
);

/** An omitted `alt` means the alt text of the asset; an empty `alt` marks the image as decorative. */
export const ImageAttributes = Type.Object(
  {
    media_id: Type.String({ minLength: 1, maxLength: 64, description: 'the id of a media asset (med_...)' }),
    alt: Type.Optional(label),
    caption: Type.Optional(label),
  },
  closed,
);

/** Attributes that reads add to an image. Writes accept and drop them, so that clients can write back what they read. */
export const ServedImageAttributes = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()]),
    width: Type.Union([Type.Integer(), Type.Null()]),
    height: Type.Union([Type.Integer(), Type.Null()]),
    url_expires_at: Type.Optional(Type.String({ format: 'date-time' })),
    default_alt: Type.Optional(Type.String({ description: 'the alt text of the asset itself' })),
    ...Type.Pick(Image, ['srcset', 'focal_point', 'placeholder']).properties,
  },
  closed,
);

export const CellAttributes = Type.Object(
  {
    colspan: Type.Optional(span),
    rowspan: Type.Optional(span),
    colwidth: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), {
        maxItems: 1_000,
        description: 'a list of widths in pixels, whole numbers from 0 to 10,000',
      }),
    ),
  },
  closed,
);

export const CalloutAttributes = Type.Object(
  {
    tone: Type.Union(
      [Type.Literal('info'), Type.Literal('success'), Type.Literal('warning'), Type.Literal('danger')],
      { description: 'info, success, warning or danger' },
    ),
  },
  closed,
);

/** Targets of a link inside a document: the six targets of `link` fields, and entries. */
export const richtextRefTypes = [...linkTargetKinds, 'entry'] as const;
export type RichtextRefType = (typeof richtextRefTypes)[number];

/**
 * A link to a file of the media library is stored as a reference and served as `href`. Responses contain only the types
 * in `richtextRefTypes`, because clients switch over them.
 */
const FileRef = Type.Literal('media', { 'x-unlisted': true });

/**
 * URLs that a document can contain: absolute http(s), mailto, tel, a path, a fragment. No white space or control
 * characters, and no leading "//" or "/\", which browsers read as another host. `isHref` is the full check.
 */
const hrefPattern =
  '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f/?#\\\\]|(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):[^\\s\\u0000-\\u001f\\u007f]|/(?![/\\\\])|#)[^\\s\\u0000-\\u001f\\u007f]*$';

/** A link has `href` or `ref`, never both. */
export const LinkAttributes = Type.Object(
  {
    href: Type.Optional(
      Type.String({
        pattern: hrefPattern,
        maxLength: limits.url_chars_max,
        description: 'an address with http, https, mailto or tel, a path (/...) or a fragment (#...)',
      }),
    ),
    ref: Type.Optional(
      Type.Object(
        {
          type: Type.Union([...richtextRefTypes.map((type) => Type.Literal(type)), FileRef]),
          id: Type.String({ minLength: 1, maxLength: 64 }),
        },
        { ...closed, description: `{type, id} with type ${richtextRefTypes.join(', ')}` },
      ),
    ),
    title: Type.Optional(label),
  },
  closed,
);
export type LinkAttributes = Static<typeof LinkAttributes>;

const hrefForm = new RegExp(hrefPattern);

/** Whether a document can contain a link to the URL. `https://[` matches the pattern but is not a valid URL. */
export function isHref(url: string): boolean {
  if (url.length > limits.url_chars_max || !hrefForm.test(url)) return false;
  return /^[/#]/.test(url) || URL.canParse(url);
}

/** What reads add to a link with a `ref`: the API path of the target, null if it is not visible to readers. */
export const ServedLinkAttributes = Type.Object(
  { url: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
  closed,
);

export type RichtextMark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'subscript' | 'superscript' }
  | { type: 'link'; attrs: LinkAttributes };

/** One node of a stored document: only known attributes, none of them null, no empty text. */
export type RichtextNode =
  | {
      type: 'paragraph' | 'bulletList' | 'listItem' | 'blockquote' | 'table' | 'tableRow';
      content?: RichtextNode[];
    }
  | { type: 'heading'; attrs: Static<typeof HeadingAttributes>; content?: RichtextNode[] }
  | { type: 'orderedList'; attrs?: Static<typeof OrderedListAttributes>; content?: RichtextNode[] }
  | { type: 'codeBlock'; attrs?: Static<typeof CodeBlockAttributes>; content?: RichtextNode[] }
  | {
      type: 'tableHeader' | 'tableCell';
      attrs?: Static<typeof CellAttributes>;
      content?: RichtextNode[];
    }
  | { type: 'callout'; attrs: Static<typeof CalloutAttributes>; content?: RichtextNode[] }
  | { type: 'image'; attrs: Static<typeof ImageAttributes> }
  | { type: 'horizontalRule' }
  | { type: 'hardBreak'; marks?: RichtextMark[] }
  | { type: 'text'; text: string; marks?: RichtextMark[] };

/** A stored document: validated, and without the attributes that reads add. */
export interface RichtextDocument {
  version: 2;
  content: RichtextNode[];
}

/** A rich text value in a request body; validated by `readRichtext`, whose errors are clearer than those of a schema. */
export const RichtextInput = Type.Unknown({
  $id: 'RichtextInput',
  description:
    'A rich text document {"version": 2, "content": [...]}, TipTap\'s {"type": "doc", "content": [...]}, a value as it was read, {"markdown": "..."} or {"html": "..."}. GET /v1/introspection has the vocabulary under rich_text.',
  examples: [{ markdown: '## Light winds\n\nWait for the **gust**.' }],
  'x-document': { type: 'object', minProperties: 1 },
});

/** A served node; the full vocabulary is the `json_schema` of the introspection. */
const ServedNode = Type.Object({ type: Type.String() }, { additionalProperties: true });

/** The example of `RichtextInput` as reads serve it. */
const richtextExample = {
  html: '<h2 id="light-winds">Light winds</h2><p>Wait for the <strong>gust</strong>.</p>',
  json: {
    version: 2,
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Light winds' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Wait for the ' },
          { type: 'text', text: 'gust', marks: [{ type: 'bold' }] },
          { type: 'text', text: '.' },
        ],
      },
    ],
  },
  plain: 'Light winds\n\nWait for the gust.',
  toc: [{ level: 2, text: 'Light winds', id: 'light-winds' }],
};

/** A rich text value as reads serve it (specification: rich-text). */
export const Richtext = Type.Object(
  {
    html: Type.String(),
    json: Type.Object({ version: Type.Literal(2), content: Type.Array(ServedNode) }, closed),
    plain: Type.String(),
    toc: Type.Array(
      Type.Object(
        { level: Type.Integer({ minimum: 1, maximum: 6 }), text: Type.String(), id: Type.String() },
        closed,
      ),
    ),
  },
  { $id: 'Richtext', ...closed, examples: [richtextExample] },
);
export type Richtext = Static<typeof Richtext>;

/** An entry of `meta.warnings` about parts of Markdown or HTML that a document can't represent. */
export interface RichtextWarning {
  code: 'richtext_simplified';
  message: string;
  param: string;
}

/** Every id that a document points at, each once, with the path of its first occurrence. */
export interface RichtextLinks {
  /** Images. */
  media: { id: string; param: string }[];
  files: { id: string; param: string }[];
  refs: { type: RichtextRefType; id: string; param: string }[];
}

/** The served form of an image in a document; `url` is null if the file was deleted. */
export type RichtextImage = Omit<Image, 'id' | 'content_type'>;

/** A link to content in HTML: the page on the site if the project has a URL pattern for it, else the API path. */
export interface RichtextAnchor {
  href: string;
  slug: string | null;
  /** Only for entries. */
  contentType?: string;
}

/** Link targets that the caller resolved in bulk; null for targets that readers can't see. */
export interface RichtextTargets {
  image(mediaId: string): RichtextImage | null;
  link(type: RichtextRefType, id: string): { url: string | null } | null;
  /** The link in HTML. */
  anchor(type: RichtextRefType, id: string): RichtextAnchor | null;
}
