import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';
import { classes } from '../base/classes.ts';
import './page.css';

interface PageProps {
  title: string;
  /** Shown above the title: a link back to the list. */
  above?: ReactNode;
  /** Shown next to the title: a state. */
  badge?: ReactNode;
  /** One sentence about the purpose of the screen. */
  intro?: ReactNode;
  /** Buttons on the right, the main one last. */
  actions?: ReactNode;
  /** `wide` for tables, `text` for settings and forms. */
  width?: 'wide' | 'text';
  children: ReactNode;
}

/** The frame of a screen: title, main actions, content. */
export function Page({ title, above, badge, intro, actions, width = 'wide', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={classes('page', `page-${width}`)}>
      <header className="page-head">
        <div className="page-titles">
          {above === undefined ? null : <div className="page-above">{above}</div>}
          <div className="page-title">
            <h1 dir="auto">{title}</h1>
            {badge}
          </div>
          {intro === undefined ? null : <p className="page-intro">{intro}</p>}
        </div>
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Omitted if the intro says everything. */
  children?: ReactNode;
}

/** A part of a screen with a title. */
export function Section({ title, intro, actions, children }: SectionProps) {
  return (
    <section className="section">
      <header className="section-head">
        <div>
          <h2>{title}</h2>
          {intro === undefined ? null : <p className="section-intro">{intro}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A box on the page. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes('card', className)}>{children}</div>;
}
