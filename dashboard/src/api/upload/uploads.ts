import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useProject, useProjectApi } from '../project.ts';
import { uploadFile } from './send-file.ts';
import { isUploading, type QueuedFile, UploadQueue } from './upload-queue.ts';

/** One queue for the page, so that uploads continue while other screens are open. */
export const uploads = new UploadQueue();

window.addEventListener('beforeunload', (event) => {
  if (uploads.files().some(isUploading)) event.preventDefault();
});

/** The uploads of the open project. */
export function useUploads(): readonly QueuedFile[] {
  const { id } = useProject();
  const all = useSyncExternalStore(uploads.subscribe, uploads.files);
  return all.filter(({ projectId }) => projectId === id);
}

/** Uploads files to the open project, and refetches its media lists. */
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
