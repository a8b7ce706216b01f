import { type PurgeBatch, purgeEvent, type PurgeHead } from './schema.ts';

/** Splits a batch into parts of at most `max` tags, new tags first. Returns at least one part, which may be empty. */
export function partsOf({ tags, again, ...rest }: PurgeBatch, max: number): PurgeBatch[] {
  const parts: PurgeBatch[] = [];
  for (let from = 0; parts.length === 0 || from < tags.length + again.length; from += max) {
    const until = from + max;
    parts.push({
      ...rest,
      tags: tags.slice(from, until),
      again: again.slice(Math.max(0, from - tags.length), Math.max(0, until - tags.length)),
    });
  }
  return parts;
}

/** All tags of a part as one list, for receivers that don't distinguish new and repeated tags. */
export function listOf({ tags, again }: Pick<PurgeBatch, 'tags' | 'again'>): string[] {
  return [...tags, ...again];
}

/** The body of custom receivers, in the form of webhooks. */
export function ownBody({ tags, again, version, since }: PurgeBatch) {
  return ({ id, createdAt }: PurgeHead) => ({
    id,
    event: purgeEvent,
    created_at: createdAt,
    data: { tags, again, version, since },
  });
}

/** The URL of a target whose format has no vendor URL. */
export function ownAddress({ url }: { url: string | null }): string {
  return url ?? '';
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
