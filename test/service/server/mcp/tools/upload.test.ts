import { describe, expect, it } from 'vitest';
import { startMediaService } from '../../../../support/media.ts';
import { newWorld } from '../../../../support/mcp/world.ts';

const { service } = await startMediaService();

describe('upload', () => {
  it('signs an address, to which the agent sends the bytes itself, and confirms', async () => {
    const { agent } = await newWorld(service);
    const bytes = Buffer.from('a small file');
    const file = { file_name: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length };

    const { body: begun } = await agent.call('upload', { action: 'begin', ...file });
    const sent = await fetch(begun.upload_url, { method: 'PUT', headers: begun.headers, body: bytes });
    const confirmed = await agent.call('upload', { action: 'confirm', id: begun.media.id });

    expect(sent.ok).toBe(true);
    expect(confirmed.body).toMatchObject({ id: begun.media.id, status: 'ready' });
  });

  it('tells what is missing, and takes no address', async () => {
    const { agent } = await newWorld(service);
    const param = async (args: object) => (await agent.call('upload', { ...args })).body.error.param;

    expect(await param({ action: 'begin', file_name: 'a.txt', content_type: 'text/plain' })).toBe(
      'size_bytes',
    );
    expect(await param({ action: 'confirm' })).toBe('id');
    expect(await param({ action: 'begin', url: 'http://169.254.169.254/' })).toBe('url');
  });
});
