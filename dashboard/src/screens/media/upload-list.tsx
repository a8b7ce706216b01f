import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import { useProject } from '../../api/project.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { counted } from '../../components/counted.ts';
import { fileSize } from '../../components/file-size.ts';
import { cancel, clearEnded, isUnderWay, type QueuedFile, retry, useQueue } from './upload-queue.ts';

/** What is being sent, what arrived, what failed and why. */
export function UploadList() {
  const { id: projectId } = useProject();
  const files = useQueue(projectId);
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
        <Button variant="quiet" onClick={() => clearEnded(projectId)} disabled={waiting === files.length}>
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
        <IconButton label={`Send ${file.name} again`} icon={RotateCw} onClick={() => retry(id)} />
      ) : (
        <progress className="upload-progress" value={share} max={1} aria-label={`Sending ${file.name}`} />
      )}
      {state === 'done' ? null : (
        <IconButton
          label={state === 'failed' ? `Forget ${file.name}` : `Cancel ${file.name}`}
          icon={X}
          onClick={() => cancel(id)}
        />
      )}
      {message === null ? null : (
        <p className="upload-problem">
          <CircleAlert size={14} aria-hidden /> {message}
        </p>
      )}
    </li>
  );
}
