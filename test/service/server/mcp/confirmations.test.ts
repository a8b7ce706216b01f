import { describe, expect, it } from 'vitest';
import { pluck } from '../../../support/content.ts';
import { startOwnService, startService } from '../../../support/service.ts';
import { openAgent } from '../../../support/mcp/agent.ts';
import { newWorld } from '../../../support/mcp/world.ts';

const service = await startService();

const ask = (id: string) => ({ action: 'unpublish', type: 'page', id });

describe('a confirmation', () => {
  it('is used once: the item has moved then', async () => {
    const { agent, pageId } = await newWorld(service);
    const { confirm } = (await agent.call('publish', ask(pageId))).body;

    const used = await agent.call('publish', { ...ask(pageId), confirm });
    const again = await agent.call('publish', { ...ask(pageId), confirm });

    expect(used.body.done).toBe(true);
    expect(again.body.error).toMatchObject({ code: 'revision_conflict', current_revision: 2 });
  });

  it('creates once, however often it is sent', async () => {
    const { agent, project, author } = await newWorld(service);
    const args = {
      items: [
        { type: 'author', id: author, values: { name: 'Nelly' } },
        { type: 'author', values: { name: 'Made once' } },
      ],
    };
    const { confirm } = (await agent.call('write', args)).body;

    await agent.call('write', { ...args, confirm });
    const again = await agent.call('write', { ...args, confirm });

    expect(again.body).toMatchObject({ error: { code: 'revision_conflict' }, item: 0 });
    const { data } = (await project.secret.get('/v1/authors')).body;
    expect(pluck(data, 'name')).toEqual(['Made once', 'Nelly']);
  });

  it('is accepted only as it was issued, so that no other spelling creates a second item', async () => {
    const { agent, project, author } = await newWorld(service);
    const items = [
      { type: 'author', id: author, values: { name: 'Nelly' } },
      { type: 'author', values: { name: 'Created once' } },
    ];
    const confirm = String((await agent.call('write', { items })).body.confirm);
    const [payload, signature] = confirm.split('.');
    expect((await agent.call('write', { items, confirm })).body.done).toBe(true);

    const spellings = [`${payload}=.${signature}`, `${payload}\n.${signature}`, `${confirm}.`, ` ${confirm}`];
    for (const spelling of spellings) {
      const { body } = await agent.call('write', { items, confirm: spelling });
      expect(body.error, spelling).toMatchObject({ code: 'invalid_parameter', param: 'confirm' });
    }
    const { data } = (await project.secret.get('/v1/authors')).body;
    expect(pluck(data, 'name').filter((name) => name === 'Created once')).toHaveLength(1);
  });

  it.each([
    ['publish', (id: string) => ({ action: 'publish', type: 'page', id })],
    [
      'publish',
      (id: string) => ({ action: 'schedule', type: 'page', id, published_at: '2027-01-01T00:00:00Z' }),
    ],
    ['releases', () => ({ action: 'promote', id: 'rel_01m8bw1hxwqk09vkmppnwznz5n' })],
  ])('is not issued to a key that may only write drafts: %s %#', async (tool, args) => {
    const { project, pageId } = await newWorld(service);
    const { token } = await project.newKey({ purpose: 'secret', scopes: { can: ['read', 'draft'] } });
    const agent = await openAgent(service, token);

    const { body } = await agent.call(tool, args(pageId));

    expect(body).not.toHaveProperty('confirm');
    expect(body.error.code).toBe('scope_required');
  });

  it('is refused after an edit, for other arguments, by another tool and by another key', async () => {
    const { agent, project, pageId, draftId } = await newWorld(service);
    const other = await openAgent(service, (await project.newKey({})).token);
    const { confirm } = (await agent.call('publish', ask(pageId))).body;

    const refusals = [
      await agent.call('publish', { ...ask(draftId), confirm }),
      await agent.call('publish', { ...ask(pageId), action: 'publish', confirm }),
      await agent.call('delete', { type: 'page', id: pageId, confirm }),
      await other.call('publish', { ...ask(pageId), confirm }),
      await agent.call('publish', { ...ask(pageId), confirm: String(confirm).slice(0, -1) }),
    ];
    for (const { body } of refusals)
      expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'confirm' });
    await project.secret.patch(`/v1/content/page/${pageId}`, { values: { title: 'Edited' } });
    const late = await agent.call('publish', { ...ask(pageId), confirm });
    expect(late.body.error.code).toBe('revision_conflict');
    expect((await project.publishable.get(`/v1/content/page/${pageId}`)).body.values.title).toBe('Edited');
  });

  it('is taken by another process, and no more when its time is over', async () => {
    const settings = { MONGODB_DB: service.app.config.MONGODB_DB };
    const { agent, project, pageId } = await newWorld(service);
    const later = await startOwnService({ ...settings, CLOCK_OFFSET_MS: '660000' });
    const { confirm } = (await agent.call('publish', ask(pageId))).body;

    const late = await openAgent(later, project.secret.token);
    const expired = await late.call('publish', { ...ask(pageId), confirm });
    const other = await openAgent(await startOwnService(settings), project.secret.token);
    const taken = await other.call('publish', { ...ask(pageId), confirm });

    expect(expired.body.error.message).toContain('expired');
    expect(taken.body, taken.text).toMatchObject({ done: true });
  });
});

describe('budgets', () => {
  it('are those of the same calls over /v1', async () => {
    const counted = await startOwnService({ RATE_READ: '600', RATE_WRITE: '60' });
    const { agent, project, pageId, draftId } = await newWorld(counted);
    const left = async () => {
      const { headers } = await project.secret.get('/v1/ping');
      const write = await project.secret.post('/v1/content/nothing/entries?dry_run=true', { values: {} });
      return {
        read: Number(headers.get('X-RateLimit-Remaining-read')),
        write: Number(write.headers.get('X-RateLimit-Remaining-write')),
      };
    };
    const spentBy = async (name: string, args: object) => {
      const before = await left();
      await agent.call(name, { ...args });
      const after = await left();
      return [before.read - after.read - 1, before.write - after.write - 1]; // the look itself
    };

    expect(await spentBy('describe', {})).toEqual([1, 0]);
    expect(await spentBy('find', { type: 'page' })).toEqual([1, 0]);
    expect(await spentBy('search', { q: 'a' })).toEqual([2, 0]);
    expect(await spentBy('read', { type: 'page', id: pageId })).toEqual([1, 0]);
    expect(await spentBy('read', { type: 'page', id: draftId, draft: true })).toEqual([1, 0]);
    expect(await spentBy('find', { type: 'page', status: 'draft' })).toEqual([1, 0]);
    expect(await spentBy('write', { items: [{ type: 'blog_article', values: { title: 'A' } }] })).toEqual([
      0, 1,
    ]);
    expect(await spentBy('write', { items: [{ type: 'page', id: draftId, values: { price: 2 } }] })).toEqual([
      0, 2,
    ]);
    expect(await spentBy('publish', ask(pageId))).toEqual([0, 2]);
    expect(await spentBy('find', { type: 'page', limit: 0 })).toEqual([0, 0]);
  });

  it('of publishable keys are counted for the address that asks, behind a proxy too', async () => {
    const behindProxy = await startOwnService({ RATE_READ: '1', TRUSTED_PROXY_HOPS: '1' });
    const project = await behindProxy.newProject();
    const params = { name: 'changes', arguments: {} };
    const isRefused = async (address: string) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { body } = await project.publishable.post('/mcp', message, { 'X-Forwarded-For': address });
      return body.result.isError === true;
    };

    expect(await isRefused('203.0.113.1')).toBe(false);
    expect(await isRefused('203.0.113.1')).toBe(true);
    expect(await isRefused('203.0.113.2')).toBe(false);
  });

  it('that are spent are told with the wait', async () => {
    const narrow = await startOwnService({ RATE_READ: '1' });
    const project = await narrow.newProject();
    const agent = await openAgent(narrow, project.secret.token);

    await agent.call('changes');
    const { isError, body } = await agent.call('changes');

    expect(isError).toBe(true);
    expect(body).toMatchObject({ error: { code: 'rate_limited' }, retry_after_seconds: expect.any(Number) });
  });
});
