import { createHash } from 'node:crypto';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { TestProject, TestService } from '../../../../test/support/service.ts';

/** A collection in the data store of Astro, which is stored between builds. */
export interface Collection {
  readonly entries: Map<string, { id: string; data: Record<string, unknown>; digest?: string | number }>;
  readonly meta: Map<string, string>;
  /** Log lines of the last build. */
  readonly logLines: string[];
  /** Builds once; returns the sorted IDs of the items that were written. */
  build(): Promise<string[]>;
}

/** An empty collection with its loader. `onRead` is called after each item that is read. */
export function newCollection(
  loader: Loader,
  onRead: () => Promise<void> = async () => undefined,
): Collection {
  const entries: Collection['entries'] = new Map();
  const meta = new Map<string, string>();
  const logLines: string[] = [];
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
    logger: { info: (text) => void logLines.push(text), warn: (text) => void logLines.push(text) },
    generateDigest: (data) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    async parseData({ data }) {
      await onRead();
      return data;
    },
  };
  return {
    entries,
    meta,
    logLines,
    async build() {
      logLines.length = 0;
      await loader.load(context);
      return written.splice(0).toSorted();
    },
  };
}

/** Sets the environment of a site of this project. */
export function readFrom({ url }: TestService, { secret }: TestProject): void {
  process.env['GALLEY_URL'] = url;
  process.env['GALLEY_KEY'] = secret.token ?? '';
}
