import { describe, expect, it } from 'vitest';
import { defineType, publishEntry } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';
import { openAgent } from '../../../support/mcp/agent.ts';

const service = await startService();

describe('the official client', () => {
  it.each([
    ['2025', { versionNegotiation: { mode: 'legacy' } }],
    ['2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ] as const)('speaks both eras of the protocol: %s', async (_era, options) => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'A' });
    const agent = await openAgent(service, project.secret.token, options);

    const { tools } = await agent.client.listTools();
    const found = await agent.call('find', { type: 'page' });
    const { resources } = await agent.client.listResources();
    const guide = await agent.client.readResource({ uri: 'galley://guide' });

    expect(tools.map(({ name }) => name)).toEqual([
      'describe',
      'find',
      'read',
      'search',
      'write',
      'publish',
      'delete',
      'schema',
      'upload',
      'releases',
      'changes',
    ]);
    expect(found.body.items).toMatchObject([{ values: { title: 'A' } }]);
    expect(resources.map(({ uri }) => uri)).toEqual(['galley://guide']);
    expect(JSON.stringify(guide.contents)).toContain('http://galley.test/docs');
  });
});
