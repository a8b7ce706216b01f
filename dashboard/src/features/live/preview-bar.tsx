import {
  Clock,
  ExternalLink,
  Monitor,
  MousePointer2,
  RefreshCw,
  Smartphone,
  SquarePen,
  Tablet,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { ShareButton } from '../editing/side/share-button.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import type { Mode } from './connection/protocol.ts';
import type { PreviewTime } from './time/coming-dates.ts';

/** The width of the page in CSS pixels; null for all of the pane. */
export const widths = { phone: 390, tablet: 820, full: null } as const;
export type Width = keyof typeof widths;

interface PreviewBarProps {
  type: string;
  store: DraftStore;
  mode: Mode;
  onMode: (mode: Mode) => void;
  width: Width;
  onWidth: (width: Width) => void;
  /** Null while there is no page to reload or open. */
  page: { reload: () => void; openTab: () => void } | null;
  time: PreviewTime;
  isTimeOpen: boolean;
  onTime: () => void;
  /** Whether the page reports clicks. */
  isConnected: boolean;
  onClose: () => void;
  /** Whether the page shows the saved draft. */
  status: ReactNode;
}

/** The bar above the site. */
export function PreviewBar(props: PreviewBarProps) {
  const { type, store, mode, onMode, width, onWidth, page, isConnected, onClose, status } = props;
  const { time, isTimeOpen, onTime } = props;
  return (
    <div className="live-bar" role="toolbar" aria-label="Preview">
      {isConnected ? (
        <Choice
          label="Clicks on the page"
          value={mode}
          onChange={onMode}
          options={[
            { value: 'edit', label: 'Edit', icon: SquarePen },
            { value: 'browse', label: 'Browse', icon: MousePointer2 },
          ]}
        />
      ) : null}
      <WidthChoice value={width} onChange={onWidth} />
      <div className="live-status" role="status">
        {status}
      </div>
      <div className="live-bar-end">
        {page === null ? null : (
          <>
            <IconButton label="Reload the page" icon={RefreshCw} onClick={page.reload} />
            <IconButton label="Open in new tab" icon={ExternalLink} onClick={page.openTab} />
          </>
        )}
        <IconButton label="Time" icon={Clock} aria-expanded={isTimeOpen} onClick={onTime} />
        <ShareButton type={type} store={store} {...(time.at !== undefined && { time })} />
        <IconButton label="Close the live preview" icon={X} onClick={onClose} />
      </div>
    </div>
  );
}

/** The width of the page in the frame. */
export function WidthChoice(props: { value: Width; onChange: (width: Width) => void }) {
  return (
    <Choice
      {...props}
      label="Width"
      isIcons
      options={[
        { value: 'phone', label: 'Phone', icon: Smartphone },
        { value: 'tablet', label: 'Tablet', icon: Tablet },
        { value: 'full', label: 'Full', icon: Monitor },
      ]}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  /** Shows icons without their labels. */
  isIcons?: boolean;
}

/** One of a few values, as buttons beside each other. */
function Choice<Value extends string>({
  label,
  value,
  onChange,
  options,
  isIcons = false,
}: ChoiceProps<Value>) {
  return (
    <div className={classes('live-choice', isIcons && 'live-widths')} role="group" aria-label={label}>
      {options.map(({ value: option, label: name, icon: Icon }) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          aria-label={name}
          title={name}
          className={classes('live-option', option === value && 'live-option-chosen')}
          onClick={() => onChange(option)}
        >
          <Icon size={16} aria-hidden />
          {isIcons ? null : <span>{name}</span>}
        </button>
      ))}
    </div>
  );
}
