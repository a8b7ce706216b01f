import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi } from '../../../api/project.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import { Picker } from '../../fields/picker/picker.tsx';
import { type SearchResult, search } from '../../fields/picker/search.ts';

interface EntriesFieldProps {
  type: string;
  /** The entry that is not offered. */
  except: string;
  maxEntries: number;
  entries: readonly SearchResult[];
  onChange: (entries: readonly SearchResult[]) => void;
}

/** Entries of one type, chosen by name. */
export function EntriesField({ type, except, maxEntries, entries, onChange }: EntriesFieldProps) {
  const api = useProjectApi();
  const [isChoosing, setChoosing] = useState(false);
  const searchKind = { kind: 'entry', contentType: type };
  const addEntries = (chosen: readonly SearchResult[]) => {
    onChange([...entries, ...chosen]);
    setChoosing(false);
  };
  return (
    <FieldGroup label="Entries" required={undefined} help={undefined} error={undefined}>
      {entries.length === 0 ? null : (
        <ul className="copy-entries">
          {entries.map(({ id, target }) => (
            <li key={id}>
              <span className="cell-text">{nameOf(target)}</span>
              <IconButton
                label={`Remove ${nameOf(target)}`}
                icon={X}
                onClick={() => onChange(entries.filter((entry) => entry.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {entries.length < maxEntries ? (
        <div>
          <Button icon={Plus} onClick={() => setChoosing(true)}>
            Add entries
          </Button>
        </div>
      ) : null}
      {isChoosing ? (
        <Picker
          title="Add entries"
          searchKey={JSON.stringify(searchKind)}
          search={(words, signal) => search(api, searchKind, words, signal)}
          excludedIds={new Set([except, ...entries.map(({ id }) => id)])}
          onPick={(entry) => addEntries([entry])}
          several={{ most: maxEntries - entries.length, onPick: addEntries }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </FieldGroup>
  );
}

function nameOf({ title }: SearchResult['target']): string {
  return title === '' ? 'Untitled' : title;
}
