import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CopiedProject } from '../../../../src/transfer/copies/schema.ts';
import { useProject, useProjectApi, useProjectQuery } from '../../api/project.ts';
import { useReloadSession, useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { SettingCheck } from './setting-check.tsx';

const route = getRouteApi('/p/$projectId/settings');
const pollMs = 1_000;

/** Copies the project, and offers it as a template. */
export function CopySection({ isTemplate }: { isTemplate: boolean }) {
  const mayCreate = useSession()?.may_create_projects === true;
  const { copy } = route.useSearch();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Copies"
      intro="Copies content and files, but no keys, members or webhooks."
      actions={mayCreate ? <Button onClick={() => setOpen(true)}>Copy project</Button> : null}
    >
      {copy === undefined ? null : (
        <Card>
          <CopyProgress id={copy} />
        </Card>
      )}
      <SettingCheck
        setting="is_template"
        label="Offer as template"
        help="Everyone who can create projects can start one with the content and files of this project, including drafts."
        value={isTemplate}
      />
      {isOpen ? <CopyDialog onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

function CopyDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const api = useProjectApi();
  const navigate = useNavigate();
  const [name, setName] = useState(`Copy of ${project.name}`);
  const [hasHistory, setHistory] = useState(false);
  const submission = useSubmit(async () => {
    const { copy } = await api.post<CopiedProject>('/copies', { name, history: hasHistory });
    onClose();
    const search = { copy: copy.id };
    await navigate({ to: '/p/$projectId/settings', params: { projectId: project.id }, search });
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Copy project"
      description="Copies content and files, but no keys, members or webhooks. You become the owner of the copy."
      submission={submission}
      fields={['name']}
      action="Copy project"
    >
      <TextField
        label="Name of the copy"
        name="name"
        value={name}
        onChange={setName}
        maxLength={200}
        autoFocus
      />
      <CheckField
        label="Include the history"
        help="Copies saved versions, the trash and comments too. Comments keep the names of their writers."
        checked={hasHistory}
        onChange={setHistory}
      />
    </FormDialog>
  );
}

/** The progress of a copy, also after the page was loaded again. */
function CopyProgress({ id }: { id: string }) {
  const query = useProjectQuery<CopiedProject>('bulk', `/copies/${id}`, {
    refetchMs: (data) => (data?.copy.status === 'running' ? pollMs : undefined),
  });
  const reloadSession = useReloadSession();
  const isDone = query.data?.copy.status === 'done';
  useEffect(() => {
    if (isDone) void reloadSession(); // the session lists the copy from now on
  }, [isDone]);
  return (
    <QueryView query={query}>
      {({ copy: { name, status, project_id: projectId, progress, reason } }) =>
        status === 'running' ? (
          <>
            <p>Copying to “{name}”. You can close this page.</p>
            <ProgressBar percent={progress} label="Copied content" />
          </>
        ) : (
          <p role="status">
            {projectId === null ? (
              `“${name}” was not created. ${reason ?? ''}`
            ) : (
              <>
                “{name}” is ready.{' '}
                <Link to="/p/$projectId" params={{ projectId }} search={{}}>
                  Open {name}
                </Link>
              </>
            )}
          </p>
        )
      }
    </QueryView>
  );
}
