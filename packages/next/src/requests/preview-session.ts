import { createClient, GalleyError, type PreviewSession } from 'galley-client';
import { withNoStore } from '../cache/no-store.ts';
import { settingsFrom } from '../settings.ts';
import { previewToken } from './draft.ts';

/**
 * Returns what the preview of this request gives access to; null outside of a preview, or if its token has expired.
 * @throws other errors of the read
 */
export async function previewSession(): Promise<PreviewSession | null> {
  const token = await previewToken();
  if (token === null) return null;
  const client = createClient({
    baseUrl: settingsFrom(process.env).url,
    preview: token,
    fetch: (input, init) => fetch(input, withNoStore(init)),
  });
  return client.previewSession().catch((error: unknown) => {
    if (error instanceof GalleyError && error.status === 401) return null;
    throw error;
  });
}
