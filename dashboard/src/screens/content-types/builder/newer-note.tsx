import { Button } from '../../../components/base/button.tsx';

interface NewerNoteProps {
  /** Applies the changes made here to the newer version. */
  onKeep: () => void;
  /** Replaces the changes made here with the newer version. */
  onDrop: () => void;
}

/** Offers both versions after someone else saved first. */
export function NewerNote({ onKeep, onDrop }: NewerNoteProps) {
  return (
    <div className="form-error" role="alert">
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
