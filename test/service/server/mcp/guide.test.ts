import { describe, expect, it, vi } from 'vitest';
import { guideBlocks, pasteGuide } from '../../../support/guide.ts';
import { startService } from '../../../support/service.ts';
import { tools } from '../../../../packages/mcp/src/protocol/tools.ts';
import { readFileSync } from 'node:fs';
import { inRepository } from '../../../support/program.ts';

const service = await startService();

describe('docs/build/agents.md', () => {
  it('has shell that works when it is pasted', async () => {
    await pasteGuide('build/agents.md', service, await service.newProject());
  });

  it('has settings of clients, by which the door opens', async () => {
    const project = await service.newProject();
    const blocks = guideBlocks('build/agents.md', 'json')
      .map((text) => text.replaceAll('https://content.example.com', service.url))
      .map((text) => text.replaceAll('sk_...', project.secret.token))
      .map((text) => JSON.parse(text) as Record<string, { galley: any }>);
    const settings = blocks.map((block) => Object.values(block)[0]?.galley);

    for (const { url, headers } of settings.slice(0, 2)) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(200);
    }
    expect(settings[2]).toMatchObject({ args: ['galley', 'mcp'], env: { GALLEY_URL: service.url } });
  });

  it('has a program that calls a tool', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/product', {
      fields: [{ key: 'price', type: 'number' }],
    });
    const [source = ''] = guideBlocks('build/agents.md', 'js');
    vi.stubEnv('KEY', project.secret.token);
    const code = source.replace('http://localhost:3000', service.url);

    const { call } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      call: (name: string, args: object) => Promise<string>;
    };

    expect(await call('describe', {})).toContain('"product"');
    vi.unstubAllEnvs();
  });

  it('names every tool', () => {
    const page = readFileSync(inRepository('docs/build/agents.md'), 'utf8');
    for (const { name } of tools) expect(page).toContain(`\`${name}\``);
  });
});
