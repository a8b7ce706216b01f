import { describe, expect, it } from 'vitest';
import { startOwnService } from '../../../../support/service.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const service = await startOwnService();
await service.app.start();

describe('changes', () => {
  it('tells the version, and what changed since', async () => {
    const { agent, project, pageId } = await newWorld(service);
    const { body: before } = await agent.call('changes');

    await project.secret.patch(`/v1/content/page/${pageId}`, { values: { title: 'Other' } });

    const since = { since: String(before.version) };
    const names = async () => {
      const { events = [] } = (await agent.call('changes', since)).body as { events?: { event: string }[] };
      return events.map(({ event }) => event);
    };
    await expect.poll(names).toEqual(['content.entry.updated']);
  });
});
