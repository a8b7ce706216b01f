import { ExternalLink } from 'lucide-react';
import type { Asset } from '../../../../../../src/content/media/schema.ts';
import { useProjectApi, useRefresh } from '../../../../api/project.ts';
import { toastError } from '../../../../components/overlay/toast.tsx';
import { type Target, imageTarget } from '../../context.ts';

interface ImageCardProps {
  id: string;
  target: Target | undefined;
  rememberTarget: (id: string, target: Target) => void;
}

/** An image with its alt text, which belongs to the asset and is saved with it. */
export function ImageCard({ id, target, rememberTarget }: ImageCardProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const image = target?.image ?? null;
  const save = (alt: string) => {
    if (target === undefined || image === null || alt === image.alt) return;
    api.patch<Asset>(`/v1/media/${id}`, { alt }).then((asset) => {
      rememberTarget(id, imageTarget(asset));
      return refresh('media');
    }, toastError);
  };
  return (
    <figure className="image-card">
      <span className="media-frame">
        {image?.url == null ? (
          <span className="widget-note">File deleted</span>
        ) : (
          <img src={image.url} alt={image.alt} loading="lazy" draggable={false} />
        )}
      </span>
      {image?.url == null ? null : (
        <span className="image-facts">
          {image.width === null || image.height === null ? null : `${image.width} × ${image.height}`}
          <a href={image.url} target="_blank" rel="noopener" draggable={false}>
            Open <span className="visually-hidden">{image.alt || 'the image'} in a new tab</span>
            <ExternalLink size={12} aria-hidden />
          </a>
        </span>
      )}
      <textarea
        className="input image-alt"
        aria-label="Alt text"
        title="The description belongs to the file: it changes wherever the image is used."
        placeholder="Describe the image"
        dir="auto"
        rows={1}
        maxLength={2_000}
        defaultValue={image?.alt ?? ''}
        key={image?.alt ?? ''}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          save(event.currentTarget.value.trim());
        }}
        onBlur={(event) => save(event.target.value.trim())}
      />
    </figure>
  );
}
