import { type Client, createClient } from './main.ts';
import type { ClientOptions } from './transport.ts';
import type { AnyTypes, ProjectTypes } from './types.ts';

/** What the reads of a page looked at: when a tag of it changes, the page is old. */
export interface Seen {
  /** Each once, at most 64 a read. */
  readonly tags: readonly string[];
  /** The oldest state of the project that a read showed (`version` of the feed of changes); null before the first read. */
  readonly version: number | null;
  /** From then on something of it is old although nothing changed; null when that never happens. */
  readonly until: Date | null;
  /** Forgets it all, before another page is made. */
  reset(): void;
}

/**
 * A client that asks with each read what its answer shows, and keeps the tags that it gets. Make one for each page:
 * what two pages look at would be mixed. In a browser of another origin such a read is sent twice (a preflight).
 */
export function tracked<T extends ProjectTypes<T> = AnyTypes>(
  options: ClientOptions,
): { client: Client<T>; seen: Seen } {
  const tags = new Set<string>();
  let version = Infinity;
  let untilMs = Infinity;
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));

  const note = ({ headers }: Response) => {
    for (const tag of headers.get('X-Cache-Tags')?.split(' ') ?? []) tags.add(tag);
    version = Math.min(version, Number(headers.get('X-Content-Version') ?? Infinity));
    untilMs = Math.min(untilMs, Date.parse(headers.get('X-Cache-Until') ?? '') || Infinity);
  };
  const client = createClient<T>({
    ...options,
    async fetch(input, init = {}) {
      if (init.method !== 'GET') return send(input, init);
      const answer = await send(input, { ...init, headers: { ...init.headers, 'X-Cache-Tags': 'true' } });
      note(answer);
      return answer;
    },
  });
  const seen: Seen = {
    get tags() {
      return [...tags];
    },
    get version() {
      return version === Infinity ? null : version;
    },
    get until() {
      return untilMs === Infinity ? null : new Date(untilMs);
    },
    reset() {
      tags.clear();
      version = untilMs = Infinity;
    },
  };
  return { client, seen };
}
