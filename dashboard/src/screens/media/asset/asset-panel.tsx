import { Trash2, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorAsset } from '../../../../../src/content/media/editor/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import { useMay } from '../../../features/access/may.ts';
import { useEditorHref } from '../../../features/lists/items.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { CopyText } from '../../../components/base/copy.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { TextArea, TextField } from '../../../components/form/field.tsx';
import { fileSize } from '../../../components/base/file-size.ts';
import { Form, useSubmit } from '../../../components/form/form.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { Time } from '../../../components/base/time.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { MediaUseItems, useMediaUses } from './media-uses.tsx';
import { AssetTags } from './asset-tags.tsx';
import { useChangeAsset } from '../assets-query.ts';
import { useDeleteAsset } from './delete-asset.tsx';
import { FocalPointButton } from './focal-point.tsx';
import { ReplaceButton } from './replace-button.tsx';
import { Thumbnail } from '../thumbnail.tsx';

/** A side panel with all details of one asset. */
export function AssetPanel({ assetId, onClose }: { assetId: string; onClose: () => void }) {
  const asset = useProjectQuery<EditorAsset>('media', `/media/${assetId}`);
  const { refetch } = asset;
  const urlExpiresAt = asset.data?.url_expires_at;
  useEffect(() => {
    if (urlExpiresAt === undefined) return undefined;
    const timer = setTimeout(
      () => void refetch(),
      Math.max(30_000, Date.parse(urlExpiresAt) - new Date().getTime() - 120_000),
    );
    return () => clearTimeout(timer);
  }, [urlExpiresAt, refetch]);
  return (
    <Dialog open onClose={onClose} title={asset.data?.file_name ?? 'Media'} size="side">
      <QueryView query={asset}>
        {(data) => <Panel key={data.id} asset={data} onClose={onClose} onBroken={() => void refetch()} />}
      </QueryView>
    </Dialog>
  );
}

interface PanelProps {
  asset: EditorAsset;
  onClose: () => void;
  onBroken: () => void;
}

function Panel({ asset, onClose, onBroken }: PanelProps) {
  const uses = useMediaUses(asset.id);
  const hrefOf = useEditorHref();
  const remove = useDeleteAsset();
  const [isDeleted, setDeleted] = useState(false);
  const closeAfterDeletion = () => {
    flushSync(() => setDeleted(true)); // disables the leave guard
    onClose();
  };
  return (
    <div className="asset-panel">
      <div className="asset-preview">
        <Thumbnail asset={asset} onBroken={onBroken} />
      </div>
      <Facts asset={asset} />
      <FocalPointButton asset={asset} />
      <Details asset={asset} isDeleted={isDeleted} />
      {asset.status === 'pending' ? null : <AssetTags asset={asset} />}
      <section className="stack-small">
        <h3>Used in</h3>
        <QueryView query={uses}>{(data) => <MediaUseItems uses={data} hrefOf={hrefOf} />}</QueryView>
      </section>
      {asset.url === null ? null : (
        <section className="stack-small">
          <h3>URL</h3>
          <CopyText text={asset.url} label="Copy the URL" />
          {asset.url_expires_at === undefined ? null : (
            <p className="field-help">
              Signed for readers of a private project. Expires <Time value={asset.url_expires_at} />.
            </p>
          )}
        </section>
      )}
      <section className="stack-small">
        <h3>ID</h3>
        <CopyText text={asset.id} label="Copy the id" />
      </section>
      <div className="row">
        <ReplaceButton asset={asset} icon={Upload} />
        <Button needs="publish" icon={Trash2} onClick={() => remove(asset, closeAfterDeletion)}>
          Delete
        </Button>
      </div>
    </div>
  );
}

function Facts({ asset }: { asset: EditorAsset }) {
  const { content_type, size_bytes, width, height, status, created_at } = asset;
  return (
    <p className="asset-facts">
      {status === 'ready' ? null : <Badge tone={status === 'failed' ? 'bad' : 'warn'}>{status}</Badge>}
      <span>{content_type}</span>
      <span>{fileSize(size_bytes)}</span>
      {width === null || height === null ? null : (
        <span>
          {width} × {height}
        </span>
      )}
      <span>
        added <Time value={created_at} />
      </span>
    </p>
  );
}

function Details({ asset, isDeleted }: { asset: EditorAsset; isDeleted: boolean }) {
  const { id, alt, file_name } = asset;
  const [edits, setEdits] = useState<Partial<Pick<EditorAsset, 'alt' | 'file_name'>>>({});
  const values = { alt, file_name, ...edits };
  const setValues = (part: typeof edits) => setEdits({ ...edits, ...part });
  const change = useChangeAsset();
  const mayWrite = useMay('publish');
  const hasChanges = values.alt !== alt || values.file_name !== file_name;
  const submission = useSubmit(async () => {
    await change.mutateAsync({ id, ...values });
    setEdits((current) => (current === edits ? {} : current)); // keeps text that was typed while saving
    toast('Saved');
  });
  return (
    <Form submission={submission} fields={['alt', 'file_name']}>
      <LeaveGuard when={hasChanges && !submission.busy && !isDeleted} />
      {asset.content_type.startsWith('image/') ? (
        <TextArea
          label="Alt text"
          name="alt"
          rows={2}
          value={values.alt}
          onChange={(text) => setValues({ alt: text })}
          help={
            mayWrite
              ? 'Describe the image for people who can’t see it. Leave empty if decorative.'
              : undefined
          }
        />
      ) : null}
      <TextField
        label="File name"
        name="file_name"
        value={values.file_name}
        onChange={(name) => setValues({ file_name: name })}
      />
      <div className="row">
        <Button needs="publish" type="submit" variant="primary" disabled={!hasChanges} busy={submission.busy}>
          Save
        </Button>
      </div>
    </Form>
  );
}
