import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject, useProjectMutation, useRefresh } from '../../api/project.ts';
import { ConfirmationField } from '../../components/overlay/confirm.tsx';
import { counted, formatted } from '../../components/base/counted.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { trashPeriod } from '../../features/trash-period.ts';
import { useImpact } from './builder/impact.tsx';
import { type Definition, type DefinitionKind, definitionKinds } from './kinds.ts';
import { type DefinitionUse, UsesList } from './uses.tsx';

interface DeleteTypeProps {
  type: ContentType;
  onClose: () => void;
}

/** Shows what deleting a type deletes, or the fields that refer to it and prevent it. */
export function DeleteTypeDialog({ type, onClose }: DeleteTypeProps) {
  const impact = useImpact(type.slug, 'type');
  const uses = impact.data?.referenced_by.map(({ block, ...use }): DefinitionUse => {
    return { ...use, definitionKind: block === true ? 'block' : 'type' };
  });
  return (
    <DeleteDialog
      kind="type"
      definition={type}
      uses={uses}
      blocked="Other types still refer to this type. Remove these fields first:"
      onClose={onClose}
    >
      <QueryView query={impact}>
        {({ entries, live_entries: live }) => (
          <p>
            {entries === 0
              ? `It has no entries. You can restore it for ${trashPeriod}.`
              : deletedEntries(entries, live)}{' '}
            API requests to <code>/v1/content/{type.slug}</code> will fail.
          </p>
        )}
      </QueryView>
    </DeleteDialog>
  );
}

function deletedEntries(entries: number, live: number): string {
  const restorable = `You can restore it for ${trashPeriod}.`;
  if (live === 0) return `It has ${counted(entries, 'draft')}. ${restorable}`;
  const all = counted(entries, 'entry', 'entries');
  if (live === entries) return `Readers no longer get its ${all}. ${restorable}`;
  return `It has ${all}. Readers no longer get the ${formatted(live)} that ${live === 1 ? 'is' : 'are'} live. ${restorable}`;
}

interface DeleteBlockProps {
  block: BlockDefinition;
  uses: readonly DefinitionUse[];
  onClose: () => void;
}

/** Confirms the deletion of a block, or lists the fields that allow it and prevent it. */
export function DeleteBlockDialog({ block, uses, onClose }: DeleteBlockProps) {
  return (
    <DeleteDialog
      kind="block"
      definition={block}
      uses={uses}
      blocked="This block is still used by these fields. Remove it from them first:"
      onClose={onClose}
    >
      <p>No field uses this block. You can restore it for {trashPeriod}.</p>
    </DeleteDialog>
  );
}

interface DeleteProps {
  kind: DefinitionKind;
  definition: Definition;
  /** Undefined while they load. */
  uses: readonly DefinitionUse[] | undefined;
  /** Why it cannot be deleted while there are uses. */
  blocked: string;
  onClose: () => void;
  /** What deleting it deletes. */
  children: ReactNode;
}

function DeleteDialog({ kind, definition, uses, blocked, onClose, children }: DeleteProps) {
  const { slug, name } = definition;
  const { dashboardPath, listScreen } = definitionKinds[kind];
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const refresh = useRefresh();
  const remove = useProjectMutation([], (api) =>
    api.remove(`${dashboardPath}/${encodeURIComponent(slug)}`, { body: { confirm: slug } }),
  );
  const submission = useSubmit(async () => {
    await remove.mutateAsync();
    toast(`${name} moved to the trash`);
    await navigate({ to: listScreen, params: { projectId }, ignoreBlocker: true });
    void refresh('schema', 'content', 'trash'); // after this screen closed, so that nothing requests the deleted definition
  });
  const isUsed = uses !== undefined && uses.length > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${name}?`}
      submission={submission}
      fields={['confirm']}
      action={isUsed ? null : `Delete ${kind}`}
      danger
      disabled={uses === undefined || typed.trim() !== name.trim()}
    >
      {isUsed ? (
        <div className="stack">
          <p>{blocked}</p>
          <UsesList uses={uses} onNavigate={onClose} />
        </div>
      ) : (
        <>
          {children}
          {uses === undefined ? null : (
            <ConfirmationField requiredText={name} value={typed} onChange={setTyped} />
          )}
        </>
      )}
    </FormDialog>
  );
}
