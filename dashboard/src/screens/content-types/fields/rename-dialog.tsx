import { useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';

interface RenameDialogProps {
  title: string;
  storedKey: string;
  /** The key in the draft, which may be renamed already. */
  fieldKey: string;
  onRename: (key: string) => void;
  onClose: () => void;
}

/** Gives a stored field another key in the draft. */
export function RenameDialog({ title, storedKey, fieldKey, onRename, onClose }: RenameDialogProps) {
  const [key, setKey] = useState(fieldKey);
  const newKey = key.trim();
  const submission = useSubmit(async () => {
    onRename(newKey);
    onClose();
  });
  return (
    <FormDialog
      title={`Rename the key of ${title}`}
      description={`Sites and scripts that use ${storedKey} must use ${newKey === '' || newKey === storedKey ? 'the new key' : newKey}. Values, drafts and history are kept.`}
      onClose={onClose}
      submission={submission}
      fields={['key']}
      action="Rename key"
      disabled={newKey === '' || newKey === fieldKey}
    >
      <TextField
        label="New key"
        name="key"
        value={key}
        onChange={setKey}
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
      />
    </FormDialog>
  );
}
