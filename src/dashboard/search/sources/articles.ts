import {
  type AnyArticle,
  articles,
  blogArticle,
  type BlogArticleValues,
  kbArticle,
  type KbValues,
  searchedTexts,
} from '../../../modules/index.ts';
import { statusAt, visiblePeriodProjection } from '../../../lifecycle/index.ts';
import type { SearchSource } from './source.ts';

export const articleSource: SearchSource<AnyArticle> = {
  collection: articles,
  kinds: ['blog_article', 'kb_article'],
  idKey: '_id',
  listedFields: { module: 1, slug: 1, status: 1, ...visiblePeriodProjection, updated_at: 1 },
  searched({ _id: id, module, draft }) {
    const { title, seo } = draft;
    const all =
      module === 'blog'
        ? searchedTexts(blogArticle, draft as BlogArticleValues)
        : searchedTexts(kbArticle, draft as KbValues);
    const texts = all.slice(1); // the first is the title
    const kind = module === 'blog' ? 'blog_article' : 'kb_article';
    return { kind, id, type: null, title, texts: [...texts, seo.title, seo.description] };
  },
  listed: (article, now) => ({ id: article._id, slug: article.slug, status: statusAt(article, now) }),
};
