import { CheckField, TextField } from '../../components/form/field.tsx';
import './webhooks.css';

export interface EndpointInput {
  url: string;
  events: readonly string[];
  with_tags: boolean;
}

interface EndpointFieldsProps {
  value: EndpointInput;
  /** Names of all events. */
  events: readonly string[];
  onChange: (value: EndpointInput) => void;
}

const moduleNames: Readonly<Record<string, string>> = {
  content: 'Content',
  media: 'Media',
  release: 'Releases',
  blog: 'Blog',
  kb: 'Knowledge base',
};

/** The URL, the events (all, whole modules, or single events), and the cache tags option. */
export function EndpointFields({ value, events, onChange }: EndpointFieldsProps) {
  const modules = [...Map.groupBy(events, (name) => name.slice(0, name.indexOf('.')))];
  const isAll = value.events.includes('*');
  const toggle = (name: string, isOn: boolean) => {
    const remaining = value.events.filter((chosen) => chosen !== name && chosen !== '*');
    onChange({ ...value, events: isOn ? [...remaining, name] : remaining });
  };
  return (
    <>
      <TextField
        label="URL"
        name="url"
        type="url"
        inputMode="url"
        value={value.url}
        onChange={(url) => onChange({ ...value, url })}
        placeholder="https://example.com/hooks/galley"
        spellCheck={false}
        autoFocus
      />
      <fieldset className="event-choices">
        <legend>Events</legend>
        <CheckField
          label="All events, including future ones"
          checked={isAll}
          onChange={(isOn) => onChange({ ...value, events: isOn ? ['*'] : [] })}
        />
        {value.events.length === 0 ? (
          <p className="field-error" role="alert">
            Choose at least one event.
          </p>
        ) : null}
        {isAll
          ? null
          : modules.map(([module, names]) => (
              <EventGroup
                key={module}
                module={module}
                names={names}
                chosen={value.events}
                onToggle={toggle}
              />
            ))}
      </fieldset>
      <CheckField
        label="Send cache tags with each event"
        help="Adds up to 64 cache tags to the payload."
        checked={value.with_tags}
        onChange={(isOn) => onChange({ ...value, with_tags: isOn })}
      />
    </>
  );
}

interface EventGroupProps {
  module: string;
  names: readonly string[];
  chosen: readonly string[];
  onToggle: (name: string, isOn: boolean) => void;
}

function EventGroup({ module, names, chosen, onToggle }: EventGroupProps) {
  const wildcard = `${module}.*`;
  const hasWildcard = chosen.includes(wildcard);
  return (
    <div className="event-group">
      <CheckField
        label={<strong>{moduleNames[module] ?? module}</strong>}
        checked={hasWildcard}
        onChange={(isOn) => onToggle(wildcard, isOn)}
      />
      {names.map((name) => (
        <CheckField
          key={name}
          label={<code>{name}</code>}
          checked={hasWildcard || chosen.includes(name)}
          disabled={hasWildcard}
          onChange={(isOn) => onToggle(name, isOn)}
        />
      ))}
    </div>
  );
}
