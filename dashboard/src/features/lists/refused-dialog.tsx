import { Dialog } from '../../components/overlay/dialog.tsx';

/** An item of a bulk change that stayed as it was. */
export interface Refused {
  id: string;
  name: string;
  why: string;
}

interface RefusedDialogProps {
  /** What the items are called, one and many. */
  noun: readonly [string, string];
  refused: readonly Refused[];
  onClose: () => void;
}

/** Names what a bulk change did not change, each with the reason. */
export function RefusedDialog({ noun: [one, many], refused, onClose }: RefusedDialogProps) {
  return (
    <Dialog
      open={refused.length > 0}
      onClose={onClose}
      title={refused.length === 1 ? `1 ${one} was not changed` : `${refused.length} ${many} were not changed`}
      description="They are still selected."
    >
      <ul className="bulk-results">
        {refused.map(({ id, name, why }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
