import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useNewEntry } from '../../api/new-entry.ts';
import { useProject } from '../../api/project.ts';
import { IconButton } from '../../components/base/button.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { linkToType, useListedTypes } from './listed-types.ts';
import { usePinnedTypes } from './pinned-types.ts';

/** The pinned content types below Entries, each with a button for a new entry. */
export function SideTypes({ onNavigate }: { onNavigate: () => void }) {
  const { id: projectId } = useProject();
  const types = useListedTypes() ?? [];
  const { pinned } = usePinnedTypes(types.map(({ slug }) => slug));
  const newEntry = useNewEntry();
  const visibleTypes = pinned.flatMap((slug) => types.find((type) => type.slug === slug) ?? []);
  if (visibleTypes.length === 0) return null;
  return (
    <ul className="side-types" aria-label="Pinned content types">
      {visibleTypes.map((type) => (
        <li key={type.slug}>
          <Link
            {...linkToType(projectId, type)}
            className="side-nav-link"
            activeOptions={{ includeSearch: false }}
            onClick={onNavigate}
            preload="intent"
          >
            <span className="side-type-name">{type.name}</span>
          </Link>
          {type.kind === 'singleton' ? null : (
            <IconButton
              label={`New entry: ${type.name}`}
              icon={Plus}
              onClick={() => {
                onNavigate();
                void newEntry(type.slug).catch(toastError);
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
