import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { fieldTypes } from '../contract/field-types.ts';

/** What a seed name can stand for besides entries of custom types: the targets of `link` fields (specification: fields). */
export const moduleKinds = [
  'author',
  'blog_category',
  'blog_article',
  'kb_collection',
  'kb_section',
  'kb_article',
] as const;
export type ModuleKind = (typeof moduleKinds)[number];

/**
 * Keywords that a string of the forms below may carry, besides JSON Schema's: `seed` is the kind that the name must be
 * of, `image` says that it is a file of `images/`, `moment` that it is a date or a distance from today.
 */
export const TextKeywords = Type.Object({
  seed: Type.Optional(Type.Union(moduleKinds.map((kind) => Type.Literal(kind)))),
  image: Type.Optional(Type.Literal(true)),
  moment: Type.Optional(Type.Literal(true)),
});
export type TextKeywords = Static<typeof TextKeywords>;

/** A schema by the type of its data alone; spares the compiler the whole schema. */
export interface Form<D> extends TSchema {
  static: D;
}

const closed = { additionalProperties: false } as const;
const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description: `a text of 1 to ${maxLength} characters` });
const name = (kind: ModuleKind) =>
  Type.String({
    seed: kind,
    pattern: `^${kind}/`,
    description: `a name such as ${kind}/some-file-name`,
  });
const image = () =>
  Type.String({
    image: true,
    pattern: '^[a-z0-9][a-z0-9-]*\\.[a-z0-9]+$',
    description: 'the file name of an image, such as tern.png',
  });
const names = (kind: ModuleKind) =>
  Type.Array(name(kind), { maxItems: 50, description: `a list of names such as ${kind}/some-file-name` });
const moment = () =>
  Type.String({
    moment: true,
    description:
      'a date (2026-03-14), a date with a time (2026-03-14T08:00:00Z), or a distance from today (+30d, -10d)',
  });
const flag = () => Type.Boolean({ description: 'true or false' });
const count = () => Type.Integer({ minimum: 0, description: 'a whole number of at least 0' });
const slug = () =>
  Type.String({
    pattern: slugPattern,
    maxLength: 120,
    description: 'lower-case letters, digits and single hyphens, at most 120',
  });
const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties));
const form = <R extends TProperties, O extends TProperties>(required: R, rest: O) =>
  Type.Object({ ...required, ...optional(rest).properties }, closed);

const seo = () =>
  Type.Object(
    optional({ title: line(2_000), description: line(2_000), og_image: image(), no_index: flag() })
      .properties,
    closed,
  );
const link = () =>
  Type.Object({ label: line(200), url: line(2_048) }, { ...closed, description: 'a label and a url' });

/** `blog/authors/*.json` */
export const AuthorFile = form(
  { name: line(200) },
  {
    slug: slug(),
    job_title: line(200),
    bio: line(2_000),
    avatar: image(),
    links: Type.Array(link(), { maxItems: 50 }),
  },
);
export type AuthorFile = Static<typeof AuthorFile>;

/** `blog/categories/*.json` */
export const CategoryFile = form(
  { name: line(200) },
  { slug: slug(), description: line(2_000), image: image(), seo: seo() },
);
export type CategoryFile = Static<typeof CategoryFile>;

/** The front matter of `blog/articles/*.md` */
export const BlogArticleFile = form(
  { title: line(200) },
  {
    slug: slug(),
    excerpt: line(2_000),
    featured_image: image(),
    authors: names('author'),
    categories: names('blog_category'),
    tags: Type.Array(line(80), { maxItems: 50, description: 'a list of texts of at most 80 characters' }),
    published_at: moment(),
    publish: flag(),
    canonical_url: Type.String({ pattern: '^https?://', description: 'an http or https address' }),
    seo: seo(),
  },
);
export type BlogArticleFile = Static<typeof BlogArticleFile>;

/** `kb/collections/*.json` */
export const CollectionFile = form(
  { title: line(200), position: count() },
  { slug: slug(), description: line(2_000), image: image(), seo: seo() },
);
export type CollectionFile = Static<typeof CollectionFile>;

/** `kb/sections/*.json` */
export const SectionFile = form(
  { title: line(200), collection: name('kb_collection'), position: count() },
  { slug: slug(), description: line(2_000) },
);
export type SectionFile = Static<typeof SectionFile>;

/** The front matter of `kb/articles/*.md`; one of `section` and `collection` says where it belongs. */
export const KbArticleFile = form(
  { title: line(200), position: count() },
  {
    slug: slug(),
    excerpt: line(2_000),
    section: name('kb_section'),
    collection: name('kb_collection'),
    authors: names('author'),
    featured_image: image(),
    published_at: moment(),
    publish: flag(),
    archived: flag(),
    last_reviewed: moment(),
    review_interval_days: Type.Integer({ minimum: 1, maximum: 3_650, description: 'a number of days' }),
    votes: Type.Object({ helpful: count(), not_helpful: count() }, closed),
    seo: seo(),
  },
);
export type KbArticleFile = Static<typeof KbArticleFile>;

/** `custom/entries/<type>/*.json` and the front matter of `*.md` there. */
export const EntryFile = form(
  { values: Type.Record(Type.String(), Type.Unknown()) },
  { publish: flag(), published_at: moment() },
);
export type EntryFile = Static<typeof EntryFile>;

/** An item of `images/images.json`. */
const ImageFile = form(
  { file: image(), alt: line(2_000) },
  {
    width: Type.Integer({ minimum: 1, description: 'a number of pixels' }),
    height: Type.Integer({ minimum: 1, description: 'a number of pixels' }),
  },
);
export type ImageFile = Static<typeof ImageFile>;
export const ImagesFile = Type.Array(ImageFile, { description: 'a list of pictures' });

const FieldFile = form(
  {
    key: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,62}$', description: 'a field key such as price' }),
    type: Type.Union(
      fieldTypes.map((type) => Type.Literal(type)),
      { description: `one of ${fieldTypes.join(', ')}` },
    ),
  },
  { label: line(200), options: Type.Record(Type.String(), Type.Unknown()) },
);
export type FieldFile = Static<typeof FieldFile>;

/** `custom/types/<slug>.json`: the body of `PUT /v1/schema/content-types/<slug>` (specification: content-types). */
export const TypeFile = form(
  {
    name: line(200),
    kind: Type.Union([Type.Literal('singleton'), Type.Literal('collection')], {
      description: 'singleton or collection',
    }),
    fields: Type.Array(FieldFile, { minItems: 1, maxItems: 100, description: 'a list of 1 to 100 fields' }),
  },
  { display_field: line(63), subtitle_field: line(63) },
);
export type TypeFile = Static<typeof TypeFile>;
