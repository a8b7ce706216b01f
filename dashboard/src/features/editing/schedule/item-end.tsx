import { CalendarX2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { localTime } from '../../../components/base/time.tsx';
import { timeZone } from '../../fields/moment.ts';
import { DatedLine } from './dated-line.tsx';
import { endProblemOf, spanOf, zonesOf } from './end-rules.ts';
import type { EditedItem } from '../item.ts';
import { DateTimeDialog } from './date-time-dialog.tsx';
import type { Moves } from '../publish/moves.ts';
import type { Opened } from '../opened.ts';

/** The end of an item that is open: its place in the menu, and the line that says when it is, with the moves of it. */
export function useItemEnd(
  { service }: Opened,
  item: EditedItem,
  { busy, move }: Moves<EditedItem>,
): { menuItem: ReactNode; line: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const { unpublish_at: end, scheduled_for: start, publish_at: change } = item;
  const set = (at: string | null) =>
    void move(at === null ? 'The end was removed' : 'The end was set', (latest) =>
      service.setEnd(latest, at),
    );
  const canEnd = item.status === 'published' || item.status === 'scheduled';
  const menuItem = (
    <MenuItem needs="publish" icon={CalendarX2} disabled={!canEnd} onSelect={() => setAsking(true)}>
      {end === undefined ? 'End at a date…' : 'Change end…'}
    </MenuItem>
  );
  const line = (
    <>
      {end === undefined ? null : (
        <DatedLine
          moves={
            <>
              <Button needs="publish" onClick={() => setAsking(true)}>
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
      {isAsking ? (
        <DateTimeDialog
          title="End at a date"
          description="Readers stop seeing it at that moment. The draft is kept. To unpublish it now, choose Unpublish."
          action="Set end"
          at={end ?? proposal(start)}
          errorOf={(moment) => endProblemOf(moment, { start, change })}
          helpOf={(moment) =>
            moment === null ? zonesOf(null) : `${zonesOf(moment)} · ${spanOf(start, moment)}`
          }
          onChoose={(moment) => {
            setAsking(false);
            set(moment);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
  return { menuItem, line };
}

/** A week after it goes live, or a week from now, at the end of the day. */
function proposal(start: string | null): string {
  const at = start === null ? new Date() : new Date(start);
  at.setDate(at.getDate() + 7);
  at.setHours(18, 0, 0, 0);
  return at.toISOString();
}
