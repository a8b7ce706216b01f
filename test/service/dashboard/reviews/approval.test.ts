import { beforeEach, describe, expect, it } from 'vitest';
import { expectDone, refusal } from '../../../support/content.ts';
import { approve, draftBy, type Member, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const later = new Date(Date.now() + 1e9).toISOString();

let site: ReviewSite;
beforeEach(async () => {
  site = await reviewSite(service);
});

const code = (answer: { status: number; body: any }) => refusal(answer).slice(0, 2);
const required = [403, 'approval_required'];
const page = (id: string) => `/v1/content/page/${id}`;

/** A live entry with an unpublished change by Ada. */
async function changedPage(): Promise<string> {
  const { id } = await draftBy(site.owner, { title: 'Live' });
  await site.owner.does('PATCH', page(id), { publish: true });
  await site.ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Changed' } });
  return id;
}

describe('the rule for members', () => {
  it.each([
    ['publish', { publish: true }],
    ['schedule', { publish: true, published_at: later }],
    ['schedule a change', { values: {}, publish_at: later }],
    ['change published values', { values: { title: 'Direct' } }],
    ['change published values and the draft at once', { values: { title: 'Direct' }, publish: true }],
  ])('rejects without an approval: %s', async (_what, body) => {
    const { bea, owner, project, rule } = site;
    const id = await changedPage();
    await rule('members');

    for (const member of [bea, owner])
      expect(code(await member.send('PATCH', page(id), body))).toEqual(required);
    expect((await project.secret.get(page(id))).body.values.title).toBe('Live');
    expect((await project.secret.patch(page(id), body)).status).toBe(200); // keys are exempt
  });

  it('rejects changes of scheduled values, and creations that publish', async () => {
    const { bea, ada, owner, rule } = site;
    const { id } = await draftBy(ada);
    await owner.does('PATCH', page(id), { publish: true, published_at: later });
    const collection = (await owner.does('POST', '/v1/kb/collections', { title: 'Help' })).id;
    await rule('members');
    const created = { title: 'New', publish: true };

    expect(code(await bea.send('PATCH', page(id), { values: { title: 'Direct' } }))).toEqual(required);
    expect(code(await bea.send('POST', '/v1/content/page/entries', { values: {}, publish: true }))).toEqual(
      required,
    );
    expect(code(await bea.send('POST', '/v1/blog/articles', created))).toEqual(required);
    expect(code(await bea.send('POST', '/v1/kb/articles', { ...created, collection }))).toEqual(required);
    const home = { values: { title: 'Home' }, publish: true };
    for (const method of ['PUT', 'PATCH'])
      expect(code(await bea.send(method, '/v1/content/home', home))).toEqual(required);
    const dated = await bea.send('PATCH', page(id), { publish: true, published_at: '2020-01-01T00:00:00Z' });
    expect(dated.body).toMatchObject({ status: 'published' }); // a date shows nothing new
  });

  it('lets an approved draft through, unchanged and once', async () => {
    const { ada, bea, cy, rule } = site;
    const id = await changedPage();
    await rule('members');
    await approve(bea, id);

    const changed = { values: { title: 'Other' }, publish: true };
    expect(code(await cy.send('PATCH', page(id), changed))).toEqual(required);
    expect(code(await cy.send('PATCH', page(id), { values: { title: 'Other' } }))).toEqual(required);
    expect(await cy.does('PATCH', page(id), { publish: true })).toMatchObject({ status: 'published' });
    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Again' } });
    expect(code(await cy.send('PATCH', page(id), { publish: true }))).toEqual(required);

    await approve(bea, id);
    await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Later' } }); // outdated
    expect(code(await cy.send('PATCH', page(id), { publish: true }))).toEqual(required);
  });

  it('covers an approved draft whose slug is created when it is published, and its schedule', async () => {
    const { ada, bea, cy, rule } = site;
    await rule('members');
    const ids = [(await draftBy(ada, { title: 'Red kite', slug: null })).id];
    await ada.does('PATCH', `/content/page/entries/${ids[0]}`, { values: { slug: null } });
    ids.push(ids[0] ?? '');
    for (const [i, id] of ids.entries()) {
      if (i === 1)
        await ada.does('PATCH', `/content/page/entries/${id}`, { values: { title: 'Black kite' } });
      await approve(bea, id);
      const body = i === 0 ? { publish: true } : { values: {}, publish_at: later };
      const written = await cy.does('PATCH', page(id), body);
      expect(written.values.slug).toBe('red-kite');
    }
  });

  it('covers what nobody reviews only as far as it shows no draft', async () => {
    const { bea, ada, rule } = site;
    const id = await changedPage();
    const article = (await ada.does('POST', '/blog/articles', { title: 'Post' })).id;
    await rule('members');

    expect((await bea.does('PATCH', page(id), { values: {}, unpublish_at: later })).unpublish_at).toBe(later);
    expect((await bea.does('PATCH', page(id), { publish: false })).status).toBe('draft');
    expect(code(await bea.send('PATCH', page(id), { publish: true }))).toEqual(required);
    expect(code(await bea.send('PATCH', `/v1/blog/articles/${article}`, { publish: true }))).toEqual(
      required,
    );
    for (const [path, body] of [
      ['/v1/authors', { name: 'Ada' }],
      ['/v1/blog/categories', { name: 'News' }],
      ['/v1/kb/collections', { title: 'Help' }],
    ] as const)
      expect((await bea.send('POST', path, body)).status).toBe(201);
    expect((await bea.send('DELETE', page(id))).status).toBe(204);
  });

  it('lets members sort the knowledge base, but not move an article into another part of it', async () => {
    const { bea, owner, rule } = site;
    const shelves = await Promise.all(
      ['One', 'Two'].map(
        async (title) => (await owner.does('POST', '/v1/kb/collections', { title })).id as string,
      ),
    );
    const ids: string[] = [];
    for (const title of ['A', 'B'])
      ids.push(
        (await owner.does('POST', '/v1/kb/articles', { title, collection: shelves[0], publish: true })).id,
      );
    await rule('members');

    await bea.does('POST', '/kb/moves', { id: ids[1], before: ids[0] });
    const moved = await bea.send('POST', '/kb/moves', { id: ids[1], into: shelves[1], before: null });
    expect(code(moved)).toEqual(required);
  });

  it('is decided for each item of a bulk change, and of a bulk request', async () => {
    const { ada, bea, cy, rule } = site;
    const [approved, other] = [(await draftBy(ada)).id, (await draftBy(ada)).id];
    await rule('members');
    await approve(cy, approved);

    const { data } = await bea.does('POST', '/content/page/bulk', {
      action: 'publish',
      ids: [other, approved],
    });
    expect(data).toMatchObject([
      { id: other, ok: false, error: { code: 'approval_required' } },
      { id: approved, ok: true },
    ]);
    const operations = [{ method: 'PATCH', path: page(other), body: { publish: true } }];
    const answer = await bea.send('POST', '/v1/bulk', { mode: 'each', operations });
    expect(JSON.stringify(answer.body)).toContain('approval_required');
    expect((await bea.does('GET', `/content/page/entries/${other}`)).status).toBe('draft');
  });

  it('restores a live item as a draft, with a warning', async () => {
    const { bea, rule, owner } = site;
    const id = await changedPage();
    const article = (await owner.does('POST', '/v1/blog/articles', { title: 'Post', publish: true })).id;
    await bea.does('DELETE', page(id));
    await bea.does('DELETE', `/v1/blog/articles/${article}`);
    await rule('members');

    const restored = await bea.does('POST', '/trash/restore', { ids: [id, article], publish: true });

    expect(restored).toMatchObject({ done: 2, failed: 0 });
    expect(restored.warnings).toMatchObject([
      { id, code: 'not_published' },
      { id: article, code: 'not_published' },
    ]);
    expect((await bea.does('GET', `/content/page/entries/${id}`)).status).toBe('draft');
  });

  it('is about the default release alone', async () => {
    const { bea, rule, project } = site;
    const id = await changedPage();
    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Next' })).id as string;
    await rule('members');

    expect((await bea.send('PATCH', `${page(id)}?release=${release}`, { publish: true })).status).toBe(200);
    expect(code(await bea.send('PATCH', page(id), { publish: true }))).toEqual(required);
  });

  it('rejects the promotion of a release, except of the unchanged previous default', async () => {
    const { bea, owner, project, rule } = site;
    const id = await changedPage();
    const next = expectDone(await project.secret.post('/v1/releases', { name: 'Next' })).id as string;
    const promote = (release: string) => owner.send('POST', `/v1/releases/${release}/promote`);
    await rule('members');
    expect(code(await promote(next))).toEqual(required);
    expect((await project.secret.post(`/v1/releases/${next}/promote`)).status).toBe(200); // keys are exempt

    expect((await promote(project.releaseId)).status).toBe(200);
    await bea.does('PATCH', `/content/page/entries/${id}?release=${next}`, { values: { title: 'Hidden' } });
    expect(code(await promote(next))).toEqual(required);
  });

  it('comes after the role and the scope', async () => {
    const { ada, rule, project } = site;
    const id = await changedPage();
    await rule('members_and_keys');
    const { token } = await project.newKey({ purpose: 'secret', scopes: { can: ['read', 'draft'] } });

    expect(code(await ada.send('PATCH', page(id), { publish: true }))[1]).toBe('role_required');
    expect(refusal(await project.as(token).patch(page(id), { publish: true }))[1]).toBe('scope_required');
  });
});

describe('the rule for members and keys', () => {
  it('lets keys publish approved drafts, and save drafts', async () => {
    const { bea, project, rule } = site;
    const id = await changedPage();
    await rule('members_and_keys');
    const { secret } = project;

    const rejected = await secret.patch(page(id), { publish: true });
    expect(refusal(rejected).slice(0, 2)).toEqual(required);
    expect(rejected.body.error.message).toContain('Save a draft with draft=true.');
    expectDone(await secret.patch(`${page(id)}?draft=true`, { values: { body: 'By key' } }));
    await approve(bea, id);
    expectDone(await secret.patch(page(id), { publish: true }));
    expect((await secret.get(page(id))).body.values).toMatchObject({ title: 'Changed', body: 'By key' });
  });
});

describe('the setting', () => {
  const set = (member: Member, publish_approval: unknown) =>
    member.send('PATCH', '/settings', { publish_approval });

  it('needs two members who can publish, and is for owners', async () => {
    const { bea, cy, owner, rule } = site;
    for (const { id } of [bea, cy]) await owner.does('DELETE', `/members/${id}`);

    expect(code(await set(owner, 'members'))).toEqual([409, 'too_few_approvers']);
    expect((await owner.does('GET', '/settings')).publish_approval).toBe('off');
    await site.join('Eva', 'editor');
    await rule('members');
    expect(code(await set(owner, 'all'))).toEqual([400, 'invalid_field_value']);
    expect(code(await set(site.ada, 'off'))[1]).toBe('role_required');
  });

  it('holds for a write that began before it', async () => {
    const { bea, owner } = site;
    for (let round = 0; round < 6; round += 1) {
      const { id } = await draftBy(site.ada);
      await owner.does('PATCH', '/settings', { publish_approval: 'off' });
      const [answer] = await Promise.all([
        bea.send('PATCH', page(id), { publish: true }),
        owner.does('PATCH', '/settings', { publish_approval: 'members' }),
      ]);
      expect([200, 403]).toContain(answer.status);
      expect(code(await bea.send('PATCH', page((await draftBy(site.ada)).id), { publish: true }))).toEqual(
        required,
      );
    }
  });
});
