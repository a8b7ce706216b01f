import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorEntry } from '../../../../../src/content/entries/editor/editor-schema.ts';
import { isEmptyValue } from '../../../../../src/contract/fields/conditions.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import type { BulkJob } from '../../../../../src/dashboard/bulk/schema.ts';
import { useProject, useProjectApi, useRefresh } from '../../../api/project.ts';
import { CheckField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { valueInWords } from '../../editing/conflict/value-words.ts';
import { localeOf } from '../../editing/item.ts';
import type { ItemEditor } from '../../editing/item-editor.ts';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import type { SearchResult } from '../../fields/picker/search.ts';
import { EntriesField } from './entries-field.tsx';
import './copy-values-dialog.css';

const fieldsMax = 20;
const entriesMax = 100;

interface CopyValuesDialogProps {
  editor: ItemEditor;
  type: { slug: string; fields: readonly Field[] };
  entryId: string;
  onClose: () => void;
}

/** Copies values of an entry's draft to the drafts of other entries of its type. */
export function CopyValuesDialog(props: CopyValuesDialogProps) {
  const { editor, type, entryId, onClose } = props;
  const entry = useStoredEntry(editor, type.slug, entryId);
  if (entry.data === undefined)
    return (
      <Dialog open onClose={onClose} title="Copy values to other entries">
        <QueryView query={entry}>{() => null}</QueryView>
      </Dialog>
    );
  return <CopyForm {...props} entry={entry.data} />;
}

/** The stored entry, blocks included, after all changes are saved. */
function useStoredEntry({ store }: ItemEditor, slug: string, entryId: string) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  return useQuery({
    queryKey: ['project', projectId, 'copy', entryId, store.state().item.locale],
    queryFn: async () => {
      await store.flush();
      const { release, ...item } = store.state().item;
      const from = release === undefined ? api : api.inRelease(release.id);
      return from.get<EditorEntry>(`/content/${slug}/entries/${entryId}`, localeOf(item));
    },
    gcTime: 0,
    staleTime: Infinity,
  });
}

interface CopyFormProps extends CopyValuesDialogProps {
  entry: EditorEntry;
}

function CopyForm({ type, entry, entryId, onClose }: CopyFormProps) {
  const api = useProjectApi().inRelease(entry.release.id);
  const refresh = useRefresh();
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [entries, setEntries] = useState<readonly SearchResult[]>([]);
  const fields = type.fields.filter(
    ({ key, type: kind, options }) => options.unique !== true && !isEmptyValue(kind, entry.draft[key]),
  );
  const submission = useSubmit(async () => {
    const values = Object.fromEntries(keys.map((key) => [key, entry.draft[key]]));
    const body = {
      action: 'set',
      ids: entries.map(({ id }) => id),
      set: { values, live: false },
      ...localeOf(entry),
    };
    await api.post<BulkJob>(`/content/${type.slug}/bulk-jobs`, body);
    await refresh('bulk');
    onClose();
  });
  const isReady = keys.length > 0 && keys.length <= fieldsMax && entries.length > 0;
  const valueText = (field: Field) =>
    field.type === 'blocks'
      ? undefined
      : valueInWords(field, entry.draft[field.key], (id) => nameIn(entry, id));
  return (
    <FormDialog
      title="Copy values to other entries"
      description="Their drafts change. Readers see the values when you publish the entries."
      onClose={onClose}
      submission={submission}
      fields={[]}
      action={fields.length === 0 ? null : 'Change drafts'}
      disabled={!isReady}
    >
      <FieldGroup
        label="Fields"
        required={undefined}
        help={fields.length === 0 ? 'This entry has no values that can be copied.' : undefined}
        error={keys.length > fieldsMax ? `Choose at most ${fieldsMax} fields at a time.` : undefined}
      >
        {fields.map((field) => (
          <CheckField
            key={field.key}
            label={
              <span className="copy-field">
                {field.label} <span className="copy-value">{valueText(field)}</span>
              </span>
            }
            checked={keys.includes(field.key)}
            onChange={(isChosen) =>
              setKeys(isChosen ? [...keys, field.key] : keys.filter((key) => key !== field.key))
            }
          />
        ))}
      </FieldGroup>
      {fields.length === 0 ? null : (
        <EntriesField
          type={type.slug}
          except={entryId}
          maxEntries={entriesMax}
          entries={entries}
          onChange={setEntries}
        />
      )}
    </FormDialog>
  );
}

function nameIn({ targets }: EditorEntry, id: string): string {
  const target = targets[id];
  return target?.file_name ?? target?.title ?? id;
}
