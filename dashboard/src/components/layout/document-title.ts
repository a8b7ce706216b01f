import { useEffect } from 'react';

/** Names the browser's tab after what it shows. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Galley`;
  }, [title]);
}
