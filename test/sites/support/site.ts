import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { targetsWithHealth } from '../../../src/delivery/purges/health.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { quickPurges } from '../../support/purges/targets.ts';
import { tester } from '../../support/actor.ts';
import { cleanup } from '../../support/cleanup.ts';
import { startFront } from '../../e2e/support/front.ts';
import { startCommands, type TestCommands } from '../../support/command-line.ts';
import { newProjectInLocales } from '../../support/locales.ts';
import { storeVariables } from '../../support/media.ts';
import { inRepository, type Program, run } from '../../support/program.ts';
import type { TestProject, TestService } from '../../support/service.ts';
import { openTestStore } from '../../support/test-store.ts';
import type { Framework } from './frameworks.ts';
import { readmeCommands } from './readme.ts';

/** A site created with the commands of the README, and its service. */
export interface Site {
  readonly framework: Framework;
  readonly service: TestService;
  readonly project: TestProject;
  readonly folder: string;
  readonly origin: string;
  /** Seconds of each command, the last until the first page was served. */
  readonly seconds: Readonly<Record<'make' | 'build' | 'start', number>>;
  /** Returns the API paths that the site has requested since the previous call. */
  takeRequests(): string[];
  /** Whether the site has confirmed the purges of all changes so far. */
  isPurged(): Promise<boolean>;
  /** Runs a shell command in the folder of the site, with its version of Node. Throws with the output if it fails. */
  sh(line: string): Promise<string>;
  /** Starts the built site and waits until it responds. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads the site's `.env` with other values from now on. */
  setEnv(values: Readonly<Record<string, string>>): Promise<void>;
}

const startMsMax = 60_000;

/** The only variables of the test's environment that programs inherit. */
function inheritedEnv(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => /^(HOME|TMPDIR|npm_config_.*)$/i.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

/**
 * Runs the commands of the README for a new project with the demo content. The site stops at the end of the test file.
 * @param locales - further locales of the project
 */
export async function newSite(framework: Framework, locales: readonly string[] = []): Promise<Site> {
  const { commands, project, files } = await demoService(locales);
  const { service } = commands;
  const folder = join(await mkdtemp(join(tmpdir(), 'galley-site-')), 'my-site');
  cleanup(() => rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 }));
  const port = String(await freePort(0));
  const origin = `http://localhost:${port}`;
  const lines = await readmeCommands({ starter: framework.starter, folder, project: project.id });
  const env = { ...inheritedEnv(), PORT: port, HOST: '127.0.0.1' };

  const make = `${lines.make} --origin ${origin} --json`;
  const database = { ...commands.env, ...files, BASE_URL: service.app.config.BASE_URL ?? service.url };
  const creation = await runToEnd(make, { cwd: inRepository('.'), env: { ...env, ...database } });
  expect(creation.err).not.toContain('EBADENGINE');
  const { target } = JSON.parse(creation.out) as { target: string };
  const build = await runToEnd(lines.build, { cwd: folder, env });
  const server = new SiteServer({ folder, origin, script: lines.start, env });
  cleanup(() => server.stop());
  const startMs = performance.now();
  await server.start();
  const seconds = {
    make: creation.seconds,
    build: build.seconds,
    start: (performance.now() - startMs) / 1000,
  };

  const requests: string[] = [];
  service.app.http.on('request', ({ url = '' }: { url?: string }) => void requests.push(url));
  // Purges fail while the site is built, and a target whose purges keep failing is disabled.
  const enable = () => commands.galley(['purge', 'enable', target]);
  await enable();
  return {
    framework,
    service,
    project,
    folder,
    origin,
    seconds,
    takeRequests: () => requests.splice(0).filter((path) => path !== '/v1/ping'),
    async isPurged() {
      const targets = await targetsWithHealth(service.app.system.project(project.id));
      return targets.every(({ behind }) => behind.changes === 0 && !behind.everything);
    },
    sh: async (line) => (await runToEnd(line, { cwd: folder, env: ownPrograms(folder, env) })).out,
    stop: () => server.stop(),
    async start() {
      await server.start();
      await enable();
    },
    async setEnv(values) {
      const file = join(folder, '.env');
      const lines = (await readFile(file, 'utf8')).split('\n');
      const others = lines.filter((line) => !Object.keys(values).some((name) => line.startsWith(`${name}=`)));
      await writeFile(file, [...others, ...Object.entries(values).map((pair) => pair.join('='))].join('\n'));
    },
  };
}

/** A service with a store of files, and a project that has the demo content. */
async function demoService(locales: readonly string[]): Promise<{
  commands: TestCommands;
  project: TestProject;
  files: Record<string, string>;
}> {
  const store = await openTestStore();
  cleanup(() => store.stop());
  const variables = Object.entries(storeVariables(store.settings));
  const files = Object.fromEntries(variables.map(([name, value]) => [name, value ?? '']));
  const subnets = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128' };
  let serviceUrl = '';
  const BASE_URL = await startFront(() => serviceUrl);
  const commands = await startCommands({ ...quickPurges, ...subnets, ...files, BASE_URL });
  const { service } = commands;
  await service.app.start();
  serviceUrl = service.url;
  const further = locales.map((code) => ({ code }));
  const project = await newProjectInLocales(service, further);
  const calls = service.app.contextsOf(tester);
  const doors = { project: () => calls.project(project.id), release: () => calls.release(project.id) };
  await loadSeeds(doors, 'all', { progress: () => undefined });
  return { commands, project, files };
}

/** Runs a shell command to its end. Throws with its output if it fails. */
async function runToEnd(
  line: string,
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<{ out: string; err: string; seconds: number }> {
  const startMs = performance.now();
  const program = run('sh', ['-c', line], options);
  expect(await program.ended(), `${line}\n${program.out}${program.err}`).toBe(0);
  return { out: program.out, err: program.err, seconds: (performance.now() - startMs) / 1000 };
}

/** With the programs of the site before those of the machine, as npm sets `PATH`. */
function ownPrograms(folder: string, env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
}

/** The status of the response for a URL; null if the server can't be reached. */
export async function statusOf(url: string): Promise<number | null> {
  const response = await fetch(url, { redirect: 'manual' }).catch(() => null);
  await response?.arrayBuffer();
  return response?.status ?? null;
}

interface BuiltSite {
  folder: string;
  origin: string;
  /** `npm start`. */
  script: string;
  env: Readonly<Record<string, string>>;
}

/** The built site in a process of its own. */
class SiteServer {
  readonly #site: BuiltSite;
  #running: Program | null = null;

  constructor(site: BuiltSite) {
    this.#site = site;
  }

  async start(): Promise<void> {
    const { folder, origin, env } = this.#site;
    const line = `exec ${await this.#program()}`;
    const program = run('sh', ['-c', line], { cwd: folder, env: ownPrograms(folder, env) });
    this.#running = program;
    const expectResponse = async () => {
      expect(program.process.exitCode, program.out + program.err).toBeNull();
      expect(await statusOf(`${origin}/robots.txt`)).toBe(200);
    };
    await vi.waitFor(expectResponse, { timeout: startMsMax, interval: 100 });
  }

  async stop(): Promise<void> {
    this.#running?.process.kill('SIGTERM');
    await this.#running?.ended();
    this.#running = null;
  }

  /** The command of `npm start`. It runs without npm, which does not forward every signal. */
  async #program(): Promise<string> {
    const { folder, script } = this.#site;
    expect(script).toBe('npm start');
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    return scripts.start;
  }
}
