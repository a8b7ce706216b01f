import { describe, expect, it } from 'vitest';
import { type ApiAnswer, ApiClient } from '../../support/client.ts';
import { DashboardClient, signedIn } from '../../support/dashboard.ts';
import { defineType } from '../../support/content.ts';
import { png, startMediaService, storeVariables } from '../../support/media.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { few } from '../../support/hostile/few.ts';

const { service: one, store } = await startMediaService(few);
/** A second process on the same database. */
const two = await startService({
  ...storeVariables(store.settings),
  ...few,
  MONGODB_DB: one.app.config.MONGODB_DB,
});

type Send = (method: string, path: string, body?: unknown) => Promise<Pick<ApiAnswer, 'status' | 'body'>>;

/** Something that a project may have so many of: how one more is made, through either process. */
interface Limited {
  limit: string;
  value: number;
  /** How many a project has when it begins. */
  begins: number;
  make: (send: Send, n: number) => ReturnType<Send>;
  /** Whether it is made in the dashboard. */
  byPerson?: true;
  prepare?: (project: TestProject) => Promise<unknown>;
}

const limited: Limited[] = [
  {
    limit: 'keys_per_project_max',
    value: 4,
    begins: 2,
    byPerson: true,
    make: (send, n) => send('POST', '/keys', { purpose: 'secret', name: `key ${n}` }),
  },
  {
    limit: 'webhook_endpoints_per_project_max',
    value: 2,
    begins: 0,
    byPerson: true,
    make: (send, n) => send('POST', '/webhooks', { url: `https://example.com/${n}` }),
  },
  {
    limit: 'releases_per_project_max',
    value: 3,
    begins: 1,
    make: (send, n) => send('POST', '/v1/releases', { name: `release ${n}` }),
  },
  {
    limit: 'entries_per_project_max',
    value: 5,
    begins: 0,
    make: (send) => send('POST', '/v1/content/page/entries', { values: { title: 'x' } }),
    prepare: (project) => defineType(project, 'page', { title: 'string' }),
  },
  {
    limit: 'articles_per_project_max',
    value: 3,
    begins: 0,
    make: (send, n) => send('POST', '/v1/blog/articles', { title: `Article ${n}` }),
  },
  {
    limit: 'authors_per_project_max',
    value: 2,
    begins: 0,
    make: (send, n) => send('POST', '/v1/authors', { name: `Author ${n}` }),
  },
  {
    limit: 'categories_per_project_max',
    value: 2,
    begins: 0,
    make: (send, n) => send('POST', '/v1/blog/categories', { name: `Category ${n}` }),
  },
  {
    limit: 'kb_shelves_per_project_max',
    value: 3,
    begins: 0,
    make: (send, n) => send('POST', '/v1/kb/collections', { title: `Collection ${n}` }),
  },
  {
    limit: 'pending_uploads_per_project_max',
    value: 3,
    begins: 0,
    make: (send) => send('POST', '/v1/media/uploads', png),
  },
];

/** What asks the first and the second process in turns. */
async function sendersOf(project: TestProject, byPerson: boolean): Promise<Send[]> {
  const owner = byPerson ? await signedIn(one, project.id, 'owner') : null;
  return [one, two].map(({ url }): Send => {
    const client = new ApiClient(url, project.secret.token);
    if (owner === null) return (method, path, body) => client.send(method, path, { body });
    const same = new DashboardClient(url);
    Object.assign(same, { cookie: owner.cookie, csrf: owner.csrf });
    return (method, path, body) => same.send(method, `/projects/${project.id}${path}`, body);
  });
}

describe('at a limit of its project', () => {
  it.each(limited)(
    '$limit: two processes at once admit exactly as many as the limit, and refuse the others by name',
    async ({ limit, value, begins, make, byPerson = false, prepare }) => {
      const project = await one.newProject();
      await prepare?.(project);
      const senders = await sendersOf(project, byPerson);

      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => make(senders[n % 2] as Send, n)));

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([
        ...Array<number>(value - begins).fill(201),
        ...Array<number>(8 - value + begins).fill(400),
      ]);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body.error).toMatchObject({
        type: 'invalid_request_error',
        code: 'limit_reached',
        limit,
        value,
        message: expect.stringContaining(`${limit}, which is ${value}`),
      });
    },
  );
});

describe('GET /v1/introspection', () => {
  it('lists the limits of a project by the names that refusals use', async () => {
    const { publishable } = await one.newProject();

    const { limits } = (await publishable.get('/v1/introspection')).body;

    for (const { limit, value } of limited) expect([limit, limits[limit]]).toEqual([limit, value]);
  });
});
