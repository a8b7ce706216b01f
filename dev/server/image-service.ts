import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/core/settings/config.ts';

/** The settings of the image service. */
type ImageVariables = Required<Pick<Config, 'IMAGE_SERVICE' | 'IMAGE_SERVICE_URL'>>;

/**
 * Starts ipx in a separate process. It resizes only images of the public bucket and listens only on this machine, on
 * the port after the store's, so that URLs stay valid. Returns null if ipx isn't installed or doesn't start; image URLs
 * then point to the files in storage.
 */
export async function startImageService(
  publicUrl: string,
): Promise<{ variables: ImageVariables; stop(): Promise<void> } | null> {
  if (!isInstalled('ipx')) return null;
  const file = fileURLToPath(new URL('./image-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, publicUrl], {
    stdio: ['pipe', 'pipe', 'ignore'], // it ends when its standard input closes, even if this process is killed
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
