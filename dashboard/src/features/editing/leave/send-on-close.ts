import type { Query } from '../../../api/http/client.ts';
import type { ProjectApi } from '../../../api/project.ts';

/** Browsers allow 64 KiB for all requests that outlive their page. */
const bytesMax = 60 * 1024;

/** Saves a draft with a request that outlives the page. Returns false if the changes are too large. */
export function sendOnClose(api: ProjectApi, path: string, body: unknown, query: Query = {}): boolean {
  if (new TextEncoder().encode(JSON.stringify(body)).length > bytesMax) return false;
  api.patch(path, body, { query, outlivesPage: true }).catch(() => undefined); // the changes stay on this device too
  return true;
}
