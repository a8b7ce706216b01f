import { useCallback, useEffect, useRef, useState } from 'react';
import type { Preview } from '../../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';
import { previewedItem } from '../../editing/side/preview-button.tsx';
import type { DraftStore } from '../../editing/draft/draft-store.ts';
import { type PreviewTime, useSettled } from '../time/coming-dates.ts';

/** A token is renewed this long before it expires. */
const renewBeforeMs = 5 * 60_000;
/** The shortest time between two tokens, for sites that reject every one. */
const renewPauseMs = 10_000;

interface PreviewAccess {
  /** The access that the page was opened with; null while it is loading. */
  preview: Preview | null;
  /** The access with the newest token. */
  newest: Preview | null;
  error: unknown;
  /** Creates a new token and URL, for example after the slug changed. */
  reopen: () => void;
  /** Opens the page with the newest token. */
  reload: () => void;
  /** Creates a new token and passes it to `onRenewed`, at most once in ten seconds. */
  renew: () => void;
}

/** The token with which the site shows drafts or a time, and the URL that starts its preview. */
export function usePreviewToken(
  { type, store }: { type: string; store: DraftStore },
  time: PreviewTime,
  onRenewed: (token: string) => void,
): PreviewAccess {
  const api = useProjectApi();
  const { releaseId } = useProject();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [newest, setNewest] = useState<Preview | null>(null);
  const latestOnRenewed = useRef(onRenewed);
  latestOnRenewed.current = onRenewed;
  const lastRenewalMs = useRef(-renewPauseMs);
  const { at, promoted } = useSettled(time);
  const create = useCallback(async () => {
    const release = at === undefined ? releaseId : promoted;
    const siteTime = { ...(at !== undefined && { at }), ...(release != null && { release }) };
    const created = await api.post<Preview>('/preview', { item: previewedItem(type, store), ...siteTime });
    setNewest(created);
    return created;
  }, [api, type, store, releaseId, at, promoted]);
  const reopen = useCallback(() => {
    setError(null);
    create().then(setPreview, setError);
  }, [create]);
  const renew = useCallback(() => {
    if (performance.now() - lastRenewalMs.current < renewPauseMs) return;
    lastRenewalMs.current = performance.now();
    // A failed request is repeated by the next timer or the next 401.
    create().then(
      ({ token }) => latestOnRenewed.current(token),
      () => undefined,
    );
  }, [create]);
  const reload = useCallback(() => setPreview(newest), [newest]);
  useEffect(reopen, [reopen]);
  const expiresAt = newest?.expires_at;
  useEffect(() => {
    if (expiresAt === undefined) return;
    // Timers stop while the computer sleeps, so the time is compared often.
    const timer = setInterval(() => {
      if (Date.parse(expiresAt) - new Date().getTime() < renewBeforeMs) renew();
    }, 20_000);
    return () => clearInterval(timer);
  }, [expiresAt, renew]);
  return { preview, newest, error, reopen, reload, renew };
}
