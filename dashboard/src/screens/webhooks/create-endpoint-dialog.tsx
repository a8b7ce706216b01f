import { useState } from 'react';
import type { Endpoint } from '../../../../src/webhooks/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { EndpointFields, type EndpointInput } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface CreateEndpointDialogProps {
  events: readonly string[];
  onClose: () => void;
}

export function CreateEndpointDialog({ events, onClose }: CreateEndpointDialogProps) {
  const [value, setValue] = useState<EndpointInput>({ url: '', events: ['*'] });
  const [secret, setSecret] = useState<string | null>(null);
  const create = useProjectMutation(['webhooks'], (api, input: EndpointInput) =>
    api.post<{ endpoint: Endpoint; secret: string }>('/webhooks', input),
  );
  const submission = useSubmit(async () => {
    setSecret((await create.mutateAsync({ ...value, url: value.url.trim() })).secret);
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="New webhook"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-webhook" variant="primary" busy={submission.busy}>
            Add webhook
          </Button>
        </>
      }
    >
      <Form id="new-webhook" submission={submission} fields={['url']}>
        <EndpointFields value={value} events={events} onChange={setValue} />
      </Form>
    </Dialog>
  );
}
