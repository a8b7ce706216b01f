import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

/** Asks for the title, which gives the address, and opens the draft. */
export function NewArticle({ onClose }: { onClose: () => void }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const begin = useProjectMutation(['blog'], (api, body: { title: string }) =>
    api.post<EditorArticle>('/blog/articles', body),
  );
  const submission = useSubmit(async () => {
    const { id: articleId } = await begin.mutateAsync({ title: title.trim() });
    await navigate({
      to: '/p/$projectId/blog/$articleId',
      params: { projectId, articleId },
      search: { fresh: true },
    });
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New article"
      size="small"
      submission={submission}
      fields={['title']}
      action="Create draft"
    >
      <TextField
        label="Title"
        name="title"
        required
        value={title}
        onChange={setTitle}
        help="You can change it later."
        autoFocus
      />
    </FormDialog>
  );
}
