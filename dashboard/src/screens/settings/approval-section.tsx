import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PublishApproval } from '../../../../src/contract/reviews.ts';
import type { ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { ApiError, messageOf } from '../../api/errors/api-error.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { SelectField } from '../../components/form/field.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { toast } from '../../components/overlay/toast.tsx';

const rules: readonly (readonly [PublishApproval, string])[] = [
  ['off', 'Off'],
  ['members', 'For members'],
  ['members_and_keys', 'For members and API keys'],
];

/** Decides whose publications need an approval. Relaxing it asks for a proof of identity. */
export function ApprovalSection({ rule }: { rule: PublishApproval }) {
  const { id: projectId } = useProject();
  const [error, setError] = useState<unknown>(null);
  const save = useProjectMutation(['settings'], (api, chosen: PublishApproval) =>
    api.patch<ProjectSettings>('/settings', { publish_approval: chosen }),
  );
  const change = async (chosen: PublishApproval) => {
    setError(null);
    try {
      await save.mutateAsync(chosen);
      toast('Settings saved');
    } catch (reason) {
      setError(reason);
    }
  };
  const hasTooFew = error instanceof ApiError && error.code === 'too_few_approvers';
  return (
    <Section title="Reviews">
      <Card>
        <SelectField
          label="Require approval before publishing"
          value={save.isPending ? save.variables : rule}
          disabled={save.isPending}
          error={error === null ? undefined : messageOf(error)}
          onChange={(chosen) => void change(chosen as PublishApproval)}
          help="Someone else must approve a draft before it goes live. Nobody can approve a draft that they wrote alone."
        >
          {rules.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {hasTooFew ? (
          <p>
            <Link to="/p/$projectId/members" params={{ projectId }}>
              Invite a member
            </Link>
          </p>
        ) : null}
      </Card>
    </Section>
  );
}
