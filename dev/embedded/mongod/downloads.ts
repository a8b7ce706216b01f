import { rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { runCommand } from './command.ts';
import { pinnedVersion } from './release.ts';

/** The downloads of mongodb-memory-server. */
export interface Downloads {
  /** Returns the executable of an earlier download, or null. */
  cached(): Promise<string | null>;
  /** Downloads, verifies and caches the executable; returns its path. */
  download(): Promise<string>;
}

/** Imported on first use, because a production install doesn't have mongodb-memory-server. */
export const memoryServerDownloads: Downloads = {
  async cached() {
    const { DryMongoBinary } = await import('mongodb-memory-server');
    return (await DryMongoBinary.locateBinary({ version: pinnedVersion })) ?? null;
  },

  /** Runs in a separate process, because the library draws a progress bar on standard output. */
  async download() {
    const { DryMongoBinary } = await import('mongodb-memory-server');
    const library = createRequire(import.meta.url).resolve('mongodb-memory-server');
    try {
      const printed = await runCommand(process.execPath, ['--eval', downloading, library, pinnedVersion]);
      return printed.trimEnd().split('\n').at(-1) ?? '';
    } catch (error) {
      const { downloadDir } = await DryMongoBinary.generateOptions({ version: pinnedVersion });
      await rmdir(downloadDir).catch(() => null); // rmdir removes the empty folder of a failed download
      throw error;
    }
  },
};

const downloading = `
const [library, version] = process.argv.slice(1);
require(library).MongoBinary.getPath({ version }).then(
  (path) => console.log('\\n' + path),
  (error) => { console.error(error.message); process.exitCode = 1; },
);`;
