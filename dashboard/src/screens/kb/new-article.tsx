import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { SelectField, TextField } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { containerBody, ContainerOptions } from '../../features/kb/container-options.tsx';

interface NewArticleProps {
  outline: Pick<KbOutline, 'data'>;
  /** Where it goes; null leaves the choice to the dialog. */
  shelf: string | null;
  onClose: () => void;
}

/** Begins an article as a draft and opens it. */
export function NewArticleDialog({ outline, shelf, onClose }: NewArticleProps) {
  const navigate = useNavigate();
  const { id: projectId } = useProject();
  const [title, setTitle] = useState('');
  const [on, setOn] = useState(shelf ?? outline.data[0]?.id ?? '');
  const begin = useProjectMutation(['kb'], (api, _input: null) =>
    api.post<EditorArticle>('/kb/articles', { title: title.trim(), ...containerBody(on) }),
  );
  const submission = useSubmit(async () => {
    const { id: articleId } = await begin.mutateAsync(null);
    await navigate({
      to: '/p/$projectId/kb/articles/$articleId',
      params: { projectId, articleId },
      search: { fresh: true },
    });
  });
  return (
    <FormDialog
      title="New article"
      size="small"
      onClose={onClose}
      submission={submission}
      fields={['title', 'collection', 'section']}
      action="Create draft"
    >
      <TextField
        label="Title"
        name="title"
        value={title}
        onChange={setTitle}
        autoComplete="off"
        autoFocus
        required
      />
      <SelectField label="Place" name="collection" value={on} onChange={setOn}>
        <ContainerOptions outline={outline} withSections />
      </SelectField>
    </FormDialog>
  );
}
