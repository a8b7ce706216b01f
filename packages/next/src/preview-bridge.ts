import { createElement, type ReactNode } from 'react';
import { previewSession } from './requests/preview-session.ts';

/** The route of `previewRoute`, which stores a new token. */
const renew = '/api/preview?token={token}&path={path}';

/**
 * Connects the page to the live preview of the dashboard. Put it into the layout. Outside of a preview it renders nothing.
 * It is no client component, because Next would load its code in published pages as well.
 */
export async function PreviewBridge(): Promise<ReactNode> {
  const session = await previewSession();
  if (session === null) return null;
  return createElement('script', {
    src: `${session.dashboard}/client/preview.js`,
    defer: true, // React would move an async script and not update its attributes
    'data-renew': renew,
    'data-render': crypto.randomUUID(),
  });
}
