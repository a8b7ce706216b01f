import { expect } from 'vitest';
import { createEntry, defineType, expectDone, publishEntry } from '../content.ts';
import { type DashboardClient, signedIn } from '../dashboard.ts';
import type { TestProject } from '../service.ts';
import type { Installation } from './installations.ts';

export interface HistoryProject {
  project: TestProject;
  owner: DashboardClient;
  entry: string;
  deleted: string;
}

/** An entry with versions and comments whose field has been renamed, an article, and deleted items. */
export async function withHistory(installation: Installation): Promise<HistoryProject> {
  const project = await installation.newProject();
  await defineType(project, 'page', { words: 'text' });
  const owner = await signedIn(installation, project.id, 'owner');
  const at = (path: string) => `/projects/${project.id}${path}`;
  const done = async (method: string, path: string, body?: object) => {
    const { status, body: answer, text } = await owner.send(method, at(path), body);
    expect(status, text).toBeLessThan(300);
    return answer;
  };
  const entry = await publishEntry(project, 'page', { words: 'First' });
  for (const words of ['Second', 'Third'])
    await done('PATCH', `/v1/content/page/${entry}`, { values: { words }, publish: true });
  const quote = { exact: 'Third', prefix: '', suffix: '' };
  await done('POST', '/comments', { item: entry, text: 'Why third?', anchor: { field: 'words', quote } });
  const { id: deleted } = await createEntry(project, 'page', { words: 'Gone' });
  await done('DELETE', `/v1/content/page/${deleted}`);
  const { id: author } = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' }));
  await done('DELETE', `/v1/authors/${String(author)}`);
  const article = expectDone(await project.secret.post('/v1/blog/articles', { title: 'News' }));
  await done('PATCH', `/v1/blog/articles/${String(article.slug)}`, { title: 'News today' });
  const fields = [{ key: 'text', type: 'text', renamed_from: 'words' }];
  expectDone(await project.secret.put('/v1/schema/content-types/page', { fields }));
  return { project, owner, entry, deleted };
}
