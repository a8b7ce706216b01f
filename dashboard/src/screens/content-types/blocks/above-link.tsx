import { Link } from '@tanstack/react-router';
import { useProject } from '../../../api/project.ts';

/** Back to the list of definitions. */
export function AboveLink() {
  const { id: projectId } = useProject();
  return (
    <Link
      to="/p/$projectId/content-types/blocks"
      params={{ projectId }}
      search={({ release }) => ({ release })}
    >
      Blocks
    </Link>
  );
}
