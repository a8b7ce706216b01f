import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { EditorAsset } from '../../../../src/content/media/editor/schema.ts';
import { AssetCard } from './asset-card.tsx';

const gap = 16;
const minCardWidth = 190;
/** Height of the name and the alt text below the image of a card. */
const captionHeight = 92;

interface AssetGridProps {
  assets: readonly EditorAsset[];
  selectedIds: ReadonlySet<string>;
  onSelect: (asset: EditorAsset) => void;
  onOpen: (asset: EditorAsset) => void;
  /** Called when the last rows come into view. */
  onEnd: () => void;
  /** Called when an image does not load, because its signed URL may have expired. */
  onBroken: () => void;
  foot: ReactNode;
}

/** A grid of files that renders only rows in view. Arrow keys move the focus, Enter opens. */
export function AssetGrid({ assets, selectedIds, onSelect, onOpen, onEnd, onBroken, foot }: AssetGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const columns = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.round(cardWidth * 0.7) + captionHeight + gap;
  const rowCount = Math.ceil(assets.length / columns);
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    initialRect: { width: 0, height: 900 },
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rowCount - 3) onEnd();
  }, [last, rowCount, onEnd]);

  const onKey = (event: KeyboardEvent) => {
    const currentIndex = (event.target as HTMLElement).closest<HTMLElement>('button[data-asset]')?.dataset[
      'asset'
    ];
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    if (currentIndex === undefined || step === undefined) return;
    const to = Number(currentIndex) + step;
    if (to < 0 || to >= assets.length) return;
    event.preventDefault();
    virtual.scrollToIndex(Math.floor(to / columns));
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`button[data-asset="${to}"]`)?.focus(),
    );
  };

  return (
    <div className="assets" ref={scroller} onKeyDown={onKey}>
      {width === 0 ? null : (
        <ul className="assets-space" style={{ height: virtual.getTotalSize() }} aria-label="Media">
          {items.flatMap(({ index: row, start }) =>
            assets.slice(row * columns, (row + 1) * columns).map((asset, column) => (
              <li
                key={asset.id}
                className="asset-place"
                style={{
                  width: cardWidth,
                  height: rowHeight - gap,
                  transform: `translate(${column * (cardWidth + gap)}px, ${start}px)`,
                }}
              >
                <AssetCard
                  asset={asset}
                  index={row * columns + column}
                  isSelected={selectedIds.has(asset.id)}
                  isSelecting={selectedIds.size > 0}
                  onSelect={() => onSelect(asset)}
                  onOpen={() => onOpen(asset)}
                  onBroken={onBroken}
                />
              </li>
            )),
          )}
        </ul>
      )}
      <div className="assets-foot">{foot}</div>
    </div>
  );
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
