import { describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const url = `${service.url}/v1/changes`;

async function projectWithPage(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  return project;
}

async function newRelease(project: TestProject): Promise<string> {
  return expectDone(await project.secret.post('/v1/releases', { name: 'B' })).id as string;
}

const promote = async (project: TestProject, id: string) =>
  expectDone(await project.secret.post(`/v1/releases/${id}/promote`, {}));

async function keyFor(project: TestProject, scopes: object) {
  const { token, keyId } = await project.newKey({ purpose: 'secret', scopes: { can: ['read'], ...scopes } });
  return { token, keyId, client: project.as(token) };
}

const titles = ({ events }: { events: { data: { title?: string } }[] }) =>
  pluck(pluck(events, 'data') as { title?: string }[], 'title').filter((title) => title != null);

describe('the change feed of a key that is narrowed to releases', () => {
  it('has the content events of its releases, whichever release is the default now', async () => {
    const project = await projectWithPage();
    const b = await newRelease(project);
    await publishEntry(project, 'page', { title: 'Only in A' });
    const ofA = await keyFor(project, { releases: [project.releaseId] });
    const ofB = await keyFor(project, { releases: [b] });
    const ofDefault = await keyFor(project, { releases: 'default' });
    const feed = async ({ client }: typeof ofA) => titles((await client.get('/v1/changes?since=1')).body);
    expect(await Promise.all([ofA, ofB, ofDefault].map(feed))).toEqual([['Only in A'], [], ['Only in A']]);

    await promote(project, b);
    await publishEntry(project, 'page', { title: 'Only in B' });

    expect(await Promise.all([ofA, ofB, ofDefault].map(feed))).toEqual([
      ['Only in A'],
      ['Only in B'],
      ['Only in B'],
    ]);
    expect(titles((await project.secret.get('/v1/changes?since=1')).body)).toEqual([
      'Only in A',
      'Only in B',
    ]);
  });

  it('omits content events of versions that stored no release', async () => {
    const project = await projectWithPage();
    await publishEntry(project, 'page', { title: 'Old' });
    await databaseOf(service.app.system)
      .collection('events')
      .updateMany({ project_id: project.id }, { $unset: { release_id: 1 } });
    const byRelease = await keyFor(project, { releases: [project.releaseId] });
    const byType = await keyFor(project, { types: ['page'] });

    expect(titles((await byRelease.client.get('/v1/changes?since=1')).body)).toEqual([]);
    expect(titles((await byType.client.get('/v1/changes?since=1')).body)).toEqual(['Old']);
  });

  it('hides a promoted release from a stream that was open before the promotion', async () => {
    const project = await projectWithPage();
    const b = await newRelease(project);
    const { token } = await keyFor(project, { releases: [project.releaseId] });
    const source = await openEventSource(url, token);
    await expect.poll(() => source.messages.length).toBe(1);

    await promote(project, b);
    await publishEntry(project, 'page', { title: 'Only in B' });
    await emitTestEvents(service.app, project.id, { name: 'kb.article.updated', data: { last: true } });

    await expect.poll(() => source.messages.at(-1)?.event).toBe('kb.article.updated');
    expect(JSON.stringify(source.messages)).not.toContain('Only in B');
  });

  it('ends a stream of the default release when another release becomes the default', async () => {
    const project = await projectWithPage();
    const b = await newRelease(project);
    const { token } = await keyFor(project, { releases: 'default' });
    const source = await openEventSource(url, token);
    await expect.poll(() => source.messages.length).toBe(1);

    await promote(project, b);

    await expect.poll(() => source.ended).toBe(true);
  });
});

describe('an open request of a caller that is narrowed meanwhile', () => {
  const grant = { can: ['read'], areas: ['blog'] };

  it.each(['secret', 'publishable'] as const)('ends the stream of a %s key', async (purpose) => {
    const project = await projectWithPage();
    const owner = await signedIn(service, project.id, 'owner');
    const { token, keyId } = await project.newKey({ purpose });
    const source = await openEventSource(url, token);
    await expect.poll(() => source.messages.length).toBe(1);

    const path = `/projects/${project.id}/keys/${keyId}`;
    expect((await owner.send('PATCH', path, { scopes: grant })).status).toBe(200);
    await publishEntry(project, 'page', { title: 'LATE' });

    await expect.poll(() => source.ended).toBe(true);
    expect(JSON.stringify(source.messages)).not.toContain('LATE');
  });

  it('answers a waiting request of a key as one that arrives now', async () => {
    const project = await projectWithPage();
    const owner = await signedIn(service, project.id, 'owner');
    const { client, keyId } = await keyFor(project, {});
    const waiting = client.get('/v1/changes?wait=15');
    const others = client.get('/v1/changes?wait=15');

    expect(
      (await owner.send('PATCH', `/projects/${project.id}/keys/${keyId}`, { scopes: grant })).status,
    ).toBe(200);
    await publishEntry(project, 'page', { title: 'LATE' });

    for (const { status, text } of [await waiting, await others]) {
      expect(status).toBe(200);
      expect(text).not.toContain('LATE');
    }
  });

  it('ends the stream of a member, and answers a waiting member as one that arrives now', async () => {
    const project = await projectWithPage();
    const owner = await signedIn(service, project.id, 'owner');
    const member = await signedIn(service, project.id, 'editor');
    const members = (await owner.send('GET', `/projects/${project.id}/members`)).body.data;
    const memberId = String(members[pluck(members, 'role').indexOf('editor')].id);
    const feedUrl = `${service.url}/dashboard/api/projects/${project.id}/v1/changes`;
    const source = await openEventSource(feedUrl, '', { Cookie: member.cookie ?? '' });
    await expect.poll(() => source.messages.length).toBe(1);
    const waiting = member.send('GET', `/projects/${project.id}/v1/changes?wait=15`);

    const path = `/projects/${project.id}/members/${memberId}`;
    const changed = await owner.send('PATCH', path, { grant: { areas: ['blog'] } });
    expect(changed.status).toBe(200);
    await publishEntry(project, 'page', { title: 'LATE' });

    await expect.poll(() => source.ended).toBe(true);
    expect(JSON.stringify(source.messages)).not.toContain('LATE');
    expect(JSON.stringify((await waiting).body)).not.toContain('LATE');
  });

  it('goes on streaming to a key whose name changed', async () => {
    const project = await projectWithPage();
    const owner = await signedIn(service, project.id, 'owner');
    const { token, keyId } = await keyFor(project, { areas: ['content'] });
    const source = await openEventSource(url, token);
    await expect.poll(() => source.messages.length).toBe(1);

    await owner.send('PATCH', `/projects/${project.id}/keys/${keyId}`, { name: 'Renamed' });
    await publishEntry(project, 'page', { title: 'Seen' });

    await expect.poll(() => JSON.stringify(source.messages)).toContain('Seen');
    expect(source.ended).toBe(false);
  });
});

describe('the uses of a file in events', () => {
  const page = (i: number) => ({
    type: 'entry',
    id: `ent_${i}`,
    content_type: i % 2 === 0 ? 'page' : 'note',
  });
  const emit = (project: TestProject, total: number, listed: number) =>
    emitTestEvents(service.app, project.id, {
      name: 'media.asset.updated',
      data: { used_by: Array.from({ length: listed }, (_, i) => page(i)), used_by_total: total },
    });
  const uses = async (project: TestProject) => {
    const { client } = await keyFor(project, { types: ['page'] });
    const events = (await client.get('/v1/changes?since=1')).body.events as { data: any }[];
    const { used_by: pages, used_by_total: total } = events.at(-1)?.data;
    return [pages.length, total];
  };

  it('are counted as far as the caller may read them', async () => {
    const project = await projectWithPage();
    await emit(project, 4, 4);

    expect(await uses(project)).toEqual([2, 2]);
  });

  it('ask for a broad purge where the list was cut', async () => {
    const project = await projectWithPage();
    await emit(project, 500, 200);

    expect(await uses(project)).toEqual([100, 101]);
  });
});
