import { useId, useState } from 'react';
import type { BulkResult } from '../../../../../src/contract/bulk.ts';
import type { EditorAsset, TagAssets } from '../../../../../src/content/media/editor/schema.ts';
import { counted } from '../../../components/base/counted.ts';
import { SelectField, TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useAssetTags } from '../../../features/media/tags.ts';
import { useTagMutation } from './use-tagging.ts';

interface TagDialogProps {
  action: TagAssets['action'];
  selected: readonly EditorAsset[];
  onClose: () => void;
  onDone: (result: BulkResult, tag: string) => unknown;
}

/** Asks for the tag to add to or remove from all selected assets. */
export function TagDialog({ action, selected, onClose, onDone }: TagDialogProps) {
  const projectTags = useAssetTags().map(({ name }) => name);
  const selectedTags = [...new Set(selected.flatMap(({ tags }) => tags))].toSorted();
  const [tag, setTag] = useState(action === 'remove' ? (selectedTags[0] ?? '') : '');
  const listId = useId();
  const tagging = useTagMutation();
  const submission = useSubmit(async () => {
    const ids = selected.map(({ id }) => id);
    onDone(await tagging.mutateAsync({ action, tag: tag.trim(), ids }), tag.trim());
  });
  const count = counted(selected.length, 'file');
  return (
    <FormDialog
      onClose={onClose}
      title={action === 'add' ? `Tag ${count}` : `Remove a tag from ${count}`}
      size="small"
      submission={submission}
      fields={['tag']}
      action={action === 'add' ? 'Add tag' : 'Remove tag'}
      disabled={tag.trim() === ''}
    >
      {action === 'add' ? (
        <>
          <TextField
            label="Tag"
            name="tag"
            value={tag}
            onChange={setTag}
            list={listId}
            maxLength={50}
            autoComplete="off"
            autoFocus
          />
          <datalist id={listId}>
            {projectTags.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : (
        <SelectField label="Tag" name="tag" value={tag} onChange={setTag}>
          {selectedTags.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
