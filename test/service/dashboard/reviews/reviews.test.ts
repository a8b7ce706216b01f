import { beforeEach, describe, expect, it } from 'vitest';
import { pluck, refusal } from '../../../support/content.ts';
import { approve, draftBy, personOf, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

let site: ReviewSite;
beforeEach(async () => {
  site = await reviewSite(service);
});

describe('the review of an entry', () => {
  it('is requested by its author, and approved by someone else', async () => {
    const { ada, bea } = site;
    const { id, revision } = await draftBy(ada);
    const subject = { kind: 'entry', id, type: 'page', title: 'Kites' };
    const none = { state: null, outdated: false, requested_by: null, reviewers: [], note: null };
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({
      item: subject,
      ...none,
      can_approve: true,
    });

    const asked = await ada.does('PUT', `/reviews/${id}`, {
      reviewers: [bea.id],
      note: 'Check the figures.',
    });

    const request = { requested_by: personOf(ada), reviewers: [personOf(bea)], note: 'Check the figures.' };
    expect(asked).toMatchObject({ item: subject, state: 'requested', revision, outdated: false, ...request });
    expect(asked).toMatchObject({ contributors: [personOf(ada)], can_approve: false, decided_by: null });

    const approved = await bea.does('POST', `/reviews/${id}/approve`, { revision, note: 'Good.' });

    expect(approved).toMatchObject({ state: 'approved', revision, outdated: false, ...request });
    expect(approved).toMatchObject({ decided_by: personOf(bea), decision_note: 'Good.' });
    const read = await ada.does('GET', `/content/page/entries/${id}`);
    const summary = {
      state: 'approved',
      outdated: false,
      requested_by: personOf(ada),
      reviewers: [personOf(bea)],
    };
    expect(read).toMatchObject({ revision, review: summary });
    expect((await ada.does('GET', '/content/page/entries?review=approved')).data).toMatchObject([
      { id, review: summary },
    ]);
    expect((await ada.does('GET', '/content/page/entries?review=requested')).data).toEqual([]);
  });

  it('is sent back with a note, and a new request replaces it', async () => {
    const { ada, bea } = site;
    const { id, revision } = await draftBy(ada);
    await ada.does('PUT', `/reviews/${id}`);

    expect(refusal(await bea.send('POST', `/reviews/${id}/return`, { revision }))).toEqual([
      ...[400, 'missing_required_field'],
      'note',
    ]);
    const returned = await bea.does('POST', `/reviews/${id}/return`, { revision, note: 'Too long.' });
    expect(returned).toMatchObject({
      state: 'returned',
      decision_note: 'Too long.',
      decided_by: personOf(bea),
    });

    const again = await ada.does('PUT', `/reviews/${id}`, {});
    expect(again).toMatchObject({ state: 'requested', decided_by: null, decision_note: null });
  });

  it('is outdated once the draft changes, also when it changes back', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    await approve(bea, id);

    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Other' } });
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: 'approved', outdated: true });
    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Kites' } });
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: 'approved', outdated: true });

    const versions = pluck((await ada.does('GET', `/versions/${id}`)).data, 'id');
    await approve(bea, id);
    await ada.does('POST', `/versions/${id}/${String(versions.at(-1))}/restore`);
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ outdated: false }); // nothing changed
  });

  it('is decided for one revision: another one is a conflict', async () => {
    const { ada, bea } = site;
    const { id, revision } = await draftBy(ada);
    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Other' } });

    for (const decision of ['approve', 'return']) {
      const answer = await bea.send('POST', `/reviews/${id}/${decision}`, { revision, note: 'Seen.' });
      expect(refusal(answer)[1]).toBe('revision_conflict');
      expect(answer.body.error.current_revision).toBe(revision + 1);
    }
  });

  it('changes neither the revision nor the time of the entry, and no reader notices it', async () => {
    const { ada, bea, project } = site;
    const { id } = await draftBy(ada);
    const before = await ada.does('GET', `/content/page/entries/${id}`);
    const { version } = (await project.secret.get('/v1/changes')).body;

    await ada.does('PUT', `/reviews/${id}`, { note: 'Please.' });
    await approve(bea, id);

    const { review: _before, ...same } = before;
    expect(await ada.does('GET', `/content/page/entries/${id}`)).toMatchObject(same);
    expect((await project.secret.get('/v1/changes')).body.version).toEqual(version);
  });

  it.each([
    ['published', { publish: true }],
    ['scheduled', { publish: true, published_at: new Date(Date.now() + 1e9).toISOString() }],
  ])('ends when the draft is %s', async (_state, body) => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    await ada.does('PUT', `/reviews/${id}`);
    await approve(bea, id);

    await bea.does('PATCH', `/v1/content/page/${id}`, body);

    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({
      state: null,
      contributors: [],
      can_approve: false,
    });
    expect(refusal(await ada.send('PUT', `/reviews/${id}`))[1]).toBe('nothing_to_review');
    expect(refusal(await bea.send('POST', `/reviews/${id}/return`, { revision: 2, note: 'No.' }))[1]).toBe(
      'nothing_to_review',
    );
  });

  it('ends when a change is scheduled, and when the draft equals the live version again', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(bea);
    await bea.does('PATCH', `/v1/content/page/${id}`, { publish: true });
    const path = `/content/page/entries/${id}`;
    await ada.does('PATCH', path, { values: { title: 'New' } });
    await ada.does('PUT', `/reviews/${id}`);
    await ada.does('PATCH', path, { values: { title: 'Kites' } });
    expect((await ada.does('GET', path)).review).toBeNull();

    await ada.does('PATCH', path, { values: { title: 'New' } });
    await ada.does('PUT', `/reviews/${id}`);
    const publish_at = new Date(Date.now() + 1e9).toISOString();
    await bea.does('PATCH', `/v1/content/page/${id}`, { values: {}, publish_at });
    expect((await ada.does('GET', path)).review).toBeNull();
  });

  it('is on no copy: of a duplicate, a clone or a restored entry', async () => {
    const { ada, bea, owner, project } = site;
    const { id } = await draftBy(ada);
    await ada.does('PUT', `/reviews/${id}`);

    const copy = await bea.does('POST', `/content/page/entries/${id}/duplicate`);
    expect(copy.review).toBeNull();
    expect(await bea.does('GET', `/reviews/${copy.id}`)).toMatchObject({
      state: null,
      contributors: [personOf(bea)],
    });

    const release = (await project.secret.post('/v1/releases', { name: 'Next' })).body.id;
    expect(await bea.does('GET', `/reviews/${id}?release=${release}`)).toMatchObject({
      ...{ state: null, contributors: [personOf(ada)] },
    });

    await owner.does('DELETE', `/v1/content/page/${id}`);
    expect(refusal(await bea.send('GET', `/reviews/${id}`)).slice(0, 2)).toEqual([404, 'unknown_entry']);
    await ada.does('POST', '/trash/restore', { ids: [id] });
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({
      state: null,
      contributors: [personOf(ada)],
    });
  });

  it('is removed by the member who requested it, and by members who can publish', async () => {
    const { ada, bea, join } = site;
    const other = await join('Dora', 'author');
    const { id } = await draftBy(ada);
    for (const member of [ada, bea]) {
      await ada.does('PUT', `/reviews/${id}`);
      expect(refusal(await other.send('DELETE', `/reviews/${id}`)).slice(0, 2)).toEqual([
        403,
        'role_required',
      ]);
      expect((await member.send('DELETE', `/reviews/${id}`)).status).toBe(204);
      expect((await bea.does('GET', `/reviews/${id}`)).state).toBeNull();
    }
  });
});

describe('an approval', () => {
  it('is by someone else than the only contributor and the member who requested the review', async () => {
    const { ada, bea, cy } = site;
    const { id, revision } = await draftBy(bea);
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ can_approve: false });
    const own = await bea.send('POST', `/reviews/${id}/approve`, { revision });
    expect(refusal(own).slice(0, 2)).toEqual([409, 'own_change']);

    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Kites,' } });
    await approve(bea, id); // two people have seen it

    await bea.does('PUT', `/reviews/${id}`);
    const asked = await bea.send('POST', `/reviews/${id}/approve`, { revision: revision + 1 });
    expect(refusal(asked).slice(0, 2)).toEqual([409, 'own_change']);
    await approve(cy, id);
  });

  it('counts neither keys nor saves without a change as contributions', async () => {
    const { bea, project } = site;
    const { id } = (await project.secret.post('/v1/content/page/entries', { values: { title: 'By key' } }))
      .body;
    await bea.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'By key' } });

    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ contributors: [], can_approve: true });
    await approve(bea, id);
  });

  it('of a deleted and restored draft is still not by its author', async () => {
    const { bea, owner } = site;
    const { id } = await draftBy(bea);
    await owner.does('DELETE', `/v1/content/page/${id}`);
    await bea.does('POST', '/trash/restore', { ids: [id] });

    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ can_approve: false });
  });

  it('of two at once is the later one', async () => {
    const { ada, bea, cy } = site;
    const { id, revision } = await draftBy(ada);
    const decisions = await Promise.all([
      bea.send('POST', `/reviews/${id}/approve`, { revision }),
      cy.send('POST', `/reviews/${id}/return`, { revision, note: 'Wait.' }),
    ]);

    expect(decisions.map(({ status }) => status)).toEqual([200, 200]);
    const { decided_by, state } = await ada.does('GET', `/reviews/${id}`);
    expect([
      [bea.id, 'approved'],
      [cy.id, 'returned'],
    ]).toContainEqual([decided_by.id, state]);
  });

  it('never covers an edit that is saved at the same time', async () => {
    const { ada, bea } = site;
    for (let round = 0; round < 8; round += 1) {
      const { id, revision } = await draftBy(ada);
      const [, approved] = await Promise.all([
        ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: `Edit ${round}` } }),
        bea.send('POST', `/reviews/${id}/approve`, { revision }),
      ]);

      const { state, outdated } = await bea.does('GET', `/reviews/${id}`);
      expect([200, 409]).toContain(approved.status);
      expect([state, outdated]).toEqual(approved.status === 200 ? ['approved', true] : [null, false]);
    }
  });
});

describe('a request', () => {
  it('names reviewers who can approve, and not oneself', async () => {
    const { ada, bea, cy, join } = site;
    const narrowed = await join('Nora', 'editor', { areas: ['blog'] });
    const { id } = await draftBy(bea);
    const refused = async (reviewers: string[], member = cy) =>
      refusal(await member.send('PUT', `/reviews/${id}`, { reviewers }));
    const invalid = (i: number) => [400, 'invalid_field_value', `reviewers[${i}]`];

    expect(await refused([cy.id])).toEqual(invalid(0));
    expect(await refused([ada.id])).toEqual(invalid(0));
    expect(await refused([narrowed.id])).toEqual(invalid(0));
    expect(await refused(['usr_nobody'])).toEqual(invalid(0));
    expect(await refused([site.owner.id, bea.id])).toEqual(invalid(1)); // Bea wrote it alone
    expect(await refused([bea.id], ada)).toEqual(invalid(0));
    await ada.does('PUT', `/reviews/${id}`, { reviewers: [cy.id, site.owner.id] });
  });

  it('has up to 20 reviewers and a note of up to 2,000 characters in any script', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada);
    const note = '漢'.repeat(2_000);

    expect((await ada.does('PUT', `/reviews/${id}`, { note })).note).toBe(note);
    expect(refusal(await ada.send('PUT', `/reviews/${id}`, { note: `${note}漢` }))).toEqual([
      ...[400, 'invalid_field_value'],
      'note',
    ]);
    expect((await ada.does('PUT', `/reviews/${id}`, { note: null })).note).toBeNull();
    const many = Array.from({ length: 21 }, (_, i) => `usr_${i}`);
    expect(refusal(await ada.send('PUT', `/reviews/${id}`, { reviewers: many }))).toEqual([
      ...[400, 'invalid_field_value'],
      'reviewers',
    ]);
  });

  it('needs the role, the grant and an item', async () => {
    const { ada, bea, join, project } = site;
    const viewer = await join('Vic', 'viewer');
    const blogger = await join('Bob', 'author', { areas: ['blog'] });
    const { id, revision } = await draftBy(ada);

    expect((await viewer.does('GET', `/reviews/${id}`)).can_approve).toBe(false);
    expect(refusal(await viewer.send('PUT', `/reviews/${id}`))[1]).toBe('role_required');
    expect(refusal(await ada.send('POST', `/reviews/${id}/approve`, { revision }))[1]).toBe('role_required');
    expect(refusal(await blogger.send('GET', `/reviews/${id}`)).slice(0, 2)).toEqual([403, 'role_required']);
    expect(refusal(await blogger.send('PUT', `/reviews/${id}`))[1]).toBe('role_required');
    const unknown = { ent_0: 'unknown_entry', art_0: 'unknown_entry', nothing: 'unknown_entry' };
    for (const [itemId, code] of Object.entries(unknown))
      expect(refusal(await bea.send('GET', `/reviews/${itemId}`))).toEqual([404, code, 'itemId']);
    const foreign = await reviewSite(service);
    expect(refusal(await foreign.bea.send('GET', `/reviews/${id}`))[1]).toBe('unknown_entry');
    expect((await foreign.bea.client.send('GET', `/projects/${project.id}/reviews/${id}`)).status).toBe(404);
  });
});

describe('the members who can review an item', () => {
  const names = async (member: { does: ReviewSite['ada']['does'] }, id: string) =>
    pluck((await member.does('GET', `/reviews/${id}/reviewers`)).data, 'name');

  it('are those who can publish it, without oneself and the only contributor', async () => {
    const { ada, bea, cy, owner, join } = site;
    await join('Ned', 'editor', { areas: ['blog'] });
    const { id } = await draftBy(bea);
    expect(await names(ada, id)).toEqual([cy.name, owner.name].sort());
    expect(await names(cy, id)).toEqual([owner.name]);
    await cy.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'By two' } });
    expect(await names(ada, id)).toEqual([bea.name, cy.name, owner.name].sort());
  });

  it('are listed for items that the member can read', async () => {
    const ned = await site.join('Ned', 'editor', { areas: ['blog'] });
    const { id } = await draftBy(site.ada);
    expect(refusal(await ned.send('GET', `/reviews/${id}/reviewers`))[1]).toBe('role_required');
    expect(refusal(await site.bea.send('GET', `/reviews/${id.slice(0, -4)}zzzz/reviewers`))[1]).toBe(
      'unknown_entry',
    );
    const other = await reviewSite(service);
    expect(refusal(await other.bea.send('GET', `/reviews/${id}/reviewers`))[1]).toBe('unknown_entry');
  });
});

describe('the list of reviews', () => {
  it('contains what waits for a member, newest first, and own requests', async () => {
    const { ada, bea, cy, owner } = site;
    const forAll = (await draftBy(ada, { title: 'For all' })).id;
    const forBea = (await draftBy(ada, { title: 'For Bea' })).id;
    const returned = await draftBy(ada, { title: 'Returned' });
    await ada.does('PUT', `/reviews/${forAll}`);
    await ada.does('PUT', `/reviews/${forBea}`, { reviewers: [bea.id] });
    await ada.does('PUT', `/reviews/${returned.id}`);
    await cy.does('POST', `/reviews/${returned.id}/return`, { revision: returned.revision, note: 'No.' });
    const article = (await ada.does('POST', '/blog/articles', { title: 'Post' })).id;
    await ada.does('PUT', `/reviews/${article}`);
    const titlesOf = (reviews: unknown) => pluck(pluck(reviews, 'item'), 'title');
    const titles = async (member: typeof ada, query: string) =>
      titlesOf((await member.does('GET', `/reviews${query}`)).data);

    expect(await titles(bea, '?for=me')).toEqual(['Post', 'For Bea', 'For all']);
    expect(await titles(cy, '?for=me')).toEqual(['Post', 'For all']);
    expect(await titles(ada, '?for=me')).toEqual(['Returned']);
    expect(await titles(ada, '?by=me')).toEqual(['Post', 'Returned', 'For Bea', 'For all']);
    expect(await titles(ada, '?state=returned')).toEqual(['Returned']);
    const home = await bea.does('GET', '/home');
    expect(titlesOf(home.waiting)).toEqual(['Post', 'For Bea', 'For all']);
    expect(home).toMatchObject({ waiting_count: 3, mine: [] });
    expect(pluck((await ada.does('GET', '/home')).mine, 'title')).toEqual([
      'Post',
      'Returned',
      'For Bea',
      'For all',
    ]);

    await owner.does('PATCH', `/members/${bea.id}`, { role: 'author' }); // skipped as a reviewer
    expect(await titles(cy, '?for=me')).toEqual(['Post', 'For Bea', 'For all']);
    expect(await titles(bea, '?for=me')).toEqual([]);
  });

  it('is read page by page, and ends with a cursor of its own', async () => {
    const { ada, bea } = site;
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const path = i === 1 ? '/blog/articles' : '/content/page/entries';
      const body = i === 1 ? { title: 'Post' } : { values: { title: `Page ${i}` } };
      ids.unshift((await ada.does('POST', path, body)).id);
      await ada.does('PUT', `/reviews/${ids[0]}`);
    }
    const first = await bea.does('GET', '/reviews?limit=2');
    const second = await bea.does('GET', `/reviews?limit=2&cursor=${first.meta.next_cursor}`);

    const read = pluck(pluck([...first.data, ...second.data], 'item'), 'id');
    expect(read).toEqual(ids);
    expect([first.meta.has_more, second.meta.has_more]).toEqual([true, false]);
    const other = await bea.send('GET', `/reviews?state=requested&cursor=${first.meta.next_cursor}`);
    expect(refusal(other)[1]).toBe('invalid_cursor');
  });

  it('contains nothing outside of a grant', async () => {
    const { ada, join } = site;
    const blogger = await join('Bob', 'editor', { areas: ['blog'] });
    const { id } = await draftBy(ada);
    await ada.does('PUT', `/reviews/${id}`);

    expect((await blogger.does('GET', '/reviews?for=me')).data).toEqual([]);
    expect(await blogger.does('GET', '/home')).toMatchObject({ waiting: [], waiting_count: 0 });
  });
});

describe('the review of an article', () => {
  it.each(['blog', 'kb'])('of the module %s works like that of an entry', async (module) => {
    const { ada, bea, cy, owner } = site;
    const container =
      module === 'kb'
        ? { collection: (await owner.does('POST', '/v1/kb/collections', { title: 'Help' })).id }
        : {};
    const { id } = await ada.does('POST', `/${module}/articles`, { title: 'Post', ...container });
    const asked = await ada.does('PUT', `/reviews/${id}`, { reviewers: [cy.id], note: 'Read it.' });
    expect(asked).toMatchObject({ item: { kind: `${module}_article`, id, type: null, title: 'Post' } });
    const { data } = await ada.does('GET', `/${module}/articles?review=requested`);
    expect(data).toMatchObject([{ id, review: { state: 'requested', reviewers: [personOf(cy)] } }]);

    await ada.does('PATCH', `/${module}/articles/${id}`, { title: 'Post 2' });
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ outdated: true });
    await approve(bea, id);
    expect((await ada.does('GET', `/${module}/articles/${id}`)).review).toMatchObject({ state: 'approved' });

    await bea.does('PATCH', `/v1/${module}/articles/${id}`, { publish: true });
    expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: null, contributors: [] });
    expect((await ada.does('GET', `/${module}/articles/${id}`)).review).toBeNull();
  });
});
