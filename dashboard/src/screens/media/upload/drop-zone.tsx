import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Receives files that are dropped anywhere on the page, and shows a hint while they are dragged over it. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    document.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        latest.current([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => controller.abort();
  }, []);
  return isOver ? (
    <div className="drop-zone">
      <Upload size={28} aria-hidden />
      <strong>Drop to upload</strong>
    </div>
  ) : null;
}
