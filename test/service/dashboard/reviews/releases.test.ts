import { beforeEach, describe, expect, it } from 'vitest';
import { expectDone, inMs, refusal } from '../../../support/content.ts';
import { approve, personOf, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { newInstallation } from '../../../support/transfer/installations.ts';

const service = await newInstallation();

let site: ReviewSite;
let release: string;
beforeEach(async () => {
  site = await reviewSite(service);
  release = expectDone(await site.project.secret.post('/v1/releases', { name: 'Next' })).id as string;
  await expect
    .poll(async () => (await site.project.secret.get(`/v1/releases/${release}`)).body.status)
    .toBe('ready');
});

const code = (answer: { status: number; body: any }) => refusal(answer).slice(0, 2);
const review = () => `/reviews/${release}`;
const write = (title: string) =>
  site.bea.does('POST', `/content/page/entries?release=${release}`, { values: { title } });
const promote = () => site.owner.send('POST', `/v1/releases/${release}/promote`);

describe('the review of a release', () => {
  it('is requested, approved for its present content, and ended by the promotion', async () => {
    const { bea, owner, rule, join } = site;
    const otto = await join('Otto', 'owner');
    await rule('members');
    expect(code(await owner.send('PUT', review()))).toEqual([409, 'nothing_to_review']);
    await write('New');

    expect(code(await promote())).toEqual([403, 'approval_required']);
    const requested = await owner.does('PUT', review(), { reviewers: [otto.id], note: 'Look' });
    expect(requested).toMatchObject({
      item: { kind: 'release', id: release, type: null, title: 'Next' },
      ...{ state: 'requested', outdated: false, requested_by: personOf(owner), can_approve: false },
      ...{ reviewers: [personOf(otto)], contributors: [personOf(bea)], note: 'Look' },
    });
    const { revision } = requested;
    expect(code(await owner.send('POST', `${review()}/approve`, { revision }))).toEqual([409, 'own_change']);
    expect(code(await otto.send('POST', `${review()}/approve`, { revision: revision - 1 }))).toEqual([
      409,
      'revision_conflict',
    ]);
    expect((await otto.does('GET', '/reviews?for=me')).data).toHaveLength(1);
    await otto.does('POST', `${review()}/approve`, { revision });

    await write('Later');
    expect(await otto.does('GET', review())).toMatchObject({ state: 'approved', outdated: true });
    expect(code(await promote())).toEqual([403, 'approval_required']);
    await approve(otto, release);
    expect((await promote()).status).toBe(200);
    expect(await owner.does('GET', review())).toMatchObject({ state: null, can_approve: false });
    expect(code(await owner.send('PUT', review()))).toEqual([409, 'release_is_default']);
    expect((await owner.does('GET', '/reviews')).data).toEqual([]);
  });

  it('counts definitions and removals, and no writes to another release', async () => {
    const { bea, owner, project } = site;
    const { id } = await write('New');
    const before = (await approve(owner, release)).revision as number;
    const isOutdated = async () => (await owner.does('GET', review())).outdated as boolean;

    await bea.does('POST', '/content/page/entries', { values: { title: 'Elsewhere' } });
    expect(await isOutdated()).toBe(false);
    const fields = [{ key: 'note', type: 'string' }];
    for (const change of [
      () =>
        project.secret.put(`/v1/schema/content-types/extra?release=${release}`, { name: 'Extra', fields }),
      () => project.secret.put(`/v1/schema/blocks/part?release=${release}`, { fields }),
      () => project.secret.delete(`/v1/content/page/${id}?release=${release}`),
      () => owner.send('DELETE', `/content-types/extra?release=${release}`, { confirm: 'extra' }),
      () => owner.send('DELETE', `/blocks/part?release=${release}`, { confirm: 'part' }),
    ]) {
      expect((await change()).status).toBeLessThan(300);
      expect(await isOutdated()).toBe(true);
      await approve(owner, release);
    }
    expect((await owner.does('GET', review())).revision).toBeGreaterThan(before);
  });

  it('is outdated by a command of the operator too', async () => {
    const { owner, project } = site;
    const { id } = await write('New');
    await site.bea.does('DELETE', `/v1/content/page/${id}?release=${release}`);
    await approve(owner, release);

    const answer = await service.galley('trash', 'restore', '--project', project.id, '--release', release);
    expect(answer).toMatchObject({ exitCode: 0 });
    expect(await owner.does('GET', review())).toMatchObject({
      ...{ state: 'approved', outdated: true },
      contributors: [personOf(site.bea)],
    });
  });

  it('is approved by nobody who changed the release alone', async () => {
    const { owner, join } = site;
    const otto = await join('Otto', 'owner');
    await owner.does('POST', `/content/page/entries?release=${release}`, { values: { title: 'Mine' } });
    const { revision } = await owner.does('GET', review());

    expect(code(await owner.send('POST', `${review()}/approve`, { revision }))).toEqual([409, 'own_change']);
    await otto.does('POST', `${review()}/return`, { revision, note: 'Not yet' });
    expect(await owner.does('GET', review())).toMatchObject({ state: 'returned', decision_note: 'Not yet' });
    await otto.does('DELETE', review());
    expect((await owner.does('GET', review())).state).toBeNull();
  });

  it('allows a promotion at a date only while it is about the present content', async () => {
    const { owner, rule } = site;
    await rule('members');
    await write('New');
    const schedule = () => owner.send('PATCH', `/v1/releases/${release}`, { promote_at: inMs(3_600_000) });

    expect(code(await schedule())).toEqual([403, 'approval_required']);
    await approve(owner, release);
    expect((await schedule()).status).toBe(200);
    await write('Later');
    expect(code(await promote())).toEqual([403, 'approval_required']);
  });

  it('begins anew in a clone, and after the release was the default', async () => {
    const { owner, project } = site;
    await write('New');
    await approve(owner, release);
    const clone = expectDone(await project.secret.post('/v1/releases', { name: 'Clone', from: release })).id;
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${clone}`)).body.status)
      .toBe('ready');

    expect(await owner.does('GET', `/reviews/${clone}`)).toMatchObject({ state: null, contributors: [] });
    expect((await owner.send('PUT', `/reviews/${clone}`)).status).toBe(200); // it differs from the default
    expect((await promote()).status).toBe(200);
    expect((await owner.send('POST', `/v1/releases/${project.releaseId}/promote`)).status).toBe(200);
    expect(await owner.does('GET', review())).toMatchObject({ state: null, contributors: [] });
  });

  it('needs the permission for releases, except for reading', async () => {
    const { ada, bea, join, owner } = site;
    const kate = await join('Kate', 'editor', { areas: ['kb'] });
    await write('New');
    const { revision } = await bea.does('GET', review());
    await owner.does('PUT', review());

    for (const member of [ada, bea, kate]) {
      for (const [method, path, body] of [
        ['PUT', review(), {}],
        ['POST', `${review()}/approve`, { revision }],
        ['POST', `${review()}/return`, { revision, note: 'No' }],
        ['DELETE', review(), undefined],
      ] as const)
        expect(code(await member.send(method, path, body))).toEqual([403, 'role_required']);
      expect((await member.does('GET', '/reviews?for=me')).data).toEqual([]);
      expect((await member.does('GET', '/home')).waiting_count).toBe(0);
    }
    expect(code(await kate.send('GET', review()))).toEqual([403, 'role_required']);
    expect((await kate.does('GET', '/reviews')).data).toEqual([]);
    expect((await bea.does('GET', '/reviews')).data).toHaveLength(1);
  });

  it('belongs to its project', async () => {
    const other = await reviewSite(service);

    expect(code(await other.owner.send('GET', review()))).toEqual([404, 'unknown_release']);
    expect(code(await other.owner.send('PUT', review()))).toEqual([404, 'unknown_release']);
  });
});
