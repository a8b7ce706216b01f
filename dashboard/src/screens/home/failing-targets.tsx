import type { ShownTarget } from '../../../../src/delivery/purges/schema.ts';
import { useProject } from '../../api/project.ts';
import { FailingList } from './failing-list.tsx';

export function FailingTargets({ unwell }: { unwell: readonly ShownTarget[] }) {
  const { id: projectId } = useProject();
  return (
    <FailingList
      title="Failing purge targets"
      receivers={unwell}
      linkTo={(target) => ({ to: '/p/$projectId/delivery', params: { projectId }, search: { target } })}
    />
  );
}
