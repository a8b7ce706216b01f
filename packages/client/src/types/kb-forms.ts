import type {
  ArticleChanges,
  ArticleInLocale,
  Draft,
  Image,
  InLocale,
  InLocales,
  Kept,
  ListedArticle,
  WrittenLocales,
  Richtext,
  Seo,
  SeoInput,
  WriteMeta,
} from './forms.ts';

export interface ContainerRef {
  id: string;
  slug: string;
  title: string;
}

interface Container extends Kept, InLocale {
  title: string;
  description: string;
  position: number;
  article_count: number;
  meta?: WriteMeta;
}

interface ContainerChanges {
  locales?: InLocales;
  title?: string | null;
  slug?: string | null;
  description?: string | null;
  position?: number | null;
  /** In a further locale: the revision of the source from which the texts were written; by default the newest one. */
  translated_from?: number;
}

/** `article_count` includes the articles of its sections. */
export interface KbCollection extends Container {
  image: Image | null;
  seo: Seo;
}

export interface KbCollectionChanges extends ContainerChanges {
  image_id?: string | null;
  seo?: SeoInput | null;
}

export interface KbSection extends Container {
  collection: ContainerRef;
}

export interface KbSectionChanges extends ContainerChanges {
  collection?: string | null;
}

export type Freshness = 'fresh' | 'aging' | 'stale';

export interface ListedKbArticle extends ListedArticle {
  collection: ContainerRef;
  section: ContainerRef | null;
  position: number;
  review_interval_days: number;
  freshness: Freshness;
  last_reviewed_at: string | null;
  review_due_at: string;
  helpful_count: number;
  not_helpful_count: number;
}

export interface KbArticle extends ListedKbArticle {
  body: Richtext;
}

export type WrittenKbArticle = Omit<KbArticle, 'published_at' | 'state' | 'fallbacks' | 'alternates'> &
  Draft &
  WrittenLocales & { archived: boolean };

export interface KbArticleChanges extends ArticleChanges {
  collection?: string | null;
  section?: string | null;
  position?: number | null;
  archived?: boolean;
  review_interval_days?: number | null;
  /** Writes of further locales, by code. */
  locales?: Record<string, ArticleInLocale>;
}
