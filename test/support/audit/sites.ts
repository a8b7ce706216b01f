import { vi } from 'vitest';
import type { AuditAction } from '../../../src/contract/events/audit-actions.ts';
import { defineType, expectDone } from '../content.ts';
import { type DashboardClient, signedIn } from '../dashboard.ts';
import type { TestProject, TestService } from '../service.ts';

/** Stands in all that is sent and is no title: no row may have a byte of it. */
export const hidden = 'Quillwort';

/** One request of a route, and the id of what it is about where its answer does not name it. */
export interface Prepared {
  path: string;
  body?: object;
  id?: string;
}

/** How a write route is asked so that it stores something, and what it leaves in the log of its project. */
export interface WriteSample {
  /** Null for what leaves no row. */
  leaves: AuditAction | null;
  /** Whether readers notice. */
  visible: boolean;
  /** Whether the same request stores something once more. */
  repeats: boolean;
  ready: (site: Site) => Promise<Prepared>;
}

export type Samples = Readonly<Record<string, WriteSample>>;

type Ready = WriteSample['ready'];
export const seen = (leaves: AuditAction, ready: Ready, repeats = false): WriteSample => ({
  leaves,
  visible: true,
  repeats,
  ready,
});
export const unseen = (leaves: AuditAction, ready: Ready, repeats = false): WriteSample => ({
  leaves,
  visible: false,
  repeats,
  ready,
});
export const nothing = (ready: Ready): WriteSample => ({
  leaves: null,
  visible: false,
  repeats: false,
  ready,
});

/** A project with one of each kind of content type, for one test. */
export interface Site {
  project: TestProject;
  owner: DashboardClient;
  /** Sends as a secret key, and answers the body. */
  made: (path: string, body: object) => Promise<{ id: string; slug: string }>;
  /** The same as the owner, below the project in the dashboard's API. */
  desk: (method: string, path: string, body?: object) => Promise<any>;
}

export async function newSite(service: TestService): Promise<Site> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string', body: 'string' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  const owner = await signedIn(service, project.id, 'owner');
  const site: Site = {
    project,
    owner,
    made: async (path, body) =>
      expectDone(await project.secret.post(path, body)) as { id: string; slug: string },
    desk: async (method, path, body) => {
      const answer = await owner.send(method, `/projects/${project.id}${path}`, body);
      if (answer.status >= 400)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
  await site.desk('GET', '/home'); // the session has entered
  return site;
}

export const words = (title: string) => ({ values: { title, body: `${hidden} body` } });

/** An entry that readers see. */
export async function livePage({ made }: Site, title = 'Page'): Promise<string> {
  return (await made('/v1/content/page/entries', { ...words(title), publish: true })).id;
}

export async function liveArticle({ made }: Site): Promise<string> {
  const body = { markdown: hidden };
  return (await made('/v1/blog/articles', { title: 'Article', body, publish: true })).id;
}

export async function collection({ made }: Site, title = 'Collection'): Promise<string> {
  return (await made('/v1/kb/collections', { title, description: hidden })).id;
}

export async function liveHelp(site: Site): Promise<string> {
  const shelf = { collection: await collection(site) };
  return (
    await site.made('/v1/kb/articles', { title: 'Help', ...shelf, body: { markdown: hidden }, publish: true })
  ).id;
}

/** A release beside the default one, once it is copied. */
export async function otherRelease({ made, project }: Site): Promise<string> {
  const { id } = await made('/v1/releases', { name: 'Next' });
  await vi.waitFor(async () => {
    if ((await project.secret.get(`/v1/releases/${id}`)).body.status !== 'ready') throw new Error('copying');
  });
  return id;
}
