import { type Client, createClient, type Ping } from 'galley-client';
import type { Changes } from 'galley-client/changes';
import type { Settings } from '../settings.ts';

/** The cache tags of all changes after a version, and the version that they lead to. */
export interface ChangedTags {
  tags: string[];
  version: number;
}

/** A page of the change feed that was requested with `tags=true`. */
type ChangesPage = Changes & { tags?: string[] };

/** Pages of the change feed that are read. A longer feed counts as a change of everything. */
const pagesMax = 100;

/** Reads the cache tags of all changes after a version. Returns `all:<code>` if the feed no longer has that version. */
export async function tagsSince(since: string, { url, key }: Settings): Promise<ChangedTags> {
  const client = createClient({ baseUrl: url, key });
  const tags = new Set<string>();
  let nextSince: string | number = since;
  for (let page = 0; page < pagesMax; page += 1) {
    const changes = await changesAfter(client, nextSince);
    if (changes.reset === true) return { tags: [await allTag(client)], version: Number(changes.version) };
    for (const tag of changes.tags ?? []) tags.add(tag);
    nextSince = changes.next_since ?? changes.version;
    if (changes.has_more !== true) return { tags: [...tags], version: Number(changes.version) };
  }
  return { tags: [await allTag(client)], version: 0 };
}

async function changesAfter(client: Client, since: string | number): Promise<ChangesPage> {
  const response = await client.send('GET', '/v1/changes', { query: { since, tags: true } });
  return (await response.json()) as ChangesPage;
}

/** The cache tag of every read of the project. Its code is the last 8 characters of the project ID. */
async function allTag(client: Client): Promise<string> {
  const { project }: Ping = await client.ping();
  return `all:${project.id.slice(-8)}`;
}
