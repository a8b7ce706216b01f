import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { activityTopics } from '../../../../src/contract/notifications.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { commandsOfService } from '../../../support/commands.ts';
import { refusal } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { DashboardClient } from '../../../support/dashboard.ts';
import { draftBy, type Member, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startOwnService } from '../../../support/service.ts';

const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startOwnService({ MONGODB_DB, HELD_PER_KEY: '120' });
const { app } = service;
let secondUrl: string;

beforeAll(async () => {
  const second = await startProcess({ MONGODB_DB, ROLE: 'api' });
  secondUrl = second.url;
  cleanup(async () => {
    second.program.process.kill();
    await second.program.ended();
  });
}, 90_000);

let site: ReviewSite;
let since: string;
beforeEach(async () => {
  site = await reviewSite(service);
  since = (await site.ada.does('GET', '/activity')).version;
});

const countWaiting = async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^galley_held_connections (\d+)$/m.exec(metrics)?.[1]);
};
const wait = (member: Member, from = since, seconds = 20) =>
  member.send('GET', `/activity?since=${from}&wait=${seconds}`);
/** Waits for activity that starts only once the request waits. */
async function activityOf(member: Member, change: () => Promise<unknown>) {
  const waiting = wait(member);
  await expect.poll(countWaiting).toBe(1);
  await change();
  return (await waiting).body;
}
/** Sends to the second process with the member's session. */
function inSecond({ client: { cookie, csrf } }: Member): Member['send'] {
  const client = Object.assign(new DashboardClient(secondUrl), { cookie, csrf });
  return (method, path, body) => client.send(method, `/projects/${site.project.id}${path}`, body);
}

describe('GET /activity', () => {
  it('returns the version alone without since, and nothing while nothing changes', async () => {
    const { ada } = site;

    const first = await ada.does('GET', '/activity');
    expect(first).toEqual({ version: expect.stringMatching(/^\d+$/), changed: [] });
    const startedAt = performance.now();
    expect((await wait(ada, first.version, 1)).body).toEqual(first);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('returns all parts for a version from before it knew the changes', async () => {
    expect((await site.ada.does('GET', '/activity?since=1&wait=20')).changed).toEqual([...activityTopics]);
  });

  it('waits for comments, and returns notifications to their members alone', async () => {
    const { ada, bea, cy } = site;
    const { id } = await draftBy(ada);
    const body = { item: id, text: 'Ten?', mentions: [ada.id] };

    const own = await activityOf(ada, () => bea.does('POST', '/comments', body));

    expect(own.changed).toContain('comments');
    const all = async (member: Member) => (await member.does('GET', `/activity?since=${since}`)).changed;
    expect(await all(ada)).toEqual(['comments', 'notifications']);
    expect(await all(cy)).toEqual(['comments']);
    since = (await ada.does('GET', '/activity')).version;
    await ada.does('POST', '/notifications/read', { all: true });
    expect(await all(ada)).toEqual(['notifications']);
    expect(await all(cy)).toEqual([]);
  });

  it('returns every part that one change concerns, also to a request that waits from then on', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const body = { item: id, text: 'Ten?', mentions: [ada.id] };
    const topics = new Set<string>();

    const first = await activityOf(ada, () => bea.does('POST', '/comments', body));
    for (const topic of first.changed) topics.add(topic);
    if (topics.size === 1)
      for (const topic of (await wait(ada, first.version)).body.changed) topics.add(topic);

    expect(topics).toEqual(new Set(['comments', 'notifications']));
  });

  it('returns each kind of change', async () => {
    const { ada, bea, project } = site;
    const { id } = await draftBy(ada);
    const changedBy = async (change: () => Promise<unknown>) => {
      since = (await ada.does('GET', '/activity')).version;
      return (await activityOf(ada, change)).changed;
    };

    expect(await changedBy(() => ada.does('PUT', `/reviews/${id}`, {}))).toEqual(['reviews']);
    const values = { values: { body: 'New' } };
    expect(await changedBy(() => bea.does('PATCH', `/content/page/entries/${id}`, values))).toEqual([
      'reviews', // it is outdated
    ]);
    const heartbeat = (state: string) => bea.does('POST', `/presence/${id}`, { state });
    expect(await changedBy(() => heartbeat('viewing'))).toEqual(['presence']);
    expect(await changedBy(() => bea.does('DELETE', `/presence/${id}`))).toEqual(['presence']);
    const bulk = { action: 'unpublish', ids: [id] };
    expect(await changedBy(() => bea.does('POST', '/content/page/bulk-jobs', bulk))).toEqual(['bulk_jobs']);
    const deleted = await changedBy(() => project.secret.delete(`/v1/content/page/${id}`));
    expect(deleted).toContain('trash');
    expect(await changedBy(() => bea.does('POST', '/trash/restore', { ids: [id] }))).toEqual(['trash']);
  });

  it('is changed by a person who returns after missed heartbeats', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const heartbeat = () => bea.does('POST', `/presence/${id}`, { state: 'viewing' });
    expect((await activityOf(ada, heartbeat)).changed).toContain('presence');
    since = (await ada.does('GET', '/activity')).version;
    await databaseOf(app.system)
      .collection('presence')
      .updateMany({ item: id }, { $set: { at: new Date(Date.now() - 46_000) } });

    expect((await activityOf(ada, heartbeat)).changed).toEqual(['presence']);
  });

  it('is not changed by a repeated heartbeat, a rejected comment or another project', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    await bea.does('POST', `/presence/${id}`, { state: 'viewing' });
    const other = await reviewSite(service);
    const foreign = await draftBy(other.ada);
    await expect.poll(async () => (await wait(ada)).body.changed).toEqual(['presence']);
    since = (await ada.does('GET', '/activity')).version;

    await bea.does('POST', `/presence/${id}`, { state: 'viewing' });
    await bea.send('POST', '/comments', { item: id, text: '' });
    await other.ada.does('PUT', `/reviews/${foreign.id}`, {});

    expect((await wait(other.ada)).body.changed).toEqual(['reviews']); // the feed is past all of them
    expect((await ada.does('GET', `/activity?since=${since}`)).changed).toEqual([]);
  });

  it('learns of changes that another process made, under the same versions', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    const beaInSecond = inSecond(bea);
    since = (await beaInSecond('GET', '/activity')).body.version;

    const { changed, version } = await activityOf(ada, () => beaInSecond('PUT', `/reviews/${id}`, {}));

    expect(changed).toEqual(['reviews']);
    const waiting = beaInSecond('GET', `/activity?since=${version}&wait=20`);
    await ada.does('POST', '/comments', { item: id, text: 'Ten?' });
    expect((await waiting).body.changed).toEqual(['comments']);
  });

  it('sends no query while many wait and nothing changes', async () => {
    const { ada, bea, cy } = site;
    const { id } = await draftBy(ada);
    const waiting = [ada, bea, cy].flatMap((member) =>
      Array.from({ length: 100 }, () => wait(member, since, 25)),
    );
    await expect.poll(countWaiting, { timeout: 15_000 }).toBe(300);

    const commands = await commandsOfService(app.system, async () => {
      const startedAt = performance.now();
      await expect.poll(() => performance.now() - startedAt, { timeout: 10_000 }).toBeGreaterThan(2_000);
    });

    const unrelated = ['find leases']; // a process looks for its lease, whoever waits
    const ofWaits = commands.filter((command) => !unrelated.includes(command));
    expect(ofWaits.filter((command) => !command.startsWith('getMore'))).toEqual([]);
    expect(ofWaits.length).toBeLessThanOrEqual(2);
    await ada.does('POST', '/comments', { item: id, text: 'Ten?' });
    for (const { body } of await Promise.all(waiting)) expect(body.changed).toEqual(['comments']);
  });

  it('bounds the requests of one member that wait', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const waiting = Array.from({ length: 120 }, () => wait(ada));
    await expect.poll(countWaiting, { timeout: 15_000 }).toBe(120);

    expect(refusal(await wait(ada)).slice(0, 2)).toEqual([429, 'rate_limited']);

    await ada.does('POST', '/comments', { item: id, text: 'Ten?' });
    await Promise.all(waiting);
    expect((await ada.does('GET', `/activity?since=${since}`)).changed).toEqual(['comments']);
  });

  it('returns nothing to a member who was removed, or whose session ended, while the request waited', async () => {
    const { ada, bea, cy, owner } = site;
    const { id } = await draftBy(cy);
    const [removed, signedOut] = [wait(ada), wait(bea)];
    await expect.poll(countWaiting).toBe(2);
    expect((await owner.send('DELETE', `/members/${ada.id}`)).status).toBe(204);
    expect((await bea.client.send('DELETE', '/session')).status).toBe(204);

    await cy.does('POST', '/comments', { item: id, text: 'Ten?' });

    expect(refusal(await removed).slice(0, 2)).toEqual([404, 'unknown_project']);
    expect(refusal(await signedOut).slice(0, 2)).toEqual([401, 'not_signed_in']);
  });

  it.each(['since=x', 'since=-1', 'wait=26', 'wait=-1', 'wait=1.5'])('rejects %s', async (query) => {
    const refused = await site.ada.send('GET', `/activity?${query}`);
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'invalid_parameter']);
  });
});
