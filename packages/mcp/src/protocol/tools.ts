import { type Grant, may } from '../../../contract/access.ts';
import type { Tool } from './tool.ts';
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

/** Every tool, in the order in which models see them. */
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

/** What a key is offered: a publishable one reads. */
export function toolsFor(purpose: 'secret' | 'publishable'): readonly Tool[] {
  return purpose === 'secret' ? tools : tools.filter(({ isReading }) => isReading);
}

/** What of it a narrowed key can use; a call of another tool is refused by the API. */
export function usable(offered: readonly Tool[], grant: Grant | null): readonly Tool[] {
  return offered.filter(({ needs }) => needs === undefined || may(grant, needs));
}
