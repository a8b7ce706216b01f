import { ImagePlus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import type { Asset } from '../../../src/media/schema.ts';
import { useProjectApi, useRefresh } from '../api/project.ts';
import { uploadFile } from '../api/send-file.ts';
import { Button } from '../components/button.tsx';
import { classes } from '../components/classes.ts';
import { toastProblem } from '../components/toast.tsx';
import { MediaPicker } from '../media/picker.tsx';
import { picturesIn } from '../media/pictures.ts';
import type { Target, WidgetProps } from './context.ts';
import { useFieldHost } from './context.ts';
import { FieldGroup } from './group.tsx';
import { Sortable } from './sortable.tsx';

/** An asset as fields show it. */
export function pictureTarget(asset: Asset): Target {
  const { id, url, alt, width, height, content_type } = asset;
  const image = { id, url, alt, width, height, content_type };
  return { kind: 'media', title: alt, slug: null, live: url !== null, content_type: null, image };
}

/** One picture, or several in an order; chosen, uploaded, dropped or pasted. */
export function ImagesWidget({ field, value, onChange, error }: WidgetProps) {
  const isList = field.type === 'gallery';
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  const most = isList ? (field.options.max_items ?? limits.list_items_max) : 1;
  const { targets, learn } = useFieldHost();
  const api = useProjectApi();
  const [isOpen, setOpen] = useState(false);
  const [coming, setComing] = useState(0);
  const [isOver, setOver] = useState(false);

  const set = (next: readonly string[]) => onChange(next.length === 0 ? null : isList ? next : next[0]);
  const add = (assets: readonly Asset[]) => {
    for (const asset of assets) learn(asset.id, pictureTarget(asset));
    const all = [...(isList ? ids : []), ...assets.map(({ id }) => id)];
    set(all.slice(0, most));
  };
  const bring = async (files: readonly File[]) => {
    const taken = files.slice(0, isList ? most - ids.length : 1);
    setComing(taken.length);
    const assets: Asset[] = [];
    for (const file of taken) {
      await uploadFile(api, file).then((asset) => assets.push(asset), toastProblem);
      setComing((left) => left - 1);
    }
    if (assets.length > 0) add(assets);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = picturesIn(event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    void bring(files);
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
        onPaste={(event) => void bring(picturesIn(event.clipboardData))}
      >
        <Sortable
          ids={ids}
          layout="tiles"
          onChange={set}
          show={(id) => <Picture id={id} target={targets[id]} learn={learn} />}
          nameOf={(id) => targets[id]?.title || 'picture'}
        />
        {ids.length < most ? (
          <div className="images-add">
            <Button icon={ImagePlus} busy={coming > 0} onClick={() => setOpen(true)}>
              {coming > 0 ? 'Uploading' : isList ? 'Add pictures' : 'Choose a picture'}
              <span className="visually-hidden"> for {field.label}</span>
            </Button>
            <span className="widget-note">or drop {isList ? 'them' : 'it'} here</span>
          </div>
        ) : null}
      </div>
      {isOpen ? (
        <MediaPicker
          title={field.label}
          onClose={() => setOpen(false)}
          onPick={(asset) => {
            add([asset]);
            setOpen(false);
          }}
        />
      ) : null}
    </FieldGroup>
  );
}

interface PictureProps {
  id: string;
  target: Target | undefined;
  learn: (id: string, target: Target) => void;
}

/** A picture with its alt text, which belongs to the asset and is saved with it. */
function Picture({ id, target, learn }: PictureProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const image = target?.image ?? null;
  const save = (alt: string) => {
    if (target === undefined || image === null || alt === image.alt) return;
    api.patch<Asset>(`/v1/media/${id}`, { alt }).then((asset) => {
      learn(id, pictureTarget(asset));
      return refresh('media');
    }, toastProblem);
  };
  return (
    <figure className="picture">
      <span className="media-frame">
        {image?.url == null ? (
          <span className="widget-note">File deleted</span>
        ) : (
          <img src={image.url} alt={image.alt} loading="lazy" draggable={false} />
        )}
      </span>
      <input
        className="input picture-alt"
        aria-label="Alternative text"
        placeholder="Describe the picture"
        defaultValue={image?.alt ?? ''}
        key={image?.alt ?? ''}
        onBlur={(event) => save(event.target.value.trim())}
      />
    </figure>
  );
}
