import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import { useProject } from '../../../api/project.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { counted } from '../../../components/base/counted.ts';
import { fileSize } from '../../../components/base/file-size.ts';
import { isUnderWay, type QueuedFile } from './upload-queue.ts';
import { uploads, useUploads } from './uploads.ts';

/** What is being sent, what arrived, what failed and why. */
export function UploadList() {
  const { id: projectId } = useProject();
  const files = useUploads();
  if (files.length === 0) return null;
  const waiting = files.filter(isUnderWay).length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const title =
    waiting > 0
      ? `Sending ${counted(waiting, 'file')}`
      : failed > 0
        ? `${counted(failed, 'file')} could not be sent`
        : `${counted(files.length, 'file')} uploaded`;
  return (
    <section className="uploads" aria-label="Uploads">
      <header className="uploads-head">
        <h2 role="status">{title}</h2>
        <Button
          variant="quiet"
          onClick={() => uploads.clearEnded(projectId)}
          disabled={waiting === files.length}
        >
          Clear
        </Button>
      </header>
      <ul className="uploads-list">
        {files.map((file) => (
          <UploadLine key={file.id} queued={file} />
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ queued }: { queued: QueuedFile }) {
  const { id, file, state, share, message } = queued;
  return (
    <li className="upload">
      <span className="upload-name">
        {file.name} <span className="muted">{fileSize(file.size)}</span>
      </span>
      {state === 'done' ? (
        <CircleCheck size={16} className="upload-done" aria-label="Uploaded" />
      ) : state === 'failed' ? (
        <IconButton label={`Send ${file.name} again`} icon={RotateCw} onClick={() => uploads.retry(id)} />
      ) : (
        <progress className="upload-progress" value={share} max={1} aria-label={`Sending ${file.name}`} />
      )}
      {state === 'done' ? null : (
        <IconButton
          label={state === 'failed' ? `Remove ${file.name}` : `Cancel ${file.name}`}
          icon={X}
          onClick={() => uploads.cancel(id)}
        />
      )}
      {message === null ? null : (
        <p className="upload-error">
          <CircleAlert size={14} aria-hidden /> {message}
        </p>
      )}
    </li>
  );
}
