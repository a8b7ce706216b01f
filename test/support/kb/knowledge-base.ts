import type { ApiClient } from '../client.ts';
import type { TestProject, TestService } from '../service.ts';

type Fields = Record<string, unknown>;

/** A fresh project whose knowledge base a test fills. */
export interface KnowledgeBase extends TestProject {
  /** Creates a collection and answers its id. */
  collection(title: string, fields?: Fields): Promise<string>;
  /** Creates a section in a collection and answers its id. */
  section(collection: string, title: string, fields?: Fields): Promise<string>;
  /** Creates an article, live unless `publish` says otherwise, and answers what the API answered. */
  article(title: string, fields: Fields): Promise<any>;
  /** Slugs of the listed articles, in order. */
  slugs(query?: string): Promise<string[]>;
}

export async function newKnowledgeBase(service: TestService): Promise<KnowledgeBase> {
  const project = await service.newProject();
  const create = async (path: string, body: Fields) => {
    const answer = await project.secret.post(path, body);
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    ...project,
    collection: async (title, fields) => (await create('/v1/kb/collections', { title, ...fields })).id,
    section: async (collection, title, fields) =>
      (await create('/v1/kb/sections', { title, collection, ...fields })).id,
    article: (title, fields) => create('/v1/kb/articles', { title, publish: true, ...fields }),
    slugs: (query = '') => slugsOf(project.publishable, query),
  };
}

async function slugsOf(client: ApiClient, query: string): Promise<string[]> {
  const answer = await client.get(`/v1/kb/articles?limit=100${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body.data as { slug: string }[]).map((article) => article.slug);
}
