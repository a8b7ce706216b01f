import { spawn } from 'node:child_process';

export interface CommandOptions {
  env?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}

const keptBytesMax = 1 << 20;
const reasonCharsMax = 400;

/**
 * Runs a program without a shell and without input, and returns its standard output.
 * @throws Error with the program and the start of its error output if it can't be started, fails, or runs longer than
 * `timeoutMs` (default: ten minutes)
 */
export function runCommand(
  program: string,
  args: readonly string[],
  { env = {}, timeoutMs = 600_000 }: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out = (out + chunk.toString()).slice(-keptBytesMax)));
    child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(0, keptBytesMax)));
    child.on('error', (cause) => reject(new Error(`${program} did not start: ${cause.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(out);
      const end = signal === null ? `code ${code}` : `signal ${signal}`;
      const reason = (err.trim() || out.trim()).replace(/\s+/g, ' ').slice(0, reasonCharsMax);
      reject(new Error(`${program} ended with ${end}${reason === '' ? '' : `: ${reason}`}`));
    });
  });
}
