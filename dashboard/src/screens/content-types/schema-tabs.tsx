import { Link } from '@tanstack/react-router';
import { useProject } from '../../api/project.ts';
import '../../components/layout/tabs.css';

/** The two things that an owner builds from fields. */
export function SchemaTabs({ at }: { at: 'types' | 'blocks' }) {
  const { id: projectId } = useProject();
  const link = (
    of: typeof at,
    to: '/p/$projectId/content-types' | '/p/$projectId/content-types/blocks',
    label: string,
  ) => (
    <Link
      to={to}
      params={{ projectId }}
      search={({ release }) => ({ release })}
      className={at === of ? 'tab tab-chosen' : 'tab'}
      aria-current={at === of ? 'page' : undefined}
    >
      {label}
    </Link>
  );
  return (
    <nav className="tabs" aria-label="Content model">
      {link('types', '/p/$projectId/content-types', 'Types')}
      {link('blocks', '/p/$projectId/content-types/blocks', 'Blocks')}
    </nav>
  );
}
