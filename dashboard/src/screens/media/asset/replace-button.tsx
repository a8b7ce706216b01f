import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { Button } from '../../../components/base/button.tsx';
import { FileInput } from '../../../components/base/file-input.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

/** Replaces the file of an asset after a confirmation. The id, the alt text and all uses stay. */
export function ReplaceButton({ asset, icon }: { asset: Asset; icon: LucideIcon }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <FileInput
        ref={input}
        aria-label={`New file for ${asset.file_name}`}
        onFiles={([chosen]) => setFile(chosen)}
      />
      <Button needs="publish" icon={icon} onClick={() => input.current?.click()}>
        Replace file
      </Button>
      {file === null ? null : <ReplaceDialog asset={asset} file={file} onClose={() => setFile(null)} />}
    </>
  );
}
