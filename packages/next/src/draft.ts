import { cookies, draftMode } from 'next/headers';

/** The cookie that holds the token of a preview. */
export const tokenCookie = 'galley_preview';

/** Whether the request belongs to a preview; a build has none. */
export async function isPreview(): Promise<boolean> {
  try {
    return (await draftMode()).isEnabled;
  } catch {
    return false; // outside of a request, as where a build lists its pages
  }
}

/** The token with which drafts are read; null for readers. */
export async function previewToken(): Promise<string | null> {
  if (!(await isPreview())) return null;
  return (await cookies()).get(tokenCookie)?.value ?? null;
}
