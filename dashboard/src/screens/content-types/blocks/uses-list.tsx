import { Link } from '@tanstack/react-router';
import { useProject } from '../../../api/project.ts';
import type { BlockUse } from './uses.ts';

/** Where a block may stand, each with a way there. */
export function UsesList({ uses, onGo }: { uses: readonly BlockUse[]; onGo?: () => void }) {
  const { id: projectId } = useProject();
  return (
    <ul className="referrers">
      {uses.map(({ of, slug, name, field }) => (
        <li key={`${of} ${slug} ${field}`}>
          {of === 'type' ? (
            <Link
              to="/p/$projectId/content-types/type/$type"
              params={{ projectId, type: slug }}
              search={({ release }) => ({ release })}
              onClick={onGo}
            >
              {name}
            </Link>
          ) : (
            <Link
              to="/p/$projectId/content-types/blocks/block/$block"
              params={{ projectId, block: slug }}
              search={({ release }) => ({ release })}
              onClick={onGo}
            >
              {name}
            </Link>
          )}
          <span className="muted">{field}</span>
        </li>
      ))}
    </ul>
  );
}
