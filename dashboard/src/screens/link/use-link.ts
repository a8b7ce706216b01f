import { useNavigate } from '@tanstack/react-router';
import type { UseLink } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import { useSessionChanges } from '../../api/session.ts';
import { type Submission, useSubmit } from '../../components/form/form.tsx';

/** Uses the link with the input, or with what a function returns, then opens the person's newest project. */
export function useLinkSubmission(input: UseLink | (() => Promise<UseLink>)): Submission {
  const { useLink } = useSessionChanges();
  const navigate = useNavigate();
  return useSubmit(async () => {
    const { projects } = await useLink(typeof input === 'function' ? await input() : input);
    const newest = projects.at(-1);
    await (newest === undefined
      ? navigate({ to: '/' })
      : navigate({ to: '/p/$projectId', params: { projectId: newest.id } }));
  });
}
