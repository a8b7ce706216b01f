import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isAlive } from '../../../../src/core/util/process-alive.ts';
import { cleanup } from '../../../support/cleanup.ts';

it('a process is alive until it ends', async () => {
  const child = spawn('sleep', ['60']);
  const pid = child.pid ?? 0;
  expect(isAlive(pid)).toBe(true);

  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(isAlive(pid)).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'a process that has ended is not alive, though its parent has not reaped it',
  async () => {
    // The shell starts a child and becomes `sleep`, which reaps no children.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    cleanup(() => parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];

    await expect.poll(() => isAlive(Number(line.toString()))).toBe(false);
  },
);
