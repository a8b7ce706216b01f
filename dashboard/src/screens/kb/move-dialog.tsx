import { useState } from 'react';
import type { KbOutline } from '../../../../src/kb/desk/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { ShelfOptions } from './shelf-options.tsx';
import type { TreeRow } from './tree-rows.ts';

interface MoveDialogProps {
  row: TreeRow;
  outline: KbOutline;
  onClose: () => void;
  onMove: (into: string) => void;
}

/** Chooses another shelf by name, for what is far away in the tree. */
export function MoveDialog({ row, outline, onClose, onMove }: MoveDialogProps) {
  const [into, setInto] = useState(row.parent ?? '');
  const submission = useSubmit(async () => onMove(into));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${row.title}`}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="move-in-kb" variant="primary" disabled={into === row.parent}>
            Move
          </Button>
        </>
      }
    >
      <Form id="move-in-kb" submission={submission} fields={[]}>
        <SelectField label="To the end of" value={into} onChange={setInto} autoFocus>
          <ShelfOptions outline={outline} withSections={row.kind === 'article'} />
        </SelectField>
      </Form>
    </Dialog>
  );
}
