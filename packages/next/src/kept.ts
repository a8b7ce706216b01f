import { cacheLife, cacheTag } from 'next/cache';
import { type KeptAnswer, readAnswer } from './answer.ts';
import { recovered, told } from './failures.ts';
import { newestVersion } from './newest.ts';
import { settingsFrom } from './settings.ts';

/** Below 30 s the browser's copy, or below 5 minutes the end, would make Next render the page on every request. */
const browserSeconds = 300;
const yearSeconds = 365 * 86_400;

/**
 * The one function whose answers Next keeps, under the path alone: the key is none of its arguments. They go when one
 * of their tags is purged.
 */
async function readAndKeep(path: string): Promise<KeptAnswer> {
  'use cache';
  const reading = { settings: settingsFrom(process.env), newest: newestVersion(), now: () => new Date() };
  const answer = await readAnswer(path, reading).catch((fault: unknown) => {
    throw told(path, fault);
  });
  cacheTag(...answer.tags);
  cacheLife({ stale: browserSeconds, revalidate: answer.seconds, expire: yearSeconds });
  return answer;
}

/** What Next keeps of a path of the API, read when it keeps nothing. @throws GalleyError, of which nothing is kept */
export async function kept(path: string): Promise<KeptAnswer> {
  try {
    return await readAndKeep(path);
  } catch (fault) {
    throw recovered(fault);
  }
}
