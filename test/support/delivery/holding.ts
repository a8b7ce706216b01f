import type { ApiAnswer, ApiClient } from '../client.ts';
import { expectDone } from '../content.ts';
import type { TestProject } from '../service.ts';

/** What a caller sends who keeps answers. */
export const keeping = { 'X-Cache-Tags': 'true' };

export function tagsIn({ headers }: ApiAnswer): string[] {
  return (headers.get('X-Cache-Tags') ?? '').split(' ').filter((tag) => tag !== '');
}

/** The tags of a read, whatever it answers; the project's code is left out. */
export async function tagsOf(client: ApiClient, path: string): Promise<string[]> {
  return tagsIn(await client.get(path, keeping))
    .map(bare)
    .sort();
}

/** A tag without the code of its project. */
export function bare(tag: string): string {
  return tag.replace(/:[0-9a-z]{8}$/, '');
}

/** The revision that a project has come to. */
export async function revisionOf({ secret }: TestProject): Promise<number> {
  return Number(expectDone(await secret.get('/v1/changes')).version);
}

/** What the changes since a place of the feed told a caller, and where the feed goes on. */
export async function feedSince(
  client: ApiClient,
  since: number | string,
): Promise<{ tags: string[]; next: string }> {
  const body = expectDone(await client.get(`/v1/changes?since=${since}&tags=true`));
  if (body.reset === true) throw new Error('the feed does not know the place any more');
  return { tags: body.tags as string[], next: String(body.next_since) };
}

export async function toldSince(client: ApiClient, since: number | string): Promise<string[]> {
  return (await feedSince(client, since)).tags;
}

/** What one change told: by their names without the code of the project. */
export async function toldBy(project: TestProject, change: () => Promise<unknown>): Promise<string[]> {
  const since = await revisionOf(project);
  await change();
  return (await toldSince(project.secret, since)).map(bare).sort();
}
