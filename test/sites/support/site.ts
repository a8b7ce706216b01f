import { access, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { tester } from '../../support/actor.ts';
import { cleanup } from '../../support/cleanup.ts';
import { startMediaService } from '../../support/media.ts';
import { type Program, run } from '../../support/program.ts';
import { type TestProject, type TestService, testVariables } from '../../support/service.ts';

/** A site that was made from a starter, and the service that it reads. */
export interface Site {
  readonly service: TestService;
  readonly project: TestProject;
  readonly url: string;
  readonly dir: string;
  /** From `galley new site` to the first page that was served, in seconds. */
  readonly tookSeconds: number;
  /** What the site has asked the service for since the last look. */
  asked(): string[];
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Makes, builds and starts a site, as the README does it, on a new project. All of it ends with the test file. */
export async function startSite(starter: string, content: 'demo' | 'none'): Promise<Site> {
  const { service } = await startMediaService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128' });
  await service.app.start();
  const project = await service.newProject();
  if (content === 'demo') await loadDemo(service, project);
  const folder = await mkdtemp(join(tmpdir(), 'galley-site-'));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  const dir = join(folder, 'site');
  const url = `http://localhost:${await freePort(0)}`;

  const began = performance.now();
  const made = ['--starter', starter, '--dir', dir, '--project', project.id, '--origin', url, '--json'];
  const { MONGODB_DB } = service.app.config;
  const variables = testVariables({ MONGODB_DB, BASE_URL: service.url });
  const modules = process.env['SITE_MODULES']; // of an earlier run, to try the tests again without installing
  const install = modules === undefined ? [] : ['--no-install'];
  const { out } = await runCommand(['new', 'site', ...made, ...install], variables, folder);
  expect(JSON.parse(out)).toMatchObject({ site: { installed: modules === undefined } });
  if (modules !== undefined) await symlink(modules, join(dir, 'node_modules'));
  const env = { HOME: process.env['HOME'] ?? '', ASTRO_TELEMETRY_DISABLED: '1' };
  const build = run('npm', ['run', 'build'], { cwd: dir, env });
  expect(await build.ended(), build.out + build.err).toBe(0);

  const server = new SiteServer(dir, url);
  cleanup(() => server.stop());
  await server.start();
  const paths: string[] = [];
  service.app.http.on('request', ({ url: path = '' }) => paths.push(path));
  return {
    service,
    project,
    url,
    dir,
    tookSeconds: (performance.now() - began) / 1000,
    asked: () => paths.splice(0),
    stop: () => server.stop(),
    start: () => server.start(),
  };
}

async function loadDemo({ app }: TestService, { id }: TestProject): Promise<void> {
  const calls = app.callsOf(tester);
  const doors = { project: () => calls.project(id), release: () => calls.release(id) };
  await loadSeeds(doors, 'all', { progress: () => undefined });
}

/** The built site in a process of its own. */
class SiteServer {
  readonly #dir: string;
  readonly #url: string;
  #running: Program | null = null;

  constructor(dir: string, url: string) {
    this.#dir = dir;
    this.#url = url;
  }

  async start(): Promise<void> {
    const own = join(this.#dir, 'node_modules/.bin/node'); // there where the machine's Node is too old
    const node = await access(own).then(
      () => own,
      () => process.execPath,
    );
    const env = { PORT: new URL(this.#url).port, HOST: '127.0.0.1' };
    const args = ['--env-file=.env', 'dist/server/entry.mjs'];
    this.#running = run(node, args, { cwd: this.#dir, env });
    await vi.waitFor(async () => expect((await fetch(`${this.#url}/robots.txt`)).ok).toBe(true), {
      timeout: 60_000,
      interval: 100,
    });
  }

  async stop(): Promise<void> {
    this.#running?.process.kill();
    await this.#running?.ended();
    this.#running = null;
  }
}
