import { CalendarX2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { localTime } from '../../../components/base/time.tsx';
import { timeZone } from '../../fields/moment.ts';
import { DatedLine } from './dated-line.tsx';
import { endErrorOf, durationText, zonesOf } from './end-rules.ts';
import type { EditedItem } from '../item.ts';
import { DateTimeDialog } from './date-time-dialog.tsx';
import type { ItemActions } from '../publish/item-actions.ts';
import type { ItemEditor } from '../item-editor.ts';

/** The end of an item: the menu item that sets it, and the line that shows it. */
export function useItemEnd(
  { service }: ItemEditor,
  item: EditedItem,
  { busy, runAction }: ItemActions<EditedItem>,
): { menuItem: ReactNode; line: ReactNode } {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { unpublish_at: end, scheduled_for: start, publish_at: change } = item;
  const set = (at: string | null) =>
    void runAction(at === null ? 'The end was removed' : 'The end was set', (latest) =>
      service.setEnd(latest, at),
    );
  const canEnd = item.status === 'published' || item.status === 'scheduled';
  const menuItem = (
    <MenuItem needs="publish" icon={CalendarX2} disabled={!canEnd} onSelect={() => setDialogOpen(true)}>
      {end === undefined ? 'End at a date…' : 'Change end…'}
    </MenuItem>
  );
  const line = (
    <>
      {end === undefined ? null : (
        <DatedLine
          actions={
            <>
              <Button needs="publish" onClick={() => setDialogOpen(true)}>
                Change end…
              </Button>
              <Button needs="publish" aria-disabled={busy} onClick={() => (busy ? undefined : set(null))}>
                Remove end
              </Button>
            </>
          }
        >
          <p>
            Ends {localTime(new Date(end))}
            <span className="muted"> {timeZone(end)}</span>
          </p>
        </DatedLine>
      )}
      {isDialogOpen ? (
        <DateTimeDialog
          title="End at a date"
          description="Readers stop seeing it at that moment. The draft is kept. To unpublish it now, choose Unpublish."
          action="Set end"
          at={end ?? suggestedEnd(start)}
          errorOf={(moment) => endErrorOf(moment, { start, change })}
          helpOf={(moment) =>
            moment === null ? zonesOf(null) : `${zonesOf(moment)} · ${durationText(start, moment)}`
          }
          onChoose={(moment) => {
            setDialogOpen(false);
            set(moment);
          }}
          onClose={() => setDialogOpen(false)}
        />
      ) : null}
    </>
  );
  return { menuItem, line };
}

/** A week after it goes live, or a week from now, at the end of the day. */
function suggestedEnd(start: string | null): string {
  const at = start === null ? new Date() : new Date(start);
  at.setDate(at.getDate() + 7);
  at.setHours(18, 0, 0, 0);
  return at.toISOString();
}
