import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import type { FocalPoint } from '../../../../../src/contract/fields/images.ts';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { Button } from '../../../components/base/button.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useChangeAsset } from '../assets-query.ts';
import { inWords, middle, movedBy, focalPointAt } from './focal-position.ts';
import './focal-point.css';

/** Sets the place of a picture that crops keep. Nothing for what is no picture, or has no file. */
export function FocalPointButton({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false);
  if (asset.url === null || !asset.content_type.startsWith('image/')) return null;
  return (
    <div className="row">
      <Button needs="publish" icon={Crosshair} onClick={() => setOpen(true)}>
        Focal point
      </Button>
      <span className="field-help">{inWords(asset.focal_point ?? middle)}</span>
      {isOpen ? <FocalPointDialog asset={asset} url={asset.url} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

interface DialogProps {
  asset: Asset;
  url: string;
  onClose: () => void;
}

function FocalPointDialog({ asset: { id, file_name, focal_point }, url, onClose }: DialogProps) {
  const [place, setPlace] = useState<FocalPoint>(focal_point ?? middle);
  const change = useChangeAsset();
  const submission = useSubmit(async () => {
    await change.mutateAsync({ id, focal_point: place });
    toast('Saved');
    onClose();
  });
  const isAsBefore = place.x === focal_point?.x && place.y === focal_point.y;
  return (
    <FormDialog
      onClose={onClose}
      title={`Focal point of ${file_name}`}
      description="Crops of this picture keep this place. Click it, or move it with the arrow keys (with Shift in larger steps; Home is the middle)."
      submission={submission}
      fields={['focal_point']}
      action="Save"
      disabled={isAsBefore}
    >
      <FocalPicker url={url} place={place} onMove={setPlace} />
      <p className="field-help" role="status">
        {inWords(place)}
      </p>
    </FormDialog>
  );
}

interface PickerProps {
  url: string;
  place: FocalPoint;
  onMove: (place: FocalPoint) => void;
}

/** The picture as a control with a value in two directions. */
function FocalPicker({ url, place, onMove }: PickerProps) {
  return (
    <button
      type="button"
      className="focal-picker"
      aria-label={`Focal point: ${inWords(place)}`}
      autoFocus
      onClick={(event) => {
        if (event.detail === 0) return; // Enter and the blank bar are no place
        onMove(focalPointAt(event.currentTarget.getBoundingClientRect(), event));
      }}
      onKeyDown={(event) => {
        const moved = movedBy(place, event.key, event.shiftKey);
        if (moved === null) return;
        event.preventDefault(); // the dialog would scroll
        onMove(moved);
      }}
    >
      <img src={url} alt="" draggable={false} />
      <span className="focal-mark" style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }} />
    </button>
  );
}
