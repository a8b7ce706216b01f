import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Owner } from '../../embedded/mongod/owner.ts';
import { imageSize } from '../../../src/contract/fields/image-size.ts';
import { isAlive } from '../../../src/core/util/process-alive.ts';
import { findMongod } from '../../embedded/mongod/search.ts';
import { type Program, runSource } from '../../../test/support/program.ts';

vi.setConfig({ testTimeout: 180_000 }); // processes start slowly on a busy machine

const started: Program[] = [];
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-dev-'));
  const mongod = await findMongod({ say: console.log }); // found here, so that an empty HOME causes no download
  env = { HOME: join(folder, 'home'), MONGOMS_SYSTEM_BINARY: mongod.path, PORT: '0' };
});
afterAll(async () => {
  for (const { process } of started) process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

function dev(variables: Record<string, string> = {}): Program {
  const program = runSource('dev/server/main.ts', { cwd: folder, env: { ...env, ...variables } });
  started.push(program);
  return program;
}

interface Cover {
  url: string;
  srcset: { url: string }[];
}

function kept(name: string): string {
  return join(folder, '.data', name);
}

async function greetingOf(program: Program) {
  const [, secretKey = '', publishableKey = '', sample = ''] = await program.printed(
    /(sk_\w{46})\n[^]*(pk_\w{46})\n[^]*?^ *(curl .*)\n[^]*stops everything/m,
  );
  return { secretKey, publishableKey, sample };
}

async function stop(program: Program): Promise<void> {
  const owner = JSON.parse(await readFile(join(kept('mongodb'), 'galley-owner.json'), 'utf8')) as Owner;
  program.process.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect(isAlive(owner.mongodPid)).toBe(false);
  expect(existsSync(kept('dev.json'))).toBe(false);
}

describe('npm run dev', () => {
  it('starts from nothing, finds its data and keys again, and ends in order', async () => {
    const first = dev();
    const greeting = await greetingOf(first);
    const sample = await promisify(execFile)('sh', ['-c', greeting.sample]);
    expect(sample.stdout).toMatch(/^\[\n( {2}\{ name: '[^']+', price: \S+ \},?\n){3}\]\n$/);
    const [, origin = ''] = await first.printed(/up +(http\S+)/);
    const products = async (more: string) => {
      const url = `${origin}/v1/content/product?sort=price&limit=3&fields=cover${more}`;
      const response = await fetch(url, { headers: { Authorization: `Bearer ${greeting.publishableKey}` } });
      return ((await response.json()) as { data: { values: { cover: Cover } }[] }).data;
    };
    const data = await products('');
    const picture = await fetch(data[0]?.values.cover.url ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const [sized] = await products('&images=64');
    const small = await fetch(sized?.values.cover.srcset[0]?.url ?? '');
    expect([small.status, imageSize(new Uint8Array(await small.arrayBuffer()))?.width]).toEqual([200, 64]);
    for (const name of ['secret', 'dev-keys.json', 'dev.json']) {
      expect((await stat(kept(name))).mode & 0o777, name).toBe(0o600);
    }
    for (const name of ['.', 'mongodb', 'store']) {
      expect((await stat(kept(name))).mode & 0o777, name).toBe(0o700);
    }

    const beside = dev();
    expect(await beside.ended()).toBe(1);
    expect(beside.err).toMatch(
      /^Galley cannot start: Galley is already running in this folder: http:\S+ \(process \d+\)/,
    );
    await stop(first);
    expect(first.err).toBe('');

    const second = dev();
    expect(await greetingOf(second)).toMatchObject({
      secretKey: greeting.secretKey,
      publishableKey: greeting.publishableKey,
    });
    const [, baseUrl = ''] = await second.printed(/up +(http\S+)/);
    const answer = await fetch(`${baseUrl}/v1/ping`, {
      headers: { Authorization: `Bearer ${greeting.publishableKey}`, Origin: baseUrl },
    });
    expect(answer.status, 'the key follows the base URL to another port').toBe(200);
    const [, email = '', password = ''] = await second.printed(/Sign in as +(\S+) +(\S+)\n/);
    const session = await fetch(`${baseUrl}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { projects } = (await session.json()) as { projects: { id: string; name: string; role: string }[] };
    expect(projects).toMatchObject([{ name: 'Demo', role: 'owner' }]);
    const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const home = await fetch(`${baseUrl}/dashboard/api/projects/${projects[0]?.id}/home`, {
      headers: { Cookie: cookie },
    });
    const { steps } = (await home.json()) as { steps: Record<string, boolean> };
    expect(Object.values(steps), 'demo content is nothing that the person did').not.toContain(true);
    const anonymous = await fetch(`${baseUrl}/dashboard/api/session`);
    expect(await anonymous.json()).toMatchObject({
      sign_in_hint: expect.stringContaining('npm run dev') as string,
    });
    await stop(second);
  });

  it('names the port when another program has it, and starts nothing', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    const program = dev({ PORT: String(port) });

    expect(await program.ended()).toBe(1);
    expect(program.err).toBe(
      `Galley cannot start: Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm run dev\n`,
    );
    other.close();
  });

  it('gives up a start when it is told to stop, and leaves no server behind', async () => {
    const program = dev();
    await program.printed(/starting/);
    await expect
      .poll(() => existsSync(join(kept('mongodb'), 'galley-owner.json')), { timeout: 40_000 })
      .toBe(true);

    await stop(program);

    expect(program.out).not.toContain('Galley is up');
  });
});
