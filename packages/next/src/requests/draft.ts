import { cookies, draftMode } from 'next/headers';
import { tokenCookie } from './cookies.ts';

/** Whether the request belongs to a preview. Always false during a build. */
export async function isPreview(): Promise<boolean> {
  try {
    return (await draftMode()).isEnabled;
  } catch {
    return false; // draftMode() throws outside of a request, as in generateStaticParams
  }
}

/** The token for reading drafts; null outside of a preview. */
export async function previewToken(): Promise<string | null> {
  if (!(await isPreview())) return null;
  return (await cookies()).get(tokenCookie)?.value ?? null;
}
