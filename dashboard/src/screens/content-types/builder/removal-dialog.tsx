import { useState } from 'react';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { ConfirmationField } from '../../../components/overlay/confirm.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import type { DefinitionKind } from '../kinds.ts';
import { FieldImpact, useImpact } from './impact.tsx';

interface RemovalDialogProps {
  of: DefinitionKind;
  slug: string;
  removed: readonly Field[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows how many values are lost with fields before a save removes them. */
export function RemovalDialog({ of, slug, removed, onConfirm, onClose }: RemovalDialogProps) {
  const [typed, setTyped] = useState('');
  const impact = useImpact(slug, of);
  const submission = useSubmit(async () => onConfirm());
  const what = removed.length === 1 ? `the field ${removed[0]?.label ?? ''}` : `${removed.length} fields`;
  return (
    <FormDialog
      onClose={onClose}
      title={`Remove ${what}?`}
      description="This deletes its values from every entry, drafts and published ones. You can’t undo this."
      submission={submission}
      fields={[]}
      action="Remove and save"
      danger
      disabled={!impact.isSuccess || typed.trim() !== slug}
    >
      <QueryView query={impact} loading={<Loading rows={removed.length} />}>
        {(data) => <FieldImpact impact={data} keys={removed.map(({ key }) => key)} />}
      </QueryView>
      <ConfirmationField requiredText={slug} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
