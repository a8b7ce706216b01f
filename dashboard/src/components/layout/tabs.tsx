import { classes } from '../base/classes.ts';
import { counted } from '../base/counted.ts';
import './tabs.css';

interface TabsProps<Value extends string> {
  /** For screen readers: what the tabs select. */
  label: string;
  tabs: readonly { value: Value; label: string; count?: number | undefined; errors?: number }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Selects the part of a list to show. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <div className="tabs" role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          className={classes('tab', tab.value === value && 'tab-chosen')}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="tab-count">{tab.count}</span>}
          {(tab.errors ?? 0) === 0 ? null : (
            <span className="tab-errors">{counted(tab.errors ?? 0, 'error', 'errors')}</span>
          )}
        </button>
      ))}
    </div>
  );
}
