import type { Machine } from './machine.ts';

const packages = ['wine', 'wine64'];
const install = ['install', '-y', '--no-install-recommends', ...packages];

/**
 * Finds Wine; where it is missing, installs it with the system's own `apt-get` when that is allowed (as root).
 *
 * @throws Error that says which command to run when Wine is missing and may not be installed.
 */
export async function findWine(machine: Machine, say: (line: string) => void): Promise<string> {
  const present = await wineOnPath(machine);
  if (present !== null) return present;

  const aptGet = await machine.which('apt-get');
  if (aptGet === null) throw new Error('Wine is not installed, and without apt-get it cannot be');
  if (machine.uid !== 0) {
    throw new Error(`Wine is not installed; run: sudo apt-get update && sudo apt-get ${install.join(' ')}`);
  }
  say(`Installing Debian's ${packages.join(' and ')} with apt-get, to run MongoDB (about 30 s, once) ...`);
  const quietly = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const patiently = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  await machine.run(aptGet, [...patiently, 'update'], quietly);
  await machine.run(aptGet, [...patiently, ...install], quietly);
  const installed = await wineOnPath(machine);
  if (installed === null) throw new Error('apt-get installed Wine, but there is no wine on the PATH');
  return installed;
}

async function wineOnPath(machine: Machine): Promise<string | null> {
  return (await machine.which('wine')) ?? (await machine.which('wine64'));
}
