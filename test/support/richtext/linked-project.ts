import { defineType, expectDone, publishEntry } from '../content.ts';
import { signedIn } from '../dashboard.ts';
import type { TestService } from '../service.ts';

/** What a link can lead to. */
export interface Target {
  id: string;
  slug: string | null;
}

/** A project with one target of each kind, an owner, and an article that can be made to link to anything. */
export async function linkedProject(service: TestService) {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const { secret } = project;
  const make = async (path: string, body: object) => expectDone(await secret.post(path, body)) as Target;
  await defineType(project, 'recipe', { title: 'string', slug: 'string' });
  const collection = await make('/v1/kb/collections', { title: 'Help' });
  const made: Record<string, Target> = {
    blog_article: await make('/v1/blog/articles', { title: 'Fresh bread', publish: true }),
    blog_category: await make('/v1/blog/categories', { name: 'Baking' }),
    author: await make('/v1/authors', { name: 'Ada' }),
    kb_article: await make('/v1/kb/articles', { title: 'Ovens', collection: collection.id, publish: true }),
    kb_collection: collection,
    kb_section: await make('/v1/kb/sections', { title: 'Heat', collection: collection.id }),
    entry: {
      id: await publishEntry(project, 'recipe', { title: 'Rye', slug: 'dark-rye' }),
      slug: 'dark-rye',
    },
  };
  const setPatterns = (link_patterns: unknown) =>
    owner.send('PATCH', `/projects/${project.id}/settings`, { link_patterns });
  const target = (kind: string): Target => {
    const one = made[kind];
    if (one === undefined) throw new Error(`no ${kind} was made`);
    return one;
  };
  return { project, target, setPatterns };
}
