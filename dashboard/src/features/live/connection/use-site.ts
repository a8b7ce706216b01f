import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageMessage, PreviewChannel } from './channel.ts';
import type { Connection } from '../preview-status.tsx';
import type { Mode } from './protocol.ts';
import type { PreviewTime } from '../time/coming-dates.ts';
import type { EditedTarget } from '../targets.ts';
import { useConnection } from './use-connection.ts';
import { usePreviewToken } from './use-preview-token.ts';

/** A page without the script is loaded again this long after a save. */
const reloadAfterMs = 1_000;

/** The site in its frame, and how it is connected. */
export interface Site {
  /** The URL of the frame; null before it is known or if the project has none. */
  url: string | null;
  /** False once the project is known to have no preview URL. */
  hasUrl: boolean;
  error: unknown;
  channel: PreviewChannel | null;
  connection: Connection;
  renderedRevision: number | null;
  failedStatus: number | null;
  /** Increases with each load of the frame. */
  loadCount: number;
  frame: RefObject<HTMLIFrameElement | null>;
  reload: () => void;
  /** Creates a new token and URL. */
  reopen: () => void;
  openTab: () => void;
  onSaved: () => void;
}

interface SiteOptions {
  mode: Mode;
  time: PreviewTime;
  onEdit: (message: PageMessage & { type: 'edit' }) => void;
}

/** Opens the site's preview of the item and connects to its page. */
export function useSite(edited: EditedTarget, { mode, time, onEdit }: SiteOptions): Site {
  const { store } = edited;
  const frame = useRef<HTMLIFrameElement>(null);
  const [loadCount, setLoadCount] = useState(0);
  const channelRef = useRef<PreviewChannel | null>(null);
  const access = usePreviewToken(edited, time, (token) => channelRef.current?.send({ type: 'token', token }));
  const { preview, newest, error, reopen, renew, reload: reloadWithNewest } = access;
  const origin = framedOrigin(preview?.url ?? null);
  const url = origin === null ? null : (preview?.url ?? null);
  const { channel, connection, awaitPage, ...page } = useConnection(origin, {
    store,
    mode,
    onEdit,
    onExpired: renew,
    onNotFound: reopen,
  });
  channelRef.current = channel;

  // The frame is added before its page can send a message.
  useLayoutEffect(() => {
    const content = frame.current?.contentWindow;
    if (content == null || channel === null) return;
    channel.add(content);
    return awaitPage();
  }, [channel, awaitPage, url, loadCount]);
  useReloadOnViolation(origin);

  const reload = useCallback(() => {
    reloadWithNewest();
    setLoadCount((count) => count + 1);
  }, [reloadWithNewest]);
  const reloadTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isAbsent = connection === 'absent';
  const onSaved = useCallback(() => {
    clearTimeout(reloadTimer.current);
    if (isAbsent) reloadTimer.current = setTimeout(reload, reloadAfterMs);
  }, [isAbsent, reload]);
  const openTab = () => {
    const tab = newest?.url == null ? null : window.open(newest.url, '_blank');
    if (tab !== null) channel?.add(tab);
  };
  const hasUrl = preview === null || origin !== null;
  return {
    url,
    hasUrl,
    error,
    channel,
    connection,
    ...page,
    loadCount,
    frame,
    reload,
    reopen,
    openTab,
    onSaved,
  };
}

/** The origin of a URL to show in a frame; null for the dashboard, which never frames itself. */
export function framedOrigin(url: string | null): string | null {
  const origin = url === null ? null : new URL(url).origin;
  return origin === location.origin ? null : origin;
}

const reloadedKey = 'galley:live-reloaded';

/**
 * The security policy of a document that was loaded before sign-in, or before the preview URL changed, forbids framing the
 * site. Such a document is loaded again, once for each site.
 */
export function useReloadOnViolation(origin: string | null): void {
  useEffect(() => {
    if (origin === null) return;
    const reload = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      const isOfSite = effectiveDirective === 'frame-src' && new URL(blockedURI).origin === origin;
      if (!isOfSite || sessionStorage.getItem(reloadedKey) === origin) return;
      sessionStorage.setItem(reloadedKey, origin);
      location.reload();
    };
    document.addEventListener('securitypolicyviolation', reload);
    return () => document.removeEventListener('securitypolicyviolation', reload);
  }, [origin]);
}
