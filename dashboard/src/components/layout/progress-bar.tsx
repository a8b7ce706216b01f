import './progress-bar.css';

/** The progress of work in percent. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return <progress className="progress-bar" value={percent} max={100} aria-label={label} />;
}
