import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DraftStore } from '../../editing/draft/draft-store.ts';
import { PreviewChannel, type PageMessage } from './channel.ts';
import type { Connection } from '../preview-status.tsx';
import type { Mode } from './protocol.ts';

/** Milliseconds to wait for a page's first message before it counts as one without the script. */
const connectWithinMs = 5_000;

interface ConnectionOptions {
  store: DraftStore;
  mode: Mode;
  onEdit: (message: PageMessage & { type: 'edit' }) => void;
  /** The site rejected its token. */
  onExpired: () => void;
  /** The page no longer exists, for example because the slug changed. */
  onNotFound: () => void;
}

/** Connects to the pages of a site, and follows what they show. */
export function useConnection(origin: string | null, options: ConnectionOptions) {
  const [connection, setConnection] = useState<Connection>('waiting');
  const [renderedRevision, setRenderedRevision] = useState<number | null>(null);
  const [failedStatus, setFailedStatus] = useState<number | null>(null);
  const latest = useRef(options);
  latest.current = options;

  const onConnect = useCallback(() => {
    setConnection('connected');
    setFailedStatus(null);
    setRenderedRevision(latest.current.store.state().item.revision);
  }, []);
  const onMessage = useCallback((message: PageMessage) => {
    const { onEdit, onExpired, onNotFound } = latest.current;
    if (message.type === 'edit') onEdit(message);
    if (message.type === 'rendered') {
      setFailedStatus(null);
      setRenderedRevision(message.revision);
    }
    if (message.type !== 'failed') return;
    if (message.status === 401) onExpired();
    else if (message.status === 404) onNotFound();
    else setFailedStatus(message.status);
  }, []);
  const channel = useMemo(
    () =>
      origin === null
        ? null
        : new PreviewChannel(origin, { mode: () => latest.current.mode, onConnect, onMessage }),
    [origin, onConnect, onMessage],
  );
  useEffect(() => {
    channel?.listen();
    return () => channel?.close();
  }, [channel]);
  const { mode } = options;
  useEffect(() => channel?.send({ type: 'mode', mode }), [channel, mode]);

  /** Waits for the first message of a page that is being loaded. Returns a function that stops waiting. */
  const awaitPage = useCallback(() => {
    setConnection((before) => (before === 'absent' ? 'absent' : 'waiting'));
    const giveUp = () => setConnection((before) => (before === 'waiting' ? 'absent' : before));
    const timer = setTimeout(giveUp, connectWithinMs);
    return () => clearTimeout(timer);
  }, []);
  return { channel, connection, renderedRevision, failedStatus, awaitPage };
}
