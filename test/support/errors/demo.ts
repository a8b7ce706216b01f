import type { ApiAnswer, ApiClient } from '../client.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../content.ts';
import { startService, type TestProject, type TestService } from '../service.ts';

/** A project like that of the demo, with a type `talk` beside `product`. */
export interface DemoProject {
  service: TestService;
  project: TestProject;
  /** The id of an entry of `talk` that is a draft. */
  draftId: string;
  /** The id of a published entry of `talk`. */
  talkId: string;
}

/** One wrong request. */
export interface WrongCall {
  method?: string;
  path: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  /** `secret` when absent. */
  as?: 'secret' | 'publishable' | 'nobody' | ApiClient;
}

export async function demoProject(): Promise<DemoProject> {
  const service = await startService();
  const project = await service.newProject({ oneLocale: true });
  await defineType(
    project,
    'product',
    [
      { key: 'name', type: 'string', required: true },
      { key: 'slug', type: 'string', options: { unique: true } },
      { key: 'price', type: 'number' },
      { key: 'in_stock', type: 'boolean' },
      { key: 'description', type: 'richtext' },
    ],
    { name: 'Product' },
  );
  await defineType(project, 'talk', [
    { key: 'title', type: 'string', required: true },
    { key: 'slug', type: 'string' },
    { key: 'when', type: 'date' },
    { key: 'cover', type: 'image' },
    { key: 'photos', type: 'gallery' },
    { key: 'body', type: 'richtext' },
    { key: 'product', type: 'reference', options: { content_type: 'product' } },
    { key: 'speaker', type: 'link', options: { target: 'author' } },
  ]);
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  await publishEntry(project, 'product', { name: 'Tern', slug: 'tern-spar-set', price: 12 });
  const talkId = await publishEntry(project, 'talk', { title: 'Kites' });
  const { id: draftId } = await createEntry(project, 'talk', { title: 'Winds' });
  expectDone(await project.secret.post('/v1/blog/articles', { title: 'News', slug: 'news' }));
  return { service, project, draftId, talkId };
}

export function send(project: TestProject, call: WrongCall): Promise<ApiAnswer> {
  const { method = 'GET', path, as = 'secret', ...request } = call;
  const client = as === 'nobody' ? project.as(null) : typeof as === 'string' ? project[as] : as;
  return client.send(method, path, request);
}
