import { useCallback, useEffect, useRef, useState } from 'react';
import type { Preview } from '../../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';
import { previewedItem } from '../../editing/side/preview-button.tsx';
import type { DraftStore } from '../../editing/draft/draft-store.ts';

/** A token is renewed this long before it expires. */
const renewBeforeMs = 5 * 60_000;
/** The shortest time between two tokens, for sites that reject every one. */
const renewPauseMs = 10_000;

interface PreviewAccess {
  /** Null while it is loading. */
  preview: Preview | null;
  error: unknown;
  /** Creates a new token and URL, for example after the slug changed. */
  reopen: () => void;
  /** Creates a new token and passes it to `onRenewed`, at most once in ten seconds. */
  renew: () => void;
}

/** The token with which the site shows drafts, and the URL that starts its preview. */
export function usePreviewToken(
  { type, store }: { type: string; store: DraftStore },
  onRenewed: (token: string) => void,
): PreviewAccess {
  const api = useProjectApi();
  const { releaseId } = useProject();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const renewed = useRef(onRenewed);
  renewed.current = onRenewed;
  const lastRenewalMs = useRef(-renewPauseMs);
  const create = useCallback(async () => {
    const release = releaseId === null ? {} : { release: releaseId };
    const created = await api.post<Preview>('/preview', { item: previewedItem(type, store), ...release });
    setExpiresAt(created.expires_at);
    return created;
  }, [api, type, store, releaseId]);
  const reopen = useCallback(() => {
    setError(null);
    create().then(setPreview, setError);
  }, [create]);
  const renew = useCallback(() => {
    if (performance.now() - lastRenewalMs.current < renewPauseMs) return;
    lastRenewalMs.current = performance.now();
    // A failed request is repeated by the next timer or the next 401.
    create().then(
      ({ token }) => renewed.current(token),
      () => undefined,
    );
  }, [create]);
  useEffect(reopen, [reopen]);
  useEffect(() => {
    if (expiresAt === null) return;
    // Timers stop while the computer sleeps, so the time is compared often.
    const timer = setInterval(() => {
      if (Date.parse(expiresAt) - new Date().getTime() < renewBeforeMs) renew();
    }, 20_000);
    return () => clearInterval(timer);
  }, [expiresAt, renew]);
  return { preview, error, reopen, renew };
}
