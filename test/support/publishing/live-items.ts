import { defineType, expectDone } from '../content.ts';
import type { TestProject } from '../service.ts';

/** One item of each kind, live with the title "Old", and how its title is written and read. */
export const kinds = {
  entry: async (project: TestProject): Promise<Item> => {
    await defineType(project, 'page', { title: 'string' });
    const body = { values: { title: 'Old' }, publish: true };
    const { id } = expectDone(await project.secret.post('/v1/content/page/entries', body));
    return inValues(`/v1/content/page/${id}`, 'content.entry', ({ values }) => values.title);
  },
  singleton: async (project: TestProject): Promise<Item> => {
    const fields = [{ key: 'title', type: 'string' }];
    await project.secret.put('/v1/schema/content-types/home', { kind: 'singleton', fields });
    expectDone(await project.secret.put('/v1/content/home', { values: { title: 'Old' }, publish: true }));
    return inValues('/v1/content/home', 'content.entry', ({ title }) => title);
  },
  'blog article': async (project: TestProject): Promise<Item> => {
    const { slug } = expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'Old', publish: true }),
    );
    return asKeys(`/v1/blog/articles/${slug}`, 'blog.article');
  },
  'knowledge base article': async (project: TestProject): Promise<Item> => {
    const { id: collection } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'All' }));
    const body = { title: 'Old', collection, publish: true };
    const { slug } = expectDone(await project.secret.post('/v1/kb/articles', body));
    return asKeys(`/v1/kb/articles/${slug}`, 'kb.article');
  },
};

export interface Item {
  path: string;
  event: string;
  body: (title: string) => Record<string, unknown>;
  titleIn: (answer: any) => unknown;
}

function inValues(path: string, event: string, titleIn: Item['titleIn']): Item {
  return { path, event, body: (title) => ({ values: { title } }), titleIn };
}

function asKeys(path: string, event: string): Item {
  return { path, event, body: (title) => ({ title }), titleIn: ({ title }) => title };
}
