import { describe, expect, it } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const service = await startService();

describe('releases', () => {
  it('lists, clones, compares and, when that is confirmed, promotes', async () => {
    const { agent, project, pageId } = await newWorld(service);

    const { body: clone } = await agent.call('releases', { action: 'clone', name: 'Spring' });
    const change = { values: { title: 'Spring' } };
    await project.secret.patch(`/v1/content/page/${pageId}?release=${clone.id}`, change);
    const diff = await agent.call('releases', { action: 'diff', id: clone.id });
    const ask = { action: 'promote', id: clone.id };
    const first = await agent.call('releases', ask);
    const stillDefault = (await agent.call('releases', { action: 'list' })).body.data;
    const second = await agent.call('releases', { ...ask, confirm: first.body.confirm });

    expect(JSON.stringify(diff.body)).toContain(pageId);
    expect((stillDefault as { id: string; default: boolean }[]).find((one) => one.default)?.id).toBe(
      project.releaseId,
    );
    expect(second.body, second.text).toMatchObject({ done: true, id: clone.id, default: true });
    expect((await project.publishable.get(`/v1/content/page/${pageId}`)).body.values.title).toBe('Spring');
    const again = await agent.call('releases', { ...ask, confirm: first.body.confirm });
    expect(again.body.error).toMatchObject({ code: 'invalid_parameter', param: 'confirm' });
  });

  it('refuses a confirmation once the release was edited', async () => {
    const { agent, project, pageId } = await newWorld(service);
    const { body: clone } = await agent.call('releases', { action: 'clone', name: 'Spring' });
    const ask = { action: 'promote', id: clone.id };
    const { body } = await agent.call('releases', ask);

    await project.secret.patch(`/v1/content/page/${pageId}?release=${clone.id}`, { values: { price: 1 } });

    const late = await agent.call('releases', { ...ask, confirm: body.confirm });
    expect(late.body.error).toMatchObject({ code: 'invalid_parameter', param: 'confirm' });
  });

  it('schedules a promotion when that is confirmed, and removes the date', async () => {
    const { agent } = await newWorld(service);
    const { body: clone } = await agent.call('releases', { action: 'clone', name: 'Spring' });
    const promote_at = new Date(Date.now() + 3_600_000).toISOString();
    const ask = { action: 'schedule', id: clone.id, promote_at };

    const first = await agent.call('releases', ask);
    const undated = (await agent.call('releases', { action: 'list' })).text;
    const second = await agent.call('releases', { ...ask, confirm: first.body.confirm });
    const removed = await agent.call('releases', { ...ask, promote_at: 'never' });

    expect(first.text).toContain(promote_at);
    expect(undated).not.toContain('promote_at');
    expect(second.body, second.text).toMatchObject({ done: true, id: clone.id, default: false, promote_at });
    expect(removed.body).toMatchObject({ done: true, id: clone.id });
    expect(removed.body).not.toHaveProperty('promote_at');
  });

  it('tells what is missing', async () => {
    const { agent } = await newWorld(service);
    const param = async (args: Record<string, unknown>) =>
      (await agent.call('releases', args)).body.error.param;

    expect(await param({ action: 'clone' })).toBe('name');
    expect(await param({ action: 'diff' })).toBe('id');
    expect(await param({ action: 'promote' })).toBe('id');
    expect(await param({ action: 'schedule', id: 'rel_x' })).toBe('promote_at');
    expect(await param({ action: 'promote', id: 'rel_x', promote_at: 'never' })).toBe('promote_at');
    expect(await param({ action: 'delete', id: 'rel_x' })).toBe('action');
  });
});
