import { describe, expect, it } from 'vitest';
import { eventPayloads } from '../../../../src/contract/events/event-payloads.ts';
import type { EventName } from '../../../../src/contract/events/events.ts';
import { deleteContentType } from '../../../../src/content/types/definition/delete.ts';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { compile } from '../../../../src/core/http/query/compile.ts';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { expectedSignature, startReceiver } from '../../../support/receiver.ts';
import type { TestProject } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';

const { service } = await startMediaService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
const { app } = service;
await app.start();

interface Told {
  /** What must be in the payload. */
  data: Record<string, unknown>;
  /** What a GET of the payload's `url` answers; null when it carries none. */
  reread: number | null;
}

/** Makes the change that an event tells of, the way a client makes it. */
type Provoke = (project: TestProject) => Promise<Told>;

const entryEvent =
  (told: Record<string, unknown>, reread: number, change: (project: TestProject, path: string) => unknown) =>
  async (project: TestProject): Promise<Told> => {
    const id = await publishEntry(project, 'page', { title: 'Kåre' });
    const url = `/v1/content/page/${id}`;
    await change(project, url);
    return { data: { id, type: 'page', title: 'Kåre', url, ...told }, reread };
  };

const articleEvent =
  (
    module: 'blog' | 'kb',
    told: Record<string, unknown>,
    reread: number,
    change: (project: TestProject, path: string) => unknown,
  ) =>
  async (project: TestProject): Promise<Told> => {
    const collection =
      module === 'blog'
        ? {}
        : { collection: expectDone(await project.secret.post('/v1/kb/collections', { title: 'All' })).id };
    const sent = { title: 'Kåre', slug: 'kare', publish: true, ...collection };
    const article = expectDone(await project.secret.post(`/v1/${module}/articles`, sent));
    const url = `/v1/${module}/articles/kare`;
    await change(project, url);
    return { data: { id: article.id, slug: 'kare', title: 'Kåre', url, ...told }, reread };
  };

const releaseEvent =
  (reread: number, change: (project: TestProject, id: string) => Promise<Record<string, unknown>>) =>
  async (project: TestProject): Promise<Told> => {
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const told = await change(project, String(id));
    return { data: { id, name: 'Spring', url: `/v1/releases/${id}`, ...told }, reread };
  };

const openRelease = ({ id }: TestProject) => app.contextsOf(tester).release(id);
const nothing = () => undefined;
const hide = async ({ secret }: TestProject, path: string) =>
  expectDone(await secret.patch(path, { publish: false }));
const remove = async ({ secret }: TestProject, path: string) => expectDone(await secret.delete(path));
const rename = async ({ secret }: TestProject, path: string) =>
  expectDone(await secret.patch(path, { title: 'Live' }));

const provoke: Readonly<Record<EventName, Provoke>> = {
  'content.entry.published': entryEvent({ status: 'published' }, 200, nothing),
  'content.entry.updated': entryEvent({ status: 'published', title: 'Live' }, 200, async ({ secret }, path) =>
    expectDone(await secret.patch(path, { values: { title: 'Live' } })),
  ),
  'content.entry.unpublished': entryEvent({ status: 'draft' }, 404, hide),
  'content.entry.deleted': entryEvent({}, 404, remove),
  'content.type.updated': async (project) => {
    await defineType(project, 'shelf', { title: 'string' });
    const data = { slug: 'shelf', kind: 'collection', changes: [{ key: 'title', change: 'added' }] };
    return { data: { ...data, url: '/v1/schema/content-types/shelf' }, reread: 200 };
  },
  'content.type.deleted': async (project) => {
    await defineType(project, 'shelf', { title: 'string' });
    await publishEntry(project, 'shelf', { title: 'Goes with it' });
    await deleteContentType(await openRelease(project), 'shelf', 'shelf');
    const data = { slug: 'shelf', kind: 'collection', url: '/v1/schema/content-types/shelf' };
    return { data, reread: 404 };
  },
  'media.asset.updated': async (project) => {
    const id = await newAsset(project.secret);
    await publishEntry(project, 'page', { title: 'With a picture', cover: id });
    expectDone(await project.secret.patch(`/v1/media/${id}`, { alt: 'A kite' }));
    const use = { type: 'entry', title: 'With a picture', content_type: 'page' };
    return {
      data: { id, alt: 'A kite', used_by: [expect.objectContaining(use)], used_by_total: 1 },
      reread: null,
    };
  },
  'media.asset.deleted': async (project) => {
    const id = await newAsset(project.secret);
    await publishEntry(project, 'page', { title: 'With a picture', cover: id });
    await deleteAsset(await app.contextsOf(tester).project(project.id), id);
    const use = { type: 'entry', title: 'With a picture', content_type: 'page' };
    return { data: { id, used_by: [expect.objectContaining(use)], used_by_total: 1 }, reread: null };
  },
  'release.published': releaseEvent(200, async (project, id) => {
    expectDone(await project.secret.post(`/v1/releases/${id}/promote`));
    return { default: true, previous: project.releaseId };
  }),
  'release.updated': releaseEvent(200, async ({ secret }, id) => {
    expectDone(await secret.patch(`/v1/releases/${id}`, { name: 'Summer' }));
    return { name: 'Summer', default: false };
  }),
  'release.deleted': releaseEvent(404, async ({ secret }, id) => {
    expectDone(await secret.delete(`/v1/releases/${id}`));
    return { default: false };
  }),
  'blog.article.published': articleEvent('blog', { status: 'published' }, 200, nothing),
  'blog.article.updated': articleEvent('blog', { status: 'published', title: 'Live' }, 200, rename),
  'blog.article.unpublished': articleEvent('blog', { status: 'draft' }, 404, hide),
  'blog.article.deleted': articleEvent('blog', {}, 404, remove),
  'kb.article.published': articleEvent('kb', { status: 'published' }, 200, nothing),
  'kb.article.updated': articleEvent('kb', { status: 'published', title: 'Live' }, 200, rename),
  'kb.article.unpublished': articleEvent('kb', { status: 'draft' }, 404, hide),
  'kb.article.deleted': articleEvent('kb', {}, 404, remove),
};

describe('a receiver that asked for one event', () => {
  it.each(Object.entries(provoke))('gets %s once, with its payload and signed', async (name, change) => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const db = app.system.project(project.id);
    const by = { now: app.clock.now(), actor: tester, box: app.box };
    const { secret } = await createEndpoint(db, { url: receiver.url, events: [name] }, by);
    await defineType(project, 'page', { title: 'string', cover: 'image' });

    const { data, reread } = await change(project);

    const times = (await project.events()).filter((each) => each === name).length;
    expect(times).toBe(name === 'content.type.updated' ? 2 : 1); // the page's own type is told too
    await receiver.got(times);
    expect(new Set(receiver.received.map(({ body }) => body.event))).toEqual(new Set([name]));
    const delivery = receiver.received.find(({ body }) => body.data['slug'] !== 'page');
    expect(delivery?.body.data).toMatchObject(data);
    const isPayload = compile(eventPayloads[name as EventName], 'json');
    expect(isPayload.errors(delivery?.body.data)).toEqual([]);
    expect(delivery?.body.id).toBe(delivery?.headers['x-service-delivery']);
    expect(delivery?.headers['x-service-signature']).toBe(delivery && expectedSignature(secret, delivery));
    if (reread !== null) {
      expect((await project.secret.get(String(delivery?.body.data['url']))).status).toBe(reread);
    }
  });
});
