import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { fixedPort } from '../../support/fixed-port.ts';
import { cleanup } from '../../support/cleanup.ts';
import { guideBlocks } from '../../support/guide.ts';
import { run } from '../../support/program.ts';

/** The configuration that the page shows, whole. */
export const recipe = guideBlocks('build/cache-tags.md', 'vcl')[0] ?? '';

/** Whether Varnish with xkey can be started here; says so when it cannot. */
export const hasVarnish = isInstalled();

function isInstalled(): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  const hasProgram = folders.some((folder) => existsSync(join(folder, 'varnishd')));
  const hasModule = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/varnish/vmods/libvmod_xkey.so`)
    .some((file) => existsSync(file));
  if (hasProgram && hasModule) return true;
  console.log('varnish and varnish-modules are not installed: answers behind a real cache are not tested');
  return false;
}

/** A Varnish that runs in front of a service. */
export interface Varnish {
  url: string;
  /** What purges are let in with. */
  token: string;
  /** Tells it that tags are old, as a purge target does. @returns the status */
  purge(tags: readonly string[]): Promise<number>;
}

/** How a test's Varnish differs from the page. */
interface VarnishOptions {
  /** Texts of the page, and what stands in their place. */
  replaced?: Readonly<Record<string, string>>;
}

/** Starts Varnish on the page's configuration, with the address of the service in its first lines. */
export async function startVarnish(
  serviceUrl: string,
  { replaced = {} }: VarnishOptions = {},
): Promise<Varnish> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-varnish-'));
  await chmod(folder, 0o755); // its worker is somebody else
  const { hostname, port: servicePort } = new URL(serviceUrl);
  const placed = replacedIn(recipe, {
    '.host = "127.0.0.1"': `.host = "${hostname}"`,
    '.port = "3000"': `.port = "${servicePort}"`,
    ...replaced,
  });
  const file = join(folder, 'galley.vcl');
  await writeFile(file, placed);
  const port = await fixedPort();
  const token = randomUUID();
  const settings = ['-j', 'none', '-s', 'malloc,64m', '-p', 'thread_pool_min=20', '-p', 'thread_pools=1'];
  const place = ['-a', `127.0.0.1:${port}`, '-n', join(folder, 'work'), '-f', file];
  const program = run('varnishd', ['-F', ...settings, ...place], {
    env: {
      GALLEY_PURGE_TOKEN: token,
      HOME: folder,
      PATH: `${process.env['PATH']}:/usr/sbin`,
    },
  });
  cleanup(async () => {
    program.process.kill('SIGTERM');
    await program.ended();
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(
    async () => {
      if (program.process.exitCode !== null) throw new Error(`varnishd ended:\n${program.err}`);
      const answer = await fetch(`${url}/v1/ping`).catch(() => null);
      await answer?.arrayBuffer();
      return answer !== null;
    },
    { timeout: 30_000, interval: 100 },
  );
  const purge: Varnish['purge'] = async (tags) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Galley-Purge': tags.join(' ') };
    const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { url, token, purge };
}

function replacedIn(text: string, replaced: Readonly<Record<string, string>>): string {
  return Object.entries(replaced).reduce((placed, [from, to]) => {
    if (!placed.includes(from)) throw new Error(`the page's configuration has no ${from}`);
    return placed.replaceAll(from, to);
  }, text);
}
