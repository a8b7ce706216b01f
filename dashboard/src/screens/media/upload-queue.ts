import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../api/problem.ts';
import type { ProjectApi } from '../../api/project.ts';
import { uploadFile } from '../../api/send-file.ts';

export interface QueuedFile {
  id: number;
  projectId: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** How much has gone out, from 0 to 1. */
  share: number;
  /** Why it failed. */
  message: string | null;
}

/** What files are sent for: the project's endpoints, and the lists that will show them. */
interface Destination {
  projectId: string;
  api: ProjectApi;
  client: QueryClient;
}

const atOnce = 3;

let files: readonly QueuedFile[] = [];
let nextId = 1;
const controllers = new Map<number, AbortController>();
const destinations = new Map<string, Destination>();
const listeners = new Set<() => void>();

/** Files go on being sent while somebody looks at another screen. */
export function useQueue(projectId: string): readonly QueuedFile[] {
  const all = useSyncExternalStore(
    (tell) => (listeners.add(tell), () => listeners.delete(tell)),
    () => files,
  );
  return all.filter((file) => file.projectId === projectId);
}

/** Takes files into the queue. */
export function enqueue(destination: Destination, added: readonly File[]): void {
  destinations.set(destination.projectId, destination);
  const queued = added.map((file): QueuedFile => ({
    id: nextId++,
    projectId: destination.projectId,
    file,
    state: 'waiting',
    share: 0,
    message: null,
  }));
  set([...files, ...queued]);
  sendNext();
}

/** Begins one again that failed. */
export function retry(id: number): void {
  update(id, { state: 'waiting', share: 0, message: null });
  sendNext();
}

/** Takes one out, wherever it is. What was sent of it is swept away by the service. */
export function cancel(id: number): void {
  controllers.get(id)?.abort();
  set(files.filter((file) => file.id !== id));
  sendNext();
}

/** Forgets those that are done or failed. */
export function clearEnded(projectId: string): void {
  set(files.filter((file) => file.projectId !== projectId || isUnderWay(file)));
}

export function isUnderWay({ state }: QueuedFile): boolean {
  return state === 'waiting' || state === 'sending';
}

function set(to: readonly QueuedFile[]): void {
  files = to;
  for (const tell of listeners) tell();
}

function update(id: number, change: Partial<QueuedFile>): void {
  set(files.map((file) => (file.id === id ? { ...file, ...change } : file)));
}

function sendNext(): void {
  const free = atOnce - files.filter(({ state }) => state === 'sending').length;
  for (const file of files.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
    void send(file);
}

async function send({ id, projectId, file }: QueuedFile): Promise<void> {
  const destination = destinations.get(projectId);
  if (destination === undefined) return;
  const controller = new AbortController();
  controllers.set(id, controller);
  update(id, { state: 'sending' });
  try {
    await uploadFile(destination.api, file, {
      signal: controller.signal,
      onProgress: (share) => update(id, { share }),
    });
    update(id, { state: 'done', share: 1 });
    void destination.client.invalidateQueries({ queryKey: ['project', projectId, 'media'] });
  } catch (error) {
    if (!controller.signal.aborted) update(id, { state: 'failed', message: messageOf(error) });
  } finally {
    controllers.delete(id);
    sendNext();
  }
}

window.addEventListener('beforeunload', (event) => {
  if (files.some(isUnderWay)) event.preventDefault();
});
