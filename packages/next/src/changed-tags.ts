import { type Client, createClient, type Ping } from 'galley-client';
import type { Changes } from 'galley-client/changes';
import type { Settings } from './settings.ts';

/** What changed after a version of the project. */
export interface ChangedTags {
  tags: string[];
  version: number;
}

/** The answer of the feed that has tags. */
type Tagged = Changes & { tags?: string[] };

/** So many pages of events are asked for; a longer feed counts as a change of everything. */
const pagesMax = 100;

/** Reads the tags of all changes after a version; all of the project when the feed does not reach back so far. */
export async function tagsSince(since: string, { url, key }: Settings): Promise<ChangedTags> {
  const client = createClient({ baseUrl: url, key });
  const tags = new Set<string>();
  let place: string | number = since;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await changesAfter(client, place);
    if (answer.reset === true) return { tags: [await allTag(client)], version: Number(answer.version) };
    for (const tag of answer.tags ?? []) tags.add(tag);
    place = answer.next_since ?? answer.version;
    if (answer.has_more !== true) return { tags: [...tags], version: Number(answer.version) };
  }
  return { tags: [await allTag(client)], version: 0 };
}

async function changesAfter(client: Client, since: string | number): Promise<Tagged> {
  const answer = await client.send('GET', '/v1/changes', { query: { since, tags: true } });
  return (await answer.json()) as Tagged;
}

/** Every read has it: it ends in the code of the project, the last 8 characters of its id. */
async function allTag(client: Client): Promise<string> {
  const { project }: Ping = await client.ping();
  return `all:${project.id.slice(-8)}`;
}
