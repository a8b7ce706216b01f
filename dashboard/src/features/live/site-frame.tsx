import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Width, widths } from './preview-bar.tsx';

interface SiteFrameProps {
  url: string;
  width: Width;
  frame: RefObject<HTMLIFrameElement | null>;
}

/** The site in a frame. A page that is wider than the pane is shown smaller. */
export function SiteFrame({ url, width, frame }: SiteFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [stageWidth, setStageWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = stage;
    if (current === null) return;
    const observer = new ResizeObserver(() => setStageWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const pageWidth = widths[width];
  const scale = pageWidth === null || stageWidth === 0 ? 1 : Math.min(1, stageWidth / pageWidth);
  const size =
    pageWidth === null
      ? undefined
      : { width: pageWidth, height: `${100 / scale}%`, transform: `scale(${scale})` };
  return (
    <div className="live-stage" ref={stage}>
      <div className="live-page" style={pageWidth === null ? undefined : { width: pageWidth * scale }}>
        <iframe
          ref={frame}
          className="live-frame"
          title="Your site"
          src={url}
          style={size}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      </div>
    </div>
  );
}
