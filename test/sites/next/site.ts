import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { cleanup } from '../../support/cleanup.ts';
import { startCommands, type TestCommands } from '../../support/command-line.ts';
import { storeVariables } from '../../support/media.ts';
import { type Program, run } from '../../support/program.ts';
import type { TestProject } from '../../support/service.ts';
import { openTestStore } from '../../support/test-store.ts';
import { quickPurges } from '../../purges/support/targets.ts';
import { tester } from '../../support/actor.ts';

/** A site that `galley new site` made, and the service that it reads. */
export interface Site {
  readonly commands: TestCommands;
  readonly project: TestProject;
  readonly folder: string;
  readonly origin: string;
  /** Paths of the API that the site asked for since the last look. */
  asked(): string[];
  /** Runs a program of the site to its end. Throws with what it wrote when it fails. */
  npm(...args: string[]): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads the site's `.env` with other values from now on. */
  setEnv(values: Readonly<Record<string, string>>): Promise<void>;
}

/** What a program needs of this machine; nothing else of the test's environment reaches it. */
function inherited(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => /^(HOME|TMPDIR|npm_config_.*)$/i.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

/** Starts a service with the demo content, makes a site of it, and installs it. */
export async function newSite(): Promise<Site> {
  const store = await openTestStore();
  cleanup(() => store.stop());
  const files = Object.fromEntries(
    Object.entries(storeVariables(store.settings)).map(([name, value]) => [name, value ?? '']),
  );
  const commands = await startCommands({ ...quickPurges, ...files });
  const { service } = commands;
  await service.app.start();
  const project = await service.newProject();
  const calls = service.app.callsOf(tester);
  const doors = { project: () => calls.project(project.id), release: () => calls.release(project.id) };
  await loadSeeds(doors, 'all', { progress: () => undefined });

  const folder = await mkdtemp(join(tmpdir(), 'galley-next-site-'));
  const port = String(await freePort(0));
  const origin = `http://127.0.0.1:${port}`;
  const named = ['--starter', 'next', '--dir', folder, '--project', project.id, '--origin', origin];
  const made = await commands.galley(['new', 'site', ...named], { BASE_URL: service.url, ...files });
  expect(made.exitCode, JSON.stringify(made.body)).toBe(0);

  const asked: string[] = [];
  service.app.http.on('request', ({ url = '' }: { url?: string }) => void asked.push(url));
  const env = { ...inherited(), PORT: port, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const running: Program[] = [];
  const stop = async () => {
    for (const program of running.splice(0)) {
      program.process.kill('SIGTERM');
      await program.ended();
    }
  };
  cleanup(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    commands,
    project,
    folder,
    origin,
    asked: () => asked.splice(0),
    stop,
    async npm(...args) {
      const program = run('npm', args, { cwd: folder, env });
      expect(await program.ended(), `npm ${args.join(' ')}\n${program.out}${program.err}`).toBe(0);
    },
    async start() {
      const program = run(process.execPath, ['lib/next.mjs', 'start'], { cwd: folder, env });
      running.push(program);
      await program.printed(/Ready in/);
      await expect.poll(() => statusOf(`${origin}/robots.txt`), { timeout: 30_000 }).toBe(200);
      // While the site was built nobody answered purges, and a target that answers none is disabled in the end.
      await commands.galley(['purge', 'enable', String(made.body.target)]);
    },
    async setEnv(values) {
      const file = join(folder, '.env');
      const lines = (await readFile(file, 'utf8')).split('\n');
      const others = lines.filter((line) => !Object.keys(values).some((name) => line.startsWith(`${name}=`)));
      await writeFile(file, [...others, ...Object.entries(values).map((pair) => pair.join('='))].join('\n'));
    },
  };
}

/** The status of an address; null where nobody answers. */
export async function statusOf(address: string): Promise<number | null> {
  const answer = await fetch(address, { redirect: 'manual' }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? null;
}

/** A page as it is served, and whether it was made for this request. */
export interface Served {
  path: string;
  html: string;
  isNew: boolean;
}

export async function served({ origin }: Site, path: string): Promise<Served> {
  const answer = await fetch(`${origin}${path}`);
  const isNew = answer.headers.get('X-Nextjs-Cache') !== 'HIT';
  return { path, html: await answer.text(), isNew };
}

/** The paths of the sitemap. */
export async function pathsOf(site: Site): Promise<string[]> {
  const { html } = await served(site, '/sitemap.xml');
  const found = [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  expect(found.length).toBeGreaterThan(40);
  return found;
}

/** All pages, one after the other: each is made by the one request that asks for it. */
export async function allPages(site: Site): Promise<Served[]> {
  const pages: Served[] = [];
  for (const path of [...(await pathsOf(site)), '/blog/page/2']) pages.push(await served(site, path));
  return pages;
}
