import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far outside of the window children are rendered, in pixels. */
const margin = 300;

interface OnSightProps {
  /** The height until the children are rendered, in pixels. */
  height: number;
  /** Calls back when the children are needed although nobody sees them. @returns a function that stops it */
  whenNeeded: (show: () => void) => () => void;
  children: ReactNode;
}

/** Renders its children once they are near the window, so that many editors at once don't block the page. */
export function OnSight({ height, whenNeeded, children }: OnSightProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isRendered, setRendered] = useState(false);
  // Before the first frame, so that a block that someone opens doesn't flicker.
  useLayoutEffect(() => {
    const { top, bottom } = place.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top < window.innerHeight + margin && bottom > -margin) setRendered(true);
  }, []);
  useEffect(() => {
    if (isRendered || place.current === null) return;
    const show = () => setRendered(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: `${margin}px 0px` },
    );
    observer.observe(place.current);
    const stop = whenNeeded(show);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [isRendered, whenNeeded]);
  return isRendered ? children : <div ref={place} style={{ minHeight: height }} aria-hidden />;
}
