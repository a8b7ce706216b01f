import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A part of the service that is built from sources in this repository. */
export interface BuildPlan {
  /** The name at the start of a log line: `The dashboard`. */
  what: string;
  /** Source files and folders relative to the root. Without the first one, nothing is built. */
  sources: readonly string[];
  /** A file that exists after the build. */
  built: string;
  /** The command and its arguments. */
  command: readonly [string, ...string[]];
  cwd: string;
  /** Moves the output of the build to its final location. */
  takePlace(): Promise<void>;
  /** Removes temporary files, whether or not the build succeeded. */
  cleanUp(): Promise<void>;
}

/** A build into a temporary folder that replaces `folder` when it is complete. `built` is a file in `folder`. */
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
  /** Resolves when the build has succeeded or failed; never rejects. */
  done: Promise<void>;
  /** Cancels the build. */
  stop(): Promise<void>;
}

/**
 * Builds missing or outdated output in a separate process with low priority, so that the API starts without waiting. An
 * installed package has no sources and serves the output it was published with.
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
    env: { ...process.env, NODE_ENV: 'production' }, // NODE_ENV=test would build React for development
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // the process may have ended, or this system can't lower its priority
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

/** Returns the modification time of a file, or of the newest file in a folder; 0 if it doesn't exist. */
async function newestChangeMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map((name) => newestChangeMs(join(path, name))))));
}
