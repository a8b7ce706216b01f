import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { defineType, done, publishEntry } from '../support/content.ts';
import { startService, type TestProject } from '../support/service.ts';

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
/** A second process, as far as the database can tell. */
const other = await startService({ MONGODB_DB });
afterAll(() => service.app.system.db.dropDatabase());

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
      done(await secret.post('/v1/releases', { name, from })).id as string,
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
    done(await either(round).post(`/v1/releases/${releases[round % releases.length]}/promote`));
  }
  promoting = false;
  await Promise.all(workers);
}

/** What the feed tells, in order: each event with the release that was the default one when it was written. */
async function feedOf({ id, releaseId }: TestProject) {
  const events = await service.app.system.db
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
  const rows = service.app.system.db.collection('entries').find({ project_id: project.id, id });
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
      const has = await service.app.system.db
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
