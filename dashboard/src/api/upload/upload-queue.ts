import { messageOf } from '../errors/api-error.ts';

export interface QueuedFile {
  id: number;
  projectId: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The uploaded share, from 0 to 1. */
  share: number;
  /** The error message of a failed upload. */
  message: string | null;
}

/** Sends one file. Rejects if the service rejects it or `signal` aborts it. */
export type SendFile = (
  file: File,
  progress: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<unknown>;

export const maxConcurrent = 3;

/** The uploads of all projects: waiting, running, and finished ones that were not cleared. */
export class UploadQueue {
  #files: readonly QueuedFile[] = [];
  #nextId = 1;
  readonly #sends = new Map<number, SendFile>();
  readonly #controllers = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly files = (): readonly QueuedFile[] => this.#files;

  add(projectId: string, newFiles: readonly File[], send: SendFile): void {
    const queued = newFiles.map((file): QueuedFile => {
      const id = this.#nextId++;
      this.#sends.set(id, send);
      return { id, projectId, file, state: 'waiting', share: 0, message: null };
    });
    this.#set([...this.#files, ...queued]);
    this.#sendNext();
  }

  /** Retries a failed upload. */
  retry(id: number): void {
    if (this.#files.find((file) => file.id === id)?.state !== 'failed') return;
    this.#update(id, { state: 'waiting', share: 0, message: null });
    this.#sendNext();
  }

  /** Removes a file in any state. The service deletes incomplete uploads later. */
  cancel(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#sends.delete(id);
    this.#set(this.#files.filter((file) => file.id !== id));
    this.#sendNext();
  }

  /** Removes the finished and failed uploads of a project. */
  clearFinished(projectId: string): void {
    this.#set(this.#files.filter((file) => file.projectId !== projectId || isUploading(file)));
  }

  #set(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }

  #update(id: number, change: Partial<QueuedFile>): void {
    this.#set(this.#files.map((file) => (file.id === id ? { ...file, ...change } : file)));
  }

  #sendNext(): void {
    const free = maxConcurrent - this.#controllers.size;
    const waiting = this.#files.filter(({ state }) => state === 'waiting');
    for (const file of waiting.slice(0, Math.max(0, free))) void this.#send(file);
  }

  async #send({ id, file }: QueuedFile): Promise<void> {
    const send = this.#sends.get(id);
    if (send === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controllers.set(id, controller);
    this.#update(id, { state: 'sending' });
    try {
      await send(file, { signal, onProgress: (share) => this.#update(id, { share }) });
      this.#update(id, { state: 'done', share: 1 });
      this.#sends.delete(id);
    } catch (error) {
      if (!signal.aborted) this.#update(id, { state: 'failed', message: messageOf(error) });
    } finally {
      this.#controllers.delete(id);
      this.#sendNext();
    }
  }
}

export function isUploading({ state }: QueuedFile): boolean {
  return state === 'waiting' || state === 'sending';
}
