import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { FileInput } from '../../components/base/file-input.tsx';
import { readTable, type Table } from './read-table.ts';

/** Takes a CSV file, dropped or chosen, and reads it in the browser. */
export function DropFile({ onRead }: { onRead: (table: Table) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    setError(null);
    void readTable(file)
      .then(onRead, (thrown: unknown) => setError(thrown instanceof Error ? thrown.message : String(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <div
      className={classes('import-drop', isOver && 'import-drop-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        read(event.dataTransfer.files[0]);
      }}
    >
      <FileSpreadsheet size={32} aria-hidden />
      <h2>Drop a CSV file here</h2>
      <p>Its first row names the columns. You choose what is imported before anything changes.</p>
      <FileInput
        ref={input}
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([file]) => read(file)}
      />
      <Button variant="primary" busy={isBusy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      {error === null ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
