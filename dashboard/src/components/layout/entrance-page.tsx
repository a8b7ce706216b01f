import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import './entrance-page.css';

/** The frame of pages outside projects: sign-in, set-up, one-time links. */
export function EntrancePage({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <main className="entrance">
      <div className="entrance-page">
        <p className="entrance-name">Galley</p>
        <h1>{title}</h1>
        <p className="entrance-intro">{intro}</p>
        {children}
      </div>
    </main>
  );
}
