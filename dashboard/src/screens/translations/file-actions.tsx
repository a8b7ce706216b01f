import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { translationFileBounds, type TranslationFileFormat } from '../../../../src/contract/translations.ts';
import type { Locale } from '../../api/locales.ts';
import { downloadFile } from '../../api/download.ts';
import { useProject } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { FileInput } from '../../components/base/file-input.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { ImportDialog } from './import-dialog.tsx';

const formats: readonly [TranslationFileFormat, string][] = [
  ['xliff', 'XLIFF 1.2'],
  ['xliff2', 'XLIFF 2.0'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
];

/** Downloads the texts of a language for translators. */
export function ExportTexts({ locale }: { locale: Locale }) {
  const { id: projectId, releaseId } = useProject();
  const download = (format: TranslationFileFormat) => {
    const query = new URLSearchParams({
      locale: locale.code,
      format,
      ...(releaseId === null ? {} : { release: releaseId }),
    });
    downloadFile(`/dashboard/api/projects/${projectId}/translations/export?${query.toString()}`);
  };
  return (
    <Menu trigger={<Button icon={Download}>Export texts</Button>}>
      {formats.map(([format, name]) => (
        <MenuItem key={format} onSelect={() => download(format)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Imports a translated file after a confirmation. */
export function ImportTexts() {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const choose = (chosen: File) => {
    if (chosen.size <= translationFileBounds.fileBytes) setFile(chosen);
    else toastError(new Error('The file is larger than 10 MB. Split it into several files.'));
  };
  return (
    <>
      <FileInput
        ref={input}
        aria-label="Translated file"
        accept=".xlf,.xliff,.csv,.json"
        onFiles={([chosen]) => choose(chosen)}
      />
      <Button needs="draft" icon={Upload} onClick={() => input.current?.click()}>
        Import texts
      </Button>
      {file === null ? null : <ImportDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}
