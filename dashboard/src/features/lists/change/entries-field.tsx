import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi } from '../../../api/project.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import { Picker } from '../../fields/picker/picker.tsx';
import { type Found, search } from '../../fields/picker/search.ts';

interface EntriesFieldProps {
  type: string;
  /** The entry that isn't offered. */
  except: string;
  most: number;
  entries: readonly Found[];
  onChange: (entries: readonly Found[]) => void;
}

/** Entries of one type, chosen by name. */
export function EntriesField({ type, except, most, entries, onChange }: EntriesFieldProps) {
  const api = useProjectApi();
  const [isChoosing, setChoosing] = useState(false);
  const what = { kind: 'entry', contentType: type };
  const pick = (picked: readonly Found[]) => {
    onChange([...entries, ...picked]);
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
                onClick={() => onChange(entries.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {entries.length < most ? (
        <div>
          <Button icon={Plus} onClick={() => setChoosing(true)}>
            Add entries
          </Button>
        </div>
      ) : null}
      {isChoosing ? (
        <Picker
          title="Add entries"
          about={JSON.stringify(what)}
          search={(words, signal) => search(api, what, words, signal)}
          taken={new Set([except, ...entries.map(({ id }) => id)])}
          onPick={(entry) => pick([entry])}
          several={{ most: most - entries.length, onPick: pick }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </FieldGroup>
  );
}

function nameOf({ title }: Found['target']): string {
  return title === '' ? 'Untitled' : title;
}
