import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtDashboard } from '../dashboard-site/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a build is made from. */
const sources = ['dashboard/src', 'dashboard/index.html', 'dashboard/vite.config.ts', 'package-lock.json'];

interface Build {
  /** Ends when the build did, well or not; never throws. */
  done: Promise<void>;
  /** Gives it up. */
  stop(): Promise<void>;
}

/**
 * Builds the dashboard when it is missing or older than its sources, in a process of its own and at low priority:
 * the API does not wait for it. An installed package has no sources and keeps what it came with.
 */
export async function buildDashboard(say: (line: string) => void): Promise<Build | null> {
  if (!existsSync(join(root, sources[0] ?? '')) || !(await isOutdated())) return null;
  const staged = join(dirname(builtDashboard), `.dashboard-${process.pid}`);
  const child = startVite(staged);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => printed.push(bytes.toString()));
  const done = ended(child)
    .then(async (isBuilt) => {
      if (isBuilt) await takePlace(staged);
      else if (!child.killed) say(`The dashboard could not be built:\n${printed.join('')}`);
      await rm(staged, { recursive: true, force: true });
    })
    .catch((error: unknown) => say(`The dashboard could not be built: ${String(error)}`));
  const stop = () => {
    child.kill();
    return done;
  };
  return { done, stop };
}

function startVite(outDir: string): ChildProcess {
  const vite = dirname(createRequire(join(root, 'dashboard/package.json')).resolve('vite/package.json'));
  const child = spawn(
    process.execPath,
    [join(vite, 'bin/vite.js'), 'build', '--outDir', outDir, '--logLevel', 'warn'],
    {
      cwd: join(root, 'dashboard'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' }, // a test's would build React for development
    },
  );
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // the process may be gone already, or may not be asked to be slower
  }
  return child;
}

function ended(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** The old build is there until the new one is whole. */
async function takePlace(staged: string): Promise<void> {
  await mkdir(dirname(builtDashboard), { recursive: true });
  await rm(builtDashboard, { recursive: true, force: true });
  await rename(staged, builtDashboard);
}

async function isOutdated(): Promise<boolean> {
  const built = await stat(join(builtDashboard, 'index.html')).catch(() => null);
  if (built === null) return true;
  const newest = await Promise.all(sources.map((source) => newestChangeMs(join(root, source))));
  return Math.max(...newest) > built.mtimeMs;
}

/** When a file, or the newest below a folder, was changed; 0 for what is not there. */
async function newestChangeMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map((name) => newestChangeMs(join(path, name))))));
}
