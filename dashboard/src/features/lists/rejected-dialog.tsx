import { Dialog } from '../../components/overlay/dialog.tsx';

/** An item whose bulk change was rejected. */
export interface RejectedItem {
  id: string;
  name: string;
  why: string;
}

interface RejectedDialogProps {
  /** The name of the items, singular and plural. */
  noun: readonly [string, string];
  items: readonly RejectedItem[];
  onClose: () => void;
}

/** Lists the items that a bulk change did not change, with the reasons. */
export function RejectedDialog({ noun: [singular, plural], items, onClose }: RejectedDialogProps) {
  return (
    <Dialog
      open={items.length > 0}
      onClose={onClose}
      title={
        items.length === 1 ? `1 ${singular} was not changed` : `${items.length} ${plural} were not changed`
      }
      description="They are still selected."
    >
      <ul className="bulk-results">
        {items.map(({ id, name, why }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
