import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Something that the service serves and that is built from sources beside it. */
export interface BuildPlan {
  /** As it begins a sentence: `The dashboard`. */
  what: string;
  /** Files and folders below the root that it is made from; without the first there is nothing to build. */
  sources: readonly string[];
  /** A file that is there when it is built. */
  built: string;
  /** The command and its arguments. */
  command: readonly [string, ...string[]];
  cwd: string;
  /** Puts what the command made in its place. */
  takePlace(): Promise<void>;
  /** Removes what is left over, whatever came of it. */
  cleanUp(): Promise<void>;
}

/** A build into a folder beside `folder`, which it replaces once it is complete. `built` is one of its files. */
export function stagedBuild(
  { folder, built }: { folder: string; built: string },
  planOf: (staged: string) => Omit<BuildPlan, 'built' | 'takePlace' | 'cleanUp'>,
): BuildPlan {
  const staged = join(dirname(folder), `.${basename(folder)}-${process.pid}`);
  return {
    ...planOf(staged),
    built: join(folder, built),
    async takePlace() {
      await mkdir(dirname(folder), { recursive: true });
      await rm(folder, { recursive: true, force: true });
      await rename(staged, folder);
    },
    cleanUp: () => rm(staged, { recursive: true, force: true }),
  };
}

interface Build {
  /** Ends when the build did, well or not; never throws. */
  done: Promise<void>;
  /** Gives it up. */
  stop(): Promise<void>;
}

/**
 * Builds what is missing or older than its sources, in a process of its own and at low priority: the API does not wait
 * for it. An installed package has no sources and keeps what it came with.
 */
export async function buildInBackground(plan: BuildPlan, say: (line: string) => void): Promise<Build | null> {
  if (!existsSync(join(root, plan.sources[0] ?? '')) || !(await isOutdated(plan))) return null;
  const child = start(plan);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => printed.push(bytes.toString()));
  const done = ended(child)
    .then(async (isBuilt) => {
      if (isBuilt) await plan.takePlace();
      else if (!child.killed) say(`${plan.what} could not be built:\n${printed.join('')}`);
      await plan.cleanUp();
    })
    .catch((error: unknown) => say(`${plan.what} could not be built: ${String(error)}`));
  const stop = () => {
    child.kill();
    return done;
  };
  return { done, stop };
}

function start({ command: [program, ...args], cwd }: BuildPlan): ChildProcess {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' }, // a test's would build React for development
  });
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

async function isOutdated({ sources, built }: BuildPlan): Promise<boolean> {
  const found = await stat(built).catch(() => null);
  if (found === null) return true;
  const newest = await Promise.all(sources.map((source) => newestChangeMs(join(root, source))));
  return Math.max(...newest) > found.mtimeMs;
}

/** When a file, or the newest below a folder, was changed; 0 for what is not there. */
async function newestChangeMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map((name) => newestChangeMs(join(path, name))))));
}
