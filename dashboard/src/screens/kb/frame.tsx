import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProject } from '../../api/project.ts';
import { Page } from '../../components/layout/page.tsx';
import '../../components/layout/tabs.css';
import './kb.css';
import './tree/tree.css';

const views = [
  { to: '/p/$projectId/kb', label: 'Tree' },
  { to: '/p/$projectId/kb/articles', label: 'Articles' },
  { to: '/p/$projectId/kb/reviews', label: 'Freshness' },
  { to: '/p/$projectId/kb/votes', label: 'Votes' },
] as const;

interface KbPageProps {
  intro: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of all screens of the knowledge base, with tabs. */
export function KbPage({ intro, actions, children }: KbPageProps) {
  const { id: projectId } = useProject();
  return (
    <Page title="Knowledge base" intro={intro} actions={actions}>
      <nav className="tabs" aria-label="Views of the knowledge base">
        {views.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ projectId }}
            className="tab"
            activeProps={{ className: 'tab-chosen' }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
