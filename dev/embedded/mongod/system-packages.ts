import type { Machine } from './machine.ts';

/**
 * Installs Debian packages with `apt-get`, which needs root.
 * @param purpose - why the packages are needed, for example "to run MongoDB"
 * @throws Error with the command to run if `apt-get` is missing or this process isn't root
 */
export async function installPackages(
  machine: Machine,
  packages: readonly string[],
  purpose: string,
  say: (line: string) => void,
): Promise<void> {
  const names = packages.join(' and ');
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const aptGet = await machine.which('apt-get');
  if (aptGet === null) throw new Error(`${names} is missing and can't be installed without apt-get`);
  if (machine.uid !== 0) {
    throw new Error(`${names} is missing; run: sudo apt-get update && sudo apt-get ${install.join(' ')}`);
  }
  say(`Installing Debian's ${names} with apt-get, ${purpose} (about 30 s, once) ...`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const shared = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  await machine.run(aptGet, [...shared, 'update'], options);
  await machine.run(aptGet, [...shared, ...install], options);
}
