import { changes } from '../tools/changes.ts';
import { remove } from '../tools/delete.ts';
import { describe } from '../tools/describe.ts';
import { find } from '../tools/find.ts';
import { publish } from '../tools/publish.ts';
import { read } from '../tools/read.ts';
import { releases } from '../tools/releases.ts';
import { schema } from '../tools/schema.ts';
import { search } from '../tools/search.ts';
import { upload } from '../tools/upload.ts';
import { write } from '../tools/write.ts';
import type { Permission, Tool } from './tool.ts';

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  describe,
  find,
  read,
  search,
  write,
  publish,
  remove,
  schema,
  upload,
  releases,
  changes,
];

/** The tools that an API key may call: a publishable key only reads. */
export function offeredTools(purpose: 'secret' | 'publishable'): readonly Tool[] {
  return purpose === 'secret' ? tools : tools.filter(({ isReading }) => isReading);
}

/** The tools that an API key with these permissions can use. The API rejects requests of the others. */
export function usableTools(
  offered: readonly Tool[],
  permissions: readonly Permission[] | null,
): readonly Tool[] {
  if (permissions === null) return offered;
  return offered.filter(({ needs }) => needs === undefined || permissions.includes(needs));
}
