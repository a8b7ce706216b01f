import { Button } from '../../../components/base/button.tsx';
import { localTime } from '../../../components/base/time.tsx';
import { timeZone } from '../../fields/moment.ts';
import { DatedLine } from './dated-line.tsx';
import type { EditedItem } from '../item.ts';

interface ScheduledChangeProps {
  item: Pick<EditedItem, 'publish_at' | 'publish_at_outdated'>;
  busy: boolean;
  onMove: () => void;
  onCancel: () => void;
}

/** The scheduled change of a live item with its actions; nothing without one. */
export function ScheduledChange({ item, busy, onMove, onCancel }: ScheduledChangeProps) {
  if (item.publish_at === undefined) return null;
  return (
    <DatedLine
      actions={
        <>
          <Button needs="publish" onClick={onMove}>
            Schedule again…
          </Button>
          <Button needs="publish" aria-disabled={busy} onClick={busy ? undefined : onCancel}>
            Cancel scheduled changes
          </Button>
        </>
      }
    >
      <p>
        Changes scheduled for {localTime(new Date(item.publish_at))}
        <span className="muted"> {timeZone(item.publish_at)}</span>
      </p>
      {item.publish_at_outdated === true ? (
        <p className="save-warn">Your later edits aren’t included. Schedule again to include them.</p>
      ) : null}
    </DatedLine>
  );
}
