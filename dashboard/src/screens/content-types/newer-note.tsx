import { Button } from '../../components/base/button.tsx';

interface NewerNoteProps {
  /** Puts what was changed here on top of what is stored. */
  onKeep: () => void;
  /** Shows what is stored. */
  onDrop: () => void;
}

/** A save came too late: another person's stands, and what was changed here is not lost. */
export function NewerNote({ onKeep, onDrop }: NewerNoteProps) {
  return (
    <div className="form-problem" role="alert">
      <p>Someone else saved this in the meantime. Nothing of yours is saved yet.</p>
      <div className="row">
        <Button variant="primary" onClick={onKeep}>
          Keep my changes, on top of theirs
        </Button>
        <Button onClick={onDrop}>Take the newer version, drop my changes</Button>
      </div>
    </div>
  );
}
