import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { refusal } from '../support/refusal.ts';

/**
 * Runs npm. What it writes goes to standard error, for standard output belongs to the command's own document.
 * @throws invalid_parameter with the exit code when it fails
 */
export async function npm(args: readonly string[], folder: string): Promise<void> {
  const isWindows = process.platform === 'win32'; // where npm is a script of the shell
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: isWindows });
  const failed = once(child, 'error').then(([fault]: Error[]) => fault?.message ?? 'it cannot be run');
  const ended = once(child, 'exit').then(([code, signal]) => (code === 0 ? null : String(code ?? signal)));
  const fault = await Promise.race([failed, ended]);
  if (fault !== null) throw refusal(`\`npm ${args[0]}\` failed in ${folder}: ${fault}.`);
}
