import { ImagePlus } from 'lucide-react';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../../../../../src/contract/limits.ts';
import type { Asset } from '../../../../../../src/content/media/schema.ts';
import { useProjectApi } from '../../../../api/project.ts';
import { uploadFile } from '../../../../api/upload/send-file.ts';
import { Button } from '../../../../components/base/button.tsx';
import { classes } from '../../../../components/base/classes.ts';
import { toastError } from '../../../../components/overlay/toast.tsx';
import { MediaPicker } from '../../../media/picker.tsx';
import { imageFilesIn } from '../../../media/image-files.ts';
import { countArrival } from '../../arrivals.ts';
import { type WidgetProps, useFieldHost, imageTarget } from '../../context.ts';
import { FieldGroup } from '../group.tsx';
import { ImageCard } from './image.tsx';
import { Sortable } from '../sortable.tsx';

/** One image, or several in order: chosen, uploaded, dropped or pasted. */
export function ImagesWidget({ field, value, onChange, error }: WidgetProps) {
  const isList = field.type === 'gallery';
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  const maxItems = isList ? (field.options.max_items ?? limits.list_items_max) : 1;
  const { targets, rememberTarget } = useFieldHost();
  const api = useProjectApi();
  /** What the picker chooses: the image at a position, or more images for the end. */
  const [choosing, setChoosing] = useState<{ at: number } | 'more' | null>(null);
  const [uploadCount, setUploadCount] = useState(0);
  const [isOver, setOver] = useState(false);

  // Changes during an upload stay.
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const set = (next: readonly string[]) => {
    latest.current = [...next];
    onChange(next.length === 0 ? null : isList ? next : next[0]);
  };
  const add = (assets: readonly Asset[]) => {
    for (const asset of assets) rememberTarget(asset.id, imageTarget(asset));
    const all = [...(isList ? latest.current : []), ...assets.map(({ id }) => id)];
    set(all.slice(0, maxItems));
  };
  const addChosen = (assets: readonly Asset[]) => {
    add(assets);
    setChoosing(null);
  };
  const replace = (asset: Asset, at: number) => {
    rememberTarget(asset.id, imageTarget(asset));
    set(ids.with(at, asset.id));
    setChoosing(null);
  };
  const upload = async (files: readonly File[]) => {
    const acceptedFiles = files.slice(0, isList ? maxItems - ids.length : 1);
    setUploadCount((before) => before + acceptedFiles.length);
    const assets: Asset[] = [];
    for (const file of acceptedFiles) {
      await countArrival(uploadFile(api, file)).then((asset) => assets.push(asset), toastError);
      setUploadCount((before) => before - 1);
    }
    if (assets.length > 0) add(assets);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = imageFilesIn(event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    void upload(files);
  };
  return (
    <FieldGroup label={field.label} required={field.options.required} help={field.options.help} error={error}>
      <div
        className={classes('images', isOver && 'images-over')}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={(event) => void upload(imageFilesIn(event.clipboardData))}
      >
        <Sortable
          ids={ids}
          layout="tiles"
          onChange={set}
          onReplace={(at) => setChoosing({ at })}
          show={(id) => <ImageCard id={id} target={targets[id]} rememberTarget={rememberTarget} />}
          nameOf={(id) => targets[id]?.title || 'image'}
        />
        {ids.length > 0 ? (
          <p className="widget-note">
            {ids.length > 1 ? 'Drag images into another order. ' : ''}
            Descriptions belong to the files: they change wherever these are used.
          </p>
        ) : null}
        {ids.length < maxItems ? (
          <div className="images-add">
            <Button icon={ImagePlus} busy={uploadCount > 0} onClick={() => setChoosing('more')}>
              {uploadCount > 0 ? 'Uploading' : isList ? 'Add images' : 'Choose an image'}
              <span className="visually-hidden"> for {field.label}</span>
            </Button>
            <span className="widget-note">or drop {isList ? 'them' : 'it'} here</span>
          </div>
        ) : null}
      </div>
      {choosing === 'more' ? (
        <MediaPicker
          title={field.label}
          onClose={() => setChoosing(null)}
          onPick={(asset) => addChosen([asset])}
          several={isList ? { maxCount: maxItems - ids.length, onPick: addChosen } : undefined}
        />
      ) : choosing === null ? null : (
        <MediaPicker
          title={`Replace in ${field.label}`}
          onClose={() => setChoosing(null)}
          onPick={(asset) => replace(asset, choosing.at)}
        />
      )}
    </FieldGroup>
  );
}
