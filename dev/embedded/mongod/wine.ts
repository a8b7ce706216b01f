import type { Machine } from './machine.ts';
import { installPackages } from './system-packages.ts';

/**
 * Returns the path of Wine. Installs Wine if it is missing and this process is root.
 * @throws Error with the command to run if Wine is missing and can't be installed
 */
export async function findWine(machine: Machine, say: (line: string) => void): Promise<string> {
  const present = await wineOnPath(machine);
  if (present !== null) return present;
  await installPackages(machine, ['wine', 'wine64'], 'to run MongoDB', say);
  const installed = await wineOnPath(machine);
  if (installed === null) throw new Error('apt-get installed Wine, but there is no wine on the PATH');
  return installed;
}

async function wineOnPath(machine: Machine): Promise<string | null> {
  return (await machine.which('wine')) ?? (await machine.which('wine64'));
}
