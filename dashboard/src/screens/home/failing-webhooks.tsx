import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProject } from '../../api/project.ts';
import { FailingList } from './failing-list.tsx';

export function FailingWebhooks({ unwell }: { unwell: readonly ShownEndpoint[] }) {
  const { id: projectId } = useProject();
  const failing = unwell.filter(
    ({ health, disabled_reason }) => health.state === 'failing' || disabled_reason === 'failures',
  );
  return (
    <FailingList
      title="Failing webhooks"
      receivers={failing}
      linkTo={(endpointId) => ({
        to: '/p/$projectId/webhooks/$endpointId',
        params: { projectId, endpointId },
      })}
    />
  );
}
