import type { EditorAsset } from '../../../../src/content/media/editor/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { classes } from '../../components/base/classes.ts';
import { fileSize } from '../../components/base/file-size.ts';
import { AltInput } from './alt-input.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface AssetCardProps {
  asset: EditorAsset;
  index: number;
  isSelected: boolean;
  /** At least one card is selected, so all checkboxes are visible. */
  isSelecting: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onBroken: () => void;
}

/** One file. A click opens it, the checkbox selects it for bulk changes, and the alt text is edited below. */
export function AssetCard(props: AssetCardProps) {
  const { asset, index, isSelected, isSelecting, onSelect, onOpen, onBroken } = props;
  const { file_name, width, height, size_bytes, status, content_type } = asset;
  const size = width === null || height === null ? fileSize(size_bytes) : `${width} × ${height}`;
  return (
    <article className={classes('asset', isSelected && 'asset-chosen')}>
      <label className={classes('asset-choice', isSelecting && 'asset-choice-shown')}>
        <input type="checkbox" aria-label={`Select ${file_name}`} checked={isSelected} onChange={onSelect} />
      </label>
      <button
        type="button"
        className="asset-open"
        data-asset={index}
        onClick={onOpen}
        aria-label={`Open ${file_name}`}
      >
        <Thumbnail asset={asset} onBroken={onBroken} />
      </button>
      <div className="asset-caption">
        <span className="asset-name" title={file_name}>
          {file_name}
        </span>
        {status === 'ready' ? (
          <span className="asset-size">{size}</span>
        ) : (
          <Badge tone={status === 'failed' ? 'bad' : 'warn'}>{status}</Badge>
        )}
      </div>
      {content_type.startsWith('image/') ? <AltInput key={asset.alt} asset={asset} /> : null}
    </article>
  );
}
