import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditorArticle } from '../../../../src/articles/schema.ts';
import type { KbOutline } from '../../../../src/kb/desk/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { useEditorAddress } from '../../app/items.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { shelfBody, ShelfOptions } from './shelf-options.tsx';

interface NewArticleProps {
  outline: Pick<KbOutline, 'data'>;
  /** Where it goes; null leaves the choice to the dialog. */
  shelf: string | null;
  onClose: () => void;
}

/** Begins an article as a draft and opens it. */
export function NewArticleDialog({ outline, shelf, onClose }: NewArticleProps) {
  const navigate = useNavigate();
  const addressOf = useEditorAddress();
  const [title, setTitle] = useState('');
  const [on, setOn] = useState(shelf ?? outline.data[0]?.id ?? '');
  const begin = useProjectMutation(['kb'], (api, _input: null) =>
    api.post<EditorArticle>('/kb/articles', { title: title.trim(), ...shelfBody(on) }),
  );
  const submission = useSubmit(async () => {
    const article = await begin.mutateAsync(null);
    onClose();
    const to = addressOf('kb', article);
    if (to === null) toast(`${article.title} is begun as a draft`);
    else await navigate({ to });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="New article"
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-kb-article" variant="primary" busy={submission.busy}>
            Begin
          </Button>
        </>
      }
    >
      <Form id="new-kb-article" submission={submission} fields={['title', 'collection', 'section']}>
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
          <ShelfOptions outline={outline} withSections />
        </SelectField>
      </Form>
    </Dialog>
  );
}
