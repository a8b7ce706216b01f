import type { App } from '../../src/server/app.ts';
import { articleRecord } from '../../src/modules/articles/store/derive.ts';
import type { ArticleRecord } from '../../src/modules/articles/store/schema.ts';
import { blogArticle } from '../../src/modules/blog/article.ts';
import type { BlogArticleValues } from '../../src/modules/blog/schema.ts';
import { newId } from '../../src/contract/ids.ts';
import { projectInfo } from '../../src/lifecycle/releases/project-info.ts';
import { applyChange, newItem } from '../../src/lifecycle/publishing/state-machine.ts';
import { write } from './api.ts';
import { storeMany } from './bulk.ts';
import type { Site } from './site.ts';
import { databaseOf } from '../../test/support/database.ts';

/** A word in this many articles, in projects of any size. */
export const rareWord = { word: 'zeppelin', articles: 10 };
/** One article in ten is in this category. */
export const category = 'building';

/** The position of an article in the default sort order. */
export interface ArticlePlace {
  id: string;
  at: Date;
}

/**
 * Fills a project with copies of a blog article that the service created, with authors and categories for lists to
 * resolve. The copies are built with functions of the service. Returns their positions, oldest first.
 */
export async function seedArticles(app: App, url: string, site: Site): Promise<ArticlePlace[]> {
  const api = { url, token: site.token };
  const named = async (path: string, name: string) =>
    String((await write(api, 'POST', [path, { name }]))['id']);
  const authors = await Promise.all(['Edda', 'Ivo', 'Noor'].map((name) => named('/v1/authors', name)));
  const categories = [
    await named('/v1/blog/categories', category),
    await named('/v1/blog/categories', 'Flying'),
  ];
  const body = { markdown: 'A kite needs **wind**, a line and patience.\n\n## The line\n\nKeep it dry.' };
  const first = { title: 'The first', excerpt: 'How it began.', body, authors, categories };
  const { id: firstId } = await write(api, 'POST', ['/v1/blog/articles', first]);
  const stored = databaseOf(app.system).collection<ArticleRecord<BlogArticleValues>>('articles');
  const original = await stored.findOne({ _id: String(firstId) });
  if (original === null) throw new Error('the article was not stored');
  const project = await projectInfo(app.system, site.projectId);
  const start = app.clock.now().getTime() - site.size * 1_000;
  const rareEvery = Math.floor(site.size / rareWord.articles);
  const made: ArticlePlace[] = [];
  await storeMany(app, 'articles', {
    count: site.size,
    make(i) {
      const at = new Date(start + i * 1_000);
      const values: BlogArticleValues = {
        ...original.draft,
        slug: `kite-letter-${i}`,
        title: i % rareEvery === 0 ? `A ${rareWord.word}, letter ${i}` : `Kite letter ${i}`,
        authors: [authors[i % 3] ?? ''],
        categories: [categories[i % 10 === 0 ? 0 : 1] ?? ''],
      };
      const before = newItem<BlogArticleValues>(values, at);
      const { after } = applyChange(before, { merge: () => values, publish: true }, at);
      const record = articleRecord({ project }, blogArticle, newId('blog_article', at), after);
      made.push({ id: record._id, at });
      return { ...record, project_id: site.projectId };
    },
  });
  return made;
}
