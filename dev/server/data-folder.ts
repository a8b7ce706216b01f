import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { devAddressFile } from '../../src/cli/support/dev-address.ts';

/** The files that `npm run dev` stores in the project for the next start (specification: commands). */
export interface DataFolder {
  path: string;
  mongodb: string;
  store: string;
  /** Port and keys of the store. */
  storeSettings: string;
  /** This installation's `APP_SECRET`. */
  secret: string;
  /** The demo project and its API keys. */
  keys: string;
  /** The URLs and settings of the running service. It exists only while `npm run dev` runs. */
  address: string;
}

/** Returns the paths in `<folder>/.data` without creating anything. */
export function dataFolderIn(folder: string): DataFolder {
  const path = join(folder, '.data');
  return {
    path,
    mongodb: join(path, 'mongodb'),
    store: join(path, 'store'),
    storeSettings: join(path, 'store.json'),
    secret: join(path, 'secret'),
    keys: join(path, 'dev-keys.json'),
    address: devAddressFile(folder),
  };
}

/** Creates `.data` and the folders of its servers, or restricts existing ones: only this user can access them. */
export async function openDataFolder({ path, mongodb, store }: DataFolder): Promise<void> {
  for (const folder of [path, mongodb, store]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
}

/** Writes a file that only this user can read. Concurrent readers see the old or the new content. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, file);
}

export function writePrivateJson(file: string, value: object): Promise<void> {
  return writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
}
