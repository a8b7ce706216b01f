import { Link } from '@tanstack/react-router';
import { useProject } from '../api/project.ts';
import type { Target } from './context.ts';
import { kindNames } from './search.ts';

/** The name of what an id leads to; an entry's opens its editor. */
export function TargetName({ id, target }: { id: string; target: Target | undefined }) {
  const { id: projectId } = useProject();
  if (target === undefined)
    return (
      <span className="target">
        <span className="target-gone">Gone</span> <code>{id}</code>
      </span>
    );
  const title = target.title === '' ? 'Untitled' : target.title;
  return (
    <span className="target">
      {target.kind === 'entry' && target.content_type !== null ? (
        <Link
          to="/p/$projectId/entries/$type/$entryId"
          params={{ projectId, type: target.content_type, entryId: id }}
        >
          {title}
        </Link>
      ) : (
        <span className="target-title">{title}</span>
      )}
      <span className="target-kind">{target.content_type ?? kindNames[target.kind]}</span>
      {target.live ? null : <span className="target-draft">not published</span>}
    </span>
  );
}
