import type { EditorAsset } from '../../../../src/content/media/editor/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { classes } from '../../components/base/classes.ts';
import { fileSize } from '../../components/base/file-size.ts';
import { AltInput } from './alt-input.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface AssetCardProps {
  asset: EditorAsset;
  index: number;
  isChosen: boolean;
  /** One of the cards is chosen: the boxes of all are in sight. */
  isChoosing: boolean;
  onChoose: () => void;
  onOpen: () => void;
  onBroken: () => void;
}

/** One file: a click opens it, its box chooses it for bulk changes, its description is written right below. */
export function AssetCard(props: AssetCardProps) {
  const { asset, index, isChosen, isChoosing, onChoose, onOpen, onBroken } = props;
  const { file_name, width, height, size_bytes, status, content_type } = asset;
  const size = width === null || height === null ? fileSize(size_bytes) : `${width} × ${height}`;
  return (
    <article className={classes('asset', isChosen && 'asset-chosen')}>
      <label className={classes('asset-choice', isChoosing && 'asset-choice-shown')}>
        <input type="checkbox" aria-label={`Select ${file_name}`} checked={isChosen} onChange={onChoose} />
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
