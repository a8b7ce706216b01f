import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PurgeNow } from '../../../../src/delivery/purges/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { useContentSearch } from '../../app/palette/content-search.ts';
import { useSearchResults } from '../../app/palette/palette-search.ts';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { CheckField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { SearchField } from '../../components/list/search-field.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import './delivery.css';

interface PickedItem {
  id: string;
  label: string;
}

/** Purges everything at all targets, or the copies that show the chosen items. */
export function PurgeDialog({ onClose }: { onClose: () => void }) {
  const [isAll, setAll] = useState(true);
  const [pickedItems, setPickedItems] = useState<readonly PickedItem[]>([]);
  const purge = useProjectMutation(['delivery'], (api, input: PurgeNow) =>
    api.post<{ targets: number }>('/purges', input),
  );
  const submission = useSubmit(async () => {
    const { targets } = await purge.mutateAsync(isAll ? {} : { tags: pickedItems.map(({ id }) => id) });
    toast(`Purged at ${counted(targets, 'target')}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Purge"
      description="Clears these pages from every cache."
      submission={submission}
      fields={['tags']}
      action={isAll ? 'Purge everything' : 'Purge'}
      disabled={!isAll && pickedItems.length === 0}
      focus="action"
    >
      <CheckField type="radio" name="what" label="Everything" checked={isAll} onChange={() => setAll(true)} />
      <CheckField
        type="radio"
        name="what"
        label="Pages that use specific items"
        checked={!isAll}
        onChange={() => setAll(false)}
      />
      {isAll ? null : <ItemPicker items={pickedItems} onChange={setPickedItems} />}
    </FormDialog>
  );
}

interface ItemPickerProps {
  items: readonly PickedItem[];
  onChange: (items: readonly PickedItem[]) => void;
}

function ItemPicker({ items, onChange }: ItemPickerProps) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { choices } = useSearchResults(useContentSearch(), words, { showsRecent: false });
  const isPicked = (id: string) => items.some((item) => item.id === id);
  /** Moves the focus to the search field, because the pressed button disappears. */
  const changePicked = (next: readonly PickedItem[]) => {
    onChange(next);
    field.current?.focus();
  };
  return (
    <>
      <SearchField ref={field} value={words} onChange={setWords} label="Search items" />
      <div className="purge-found">
        {choices
          .filter(({ id }) => !isPicked(id))
          .map(({ id, label, detail }) => (
            <Button key={id} variant="quiet" onClick={() => changePicked([...items, { id, label }])}>
              {label} <span className="muted">{detail}</span>
            </Button>
          ))}
      </div>
      {items.map(({ id, label }) => (
        <Button
          key={id}
          icon={X}
          aria-label={`Remove ${label}`}
          onClick={() => changePicked(items.filter((item) => item.id !== id))}
        >
          {label}
        </Button>
      ))}
    </>
  );
}
