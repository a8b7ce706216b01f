import { useState } from 'react';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { EndpointFields, type EndpointInput } from './endpoint-form.tsx';

export function ChangeEndpointDialog({
  endpoint,
  onClose,
}: {
  endpoint: ShownEndpoint;
  onClose: () => void;
}) {
  const names = useProjectQuery<{ events: string[] }>('webhooks', '/webhooks');
  const { url, events, with_tags } = endpoint;
  const [value, setValue] = useState<EndpointInput>({ url, events, with_tags });
  const change = useProjectMutation(['webhooks'], (api, input: EndpointInput) =>
    api.patch<ShownEndpoint>(`/webhooks/${endpoint.id}`, input),
  );
  const submission = useSubmit(async () => {
    await change.mutateAsync({ ...value, url: value.url.trim() });
    toast('Webhook saved');
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Edit webhook"
      submission={submission}
      fields={['url']}
      action="Save"
      disabled={value.events.length === 0}
    >
      <EndpointFields value={value} events={names.data?.events ?? []} onChange={setValue} />
    </FormDialog>
  );
}
