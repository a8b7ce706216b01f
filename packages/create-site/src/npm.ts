import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A site can't be created. `option` names the option that is wrong; null if a command failed. */
export class SiteError extends Error {
  readonly option: 'dir' | null;

  constructor(message: string, option: 'dir' | null = null) {
    super(message);
    this.name = 'SiteError';
    this.option = option;
  }
}

/** Runs npm with its output on standard error, because standard output belongs to the caller. @throws SiteError */
export async function npm(args: readonly string[], folder: string): Promise<void> {
  const isWindows = process.platform === 'win32'; // npm is a batch file there
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: isWindows });
  const failure = once(child, 'error').then(
    ([error]: Error[]) => error?.message ?? 'npm could not be started',
  );
  const exit = once(child, 'exit').then(([code, signal]) => (code === 0 ? null : String(code ?? signal)));
  const reason = await Promise.race([failure, exit]);
  if (reason !== null) throw new SiteError(`\`npm ${args[0]}\` failed in ${folder}: ${reason}.`);
}
