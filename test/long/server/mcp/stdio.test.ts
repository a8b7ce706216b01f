import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { inRepository } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';
import { agentOf, callTwice } from '../../../support/mcp/agent.ts';
import { newWorld } from '../../../support/mcp/world.ts';

const service = await startService();
const open: Client[] = [];
afterAll(() => Promise.all(open.map((client) => client.close())));

/** The command line as an agent starts it. */
async function startProgram(env: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', inRepository('src/cli/main.ts'), 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  });
  transport.stderr?.pipe(new PassThrough());
  await client.connect(transport, { timeout: 120_000 });
  open.push(client);
  return agentOf(client);
}

describe('galley mcp', () => {
  it('has the same tools over standard input and output', { timeout: 300_000 }, async () => {
    const { project, pageId, draftId } = await newWorld(service);
    const agent = await startProgram({ GALLEY_URL: service.url, GALLEY_KEY: project.secret.token });
    const reader = await startProgram({
      GALLEY_URL: `${service.url}/`,
      GALLEY_KEY: project.publishable.token,
    });

    expect((await agent.client.listTools()).tools).toHaveLength(11);
    expect((await reader.client.listTools()).tools).toHaveLength(5);
    const found = await agent.call('read', { type: 'page', id: pageId });
    expect(found.body.item.values.title).toBe('Alpha');
    const published = await callTwice(agent, 'publish', { action: 'publish', type: 'page', id: draftId });
    expect(published.body).toMatchObject({ done: true, status: 'published' });
    const refused = await reader.call('write', { items: [{ type: 'page', values: {} }] });
    expect(refused.body.error.code).toBe('secret_key_required');
  });

  it.each([
    [{}, 'GALLEY_URL'],
    [{ GALLEY_URL: 'http://127.0.0.1:1' }, 'GALLEY_KEY'],
    [{ GALLEY_URL: 'content.example.com', GALLEY_KEY: 'sk_x' }, 'GALLEY_URL'],
    [{ GALLEY_URL: 'file:///etc/passwd', GALLEY_KEY: 'sk_x' }, 'GALLEY_URL'],
  ])('says which variable is missing or wrong: %j', async (env, name) => {
    const { out, err, exitCode } = await runCommand(['mcp'], env, process.cwd());

    expect([out, exitCode]).toEqual(['', 1]);
    expect(err).toContain(name);
  });

  it('says so when nobody answers at the address', { timeout: 300_000 }, async () => {
    const agent = await startProgram({ GALLEY_URL: 'http://127.0.0.1:9', GALLEY_KEY: 'sk_x' });

    const { isError, body } = await agent.call('changes');

    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'temporarily_unavailable', param: 'GALLEY_URL' });
  });
});
