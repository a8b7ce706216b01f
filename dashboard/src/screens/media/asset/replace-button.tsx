import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { Button } from '../../../components/base/button.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

/** Replaces the file of an asset after a confirmation. The id, the alt text and all uses stay. */
export function ReplaceButton({ asset, icon }: { asset: Asset; icon: LucideIcon }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New file for ${asset.file_name}`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) setFile(chosen);
        }}
      />
      <Button needs="publish" icon={icon} onClick={() => input.current?.click()}>
        Replace file
      </Button>
      {file === null ? null : <ReplaceDialog asset={asset} file={file} onClose={() => setFile(null)} />}
    </>
  );
}
