import { collectLinks } from '../../content/index.ts';
import type { ProjectInfo } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ArticleLink, ArticleRecord, ArticleValues } from './store/schema.ts';

/** The differences between the articles of the blog and of the knowledge base. */
export interface ArticleModule<V extends ArticleValues> {
  readonly module: 'blog' | 'kb';
  readonly kind: 'blog_article' | 'kb_article';
  /** The path of the articles, such as `/v1/blog/articles`. */
  readonly path: string;
  readonly codes: {
    unknown: 'unknown_blog_article' | 'unknown_kb_article';
    notPublished: 'blog_article_not_published' | 'kb_article_not_published';
    scheduled: 'blog_article_scheduled' | 'kb_article_scheduled';
    slugTaken: 'blog_slug_taken' | 'kb_slug_taken';
  };
  /** The fields of a body, in the order of their errors. */
  readonly fields: readonly string[];
  /** Fields that only sort articles. */
  readonly orderKeys?: readonly string[];
  /** An article before its first write. */
  readonly empty: V;
  /** The targets of the module's own fields. */
  links(values: Omit<V, 'body'>): ArticleLink[];
  /** Values by which lists filter, in addition to the authors. */
  facets(values: V): string[];
  /** Texts that are searched, in addition to title, excerpt and body. */
  texts(values: V): readonly string[];
  /** Additional keys of the row, computed again with every change. */
  derivedKeys?(article: ArticleRecord<V>, project: Pick<ProjectInfo, 'reviewIntervalDays'>): object;
  /**
   * Updates the module's counts in the transaction of a change; null means that the article doesn't exist.
   */
  updateCounts?(
    db: ProjectDb,
    before: ArticleRecord<V> | null,
    after: ArticleRecord<V> | null,
  ): Promise<void>;
}

/** The targets of an article's fields, without the body, so that lists don't have to read it. */
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

/** The targets of images and links in an article's body. */
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
