export { serializeCounted } from './counts.ts';
export {
  type ArticleInput,
  articleChangeInput,
  articleInput,
  emptyArticle,
  readArticleInput,
  type WriteWarning,
} from './input.ts';
export { duplicateArticle } from './duplicate.ts';
export { auditedArticle } from './audited.ts';
export { articleLinks } from './links.ts';
export { type ArticleModule } from './module.ts';
export { type ListedDraft } from './draft-repository.ts';
export { editorArticle, type KbState, writeForm } from './editor.ts';
export { listArticleDrafts, listArticleIds } from './editor-list.ts';
export { articlesWithin, articleTitle, comingArticles, recentArticles } from './home.ts';
export { articleAt } from './remake.ts';
export { restoredInput } from './restore.ts';
export { type ArticleListQuery, listArticles, notLiveProblem, readArticle, readLiveArticle } from './read.ts';
export { articles, articlesOf, type ListedArticle, listedFields } from './repository.ts';
export {
  articleForm,
  type ArticleView,
  bodyForm,
  draftView,
  liveView,
  namedRefs,
  collectBodyLinks,
  collectFieldLinks,
  writtenState,
} from './serialize.ts';
export { noSeo, readSeo, seoForm, seoLinks } from './seo.ts';
export { scheduledArticles } from './schedule.ts';
export { searchOf } from './search.ts';
export { articleImages, refuseWhileHeld } from './uses.ts';
export { trashedArticles } from './trash.ts';
export { changeArticle, createArticle, deleteArticle, type WritePlan, type WrittenArticle } from './write.ts';
