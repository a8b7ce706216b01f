import { collectLinks } from '../../content/index.ts';
import type { ProjectInfo } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ArticleLink, ArticleRecord, ArticleValues } from './store/schema.ts';

/** What the blog and the knowledge base do differently with their articles. */
export interface ArticleModule<V extends ArticleValues> {
  readonly module: 'blog' | 'kb';
  readonly kind: 'blog_article' | 'kb_article';
  /** Where articles are read: `/v1/blog/articles`. */
  readonly path: string;
  readonly codes: {
    unknown: 'unknown_blog_article' | 'unknown_kb_article';
    notPublished: 'blog_article_not_published' | 'kb_article_not_published';
    scheduled: 'blog_article_scheduled' | 'kb_article_scheduled';
    slugTaken: 'blog_slug_taken' | 'kb_slug_taken';
  };
  /** The fields of a body, in the order in which their problems are listed. */
  readonly fields: readonly string[];
  /** An article before its first write. */
  readonly empty: V;
  /** Where the module's own fields lead. */
  links(values: Omit<V, 'body'>): ArticleLink[];
  /** Values that lists filter by, beside the authors. */
  facets(values: V): string[];
  /** Texts that are searched, beside title, excerpt and body. */
  texts(values: V): readonly string[];
  /** Keys that the module keeps in the row beside the common ones, made again with every change. */
  beside?(article: ArticleRecord<V>, project: ProjectInfo): object;
  /** Follows a change of the row in its transaction, for what the module counts; null: not there. */
  follow?(db: ProjectDb, before: ArticleRecord<V> | null, after: ArticleRecord<V> | null): Promise<void>;
}

/** Where an article's fields lead; the body is left out, so that lists need not read it. */
export function fieldLinks<V extends ArticleValues>(
  module: ArticleModule<V>,
  values: Omit<V, 'body'>,
): ArticleLink[] {
  const { featured_image_id: image, seo, authors } = values;
  return [
    ...(image === null ? [] : [{ kind: 'media' as const, id: image, field: 'featured_image_id' }]),
    ...authors.map((id) => ({ kind: 'author' as const, id, field: 'authors' })),
    ...module.links(values),
    ...(seo.og_image_id === null
      ? []
      : [{ kind: 'media' as const, id: seo.og_image_id, field: 'seo.og_image_id' }]),
  ];
}

/** Where the images and links of an article's body lead. */
export function bodyLinks(values: ArticleValues): ArticleLink[] {
  const { media, files, refs } = collectLinks(values.body, 'body');
  return [
    ...media.map(({ id, param: field }) => ({ kind: 'media' as const, id, field })),
    ...files.map(({ id, param: field }) => ({ kind: 'media' as const, id, field, isFile: true as const })),
    ...refs.map(({ type: kind, id, param: field }) => ({ kind, id, field })),
  ];
}

export function allLinks<V extends ArticleValues>(module: ArticleModule<V>, values: V): ArticleLink[] {
  return [...fieldLinks(module, values), ...bodyLinks(values)];
}
