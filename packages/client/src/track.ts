import { type Client, createClient } from './main.ts';
import type { ClientOptions } from './http/transport.ts';
import type { AnyTypes, ProjectTypes } from './types/project-types.ts';

/** The tags of all reads of a page. If one of them changes, the page is outdated. */
export interface Seen {
  /** Unique tags, at most 64 per read. */
  readonly tags: readonly string[];
  /** The oldest project version of the reads (`version` in `GET /v1/changes`); null before the first read. */
  readonly version: number | null;
  /** Time at which the page becomes outdated without a change; null if it never does. */
  readonly until: Date | null;
  /** Clears everything before the next page is rendered. */
  reset(): void;
}

/**
 * Creates a client that requests and collects the cache tags of each read. Create one for each page, because the tags of
 * all its reads are collected together. In browsers, the additional header causes a preflight request.
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
