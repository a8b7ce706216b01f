export { serializeCounted } from './counts.ts';
export {
  type ArticleInput,
  articleChangeInput,
  articleInput,
  emptyArticle,
  readArticleInput,
  type WriteWarning,
} from './write/input.ts';
export { duplicateArticle } from './write/duplicate.ts';
export { auditedArticle } from './write/audited.ts';
export { articleLinks } from './links.ts';
export { type ArticleModule } from './module.ts';
export { type ListedDraft } from './store/draft-repository.ts';
export { editorArticle, type KbState, writeForm } from './editor/editor.ts';
export { listArticleDrafts, listArticleIds } from './editor/editor-list.ts';
export { articlesWithin, articleTitle, comingArticles, recentArticles } from './editor/home.ts';
export { articleAt } from './write/remake.ts';
export { restoredInput } from './write/restore.ts';
export { type ArticleListQuery, listArticles, notLiveProblem, readArticle, readLiveArticle } from './read.ts';
export { articles, articlesOf, type ListedArticle, listedFields } from './store/repository.ts';
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
export { noSeo, readSeo, seoForm, seoLinks } from './write/seo.ts';
export { scheduledArticles } from './write/schedule.ts';
export { searchOf } from './search.ts';
export { articleImages, refuseWhileHeld } from './uses.ts';
export { trashedArticles } from './write/trash.ts';
export {
  changeArticle,
  createArticle,
  deleteArticle,
  type WritePlan,
  type WrittenArticle,
} from './write/write.ts';
