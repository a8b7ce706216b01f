import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/core/settings/config.ts';

/** The variables that lead to the image service. */
type ImageVariables = Required<Pick<Config, 'IMAGE_SERVICE' | 'IMAGE_SERVICE_URL'>>;

/**
 * Starts ipx in a process of its own, which makes sizes of the pictures of the public bucket and of nothing else. It
 * answers this machine alone, beside the port of the store, so that addresses stay good. Null where the package is not
 * installed, or does not start: pictures then have their plain addresses.
 */
export async function startImageService(
  publicUrl: string,
): Promise<{ variables: ImageVariables; stop(): Promise<void> } | null> {
  if (!isInstalled('ipx')) return null;
  const file = fileURLToPath(new URL('./image-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, publicUrl], {
    stdio: ['pipe', 'pipe', 'ignore'], // it ends with its standard input, so also when this process is killed
  });
  const ended = once(child, 'close');
  const [address] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => [null]),
  ])) as [string | null];
  if (address === null) return null;
  return {
    variables: { IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: address },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
