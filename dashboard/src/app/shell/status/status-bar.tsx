import { isRunning, useBulkJobs, useRefreshAfterBulk } from '../../../api/bulk-jobs.ts';
import { useSession } from '../../../api/session.ts';
import { stopTask, useTasks } from '../../../api/tasks.ts';
import { isUploading } from '../../../api/upload/upload-queue.ts';
import { uploads, useUploads } from '../../../api/upload/uploads.ts';
import { Button } from '../../../components/base/button.tsx';
import { useReleases } from '../../projects/release-menu.tsx';
import { BulkStatus } from './bulk-status.tsx';
import { StatusLine } from './status-line.tsx';
import './status-bar.css';

/** Everything that runs, at the foot of every screen: bulk changes, requests of the page, uploads, and clones. */
export function StatusBar() {
  const me = useSession()?.user?.id;
  const { data: jobs } = useBulkJobs();
  useRefreshAfterBulk(jobs);
  const tasks = useTasks();
  const cloning = useReleases().filter(({ status }) => status === 'cloning');
  // Only the person who started a bulk change reads and dismisses its report, and only the latest one.
  const report = jobs?.find((job) => !isRunning(job) && job.created_by.id === me);
  const visibleJobs = jobs?.filter((job) => isRunning(job) || job === report) ?? [];
  const uploadCount = useUploads().filter(isUploading).length;
  if (visibleJobs.length + tasks.length + cloning.length + uploadCount === 0) return null;
  return (
    <footer className="status-bar" aria-label="Work in progress">
      {visibleJobs.map((job) => (
        <BulkStatus key={job.id} job={job} />
      ))}
      {tasks.map(({ id, ...task }) => (
        <StatusLine key={id} {...task}>
          <Button variant="quiet" busy={task.isStopped} onClick={() => stopTask(id)}>
            Stop
          </Button>
        </StatusLine>
      ))}
      {uploadCount === 0 ? null : <UploadStatus />}
      {cloning.map(({ id, name }) => (
        <section key={id} className="status-line" aria-label={`Cloning ${name}`}>
          <span>Cloning {name}</span>
          <progress aria-label={`Cloning ${name}`} />
        </section>
      ))}
    </footer>
  );
}

function UploadStatus() {
  const files = useUploads();
  const uploading = files.filter(isUploading);
  return (
    <StatusLine
      verb="Uploading"
      noun={['file', 'files']}
      done={files.length - uploading.length}
      total={files.length}
    >
      <Button variant="quiet" onClick={() => uploading.forEach(({ id }) => uploads.cancel(id))}>
        Stop
      </Button>
    </StatusLine>
  );
}
