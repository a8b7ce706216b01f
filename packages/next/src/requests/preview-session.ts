import { GalleyError, type PreviewSession } from 'galley-client';
import { settingsFrom } from '../settings.ts';
import { previewToken } from './draft.ts';
import { previewClient } from './preview-client.ts';

/**
 * Returns what the preview of this request gives access to; null outside of a preview, or if its token has expired.
 * @throws other errors of the read
 */
export async function previewSession(): Promise<PreviewSession | null> {
  const token = await previewToken();
  if (token === null) return null;
  const client = previewClient(settingsFrom(process.env).url, token);
  return client.previewSession().catch((error: unknown) => {
    if (error instanceof GalleyError && error.status === 401) return null;
    throw error;
  });
}
