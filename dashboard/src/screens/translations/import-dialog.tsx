import { useState } from 'react';
import type { ImportedTexts } from '../../../../src/transfer/translation-files/schema.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { toastError } from '../../components/overlay/toast.tsx';

type Reason = ImportedTexts['rejected'][number]['reason'];

const reasons: Readonly<Record<Reason, string>> = {
  source_changed: 'The source changed after the export. Export these texts again.',
  translation_changed: 'Someone changed the translation after the export. Export these texts again.',
  field_gone: 'The field or the block was removed.',
  item_gone: 'The item was deleted, or belongs to another project.',
  invalid_value: 'The text breaks a rule of its field, or only part of a rich text is translated.',
  markup_broken: 'Formatting, links or line breaks of the source are missing or wrongly nested.',
};

/** Imports a file, and shows how many texts were imported, unchanged or rejected. */
export function ImportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<{ done: number; items: number } | null>(null);
  const [result, setResult] = useState<ImportedTexts | null>(null);
  const isBusy = progress !== null && result === null;
  const run = async () => {
    setProgress({ done: 0, items: 0 });
    try {
      const base64 = await base64Of(file);
      const send = (from: number) => api.post<ImportedTexts>('/translations/import', { file: base64, from });
      let total = await send(0);
      while (total.next !== null) {
        setProgress({ done: total.next, items: total.items });
        const part = await send(total.next);
        total = {
          ...part,
          imported: total.imported + part.imported,
          unchanged: total.unchanged + part.unchanged,
          rejected: [...total.rejected, ...part.rejected],
        };
      }
      setResult(total);
    } catch (error) {
      toastError(error);
      onClose();
    } finally {
      await refresh('translations', 'content');
    }
  };
  return (
    <Dialog
      open
      onClose={isBusy ? () => undefined : onClose}
      title="Import texts"
      description={
        result === null ? (
          <>
            The translations in <bdi>{file.name}</bdi> are saved as drafts. Names and descriptions of authors,
            categories, collections and sections are visible to readers at once.
          </>
        ) : undefined
      }
      footer={
        result === null ? (
          <>
            <Button disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" busy={isBusy} onClick={() => void run()}>
              Import texts
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {result !== null ? <ImportResult result={result} /> : null}
      {isBusy && progress.items > 0 ? (
        <p role="status">
          {progress.done} of {counted(progress.items, 'item')}
        </p>
      ) : null}
    </Dialog>
  );
}

function ImportResult({ result: { imported, unchanged, rejected } }: { result: ImportedTexts }) {
  const counts = Object.keys(reasons).flatMap((key) => {
    const reason = key as Reason;
    const count = rejected.filter((one) => one.reason === reason).length;
    return count === 0 ? [] : [{ reason, count }];
  });
  return (
    <div role="status">
      <p>
        {`Imported ${counted(imported, 'text')}.${unchanged === 0 ? '' : ` ${counted(unchanged, 'text')} didn’t change.`}`}
      </p>
      {counts.length === 0 ? null : (
        <>
          <p>{counted(rejected.length, 'text')} couldn’t be imported:</p>
          <ul>
            {counts.map(({ reason, count }) => (
              <li key={reason}>
                <strong>{counted(count, 'text')}</strong>: {reasons[reason]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The bytes of a file in Base64. */
async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const url = await new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('The file can’t be read.'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
