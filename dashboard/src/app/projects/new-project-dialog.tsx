import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreatedProject } from '../../../../src/accounts/new-project/schema.ts';
import type { CopiedProject } from '../../../../src/transfer/copies/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { useReloadSession, useSessionChanges } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { CopyText } from '../../components/base/copy.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { CheckField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { DemoProgress, loadDemo } from './demo-progress.tsx';
import { linkToProject } from './link-to-project.ts';
import { isTemplate, StartField, starts } from './start-field.tsx';
import { TemplateProgress } from './template-progress.tsx';

/** Creates a project, shows its first keys once, then opens it. A project from a template has no keys yet. */
export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const [requestId] = useState(newRequestId);
  const [createdProject, setCreatedProject] = useState<CreatedProject | null>(null);
  const [start, setStart] = useState<string>(starts.empty);
  const [copy, setCopy] = useState<CopiedProject['copy'] | null>(null);
  const { createProject } = useSessionChanges();
  const reloadSession = useReloadSession();
  const navigate = useNavigate();
  const open = (projectId: string) => {
    onClose();
    void navigate(linkToProject(projectId));
  };
  const submission = useSubmit(async () => {
    if (isTemplate(start)) {
      const options = { body: { name } };
      return setCopy((await requestApi<CopiedProject>('POST', `/templates/${start}/copies`, options)).copy);
    }
    const project = await createProject({ name, private_media: isPrivate, request_id: requestId });
    if (start === starts.demo) await loadDemo(project.project.id).catch(toastError);
    if (project.keys.length === 0) open(project.project.id);
    else setCreatedProject(project);
  });
  if (createdProject !== null)
    return (
      <FirstKeysDialog createdProject={createdProject} onClose={() => open(createdProject.project.id)} />
    );
  if (copy !== null) {
    const onReady = (projectId: string) => void reloadSession().then(() => open(projectId));
    return <TemplateProgress templateId={start} copy={copy} onReady={onReady} onClose={onClose} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      title="New project"
      description="A project has its own content, files, members and keys. You become its owner."
      submission={submission}
      fields={['name', 'private_media']}
      action="Create project"
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={200} autoFocus />
      <StartField value={start} onChange={setStart} />
      {isTemplate(start) ? null : (
        <CheckField
          label="Private files"
          name="private_media"
          help="Addresses of files are signed and expire after an hour. You can’t change this later."
          checked={isPrivate}
          onChange={setPrivate}
        />
      )}
    </FormDialog>
  );
}

const helps = {
  publishable: 'Reads published content. Add the origin of your site under Keys before a browser uses it.',
  secret: 'Reads and writes everything. Copy it now: you won’t see it again.',
} as const;

function FirstKeysDialog({
  createdProject,
  onClose,
}: {
  createdProject: CreatedProject;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${createdProject.project.name} is ready`}
      description="These are its first keys. You can revoke them and create others under Keys."
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          Open project
        </Button>
      }
    >
      <DemoProgress projectId={createdProject.project.id} />
      {createdProject.keys.map(({ key, token }) => (
        <div key={key.id} className="field">
          <span className="field-label">{key.purpose === 'secret' ? 'Secret key' : 'Publishable key'}</span>
          <CopyText text={token} label={`Copy the ${key.name}`} />
          <p className="field-help">{helps[key.purpose]}</p>
        </div>
      ))}
    </Dialog>
  );
}

/** An id by which the service recognizes retries. `crypto.randomUUID` would not work on pages without TLS. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
