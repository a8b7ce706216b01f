import { getRouteApi } from '@tanstack/react-router';
import { ExternalLink, RefreshCw, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../components/base/button.tsx';
import { ErrorState, Loading } from '../../components/layout/states.tsx';
import { ShareDialog } from '../../features/editing/side/share-button.tsx';
import { ConnectSite } from '../../features/live/connect-site.tsx';
import { type Width, WidthChoice } from '../../features/live/preview-bar.tsx';
import { SiteFrame } from '../../features/live/site-frame.tsx';
import { framedOrigin, useReloadOnViolation } from '../../features/live/connection/use-site.ts';
import { TimeBar } from '../../features/live/time/time-bar.tsx';
import '../../features/live/live.css';
import type { SiteSearch } from './site-search.ts';
import { usePreviewAt } from './use-preview-at.ts';
import './site.css';

const route = getRouteApi('/p/$projectId/site');

/** The whole site as readers see it now or at a later time. */
export function SiteScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const preview = usePreviewAt(search);
  const [width, setWidth] = useState<Width>('full');
  const [reloadCount, setReloadCount] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const origin = framedOrigin(preview.data?.url ?? null);
  useReloadOnViolation(origin);
  const url = origin === null ? null : (preview.data?.url ?? null);
  const { at, promoted, ...sitePage } = search;
  const time = { ...(at && { at }), ...(promoted && { promoted }) };
  return (
    <section className="site live-pane" aria-label="Site">
      <h1 className="visually-hidden">Site</h1>
      <div className="live-bar">
        <WidthChoice value={width} onChange={setWidth} />
        <TimeBar
          time={time}
          onChange={(selected) => void navigate({ search: { ...sitePage, ...selected }, replace: true })}
        />
        <div className="live-bar-end">
          {url === null ? null : (
            <>
              <IconButton
                label="Reload the page"
                icon={RefreshCw}
                onClick={() => setReloadCount((count) => count + 1)}
              />
              <IconButton
                label="Open in new tab"
                icon={ExternalLink}
                onClick={() => void window.open(url, '_blank', 'noopener')}
              />
            </>
          )}
          <ShareTimeButton search={search} />
        </div>
      </div>
      {preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <Loading rows={8} />
      ) : url === null ? (
        <ConnectSite />
      ) : (
        <SiteFrame key={`${url} ${reloadCount}`} url={url} width={width} frame={frame} />
      )}
    </section>
  );
}

/** Shares the site at the selected time. */
function ShareTimeButton({ search: { at, promoted, type, id, slug } }: { search: SiteSearch }) {
  const [isOpen, setIsOpen] = useState(false);
  if (at === undefined) return null;
  const item = type === undefined || id === undefined ? undefined : { type, id, ...(slug && { slug }) };
  return (
    <>
      <Button variant="quiet" icon={Share2} needs="draft" onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen ? (
        <ShareDialog
          hasItem={item !== undefined}
          prepare={() => Promise.resolve(item)}
          time={{ at, ...(promoted && { promoted }) }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
