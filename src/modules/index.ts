export { articleItem } from './articles/write/locales/store.ts';
export { articleDraftFields } from './articles/editor/draft-fields.ts';
export { versionField, versionForm } from './articles/editor/editor.ts';
export {
  articlesInPeriod as articlesWithin,
  articleTitle,
  comingArticles,
  recentArticles,
} from './articles/editor/home.ts';
export { articlesFeature } from './articles/feature.ts';
export { searchedTexts } from './articles/store/derive.ts';
export { type AnyArticle, articles, findArticleById } from './articles/store/repository.ts';
export { type ArticleValues, EditorArticle, EditorArticleNarrowing } from './articles/store/schema.ts';
export { authorsFeature } from './authors/feature.ts';
export { authors } from './authors/repository.ts';
export { ChangeAuthor, CreateAuthor } from './authors/schema.ts';
export { addAuthor, createAuthor, updateAuthor } from './authors/service.ts';
export { blogArticle } from './blog/article.ts';
export { addCategory, createCategory, updateCategory } from './blog/categories.ts';
export { readBlogDraft, restoreBlogDraft, selectBlogArticles } from './blog/editor.ts';
export { blogFeature } from './blog/feature.ts';
export { categories } from './blog/repository.ts';
export {
  type BlogArticleValues,
  ChangeBlogArticle,
  ChangeBlogCategory,
  CreateBlogArticle,
  CreateBlogCategory,
} from './blog/schema.ts';
export { addBlogArticle, changeBlogInBulk, createBlogArticle, updateBlogArticle } from './blog/service.ts';
export { readKbDraft, restoreKbDraft, selectKbArticles } from './kb/articles/editor.ts';
export { kbArticle } from './kb/articles/module.ts';
export { redateReviews } from './kb/articles/repository.ts';
export { ChangeKbArticle, CreateKbArticle, type KbValues } from './kb/articles/schema.ts';
export {
  addKbArticle,
  changeKbArticle,
  changeKbInBulk,
  createKbArticle,
  updateKbArticle,
} from './kb/articles/service.ts';
export { staleArticles } from './kb/articles/stale.ts';
export { kbFeature } from './kb/feature.ts';
export { addCollection, createCollection, updateCollection } from './kb/structure/collections.ts';
export {
  CreateKbCollection,
  CreateKbSection,
  WriteKbCollection,
  WriteKbSection,
} from './kb/structure/schema.ts';
export { kbCollections, kbSections } from './kb/structure/repository.ts';
export { addSection, createSection, updateSection } from './kb/structure/sections.ts';
export { addVotes } from './kb/votes/service.ts';
export type { TermRecord } from './taxonomy/schema.ts';
export { sortName } from './taxonomy/sort-name.ts';
