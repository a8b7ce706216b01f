import { createHash } from 'node:crypto';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { TestProject, TestService } from '../../../../test/support/service.ts';

/** What a build of Astro keeps of a collection from one time to the next, and what a loader did with it. */
export interface Collection {
  readonly entries: Map<string, { id: string; data: Record<string, unknown>; digest?: string | number }>;
  readonly meta: Map<string, string>;
  /** What it told the person who builds, since the last build. */
  readonly told: string[];
  /** Builds once; answers the ids that were written, in order. */
  build(): Promise<string[]>;
}

/** A collection that is empty, and the loader that fills it; `onRead` happens whenever an item was read. */
export function newCollection(
  loader: Loader,
  onRead: () => Promise<void> = async () => undefined,
): Collection {
  const entries: Collection['entries'] = new Map();
  const meta = new Map<string, string>();
  const told: string[] = [];
  const written: string[] = [];
  const context: LoaderContext = {
    store: {
      get: (id) => entries.get(id),
      set(entry) {
        written.push(entry.id);
        entries.set(entry.id, entry);
        return true;
      },
      keys: () => [...entries.keys()],
      delete: (id) => void entries.delete(id),
      clear: () => entries.clear(),
    },
    meta: { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
    logger: { info: (text) => void told.push(text), warn: (text) => void told.push(text) },
    generateDigest: (data) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    async parseData({ data }) {
      await onRead();
      return data;
    },
  };
  return {
    entries,
    meta,
    told,
    async build() {
      told.length = 0;
      await loader.load(context);
      return written.splice(0).toSorted();
    },
  };
}

/** The environment of a site of this project, until another takes its place. */
export function readFrom({ url }: TestService, { secret }: TestProject): void {
  process.env['GALLEY_URL'] = url;
  process.env['GALLEY_KEY'] = secret.token ?? '';
}
