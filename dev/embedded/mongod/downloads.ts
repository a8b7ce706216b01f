import { rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { runCommand } from './command.ts';
import { pinnedVersion } from './release.ts';

/** What mongodb-memory-server can fetch for itself. */
export interface Downloads {
  /** The executable that an earlier download left, or null. */
  cached(): Promise<string | null>;
  /** Downloads, checks and keeps the executable; answers its path. */
  download(): Promise<string>;
}

/** Loaded when asked for only: a production install has no mongodb-memory-server. */
export const memoryServerDownloads: Downloads = {
  async cached() {
    const { DryMongoBinary } = await import('mongodb-memory-server');
    return (await DryMongoBinary.locateBinary({ version: pinnedVersion })) ?? null;
  },

  /** In a process of its own, because the library draws a progress bar on standard output. */
  async download() {
    const { DryMongoBinary } = await import('mongodb-memory-server');
    const library = createRequire(import.meta.url).resolve('mongodb-memory-server');
    try {
      const printed = await runCommand(process.execPath, ['--eval', downloading, library, pinnedVersion]);
      return printed.trimEnd().split('\n').at(-1) ?? '';
    } catch (error) {
      const { downloadDir } = await DryMongoBinary.generateOptions({ version: pinnedVersion });
      await rmdir(downloadDir).catch(() => null); // a failed download leaves it empty; a full one stays
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
