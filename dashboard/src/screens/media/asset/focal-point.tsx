import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import type { FocalPoint } from '../../../../../src/contract/fields/images.ts';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { Button } from '../../../components/base/button.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useChangeAsset } from '../assets-query.ts';
import { describePoint, middle, moveByKey, focalPointAt } from './focal-position.ts';
import './focal-point.css';

/** Sets the point of an image that crops keep. Renders nothing for other files and for missing files. */
export function FocalPointButton({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false);
  if (asset.url === null || !asset.content_type.startsWith('image/')) return null;
  return (
    <div className="row">
      <Button needs="publish" icon={Crosshair} onClick={() => setOpen(true)}>
        Focal point
      </Button>
      <span className="field-help">{describePoint(asset.focal_point ?? middle)}</span>
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
  const [point, setPoint] = useState<FocalPoint>(focal_point ?? middle);
  const change = useChangeAsset();
  const submission = useSubmit(async () => {
    await change.mutateAsync({ id, focal_point: point });
    toast('Saved');
    onClose();
  });
  const isUnchanged = point.x === focal_point?.x && point.y === focal_point.y;
  return (
    <FormDialog
      onClose={onClose}
      title={`Focal point of ${file_name}`}
      description="This point stays visible when the image is cropped. Click it, or move it with the arrow keys (with Shift in larger steps; Home is the center)."
      submission={submission}
      fields={['focal_point']}
      action="Save"
      disabled={isUnchanged}
    >
      <FocalPicker url={url} point={point} onMove={setPoint} />
      <p className="field-help" role="status">
        {describePoint(point)}
      </p>
    </FormDialog>
  );
}

interface PickerProps {
  url: string;
  point: FocalPoint;
  onMove: (point: FocalPoint) => void;
}

/** The image as a control whose value is a point. */
function FocalPicker({ url, point, onMove }: PickerProps) {
  return (
    <button
      type="button"
      className="focal-picker"
      aria-label={`Focal point: ${describePoint(point)}`}
      autoFocus
      onClick={(event) => {
        if (event.detail === 0) return; // Enter and Space have no pointer position
        onMove(focalPointAt(event.currentTarget.getBoundingClientRect(), event));
      }}
      onKeyDown={(event) => {
        const moved = moveByKey(point, event.key, event.shiftKey);
        if (moved === null) return;
        event.preventDefault(); // the dialog would scroll
        onMove(moved);
      }}
    >
      <img src={url} alt="" draggable={false} />
      <span className="focal-mark" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
    </button>
  );
}
