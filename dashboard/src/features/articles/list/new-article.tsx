import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { EditorArticle } from '../../../../../src/modules/articles/store/schema.ts';
import { localeQuery, useChosenLocale } from '../../../api/locales.ts';
import { useProject, useProjectMutation } from '../../../api/project.ts';
import { TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import type { ArticleModule } from './article-modules.ts';

interface NewArticleProps {
  articles: ArticleModule;
  /** Further keys of the request, and the parameters of their errors. */
  body?: object;
  fields?: readonly string[];
  /** The inputs of those fields. */
  children?: ReactNode;
  onClose: () => void;
}

/** Asks for the title, creates a draft, and opens it. */
export function NewArticleDialog({ articles, body, fields = [], children, onClose }: NewArticleProps) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const locale = useChosenLocale();
  const [title, setTitle] = useState('');
  const create = useProjectMutation([articles.module], (api, text: string) =>
    api.post<EditorArticle>(articles.path, { title: text, ...body }, { query: localeQuery(locale) }),
  );
  const submission = useSubmit(async () => {
    const { id: articleId } = await create.mutateAsync(title.trim());
    await navigate({ to: articles.articleScreen, params: { projectId, articleId }, search: { fresh: true } });
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New article"
      size="small"
      submission={submission}
      fields={['title', ...fields]}
      action="Create draft"
    >
      <TextField
        label="Title"
        name="title"
        required
        value={title}
        onChange={setTitle}
        {...(locale === null ? {} : { lang: locale.code, dir: locale.direction })}
        help="You can change it later."
        autoComplete="off"
        autoFocus
      />
      {children}
    </FormDialog>
  );
}
