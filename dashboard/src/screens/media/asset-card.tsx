import type { Asset } from '../../../../src/media/schema.ts';
import { Badge } from '../../components/badge.tsx';
import { fileSize } from '../../components/file-size.ts';
import { AltInput } from './alt-input.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface AssetCardProps {
  asset: Asset;
  index: number;
  onOpen: () => void;
  onBroken: () => void;
}

/** One file: a click opens it, its description is written right below. */
export function AssetCard({ asset, index, onOpen, onBroken }: AssetCardProps) {
  const { file_name, width, height, size_bytes, status, content_type } = asset;
  const size = width === null || height === null ? fileSize(size_bytes) : `${width} × ${height}`;
  return (
    <article className="asset">
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
