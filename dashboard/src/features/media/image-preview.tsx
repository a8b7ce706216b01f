import { ArrowLeft, ArrowRight, LayoutGrid } from 'lucide-react';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { fileSize } from '../../components/base/file-size.ts';

interface ImagePreviewProps {
  image: Asset;
  /** Whether it is among those that are taken together; null where one is taken. */
  isMarked: boolean | null;
  onChoose: () => void;
  onBack: () => void;
  /** Shows another image by its distance from the current one. */
  onStep: (distance: number) => void;
}

/** A large preview of an image with its properties, before it is chosen. */
export function ImagePreview({ image, isMarked, onChoose, onBack, onStep }: ImagePreviewProps) {
  const { file_name, alt, url, width, height, size_bytes, content_type } = image;
  return (
    <figure className="media-preview" aria-label={`Preview of ${file_name}`}>
      <div className="media-preview-frame">{url === null ? null : <img src={url} alt={alt} />}</div>
      <figcaption>
        <strong>{file_name}</strong>
        <p>{alt === '' ? 'No description yet' : alt}</p>
        <p className="muted">
          {width === null || height === null ? '' : `${width} × ${height} · `}
          {fileSize(size_bytes)} · {content_type}
        </p>
      </figcaption>
      <div className="media-preview-tools">
        <Button icon={LayoutGrid} onClick={onBack} autoFocus>
          All images
        </Button>
        <IconButton label="Previous image" icon={ArrowLeft} onClick={() => onStep(-1)} />
        <IconButton label="Next image" icon={ArrowRight} onClick={() => onStep(1)} />
        <Button variant="primary" aria-pressed={isMarked ?? undefined} onClick={onChoose}>
          {isMarked === null ? 'Choose this image' : isMarked ? 'Marked' : 'Mark this image'}
        </Button>
      </div>
    </figure>
  );
}
