import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The service as one file, which a process starts in half the CPU time of its sources. */
    serverFile: string;
  }
}

/** A program under test in a process of its own. */
export interface Program {
  readonly process: ChildProcess;
  readonly out: string;
  readonly err: string;
  /** Waits until the pattern is in standard output. Throws with all that was written when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the name of the signal that ended it. */
  ended(): Promise<number | string>;
}

export interface ProgramOptions {
  /** The whole environment, PATH aside. */
  env: Readonly<Record<string, string>>;
  cwd?: string;
  /** With `pipe` the test writes to the program's standard input; else there is none. */
  input?: 'pipe';
  /** What is typed after the program's name. */
  args?: readonly string[];
}

const pollMs = 30;

/** The path of a file of this repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** Runs the service. */
export function runServer(options: ProgramOptions): Program {
  return run(process.execPath, [inject('serverFile'), ...(options.args ?? [])], options);
}

/** Runs TypeScript of this repository as `npm run dev` does, from any folder. */
export function runSource(file: string, options: ProgramOptions): Program {
  const args = ['--import', import.meta.resolve('tsx'), inRepository(file), ...(options.args ?? [])];
  return run(process.execPath, args, options);
}

/** Lets tsx resolve packages of this repository to their source from any folder. */
const sourceVariables = { TSX_TSCONFIG_PATH: inRepository('tsconfig.json') };

export function run(command: string, args: readonly string[], { env, cwd, input }: ProgramOptions): Program {
  const child = spawn(command, args, {
    cwd: cwd ?? process.cwd(),
    env: { PATH: process.env['PATH'] ?? '', ...sourceVariables, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (input === undefined) child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const closed = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    process: child,
    get out() {
      return out;
    },
    get err() {
      return err;
    },
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        if (hasEnded()) throw new Error(`ended without printing ${pattern}:\n${out}${err}`);
        await wait(pollMs);
      }
    },
    async ended() {
      await closed;
      return child.exitCode ?? child.signalCode ?? 'unknown';
    },
  };
}
