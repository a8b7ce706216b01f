import type { Release } from '../../../../../src/lifecycle/releases/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { fromLocal, toLocal } from '../../fields/moment.ts';
import { type PreviewTime, useComingDates } from './coming-dates.ts';
import { shownTime } from './site-time.ts';
import './time.css';

interface TimeBarProps {
  time: PreviewTime;
  onChange: (time: PreviewTime) => void;
  /** Whether the site shows drafts without a time. They have no promotion. */
  hasDrafts?: boolean;
}

/** Selects the time that the site shows: a date of the calendar, or any other. */
export function TimeBar({ time, onChange, hasDrafts = false }: TimeBarProps) {
  const { at, ...others } = time;
  const dates = useComingDates();
  const now = hasDrafts ? 'With drafts' : 'As readers see it now';
  const label = at === undefined ? now : `As readers will see it on ${shownTime(at)}`;
  const position = at === undefined ? 0 : dates.filter((date) => date <= at).length;
  const moveTo = (index: number) => {
    const date = dates[index - 1];
    onChange(date === undefined ? others : { ...others, at: date });
  };
  return (
    <div className="site-time" role="group" aria-label="Time">
      <p className="site-time-label" role="status">
        {label}
      </p>
      <input
        type="range"
        className="site-slider"
        aria-label="Date of the calendar"
        aria-valuetext={label}
        min={0}
        max={dates.length}
        value={position}
        disabled={dates.length === 0}
        onChange={(event) => moveTo(Number(event.target.value))}
      />
      <input
        type="datetime-local"
        className="input site-date"
        aria-label="Date and time"
        value={at === undefined ? '' : toLocal(at)}
        onChange={({ target }) =>
          onChange(target.value === '' ? others : { ...others, at: fromLocal(target.value) })
        }
      />
      {hasDrafts && at === undefined ? null : <ReleaseField time={time} onChange={onChange} />}
      <Button disabled={at === undefined} onClick={() => onChange(others)}>
        Back to now
      </Button>
    </div>
  );
}

/** The release that counts as promoted by then. */
function ReleaseField({ time, onChange }: Pick<TimeBarProps, 'time' | 'onChange'>) {
  const releases = useProjectQuery<{ data: Release[] }>('releases', '/v1/releases').data?.data ?? [];
  const { promoted, ...others } = time;
  const options = releases.filter(({ status, default: isDefault }) => status === 'ready' && !isDefault);
  if (options.length === 0) return null;
  return (
    <select
      className="input site-release"
      aria-label="Release"
      value={promoted ?? ''}
      onChange={({ target }) =>
        onChange(target.value === '' ? others : { ...others, promoted: target.value })
      }
    >
      <option value="">Without a promotion</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          After promoting {name}
        </option>
      ))}
    </select>
  );
}
