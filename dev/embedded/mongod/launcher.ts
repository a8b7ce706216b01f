import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { pinnedVersion } from './release.ts';

export interface LauncherParts {
  wine: string;
  exe: string;
  cacheFolder: string;
}

/** The folder with the Wine settings and libraries of Galley, separate from the user's. */
export function winePrefix(cacheFolder: string): string {
  return join(cacheFolder, 'wine');
}

/**
 * Writes a script that accepts the command line of mongod and runs the Windows build under Wine. Any tool that expects
 * a mongod can use the script (`MONGOMS_SYSTEM_BINARY`).
 * @returns the path of the script
 */
export async function writeLauncher(parts: LauncherParts): Promise<string> {
  const kept = join(parts.cacheFolder, 'mongod');
  const aside = await mkdtemp(join(parts.cacheFolder, 'launcher-'));
  try {
    const written = join(aside, 'mongod');
    await writeFile(written, launcherText(parts), { mode: 0o755 });
    await rename(written, kept);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return kept;
}

/**
 * Prints the version without starting Wine. Wine mounts the disk as drive Z:, so an absolute path becomes `Z:` and the
 * path with backslashes. The diagnostics of MongoDB are off, because they crash on Windows counters that Wine lacks.
 */
function launcherText({ wine, exe, cacheFolder }: LauncherParts): string {
  return `#!/bin/sh
# Written by Galley at each start: MongoDB ${pinnedVersion} for Windows under Wine.
set -eu
if [ "\${1:-}" = --version ]; then
  echo 'db version v${pinnedVersion}'
  exit 0
fi

windows_path() {
  case $1 in
    /*) whole=$1 ;;
    *) whole=$PWD/$1 ;;
  esac
  printf 'Z:%s' "$whole" | tr / '\\\\'
}

left=$#
while [ "$left" -gt 0 ]; do
  option=$1
  shift
  left=$((left - 1))
  case $option in
    --dbpath=* | --logpath=* | --keyFile=* | --pidfilepath=*)
      set -- "$@" "\${option%%=*}" "$(windows_path "\${option#*=}")"
      ;;
    --dbpath | --logpath | --keyFile | --pidfilepath)
      file=$(windows_path "\${1:?$option needs a path}")
      shift
      left=$((left - 1))
      set -- "$@" "$option" "$file"
      ;;
    *)
      set -- "$@" "$option"
      ;;
  esac
done

WINEPREFIX=${quote(winePrefix(cacheFolder))}
WINEDEBUG=-all
WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
unset DISPLAY
exec ${quote(wine)} ${quote(exe)} "$@" --setParameter diagnosticDataCollectionEnabled=false
`;
}

/** Quotes a text as one word of the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
