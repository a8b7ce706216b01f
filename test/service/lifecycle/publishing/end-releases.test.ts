import { describe, expect, it } from 'vitest';
import { dayMs, expectDone, pluck } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { kinds } from '../../../support/publishing/live-items.ts';

const service = await startOwnService();
const end = Date.parse('2027-03-05T17:00:00.000Z');
const unpublish_at = new Date(end).toISOString();

/** A live entry, and a copy of its release that is made after `before` was sent. */
async function newCopy(before: object = {}) {
  setClock(service, end - dayMs);
  const project = await service.newProject();
  const { path } = await kinds.entry(project);
  expectDone(await project.secret.patch(path, { values: {}, ...before }));
  const { id: release } = expectDone(await project.secret.post('/v1/releases', { name: 'Copy' }));
  return { project, path, release: String(release), inCopy: `${path}?release=${release}` };
}

const ends = async (project: TestProject) =>
  (await project.events()).filter((name) => name === 'content.entry.unpublished').length;

async function differences(project: TestProject, release: string) {
  return expectDone(await project.secret.get(`/v1/releases/${release}/diff`)).summary.entries;
}

/** What is told of entries and releases, without the first publication. */
const told = async (project: TestProject) =>
  (await project.events()).filter((name) => /^(content\.entry|release)\./.test(name)).slice(1);

const promote = (project: TestProject, release: string) =>
  project.secret.post(`/v1/releases/${release}/promote`);

const none = { added: 0, changed: 0, removed: 0, conflicts: 0 };

describe('an end in releases', () => {
  it('is copied and comes in each by itself, told for the default one alone', async () => {
    const { project, path, release, inCopy } = await newCopy({ unpublish_at });
    expectDone(await project.secret.patch(path, { values: {}, unpublish_at: null }));
    setClock(service, end - 1);
    expect((await project.secret.get(inCopy)).status).toBe(200);

    setClock(service, end);
    expect((await project.secret.get(inCopy)).status).toBe(404);
    await runJob(service);

    expect((await project.secret.get(inCopy)).status).toBe(404);
    expect((await project.secret.get(path)).status).toBe(200);
    expect(await ends(project)).toBe(0);
    expect(await differences(project, release)).toEqual(none);
  });

  it('is no difference where it is set, moved or taken away, and edits after it are one', async () => {
    const { project, release, inCopy } = await newCopy();

    for (const sent of [unpublish_at, new Date(end + 1).toISOString(), null]) {
      expectDone(await project.secret.patch(inCopy, { values: {}, unpublish_at: sent }));
      expect(await differences(project, release), String(sent)).toEqual(none);
    }
    expectDone(await project.secret.patch(inCopy, { values: { title: 'New' }, unpublish_at }));
    expect(await differences(project, release)).toEqual({ ...none, changed: 1 });
  });

  it('is no difference after a scheduled change came in both', async () => {
    const publish_at = new Date(end - 1000).toISOString();
    const { project, release, inCopy } = await newCopy({ values: { title: 'New' }, publish_at });
    expectDone(await project.secret.patch(inCopy, { values: {}, unpublish_at }));

    setClock(service, end);
    await runJob(service);

    expect(await differences(project, release)).toEqual(none);
    expect((await project.secret.get(inCopy)).status).toBe(404);
  });

  it('that came before the promotion leaves a draft and tells nobody, told or not', async () => {
    const { project, path, release } = await newCopy({ unpublish_at });
    expectDone(await project.secret.patch(path, { values: {}, unpublish_at: null }));
    setClock(service, end);
    expectDone(await project.secret.post(`/v1/releases/${release}/promote`));

    expect((await project.publishable.get(path)).status).toBe(404);
    await runJob(service);
    expect((await project.publishable.get(path)).status).toBe(404);
    expect(await ends(project)).toBe(0);
  });

  it('that comes after the promotion is told', async () => {
    const { project, path, release } = await newCopy({ unpublish_at });
    expectDone(await project.secret.post(`/v1/releases/${release}/promote`));
    setClock(service, end);

    await runJob(service);

    expect((await project.publishable.get(path)).status).toBe(404);
    expect(await ends(project)).toBe(1);
  });

  it('stays where an older version is restored', async () => {
    const { project, path } = await newCopy({ unpublish_at });
    const { revision } = expectDone(await project.secret.patch(path, { values: { title: 'New' } }));
    const id = path.split('/').at(-1);
    const owner = await signedIn(service, project.id, 'owner');
    const versions = `/projects/${project.id}/versions/${id}`;
    const oldest = pluck((await owner.send('GET', versions)).body.data, 'id').at(-1);

    const restored = await owner.send('POST', `${versions}/${String(oldest)}/restore`);

    expect(restored.body).toMatchObject({ unpublish_at, status: 'published' });
    expect(restored.body.revision).toBeGreaterThanOrEqual(revision);
  });
});

describe('an end that no job told before another release is promoted', () => {
  it('is told before the promotion where it came in the default release, which readers read then', async () => {
    const { project, path, release } = await newCopy();
    expectDone(await project.secret.patch(path, { values: {}, unpublish_at }));
    setClock(service, end);

    expectDone(await promote(project, release));

    expect(await told(project)).toEqual(['content.entry.unpublished', 'release.published']);
    expect((await project.eventData()).at(-2)).toMatchObject({ status: 'draft', updated_at: unpublish_at });
    expect((await project.publishable.get(path)).status, 'the copy has no end').toBe(200);
    await Promise.all([runJob(service), runJob(service)]);
    expect(await told(project)).toHaveLength(2);
  });

  it('is told once where both releases have it, and not again when the former one is promoted back', async () => {
    const { project, path, release } = await newCopy({ unpublish_at });
    setClock(service, end);

    expectDone(await promote(project, release));
    expectDone(await promote(project, project.releaseId));

    await Promise.all([runJob(service), runJob(service)]);
    expect(await told(project)).toEqual([
      'content.entry.unpublished',
      'release.published',
      'release.published',
    ]);
    expect((await project.publishable.get(path)).status).toBe(404);
  });

  it('is told after the start that passed with it, and a start alone is told once', async () => {
    const { project, path } = await newCopy();
    const start = new Date(end - 1000).toISOString();
    const send = (to: string, body: object) => project.secret.patch(to, { publish: true, ...body });
    expectDone(await send(path, { published_at: start, unpublish_at }));
    const later = { values: { title: 'Later' }, publish: true, published_at: start };
    const { id } = expectDone(await project.secret.post('/v1/content/page/entries', later));
    const { id: second } = expectDone(await project.secret.post('/v1/releases', { name: 'Second' }));
    setClock(service, end);

    expectDone(await promote(project, String(second)));

    await Promise.all([runJob(service), runJob(service)]);
    const names = await told(project);
    expect(names.at(-1)).toBe('release.published');
    const data = (await project.eventData()).slice(-names.length);
    const of = (item: unknown) => names.filter((_, i) => data[i]?.['id'] === item);
    expect(of(path.split('/').at(-1))).toEqual(['content.entry.published', 'content.entry.unpublished']);
    expect(of(id)).toEqual(['content.entry.published']);
    expect((await project.publishable.get(`/v1/content/page/${id}`)).status).toBe(200);
  });

  it('comes after a scheduled change that was due before it, and the promoted copy has made that change', async () => {
    const publish_at = new Date(end - 1000).toISOString();
    const { project, path, release } = await newCopy({ values: { title: 'New' }, publish_at });
    expectDone(await project.secret.patch(path, { values: {}, unpublish_at }));
    setClock(service, end);

    expectDone(await promote(project, release));

    expect(await told(project)).toEqual([
      'content.entry.updated',
      'content.entry.unpublished',
      'release.published',
    ]);
    expect((await project.publishable.get(path)).body.values).toEqual({ title: 'New' });
    await runJob(service);
    expect(await told(project)).toHaveLength(3);
  });

  it('is told for many entries at once, in the order of their ends', async () => {
    const { project, release } = await newCopy();
    const ids = [];
    for (let n = 0; n < 5; n += 1) {
      const body = {
        values: { title: `${n}` },
        publish: true,
        unpublish_at: new Date(end - n).toISOString(),
      };
      ids.push(expectDone(await project.secret.post('/v1/content/page/entries', body)).id);
    }
    setClock(service, end);

    expectDone(await promote(project, release));

    const names = await project.events();
    const ended = (await project.eventData()).filter((_, i) => names[i]?.endsWith('.unpublished'));
    expect(pluck(ended, 'id')).toEqual(ids.reverse());
    expect(names.at(-1)).toBe('release.published');
  });
});
