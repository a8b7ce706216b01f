import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentType, TypeImpact } from '../../../../../src/content/types/schema.ts';
import { useProject, useProjectMutation, useRefresh } from '../../../api/project.ts';
import { TypedField } from '../../../components/overlay/confirm.tsx';
import { counted } from '../../../components/base/counted.ts';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useImpact } from '../impact.tsx';

/** Before a type goes: its entries, and the types that refer to it and keep it. */
export function DeleteTypeDialog({ type, onClose }: { type: ContentType; onClose: () => void }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const impact = useImpact(type.slug);
  const [typed, setTyped] = useState('');
  const remove = useProjectMutation([], (api, confirm: string) =>
    api.remove(`/content-types/${encodeURIComponent(type.slug)}`, { body: { confirm } }),
  );
  const refresh = useRefresh();
  const submission = useSubmit(async () => {
    await remove.mutateAsync(typed.trim());
    toast(`${type.name} is deleted`);
    await navigate({
      to: '/p/$projectId/content-types',
      params: { projectId },
      search: ({ release }) => ({ release }),
      ignoreBlocker: true,
    });
    void refresh('schema', 'content'); // once nothing here asks for what is gone
  });
  const isKept = (impact.data?.referenced_by.length ?? 0) > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${type.name}?`}
      submission={submission}
      fields={['confirm']}
      action={isKept ? null : 'Delete type'}
      danger
      disabled={!impact.isSuccess || typed.trim() !== type.slug}
    >
      <QueryView query={impact}>
        {(data) =>
          isKept ? (
            <Referrers impact={data} onGo={onClose} />
          ) : (
            <>
              <p>
                {data.entries === 0
                  ? 'It has no entries.'
                  : `This deletes ${counted(data.entries, 'entry', 'entries')}, ${data.live_entries === 0 ? 'none' : data.live_entries} of them live. Drafts are deleted too. You can’t undo this.`}{' '}
                Its address <code>/v1/content/{type.slug}</code> answers with an error from then on.
              </p>
              <TypedField wanted={type.slug} value={typed} onChange={setTyped} />
            </>
          )
        }
      </QueryView>
    </FormDialog>
  );
}

/** `content_type_referenced`, before it is met: what has to go first. */
function Referrers({ impact, onGo }: { impact: TypeImpact; onGo: () => void }) {
  const { id: projectId } = useProject();
  return (
    <div className="stack">
      <p>It cannot be deleted while other types refer to it. Remove these fields first:</p>
      <ul className="referrers">
        {impact.referenced_by.map(({ slug, name, field }) => (
          <li key={`${slug} ${field}`}>
            <Link
              to="/p/$projectId/content-types/type/$type"
              params={{ projectId, type: slug }}
              search={({ release }) => ({ release })}
              onClick={onGo}
            >
              {name}
            </Link>{' '}
            <code>{field}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
