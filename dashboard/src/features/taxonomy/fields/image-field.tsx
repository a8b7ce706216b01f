import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import type { Image } from '../../../../../src/contract/fields/links.ts';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { useProjectApi } from '../../../api/project.ts';
import { uploadFile } from '../../../api/upload/send-file.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { useFieldError } from '../../../components/form/form.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import { FieldGroup } from '../../fields/inputs/group.tsx';
import { MediaPicker } from '../../media/picker.tsx';
import { imageFilesIn } from '../../media/image-files.ts';
import '../taxonomy.css';

interface ImageFieldProps {
  label: string;
  /** The parameter of its errors: `avatar_id`. */
  name: string;
  help?: string;
  image: Image | null;
  onChange: (image: Image | null) => void;
  shape?: 'round' | 'wide';
}

/** One image of the project: chosen, dropped or uploaded. */
export function ImageField({ label, name, help, image, onChange, shape = 'wide' }: ImageFieldProps) {
  const api = useProjectApi();
  const error = useFieldError(name);
  const [isPicking, setPicking] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const chooseAsset = (asset: Asset) => {
    setPicking(false);
    onChange(imageOf(asset));
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = imageFilesIn(event.dataTransfer);
    if (file === undefined) return;
    event.preventDefault();
    setUploading(true);
    uploadFile(api, file)
      .then(chooseAsset, toastError)
      .finally(() => setUploading(false));
  };
  return (
    <FieldGroup label={label} required={undefined} help={help} error={error}>
      <div
        className={classes('image-field', isOver && 'image-field-over')}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={`image-shown image-${shape}`}>
          {image?.url == null ? (
            <ImagePlus size={18} aria-hidden strokeWidth={1.5} />
          ) : (
            <img src={image.url} alt={image.alt} />
          )}
        </span>
        <Button busy={isUploading} onClick={() => setPicking(true)}>
          {isUploading ? 'Uploading' : image === null ? 'Choose an image' : 'Replace image'}
        </Button>
        {image === null ? (
          <span className="field-help">or drop it here</span>
        ) : (
          <IconButton label={`Remove the ${label.toLowerCase()}`} icon={X} onClick={() => onChange(null)} />
        )}
        {isPicking ? (
          <MediaPicker title={label} onPick={chooseAsset} onClose={() => setPicking(false)} />
        ) : null}
      </div>
    </FieldGroup>
  );
}

function imageOf({ id, url, alt, width, height, content_type }: Asset): Image {
  return { id, url, alt, width, height, content_type };
}
