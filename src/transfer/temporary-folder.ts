import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The beginnings of the names of temporary folders. A job removes those of killed processes. */
export const folderPrefixes = {
  copy: 'galley-copy-',
  backup: 'galley-backing-up-',
  restore: 'galley-restoring-',
} as const;

/** Runs work with an empty temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(
  purpose: keyof typeof folderPrefixes,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefixes[purpose]));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
