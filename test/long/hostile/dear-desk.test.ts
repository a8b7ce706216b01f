import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defineType, expectDone, inMs, publishEntry } from '../../support/content.ts';
import { type DashboardClient, signedIn } from '../../support/dashboard.ts';
import { clientOf } from '../../support/database.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { mostAtOnce } from '../../support/hostile/at-once.ts';

const service = await startService({ EXPENSIVE_READS_AT_ONCE: '2' });
const client = clientOf(service.app.system);

let project: TestProject;
let owner: DashboardClient;
let releaseId: string;
let entryId: string;
beforeAll(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  await defineType(project, 'page', { title: 'string', one: 'string' });
  entryId = await publishEntry(project, 'page', { title: 'banana' });
  await publishEntry(project, 'page', { title: 'kiwi' });
  expectDone(await project.secret.put('/v1/schema/blocks/hero', { fields: [] }));
  releaseId = expectDone(await project.secret.post('/v1/releases', { name: 'Next' })).id as string;
  await vi.waitFor(async () => {
    expect((await project.secret.get(`/v1/releases/${releaseId}`)).body.status).toBe('ready');
  }, 20_000);
  await Promise.all(Array.from({ length: 24 }, () => owner.send('GET', '/session'))); // opens the connections
});

const from = inMs(0);
const until = inMs(20 * 24 * 3_600_000);

/** Reads that look at many rows, or at all of them, with the collections that they look into. */
const reads: [what: string, path: () => string, collection: string, by?: string][] = [
  ['drafts with a word', () => '/content/page/entries?q=a', 'entries'],
  ['drafts by a filter', () => '/content/page/entries?where[title][contains]=a', 'entries'],
  ['drafts in another order', () => '/content/page/entries?sort=title', 'entries'],
  ['drafts with their count', () => '/content/page/entries?count=true', 'entries'],
  ['articles', () => '/blog/articles?q=a&count=true', 'articles'],
  ['the calendar', () => `/calendar?from=${from}&until=${until}`, 'entries'],
  ['a search', () => '/search?q=a', 'search_rows'],
  ['the outline of the knowledge base', () => '/kb/tree?', 'articles'],
  ['reviews', () => '/kb/reviews?freshness=stale', 'articles'],
  ['votes', () => '/kb/votes?', 'kb_vote_totals'],
  ['the trash', () => '/trash?kind=entry', 'trash'],
  ['what points at an entry', () => `/v1/content/page/${entryId}/referenced-by?`, 'entries', '"refs"'],
  ['what goes with a type', () => '/content-types/page/impact?', 'entries'],
  ['what goes with a block', () => '/blocks/hero/impact?', 'entries'],
  ['the differences of a release', () => `/v1/releases/${releaseId}/diff?`, 'entries'],
];

describe('reads of the dashboard that no index bounds', () => {
  it.each(reads)('of one project go two at a time: %s', async (_what, path, collection, by = '') => {
    const { result: answers, most } = await mostAtOnce(
      client,
      { projectId: project.id, collections: [collection], by },
      () =>
        Promise.all(Array.from({ length: 24 }, () => owner.send('GET', `/projects/${project.id}${path()}`))),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(6); // two reads, each of three commands at most
  });
});
