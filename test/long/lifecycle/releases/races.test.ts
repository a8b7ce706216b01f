import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 180_000 }); // twenty rounds each, on machines on which others work too

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
/** One test makes a release in each round. */
const MAX_RELEASES = '50';
const service = await startService({ MONGODB_DB, MAX_RELEASES });
/** A second process, as far as the database can tell. */
const other = await startService({ MONGODB_DB, MAX_RELEASES });
afterAll(() => databaseOf(service.app.system).dropDatabase());

/** Promotions in one test. */
const rounds = 20;

async function projectWithPage() {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const pageId = await publishEntry(project, 'page', { title: 'A' });
  return { project, pageId, ...clientsOf(project) };
}

function clientsOf({ secret }: TestProject) {
  const elsewhere = new ApiClient(other.url, secret.token);
  return {
    /** Answers the one service and the other in turn. */
    either: (i: number) => (i % 2 === 0 ? secret : elsewhere),
    clone: async (name: string, from?: string) =>
      expectDone(await secret.post('/v1/releases', { name, from })).id as string,
  };
}

/** Works over and over, four times at once, while the releases become the default one in turn. */
async function besidePromotions(
  { releases, either }: { releases: string[]; either: (i: number) => ApiClient },
  work: (i: number) => Promise<void>,
): Promise<void> {
  let promoting = true;
  let i = 0;
  const workers = Array.from({ length: 4 }, async () => {
    while (promoting) await work((i += 1));
  });
  for (let round = 0; round < rounds; round += 1) {
    expectDone(await either(round).post(`/v1/releases/${releases[round % releases.length]}/promote`));
  }
  promoting = false;
  await Promise.all(workers);
}

/** What the feed tells, in order: each event with the release that was the default one when it was written. */
async function feedOf({ id, releaseId }: TestProject) {
  const events = await databaseOf(service.app.system)
    .collection('events')
    .find({ project_id: id })
    .sort({ project_revision: 1, _id: 1 })
    .toArray();
  let inDefault = releaseId;
  return events.map(({ name, subject, data }) => {
    if (name === 'release.published') inDefault = subject as string;
    return {
      name: name as string,
      subject: subject as string,
      data: data as { previous?: string; title?: string },
      inDefault,
    };
  });
}

/** The releases in which an entry is. */
async function releasesWith(project: TestProject, id: string): Promise<string[]> {
  const rows = databaseOf(service.app.system).collection('entries').find({ project_id: project.id, id });
  return (await rows.toArray()).map(({ release_id }) => release_id as string);
}

describe('a write beside a promotion', () => {
  it('that names no release stands in the release that was the default one when it was stored, and is told once', async () => {
    const { project, either, clone } = await projectWithPage();
    const spring = await clone('Spring');
    const acknowledged: string[] = [];
    await besidePromotions({ releases: [spring, project.releaseId], either }, async (i) => {
      const made = await either(i).post('/v1/content/page/entries', {
        values: { title: 'B' },
        publish: true,
      });
      if (made.status === 201) acknowledged.push(made.body.id as string);
    });

    const feed = await feedOf(project);
    const told = new Map<string, string[]>();
    for (const { name, subject, inDefault } of feed) {
      if (name === 'content.entry.published') told.set(subject, [...(told.get(subject) ?? []), inDefault]);
    }
    expect(acknowledged.length).toBeGreaterThan(rounds);
    for (const id of acknowledged) expect([id, told.get(id)]).toEqual([id, await releasesWith(project, id)]);
  });

  it('that names its release is told only while that is the default one', async () => {
    const { project, pageId, either, clone } = await projectWithPage();
    const spring = await clone('Spring');
    let made = 0;
    await besidePromotions({ releases: [spring, project.releaseId], either }, async (i) => {
      const release = i % 3 === 0 ? spring : project.releaseId;
      const query = `?release=${release}`;
      await (i % 5 === 0
        ? either(i).put(`/v1/schema/content-types/note_${(made += 1)}${query}`, {
            fields: [{ key: 'text', type: 'string' }],
          })
        : either(i).patch(`/v1/content/page/${pageId}${query}`, {
            values: { title: `${release} ${(made += 1)}` },
          }));
    });

    const feed = await feedOf(project);
    const told = feed.filter(({ name }) => name === 'content.type.updated').slice(1); // "page" is in both
    for (const { subject, inDefault } of told) {
      const has = await databaseOf(service.app.system)
        .collection('content_types')
        .findOne({ project_id: project.id, slug: subject });
      expect([subject, inDefault]).toEqual([subject, has?.['release_id']]);
    }
    // Each edit's title begins with the release that it was sent to.
    const edits = feed.filter(({ name }) => name === 'content.entry.updated');
    for (const { data, inDefault } of edits) expect(data.title?.split(' ')[0]).toBe(inDefault);
    expect(edits.length).toBeGreaterThan(0);
  });
});

describe('promotions at once', () => {
  it('of one release are one change and one event', async () => {
    const { project, either, clone } = await projectWithPage();
    const spring = await clone('Spring');
    for (let round = 0; round < rounds; round += 1) {
      const next = round % 2 === 0 ? spring : project.releaseId;
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => either(i).post(`/v1/releases/${next}/promote`)),
      );
      for (const { body } of answers) expect(body).toMatchObject({ id: next, default: true });
    }

    const published = (await feedOf(project)).filter(({ name }) => name === 'release.published');
    expect(published).toHaveLength(rounds);
  });

  it('of three releases each name the one before as previous', async () => {
    const { project, either, clone } = await projectWithPage();
    const ids = [await clone('Spring'), await clone('Summer'), await clone('Autumn')];
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(ids.map((id, i) => either(i).post(`/v1/releases/${id}/promote`)));
      for (const { status } of answers) expect(status).toBe(200);
    }

    let before = project.releaseId;
    for (const { name, subject, data } of await feedOf(project)) {
      if (name !== 'release.published') continue;
      expect(data.previous).toBe(before);
      before = subject;
    }
  });

  it('that refuse to leave anything behind lose no edit that was acknowledged', async () => {
    const { project, pageId, either, clone } = await projectWithPage();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const next = await clone(`Release ${round}`);
      const cloned = (await project.secret.get(`/v1/content/page/${pageId}?release=${next}`)).body.values
        .title;
      const edit = (i: number) =>
        either(i).patch(`/v1/content/page/${pageId}`, { values: { title: `${round}.${i}` } });
      const edits = [1, 2, 3].map(edit);
      const promoted = await either(round).post(`/v1/releases/${next}/promote`, { if_diverged: 'refuse' });
      await Promise.all(edits);

      statuses.push(promoted.status);
      if (promoted.status === 409) continue;
      // What the feed told last of the page, before the flip, is what the promoted release had of it.
      const feed = await feedOf(project);
      const flip = feed.findLastIndex(({ name }) => name === 'release.published');
      const told = feed.slice(0, flip).findLast(({ subject }) => subject === pageId);
      expect([round, told?.data.title]).toEqual([round, cloned]);
    }
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  });
});
