import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { inRepository } from '../../../support/program.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { allOf, firstWithinMs, newTarget, quickPurges } from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 120_000 });

const service = await startService(quickPurges);
const { app } = service;
await app.start();
afterEach(() => void vi.unstubAllEnvs());

/** What the guide's receiver exports. */
interface GuideReceiver {
  pages: Map<string, { page: string; tags: string[] }>;
  server: Server;
}

/** The receiver of the guide, as it stands there, on a port of its own. */
async function startGuideReceiver(): Promise<GuideReceiver & { url: string }> {
  const [code = ''] = guideBlocks('build/cache-tags.md', 'js');
  const file = join(await mkdtemp(join(tmpdir(), 'galley-purged-')), 'receiver.mjs');
  await writeFile(
    file,
    code.replace('galley-client/webhooks', inRepository('packages/client/src/webhooks.ts')),
  );
  vi.stubEnv('PORT', '0');
  const receiver = (await import(pathToFileURL(file).href)) as GuideReceiver;
  if (!receiver.server.listening) await once(receiver.server, 'listening');
  cleanup(() => {
    receiver.server.closeAllConnections();
    receiver.server.close();
  });
  return { ...receiver, url: `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/` };
}

describe('the purge in docs/build/cache-tags.md', () => {
  it('has the keys of one that arrives', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const shown = guideBlocks('build/cache-tags.md', 'json')
      .map((text) => JSON.parse(text) as { event?: string; data: object })
      .find(({ event }) => event === 'cache.purge');

    await newTarget(app, project, receiver);

    const [purge] = await receiver.got(1, firstWithinMs);
    expect(Object.keys(shown ?? {})).toEqual(Object.keys(purge?.body ?? {}));
    expect(Object.keys(shown?.data ?? {})).toEqual(Object.keys(purge?.body.data ?? {}));
  });
});

describe('the receiver in docs/build/cache-tags.md', () => {
  it('drops what a purge names, keeps the rest, and refuses who has not the secret', async () => {
    const project = await service.newProject();
    const { pages, url } = await startGuideReceiver();
    pages.set('/old', { page: '', tags: [allOf(project)] });
    const { secret } = await newTarget(app, project, null, { url });
    vi.stubEnv('SIGNING_SECRET', secret);
    await expect.poll(() => pages.has('/old'), { timeout: 60_000 }).toBe(false);
    const author = await project.secret.post('/v1/authors', { name: 'Nell' });
    pages.set('/nell', { page: 'Nell', tags: [allOf(project), String(author.body['id'])] });
    pages.set('/about', { page: 'About', tags: [allOf(project)] });

    await project.secret.patch(`/v1/authors/${author.body['id']}`, { name: 'Nelly' });

    await expect.poll(() => pages.has('/nell'), { timeout: 60_000 }).toBe(false);
    expect(pages.has('/about')).toBe(true);
    const forged = await fetch(url, { method: 'POST', body: '{"data":{"tags":[],"again":[]}}' });
    expect(forged.status).toBe(400);
  });
});
