import { vi } from 'vitest';
import { defineType, expectDone, publishEntry } from '../content.ts';
import { type DashboardClient, signedIn } from '../dashboard.ts';
import type { TestProject, TestService } from '../service.ts';

/** What no caller narrowed to pages may read a byte of. */
export const marker = 'Quillwort';

/** What stands in the places of paths: ids and names of what is inside and of what is not. */
export type Places = Readonly<Record<string, readonly string[]>>;

export interface Planted {
  project: TestProject;
  owner: DashboardClient;
  page: string;
  other: string;
  post: string;
  release: string;
  places: Places;
}

/** A project with one open page that points at what is marked: in another type, in the blog, the help, other releases. */
export async function plant(service: TestService): Promise<Planted> {
  const project = await service.newProject();
  const { secret } = project;
  const owner = await signedIn(service, project.id, 'owner');
  const desk = `/projects/${project.id}`;
  const made = async (path: string, body: object) => String(expectDone(await secret.post(path, body)).id);

  await secret.put('/v1/schema/blocks/part', { name: 'Part', fields: [{ key: 'line', type: 'string' }] });
  await secret.put('/v1/schema/blocks/veiled', {
    name: marker,
    fields: [{ key: 'line', type: 'string', label: marker }],
  });
  const veiled = [
    { key: 'title', type: 'string', label: marker },
    { key: 'sections', type: 'blocks', options: { blocks: ['veiled'] } },
    { key: 'peer', type: 'reference', options: { content_type: 'veiled' } },
  ];
  await defineType(project, 'veiled', veiled, { name: marker });
  const other = await publishEntry(project, 'veiled', { title: marker });
  const holder = await publishEntry(project, 'veiled', { title: `${marker} holder`, peer: other });
  const author = await made('/v1/authors', { name: marker, bio: marker });
  const category = await made('/v1/blog/categories', { name: marker });
  const post = await made('/v1/blog/articles', {
    ...{ title: marker, body: { markdown: marker }, authors: [author], categories: [category] },
    publish: true,
  });
  const collection = await made('/v1/kb/collections', { title: marker });
  const help = await made('/v1/kb/articles', { title: marker, collection, publish: true });

  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'body', type: 'richtext' },
    { key: 'peer', type: 'reference', options: { content_type: 'veiled' } },
    { key: 'peers', type: 'reference_list', options: { content_type: 'veiled' } },
    { key: 'read', type: 'link_list', options: { target: 'blog_article' } },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'sections', type: 'blocks', options: { blocks: ['part'] } },
  ]);
  const targets = [`entry:${other}`, `blog_article:${post}`, `kb_article:${help}`];
  const page = await publishEntry(project, 'page', {
    title: 'Open',
    body: { markdown: targets.map((target, i) => `[place ${i}](${target})`).join('\n\n') },
    ...{ peer: other, peers: [other, holder], read: [post], by: author },
    sections: [{ block: 'part', values: { line: 'open' } }],
  });
  await defineType(project, 'pointer', [
    { key: 'title', type: 'string' },
    { key: 'page', type: 'reference', options: { content_type: 'page' } },
  ]);
  await publishEntry(project, 'pointer', { title: marker, page });

  const release = await made('/v1/releases', { name: `Next ${marker}` });
  await vi.waitFor(async () => {
    if ((await secret.get(`/v1/releases/${release}`)).body.status !== 'ready') throw new Error('copying');
  });
  await secret.patch(`/v1/content/page/${page}?release=${release}`, {
    values: { title: marker },
    publish: true,
  });

  await owner.send('PATCH', `${desk}/content/veiled/entries/${other}`, {
    values: { title: `${marker} draft` },
  });
  const search = { words: marker };
  const view = { list: 'content/veiled', name: marker, search, columns: null, shared: true };
  const views = [view, { ...view, list: 'blog' }, { ...view, list: 'kb' }];
  for (const body of views) expectOk(await owner.send('POST', `${desk}/views`, body));
  const gone = await publishEntry(project, 'veiled', { title: `${marker} gone` });
  const lost = await made('/v1/blog/articles', { title: `${marker} lost` });
  expectOk(await owner.send('DELETE', `${desk}/v1/content/veiled/${gone}`));
  expectOk(await owner.send('DELETE', `${desk}/v1/blog/articles/${lost}`));
  const bulk = { action: 'delete', ids: [other] };
  expectOk(await owner.send('POST', `${desk}/content/veiled/bulk-jobs`, bulk));

  const items = [page, other, post, help, author, category, collection];
  return {
    ...{ project, owner, page, other, post, release },
    places: {
      type: ['page', 'veiled', 'pointer', 'nothing'],
      entryId: [page, other],
      itemId: items,
      slug: [...items, marker.toLowerCase()],
      block: ['part', 'veiled'],
      releaseId: [project.releaseId, release],
      viewId: ['nothing'],
    },
  };
}

function expectOk({ status, body }: { status: number; body: unknown }): void {
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
}
