import { Eye } from 'lucide-react';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { IconButton } from '../../components/base/button.tsx';

interface ImageTilesProps {
  images: readonly Asset[];
  /** Those that are marked; null where a click takes one. */
  marked: ReadonlyMap<string, Asset> | null;
  onChoose: (asset: Asset) => void;
  onPreview: (index: number) => void;
}

/** Images to choose from; each can be looked at first. */
export function ImageTiles({ images, marked, onChoose, onPreview }: ImageTilesProps) {
  return (
    <ul className="media-grid" aria-label="Images">
      {images.map((asset, index) => {
        const name = asset.alt === '' ? asset.file_name : asset.alt;
        return (
          <li key={asset.id} className="media-place">
            <button
              type="button"
              className="media-tile"
              aria-pressed={marked === null ? undefined : marked.has(asset.id)}
              onClick={() => onChoose(asset)}
            >
              <span className="media-frame">
                {asset.url === null ? null : <img src={asset.url} alt="" loading="lazy" />}
              </span>
              <span className="media-name" title={name}>
                {name}
              </span>
            </button>
            <IconButton
              className="media-peek"
              label={`Preview of ${asset.file_name}`}
              icon={Eye}
              onClick={() => onPreview(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
