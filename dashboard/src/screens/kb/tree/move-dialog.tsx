import { useState } from 'react';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';
import { SelectField } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { ContainerOptions } from '../../../features/kb/container-options.tsx';
import type { TreeRow } from './tree-rows.ts';

interface MoveDialogProps {
  row: TreeRow;
  outline: KbOutline;
  onClose: () => void;
  onMove: (into: string) => void;
}

/** Selects another collection or section by name, for targets that are far away in the tree. */
export function MoveDialog({ row, outline, onClose, onMove }: MoveDialogProps) {
  const [into, setInto] = useState(row.parent ?? '');
  const submission = useSubmit(async () => onMove(into));
  return (
    <FormDialog
      title={`Move ${row.title}`}
      size="small"
      onClose={onClose}
      submission={submission}
      fields={[]}
      action="Move"
    >
      <SelectField label="To the end of" value={into} onChange={setInto} autoFocus>
        <ContainerOptions outline={outline} withSections={row.kind === 'article'} />
      </SelectField>
    </FormDialog>
  );
}
