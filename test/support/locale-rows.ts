import { rowsOf } from '../../src/content/entries/store/locales/row.ts';
import type { EntryRecord } from '../../src/content/entries/store/schema.ts';
import { settleTypes } from '../../src/content/types/service.ts';
import { findProjectInfo } from '../../src/lifecycle/index.ts';
import { articleRowsOf } from '../../src/modules/articles/locales/row.ts';
import { withTranslation } from '../../src/modules/articles/locales/translation.ts';
import type { ArticleRecord } from '../../src/modules/articles/store/schema.ts';
import { blogArticle, type BlogArticleValues, kbArticle, type KbValues } from '../../src/modules/index.ts';
import { localesOf } from '../../src/projects/index.ts';
import { sweepLocales } from '../../src/projects/locales/sweep.ts';
import { assembly } from './assembly.ts';
import { databaseOf } from './database.ts';
import type { TestService } from './service.ts';

/** Brings the project's items in line with its list of locales and its definitions, as the jobs do. */
export async function sweepAll({ app: { system, clock } }: TestService): Promise<void> {
  await sweepLocales(system, { now: clock.now(), sweeps: assembly.localeSweeps });
  await settleTypes(system, clock.now());
}

type Stored = Record<string, unknown>;
type BlogRecord = ArticleRecord<BlogArticleValues>;

/** The stored rows of a project's entries, and those that a fresh derivation of its entries gives. */
export async function rowsAndDerivation(
  { app: { system } }: TestService,
  projectId: string,
): Promise<{ stored: unknown[]; derived: unknown[] }> {
  const db = databaseOf(system);
  const ofProject = { project_id: projectId };
  const project = await db.collection<{ _id: string }>('projects').findOne({ _id: projectId });
  const { list } = localesOf(project as Parameters<typeof localesOf>[0]);
  const types = await db.collection('content_types').find(ofProject).toArray();
  const blocks = await db.collection('blocks').find(ofProject).toArray();
  const entries = await db.collection('entries').find(ofProject).sort({ _id: 1 }).toArray();
  const derived = entries.flatMap((entry) => {
    const inRelease = (row: Stored) => row['release_id'] === entry['release_id'];
    const type = types.find((row) => inRelease(row) && row['slug'] === entry['type']);
    const shapes = new Map(blocks.filter(inRelease).map((block) => [block['slug'], block]));
    const shape = { ...type, blocks: shapes } as unknown as Parameters<typeof rowsOf>[1]['shape'];
    return rowsOf(entry as unknown as EntryRecord, { shape, list, now: new Date() });
  });
  const stored = await db.collection('entry_locales').find(ofProject).toArray();
  return { stored: inOrder(stored), derived: inOrder(derived) };
}

/** The stored rows of a project's articles, and those that a fresh derivation of its articles gives. */
export async function articleRowsAndDerivation(
  { app: { system } }: Pick<TestService, 'app'>,
  projectId: string,
): Promise<{ stored: unknown[]; derived: unknown[] }> {
  const db = databaseOf(system);
  const project = await findProjectInfo(system.project(projectId));
  if (project === null) throw new Error(`there is no project ${projectId}`);
  const articles = await db.collection('articles').find({ project_id: projectId }).toArray();
  const scope = { list: project.locales.list, project, now: new Date() };
  const derived = articles.flatMap((article): unknown[] =>
    article['module'] === 'blog'
      ? articleRowsOf(blogArticle, article as unknown as ArticleRecord<BlogArticleValues>, scope)
      : articleRowsOf(kbArticle, article as unknown as ArticleRecord<KbValues>, scope),
  );
  const stored = await db.collection('article_locales').find({ project_id: projectId }).toArray();
  return { stored: inOrder(stored), derived: inOrder(derived) };
}

function inOrder(rows: readonly unknown[]): unknown[] {
  return rows
    .map((row) => row as Stored)
    .sort((a, b) => (String(a['_id']) < String(b['_id']) ? -1 : 1))
    .map(({ facets, refs, live_refs, ...row }) => ({ ...row, facets, refs, live_refs }));
}

/** The translation states by which a project's articles are found, and those of a fresh derivation, by article. */
export async function articleTranslations({ app: { system } }: Pick<TestService, 'app'>, projectId: string) {
  const project = await findProjectInfo(system.project(projectId));
  if (project === null) throw new Error(`there is no project ${projectId}`);
  const { list } = project.locales;
  const articles = await databaseOf(system).collection('articles').find({ project_id: projectId }).toArray();
  const stored = articles.map(({ _id, translation }) => [String(_id), translation] as const);
  const derived = articles.map((article) => {
    const { translation } = withTranslation(blogArticle, article as unknown as BlogRecord, list);
    return [String(article._id), translation] as const;
  });
  return { stored: Object.fromEntries(stored), derived: Object.fromEntries(derived) };
}
