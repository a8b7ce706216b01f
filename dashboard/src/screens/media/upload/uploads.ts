import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useProject, useProjectApi } from '../../../api/project.ts';
import { uploadFile } from '../../../api/upload/send-file.ts';
import { isUnderWay, type QueuedFile, UploadQueue } from './upload-queue.ts';

/** Files go on being sent while another screen is open. */
export const uploads = new UploadQueue();

window.addEventListener('beforeunload', (event) => {
  if (uploads.files().some(isUnderWay)) event.preventDefault();
});

/** The files of the open project. */
export function useUploads(): readonly QueuedFile[] {
  const { id } = useProject();
  const all = useSyncExternalStore(uploads.subscribe, uploads.files);
  return all.filter(({ projectId }) => projectId === id);
}

/** Sends files to the open project's storage, and shows them in its lists. */
export function useUpload(): (files: readonly File[]) => void {
  const { id } = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  return (files) =>
    uploads.add(id, files, async (file, progress) => {
      await uploadFile(api, file, progress);
      void client.invalidateQueries({ queryKey: ['project', id, 'media'] });
    });
}
