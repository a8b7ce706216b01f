import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

import { type CommandOptions, runCommand } from './command.ts';

/** What the search for a mongod needs from the computer. It is a parameter, so that tests can simulate each case. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
  readonly uid: number | null;
  readonly home: string;
  readonly tmp: string;
  /** Returns the path of a program on the PATH, or null. */
  which(program: string): Promise<string | null>;
  /** Returns the standard output of a program. Throws if the program fails. */
  run(program: string, args: readonly string[], options?: CommandOptions): Promise<string>;
  /** Returns null if a web server responds with any status within the limit, otherwise the reason. */
  unreachable(url: string, limitMs: number): Promise<string | null>;
}

/** The computer on which this process runs. */
export function thisMachine(env: Machine['env'] = process.env): Machine {
  return {
    env,
    platform: process.platform,
    arch: process.arch,
    uid: process.getuid?.() ?? null,
    home: homedir(),
    tmp: tmpdir(),
    which: (program) => findOnPath(env['PATH'] ?? '', program),
    run: runCommand,
    unreachable,
  };
}

async function findOnPath(path: string, program: string): Promise<string | null> {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const file = join(folder, process.platform === 'win32' ? `${program}.exe` : program);
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return file;
  }
  return null;
}

async function unreachable(url: string, limitMs: number): Promise<string | null> {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(limitMs) });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return 'no answer';
    if (error.name === 'TimeoutError') return `no answer within ${Math.round(limitMs / 1000)} s`;
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}
