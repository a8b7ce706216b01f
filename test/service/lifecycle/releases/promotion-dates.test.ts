import { describe, expect, it } from 'vitest';
import { changeKey, revokeKey } from '../../../../src/accounts/keys/changes.ts';
import { acting } from '../../../support/actor.ts';
import { dayMs, defineType, expectDone } from '../../../support/content.ts';
import { startOwnService } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { reviewSite } from '../../../support/reviews.ts';

const service = await startOwnService();
const now = Date.parse('2027-03-01T12:00:00.000Z');
setClock(service, now);
await service.app.start();

const inDays = (days: number, ms = 0) => new Date(now + days * dayMs + ms).toISOString();
const date = inDays(2);
/** The contract promises five seconds, on a machine with nothing else to do. */
const soon = { timeout: 20_000, interval: 50 };

/** A project with a live page, and a release in which its title is "Spring". */
async function newSpring() {
  setClock(service, now);
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const page = expectDone(
    await project.secret.post('/v1/content/page/entries', { values: { title: 'Winter' }, publish: true }),
  );
  const release = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
  const path = `/v1/releases/${release.id}`;
  const page_ = `/v1/content/page/${page.id}`;
  expectDone(
    await project.secret.patch(`${page_}?release=${release.id}`, {
      values: { title: 'Spring' },
      publish: true,
    }),
  );
  const read = async () => (await project.secret.get(path)).body;
  const title = async () => (await project.publishable.get(page_)).body.values.title;
  return { project, release, path, page: page_, read, title };
}

describe('PATCH /v1/releases/{id} with promote_at', () => {
  it('stores the date, sends no event, and removes it again', async () => {
    const { project, release, path, read } = await newSpring();
    const before = await read();
    const events = await project.events();

    const dated = await project.secret.patch(path, { promote_at: date });

    expect(dated).toMatchObject({ status: 200, body: { ...before, promote_at: date } });
    expect(await read()).toEqual({ ...before, promote_at: date });
    const list = (await project.secret.get('/v1/releases')).body.data as {
      id: string;
      promote_at?: string;
    }[];
    expect(list.find(({ id }) => id === release.id)?.promote_at).toBe(date);
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(date);
    const removed = await project.secret.patch(path, { promote_at: null });
    expect(removed.body).toEqual(before);
    expect(await read()).toEqual(before);
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBeNull();
    expect(await project.events()).toEqual(events);
  });

  it('renames and dates in one request', async () => {
    const { project, path, read } = await newSpring();

    expectDone(await project.secret.patch(path, { name: 'May', promote_at: date, if_diverged: 'refuse' }));

    expect(await read()).toMatchObject({ name: 'May', promote_at: date });
    expect((await project.events()).at(-1)).toBe('release.updated');
  });

  it.each([
    [{}, 'missing_required_field', 'name'],
    [{ if_diverged: 'warn' }, 'missing_required_field', 'name'],
    [{ name: 'x', if_diverged: 'warn' }, 'invalid_field_value', 'if_diverged'],
    [{ promote_at: null, if_diverged: 'warn' }, 'invalid_field_value', 'if_diverged'],
    [{ promote_at: date, if_diverged: 'never' }, 'invalid_field_value', 'if_diverged'],
    [{ promote_at: 'tomorrow' }, 'invalid_field_value', 'promote_at'],
    [{ promote_at: 5 }, 'invalid_field_value', 'promote_at'],
    [{ promote_at: '' }, 'invalid_field_value', 'promote_at'],
    [{ promote_at: inDays(0) }, 'invalid_field_value', 'promote_at'],
    [{ promote_at: inDays(366, 1_000) }, 'invalid_field_value', 'promote_at'],
  ])('rejects %j with %s', async (body, code, param) => {
    const { project, path, read } = await newSpring();
    const before = await read();

    const response = await project.secret.patch(path, body);

    expect(response.body.error).toMatchObject({ code, param });
    expect(response.status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('keeps if_diverged of the former date', async () => {
    const { project, path, page, read } = await newSpring();
    expectDone(await project.secret.patch(page, { values: { title: 'Fixed' } }));
    expectDone(await project.secret.patch(path, { promote_at: date, if_diverged: 'refuse' }));
    expectDone(await project.secret.patch(path, { promote_at: inDays(1) }));

    setClock(service, now + dayMs);

    await expect.poll(async () => (await read()).promotion_failed?.code, soon).toBe('release_diverged');
  });

  it('accepts a date 366 days ahead', async () => {
    const { project, path } = await newSpring();

    expect((await project.secret.patch(path, { promote_at: inDays(366) })).status).toBe(200);
  });

  it('rejects the default release, and an unknown one', async () => {
    const { project } = await newSpring();
    const send = (id: string) => project.secret.patch(`/v1/releases/${id}`, { promote_at: date });

    const own = await send(project.releaseId);
    const foreign = await send((await service.newProject()).releaseId);

    expect(own).toMatchObject({
      status: 409,
      body: { error: { code: 'release_is_default', param: 'promote_at' } },
    });
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'unknown_release' } } });
    expect(
      (await project.secret.patch(`/v1/releases/${project.releaseId}`, { promote_at: null })).status,
    ).toBe(200);
  });

  it('needs the permission, and an approval in a project that requires one', async () => {
    setClock(service, now);
    const site = await reviewSite(service);
    const { project, owner, bea } = site;
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const send = { promote_at: date };

    expect(await bea.send('PATCH', `/v1/releases/${id}`, send)).toMatchObject({
      status: 403,
      body: { error: { code: 'role_required' } },
    });
    await site.rule('members');
    expect(await owner.send('PATCH', `/v1/releases/${id}`, send)).toMatchObject({
      status: 403,
      body: { error: { code: 'approval_required' } },
    });
    expect((await project.secret.patch(`/v1/releases/${id}`, send)).status).toBe(200);
  });

  it('is not copied to clones', async () => {
    const { project, release, path } = await newSpring();
    expectDone(await project.secret.patch(path, { promote_at: date }));

    const clone = await project.secret.post('/v1/releases', { name: 'Copy', from: release.id });

    expect(clone.body).not.toHaveProperty('promote_at');
  });
});

describe('the promotion date of a release', () => {
  it('promotes it like a request, on behalf of the key that set the date', async () => {
    const { project, release, path, read, title } = await newSpring();
    expectDone(await project.secret.patch(path, { promote_at: date }));
    setClock(service, Date.parse(date) - 1);
    expect(await title()).toBe('Winter');

    setClock(service, Date.parse(date));

    await expect.poll(title, soon).toBe('Spring');
    expect(await read()).toMatchObject({ default: true });
    expect(await read()).not.toHaveProperty('promote_at');
    expect((await project.events()).filter((name) => name === 'release.published')).toHaveLength(1);
    expect((await project.eventData()).at(-1)).toMatchObject({
      id: release.id,
      default: true,
      previous: project.releaseId,
    });
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBeNull();
  });

  it('promotes no release of which it was removed or moved', async () => {
    const { project, path, read, title } = await newSpring();
    const other = await newSpring();
    expectDone(await project.secret.patch(path, { promote_at: date }));
    expectDone(await project.secret.patch(path, { promote_at: inDays(3) }));
    expectDone(await other.project.secret.patch(other.path, { promote_at: date }));

    setClock(service, Date.parse(date));

    await expect.poll(other.title, soon).toBe('Spring'); // so the worker has run
    expect([await title(), (await read()).promote_at]).toEqual(['Winter', inDays(3)]);
  });

  it('goes with a promotion and with a deletion', async () => {
    const { project, path, read } = await newSpring();
    const other = await newSpring();
    for (const spring of [{ project, path }, other])
      expectDone(await spring.project.secret.patch(spring.path, { promote_at: date }));

    expectDone(await project.secret.post(`${path}/promote`));
    await other.project.secret.delete(other.path);

    expect(await read()).not.toHaveProperty('promote_at');
    for (const spring of [project, other.project])
      expect((await spring.publishable.get('/v1/changes')).body.next_scheduled_change).toBeNull();
  });

  it('applies what is due before it, so that the events of the previous default release come first', async () => {
    const { project, path, page, title } = await newSpring();
    expectDone(await project.secret.patch(page, { values: {}, unpublish_at: inDays(1) }));
    expectDone(await project.secret.patch(path, { promote_at: date }));

    setClock(service, Date.parse(date));

    await expect.poll(title, soon).toBe('Spring');
    expect((await project.events()).slice(-2)).toEqual(['content.entry.unpublished', 'release.published']);
  });

  it('promotes over changes of the default release unless the date forbids it', async () => {
    const warn = await newSpring();
    const refuse = await newSpring();
    for (const [spring, if_diverged] of [
      [warn, 'warn'],
      [refuse, 'refuse'],
    ] as const) {
      expectDone(await spring.project.secret.patch(spring.path, { promote_at: date, if_diverged }));
      expectDone(await spring.project.secret.patch(spring.page, { values: { title: 'Fixed' } }));
    }

    setClock(service, Date.parse(date));

    await expect.poll(warn.title, soon).toBe('Spring');
    await expect
      .poll(async () => (await refuse.read()).promotion_failed, soon)
      .toEqual({ at: date, code: 'release_diverged', message: expect.any(String) });
    expect(await refuse.read()).not.toHaveProperty('promote_at');
    expect(await refuse.title()).toBe('Fixed');
  });

  it('ends a failure when it is set again, and when the release is promoted', async () => {
    const { project, path, page, read } = await newSpring();
    const later = { promote_at: inDays(4), if_diverged: 'refuse' };
    expectDone(await project.secret.patch(page, { values: { title: 'Fixed' } }));
    expectDone(await project.secret.patch(path, { promote_at: date, if_diverged: 'refuse' }));
    setClock(service, Date.parse(date));
    await expect.poll(async () => (await read()).promotion_failed?.code, soon).toBe('release_diverged');

    expect((await project.secret.patch(path, later)).body).not.toHaveProperty('promotion_failed');
    setClock(service, Date.parse(later.promote_at));
    await expect.poll(async () => (await read()).promotion_failed?.code, soon).toBe('release_diverged');
    expectDone(await project.secret.post(`${path}/promote`));

    expect(await read()).not.toHaveProperty('promotion_failed');
  });

  it.each([
    ['is revoked', revokeKey, {}],
    [
      'loses the scope',
      (...[db, id, by]: Parameters<typeof revokeKey>) => changeKey(db, id, { scopes: { can: ['read'] } }, by),
      {},
    ],
    ['expires', async () => null, { expiresInDays: 1 }],
  ])('fails if the key that set it %s', async (_what, change, input) => {
    const { project, path, read, title } = await newSpring();
    const { token, keyId } = await project.newKey(input);
    expectDone(await project.as(token).patch(path, { promote_at: date }));
    await change(service.app.system.project(project.id), keyId, acting(service.app));

    setClock(service, Date.parse(date));

    const failure = { at: date, code: 'scope_required' };
    await expect.poll(async () => (await read()).promotion_failed, soon).toMatchObject(failure);
    expect(await title()).toBe('Winter');
  });
});

describe('a promotion at the date of a member', () => {
  async function newSite() {
    setClock(service, now);
    const site = await reviewSite(service);
    const pia = await site.join('Pia', 'owner');
    const { id } = expectDone(await site.project.secret.post('/v1/releases', { name: 'Spring' }));
    await pia.does('PATCH', `/v1/releases/${id}`, { promote_at: date });
    const read = async () => (await site.project.secret.get(`/v1/releases/${id}`)).body;
    return { ...site, pia, id, read };
  }

  it('is made in the name of the member', async () => {
    const { owner, pia, id, read } = await newSite();

    setClock(service, Date.parse(date));

    await expect.poll(async () => (await read()).default, soon).toBe(true);
    const rows = (await owner.does('GET', '/audit')).data as { action: string }[];
    expect(rows.find(({ action }) => action === 'release.promoted')).toMatchObject({
      actor: { kind: 'user', id: pia.id },
      subject: { id },
    });
    expect(rows.filter(({ action }) => action === 'release.scheduled')).toHaveLength(1);
  });

  it.each([
    ['left', (owner: string, id: string) => ({ method: 'DELETE', path: `/members/${id}`, body: undefined })],
    [
      'lost the permission',
      (_: string, id: string) => ({ method: 'PATCH', path: `/members/${id}`, body: { role: 'editor' } }),
    ],
  ])('fails if the member %s', async (_what, change) => {
    const { owner, pia, read } = await newSite();
    const { method, path, body } = change(owner.id, pia.id);
    await owner.does(method, path, body);

    setClock(service, Date.parse(date));

    await expect
      .poll(async () => (await read()).promotion_failed, soon)
      .toMatchObject({ at: date, code: 'role_required' });
    expect(await read()).toMatchObject({ default: false });
  });

  it('fails if an approval is required by then, and not for keys that need none', async () => {
    const { project, rule, read, owner, pia, id: spring } = await newSite();
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Summer' }));
    expectDone(await project.secret.patch(`/v1/releases/${id}`, { promote_at: inDays(3) }));
    await rule('members');

    setClock(service, Date.parse(date));

    await expect.poll(async () => (await read()).promotion_failed?.code, soon).toBe('approval_required');
    const item = { kind: 'release', id: spring, type: null, title: 'Spring' };
    expect((await pia.does('GET', '/notifications')).data).toMatchObject([
      { kind: 'promotion_failed', item, by: null, release_id: null },
    ]);
    expect((await owner.does('GET', '/notifications')).data).toEqual([]);
    setClock(service, now + 3 * dayMs);
    const summer = async () => (await project.secret.get(`/v1/releases/${id}`)).body.default;
    await expect.poll(summer, soon).toBe(true);
  });
});
