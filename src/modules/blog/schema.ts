import { type Static, Type } from '@sinclair/typebox';
import { previewStateKey } from '../../contract/drafts.ts';
import { articleChangeInput, articleInput, articleLocales } from '../articles/write/input.ts';
import {
  articleKeys,
  type ArticleValues,
  NamedRef,
  Seo,
  type SeoValues,
  writtenKeys,
} from '../articles/store/schema.ts';
import {
  requiresChange,
  IdInput,
  LocalesInput,
  TranslatedFromInput,
  IdListInput,
  requiredText,
  SeoInput,
  SlugInput,
  TagsInput,
  textInput,
  WebAddressInput,
} from '../../contract/fields/fields.ts';
import { limits } from '../../contract/limits.ts';
import { Image } from '../../contract/fields/links.ts';
import { ModuleMeta, Nullable, termLocaleKeys, Timestamp, WriteMeta } from '../../contract/listing.ts';
import { cursorParameters, mediaUrlsParameter } from '../../contract/paging.ts';
import type { TermRecord } from '../taxonomy/schema.ts';
import { Richtext } from '../../content/index.ts';

const closed = { additionalProperties: false } as const;

export interface CategoryRecord extends TermRecord {
  name: string;
  description: string;
  image_id: string | null;
  seo: SeoValues;
}

/** A blog category in responses (specification: blog). `article_count` counts live articles. */
export const BlogCategory = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    image: Nullable(Image),
    article_count: Type.Integer(),
    seo: Seo,
    revision: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...termLocaleKeys,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'BlogCategory', ...closed },
);
export type BlogCategory = Static<typeof BlogCategory>;

export const BlogCategoryList = Type.Object(
  { data: Type.Array(BlogCategory), meta: ModuleMeta },
  { $id: 'BlogCategoryList', ...closed },
);

const categoryFields = {
  locales: Type.Optional(LocalesInput),
  translated_from: Type.Optional(TranslatedFromInput),
  slug: Type.Optional(SlugInput),
  description: Type.Optional(textInput(limits.description_chars_max)),
  image_id: Type.Optional(IdInput),
  seo: Type.Optional(SeoInput),
};
const name = requiredText(limits.name_chars_max);

export const CreateBlogCategory = Type.Object(
  { name, ...categoryFields },
  { $id: 'CreateBlogCategory', ...closed },
);

/** The body of a PATCH; null clears a field. */
export const ChangeBlogCategory = Type.Object(
  { name: Type.Optional(name), ...categoryFields },
  { $id: 'ChangeBlogCategory', ...closed, ...requiresChange },
);
export type ChangeBlogCategory = Static<typeof ChangeBlogCategory>;

/** The values of a blog article in addition to those of all articles. */
export interface BlogArticleValues extends ArticleValues {
  categories: string[];
  tags: string[];
  canonical_url: string;
}

const listKeys = {
  ...articleKeys,
  categories: Type.Array(NamedRef),
  tags: Type.Array(Type.String()),
  canonical_url: Type.String(),
};

/** A blog article in a list (specification: blog-articles). */
export const ListedBlogArticle = Type.Object(
  { ...listKeys, ...previewStateKey, ...termLocaleKeys },
  { $id: 'ListedBlogArticle', ...closed },
);
export type ListedBlogArticle = Static<typeof ListedBlogArticle>;

export const BlogArticleList = Type.Object(
  { data: Type.Array(ListedBlogArticle), meta: ModuleMeta },
  { $id: 'BlogArticleList', ...closed },
);

/** A single blog article: the keys of lists and the body. */
export const BlogArticle = Type.Object(
  { ...listKeys, ...previewStateKey, ...termLocaleKeys, body: Richtext },
  { $id: 'BlogArticle', ...closed },
);

/** The response to a write: the draft and its publishing state. */
export const WrittenBlogArticle = Type.Object(
  { ...listKeys, body: Richtext, ...writtenKeys },
  { $id: 'WrittenBlogArticle', ...closed },
);

const localizedFields = {
  tags: Type.Optional(TagsInput),
  canonical_url: Type.Optional(WebAddressInput),
};

const articleFields = {
  ...articleInput,
  categories: Type.Optional(IdListInput),
  ...localizedFields,
  locales: articleLocales(localizedFields),
};

/** The body of a PATCH; null clears a field. */
const changeFields = { ...articleFields, ...articleChangeInput };
export const ChangeBlogArticle = Type.Object(changeFields, {
  $id: 'ChangeBlogArticle',
  ...closed,
  ...requiresChange,
});
export type ChangeBlogArticle = Static<typeof ChangeBlogArticle>;

export const CreateBlogArticle = Type.Object(
  { ...articleFields, title: requiredText(limits.name_chars_max) },
  { $id: 'CreateBlogArticle', ...closed },
);

export const SlugPath = Type.Object({ slug: Type.String() });
export const ReadQuery = Type.Object({ ...mediaUrlsParameter });
export type ReadQuery = Static<typeof ReadQuery>;
export const CategoryListQuery = Type.Object({ ...cursorParameters, ...mediaUrlsParameter });
export type CategoryListQuery = Static<typeof CategoryListQuery>;

/** `category` and `author` take a slug or an id; `q` searches title, excerpt, tags and body. */
export const BlogArticleListQuery = Type.Object({
  ...cursorParameters,
  ...mediaUrlsParameter,
  category: Type.Optional(Type.String({ minLength: 1 })),
  author: Type.Optional(Type.String({ minLength: 1 })),
  tag: Type.Optional(Type.String({ 'x-nfc': true })),
  q: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200, description: 'at most 200 characters' })),
});
/** Lists of drafts can also be filtered by state. */
export type BlogArticleListQuery = Static<typeof BlogArticleListQuery> & { status?: string };
