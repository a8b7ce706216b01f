import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { devAddressFile } from '../../src/cli/support/dev-address.ts';

/** What `npm run dev` keeps beside the project, so that a second start finds it (specification: commands). */
export interface DataFolder {
  path: string;
  /** MongoDB's files. */
  mongodb: string;
  /** Buckets and objects. */
  store: string;
  /** Port and keys of the store. */
  storeSettings: string;
  /** This installation's `APP_SECRET`. */
  secret: string;
  /** The demo project and its keys. */
  keys: string;
  /** Where everything is reached; there only while `npm run dev` is up. */
  address: string;
}

/** Names the files of `<folder>/.data`; touches nothing. */
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

/** Makes `.data` and the folders of its servers, or closes those of an earlier version: they are this user's alone. */
export async function openDataFolder({ path, mongodb, store }: DataFolder): Promise<void> {
  for (const folder of [path, mongodb, store]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
}

/** Writes a file that only this user may read; a reader meanwhile sees the old one or the new one. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, file);
}

export function writePrivateJson(file: string, value: object): Promise<void> {
  return writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
}
