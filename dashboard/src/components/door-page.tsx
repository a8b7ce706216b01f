import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import './door-page.css';

/** The frame of what comes before any project: sign-in and set-up. */
export function DoorPage({
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
    <main className="door">
      <div className="door-page">
        <p className="door-name">Galley</p>
        <h1>{title}</h1>
        <p className="door-intro">{intro}</p>
        {children}
      </div>
    </main>
  );
}
