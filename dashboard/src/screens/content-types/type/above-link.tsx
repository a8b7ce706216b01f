import { Link } from '@tanstack/react-router';
import { useProject } from '../../../api/project.ts';

/** Back to the list. */
export function AboveLink() {
  const { id: projectId } = useProject();
  return (
    <Link to="/p/$projectId/content-types" params={{ projectId }} search={(search) => search}>
      Content types
    </Link>
  );
}
