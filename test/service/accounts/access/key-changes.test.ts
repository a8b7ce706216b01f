import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { hashOfToken } from '../../../../src/core/util/token-hash.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.parse('2027-03-01T09:00:00.000Z');
const pages = { can: ['read', 'draft', 'publish'], types: ['page'] };

async function opened() {
  setClock(service, start);
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const entry = await publishEntry(project, 'page', { title: 'A page' });
  const owner = await signedIn(service, project.id, 'owner');
  const change = (keyId: string, body: object) =>
    owner.send('PATCH', `/projects/${project.id}/keys/${keyId}`, body);
  return { project, owner, change, entry };
}

const stored = (_id: string) =>
  databaseOf(service.app.system).collection<{ _id: string }>('api_keys').findOne({ _id });

describe('the scopes of a key', () => {
  it('become narrower at once and wider after a step-up alone', async () => {
    const { project, change } = await opened();
    const { token, keyId } = await project.newKey({ purpose: 'secret' });
    setClock(service, start + 11 * minuteMs);

    expect((await change(keyId, { scopes: pages })).body.scopes).toEqual(pages);
    expect((await change(keyId, { scopes: { ...pages, can: ['read', 'draft'] } })).status).toBe(200);
    for (const scopes of [null, pages, { can: ['read', 'draft'] }]) {
      const { status, body } = await change(keyId, { scopes });
      expect([status, body.error?.code]).toEqual([403, 'step_up_required']);
    }
    expect((await project.as(token).get('/v1/ping')).body.key.scopes.can).toEqual(['read', 'draft']);
  });

  it('move its row to the id that older builds do not look for, and back', async () => {
    const { project, change } = await opened();
    const { token, keyId } = await project.newKey({ purpose: 'secret' });
    const hash = hashOfToken(token);
    expect(await stored(hash)).not.toBeNull();

    await change(keyId, { scopes: pages });
    expect(await stored(hash)).toBeNull();
    await change(keyId, { name: 'Renamed' });
    expect(await stored(hash)).toBeNull();
    const { body } = await change(keyId, { scopes: null });

    expect(body).not.toHaveProperty('scopes');
    expect(body).toMatchObject({ name: 'Renamed', id: keyId });
    expect(await stored(hash)).toMatchObject({ key_id: keyId });
    expect((await project.as(token).get('/v1/blog/articles')).status).toBe(200);
    const rows = databaseOf(service.app.system).collection('api_keys');
    expect(await rows.countDocuments({ key_id: keyId })).toBe(1);
  });

  it('are asked before a former answer is given again', async () => {
    const { project, change } = await opened();
    const { token, keyId } = await project.newKey({ purpose: 'secret' });
    const create = () =>
      project
        .as(token)
        .post('/v1/content/page/entries', { values: { title: 'Once' } }, { 'Idempotency-Key': 'once' });
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(201);

    await change(keyId, { scopes: { can: ['read'] } });

    expect(await create()).toMatchObject({ status: 403, body: { error: { required: 'draft' } } });
  });

  it('spend no budget where they refuse', async () => {
    const { project } = await opened();
    const { token } = await project.newKey({ purpose: 'secret', scopes: pages });
    const left = async (path: string) =>
      (await project.as(token).get(path)).headers.get('X-RateLimit-Remaining-Read');

    expect(await left('/v1/content/note')).toBeNull();
    const before = Number(await left('/v1/content/page'));
    await left('/v1/content/note');
    expect(Number(await left('/v1/content/page'))).toBe(before - 1);
  });

  it('are in the log as they were and are, and the same ones again leave no row', async () => {
    const { project, owner, change } = await opened();
    const { keyId } = await project.newKey({ purpose: 'secret', scopes: { can: ['read'] } });
    await change(keyId, { scopes: pages });
    const { data } = (await owner.send('GET', `/projects/${project.id}/audit?item=${keyId}`)).body as {
      data: { action: string; detail?: unknown }[];
    };

    expect(data.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'key.changed', detail: { scopes: { from: { can: ['read'] }, to: pages } } },
      { action: 'key.created', detail: { purpose: 'secret', scopes: { from: null, to: { can: ['read'] } } } },
    ]);
  });

  it('are refused where there are none, and a change of nothing too', async () => {
    const { change, project } = await opened();
    const { keyId } = await project.newKey({ purpose: 'publishable' });

    expect((await change(keyId, {})).body.error.code).toBe('nothing_to_update');
    expect((await change(keyId, { scopes: { can: ['read', 'draft'] } })).body.error.code).toBe(
      'invalid_scope',
    );
    expect((await change('key_nothing', { scopes: null })).body.error.code).toBe('unknown_key');
  });

  it('end what shared caches hold where a publishable key becomes narrower, and not where it becomes wider', async () => {
    const { project, owner, change } = await opened();
    await owner.send('PATCH', `/projects/${project.id}/settings`, { cdn: { profile: 'keyed' } });
    const { keyId } = await project.newKey({ purpose: 'publishable' });
    const told = () =>
      databaseOf(service.app.system).collection('invalidations').countDocuments({ project_id: project.id });
    const before = await told();

    await change(keyId, { scopes: { can: ['read'], types: ['page'] } });
    expect(await told()).toBe(before + 1);
    await change(keyId, { scopes: null });
    expect(await told()).toBe(before + 1);
  });

  it('keep its answers out of a cache that does not ask who reads', async () => {
    const { project, owner, entry } = await opened();
    await owner.send('PATCH', `/projects/${project.id}/settings`, { cdn: { profile: 'edge' } });
    const { token } = await project.newKey({
      purpose: 'publishable',
      scopes: { can: ['read'], types: ['page'] },
    });
    const path = `/v1/content/page/${entry}`;
    const cachingOf = async (client = project.publishable) =>
      (await client.get(path)).headers.get('Cache-Control');

    expect(await cachingOf()).toContain('public');
    expect(await cachingOf(project.as(token))).toBe('private, no-cache');
  });
});
