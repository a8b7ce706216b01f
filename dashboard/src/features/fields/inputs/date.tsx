import { useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../context.ts';
import { dayInWords, fromLocal, timeZone, toLocal } from '../moment.ts';

/** A day, or a time in the editor's time zone, which is shown. Stored in UTC. */
export function DateWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help } = field.options;
  const storedText = typeof value === 'string' ? value : '';
  const [hasTime, setHasTime] = useState(storedText.includes('T'));
  const day =
    storedText === '' ? '' : storedText.includes('T') ? toLocal(storedText).slice(0, 10) : storedText;
  const time = storedText.includes('T') ? toLocal(storedText).slice(11, 16) : '';
  const set = (nextDay: string, nextTime: string) => {
    if (nextDay === '') onChange(null);
    else onChange(nextTime === '' ? nextDay : fromLocal(`${nextDay}T${nextTime}`));
  };
  return (
    <Field label={field.label} required={required} error={error} help={help}>
      {(ids) => (
        <div className="widget-row">
          <input
            {...ids}
            type="date"
            className="input widget-date"
            value={day}
            onChange={(event) => set(event.target.value, hasTime ? time : '')}
          />
          {hasTime ? (
            <>
              <input
                type="time"
                className="input widget-time"
                aria-label={`${field.label}, time`}
                value={time}
                onChange={(event) => set(day, event.target.value)}
              />
              <span className="widget-note">{timeZone(storedText)}</span>
              <button type="button" className="link-button" onClick={() => (setHasTime(false), set(day, ''))}>
                All day
              </button>
            </>
          ) : (
            <>
              {day === '' ? null : <span className="widget-note">{dayInWords(day)}</span>}
              <button type="button" className="link-button" onClick={() => setHasTime(true)}>
                Add a time
              </button>
            </>
          )}
        </div>
      )}
    </Field>
  );
}
