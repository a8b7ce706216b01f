import { File, FileAudio, FileText, FileVideo, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Asset } from '../../../../src/content/media/schema.ts';

/** The image, or an icon for other files. Hidden from screen readers, because the file name is next to it. */
export function Thumbnail({ asset, onBroken }: { asset: Asset; onBroken: () => void }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { url, content_type } = asset;
  if (!content_type.startsWith('image/') || url === null || broken === url) {
    const Icon = iconOf(content_type);
    return (
      <span className="thumbnail thumbnail-sign">
        <Icon size={32} strokeWidth={1.25} aria-hidden />
      </span>
    );
  }
  return (
    <span className="thumbnail">
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => {
          setBroken(url);
          onBroken();
        }}
      />
    </span>
  );
}

function iconOf(contentType: string): LucideIcon {
  if (contentType.startsWith('video/')) return FileVideo;
  if (contentType.startsWith('audio/')) return FileAudio;
  return contentType.startsWith('text/') || contentType === 'application/pdf' ? FileText : File;
}
