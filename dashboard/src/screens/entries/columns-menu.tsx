import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { Sortable } from '../../features/fields/inputs/sortable.tsx';
import { columnFields } from './chosen-columns.ts';

interface ColumnsMenuProps {
  type: ContentType;
  shown: readonly string[];
  onToggle: (key: string) => void;
  onSet: (keys: readonly string[]) => void;
}

/** Chooses the fields with a column, and the order of the columns. */
export function ColumnsMenu({ type, shown, onToggle, onSet }: ColumnsMenuProps) {
  const [isArranging, setArranging] = useState(false);
  const fields = columnFields(type);
  const nameOf = (key: string) => fields.find((field) => field.key === key)?.label ?? key;
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" icon={Columns3}>
            Columns
          </Button>
        }
        align="end"
      >
        {fields.map(({ key, label }) => (
          <MenuItem key={key} checked={shown.includes(key)} onSelect={() => onToggle(key)}>
            {label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem disabled={shown.length < 2} onSelect={() => setArranging(true)}>
          Arrange…
        </MenuItem>
      </Menu>
      {isArranging ? (
        <Dialog
          open
          size="small"
          title="Arrange columns"
          description="Drag them, or use the arrows. A saved view keeps this order."
          onClose={() => setArranging(false)}
        >
          <Sortable ids={shown} onChange={onSet} show={nameOf} nameOf={nameOf} />
        </Dialog>
      ) : null}
    </>
  );
}
