import { defineType, expectDone, publishEntry } from '../content.ts';
import type { TestProject, TestService } from '../service.ts';
import { type Agent, openAgent } from './agent.ts';

/** A project with something of each kind, and an agent with its secret key. */
export interface World {
  project: TestProject;
  agent: Agent;
  /** A live page "Alpha", a draft "Beta", a live blog article "Knots", a live help article "Lines". */
  pageId: string;
  draftId: string;
  knots: string;
  lines: string;
  author: string;
  collection: string;
}

export async function newWorld(service: TestService): Promise<World> {
  const project = await service.newProject();
  const { secret } = project;
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'price', type: 'number' },
    { key: 'text', type: 'richtext' },
  ]);
  await defineType(project, 'home', { headline: 'string' }, { kind: 'singleton' });
  const pageId = await publishEntry(project, 'page', {
    title: 'Alpha',
    price: 10,
    text: { markdown: '# One\n\nTwo' },
  });
  const { id: draftId } = expectDone(
    await secret.post('/v1/content/page/entries', { values: { title: 'Beta', price: 20 } }),
  );
  expectDone(await secret.put('/v1/content/home', { values: { headline: 'Hello' }, publish: true }));
  const { id: author } = expectDone(await secret.post('/v1/authors', { name: 'Nell' }));
  const blog = { title: 'Knots', body: { markdown: 'Bowline and hitch' }, authors: [author], publish: true };
  const { slug: knots } = expectDone(await secret.post('/v1/blog/articles', blog));
  const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: 'Flying' }));
  const help = { title: 'Lines', body: { markdown: 'Which hitch to use' }, collection, publish: true };
  const { slug: lines } = expectDone(await secret.post('/v1/kb/articles', help));
  const agent = await openAgent(service, secret.token);
  return { project, agent, pageId, draftId, knots, lines, author, collection };
}
