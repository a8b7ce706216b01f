import type { Field } from '../../../../../src/content/fields/schema.ts';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import type { DefinitionKind } from '../kinds.ts';
import { FieldImpact, useImpact } from './impact.tsx';

interface RemovalDialogProps {
  definitionKind: DefinitionKind;
  slug: string;
  removed: readonly Field[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows how many values readers lose before a save removes fields. */
export function RemovalDialog({ definitionKind, slug, removed, onConfirm, onClose }: RemovalDialogProps) {
  const impact = useImpact(slug, definitionKind);
  const submission = useSubmit(async () => onConfirm());
  const [first] = removed;
  const isOne = removed.length === 1;
  return (
    <FormDialog
      onClose={onClose}
      title={isOne ? `Remove the field ${first?.label ?? ''}?` : `Remove ${removed.length} fields?`}
      description={`Readers no longer get the values. You can restore ${isOne ? 'it' : 'them'} for 7 days.`}
      submission={submission}
      fields={[]}
      action={isOne ? 'Remove field' : 'Remove fields'}
      disabled={!impact.isSuccess}
      focus="action"
    >
      <QueryView query={impact} loading={<Loading rows={removed.length} />}>
        {(data) => <FieldImpact impact={data} keys={removed.map(({ key }) => key)} />}
      </QueryView>
    </FormDialog>
  );
}
