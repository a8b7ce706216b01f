import { messageOf } from '../../../api/errors/api-error.ts';

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

/** Sends one file; rejects when the service refuses it or `signal` ends it. */
export type SendFile = (
  file: File,
  progress: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<unknown>;

/** How many files are sent at the same time. */
export const sentAtOnce = 3;

/** The files of all projects that wait, are sent, or have ended and were not cleared away. */
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

  add(projectId: string, added: readonly File[], send: SendFile): void {
    const queued = added.map((file): QueuedFile => {
      const id = this.#nextId++;
      this.#sends.set(id, send);
      return { id, projectId, file, state: 'waiting', share: 0, message: null };
    });
    this.#set([...this.#files, ...queued]);
    this.#sendNext();
  }

  /** Sends a file that failed once more. */
  retry(id: number): void {
    if (this.#files.find((file) => file.id === id)?.state !== 'failed') return;
    this.#update(id, { state: 'waiting', share: 0, message: null });
    this.#sendNext();
  }

  /** Takes a file out, whatever its state. The service sweeps away what was sent of it. */
  cancel(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#sends.delete(id);
    this.#set(this.#files.filter((file) => file.id !== id));
    this.#sendNext();
  }

  /** Removes the files of a project that are done or failed. */
  clearEnded(projectId: string): void {
    this.#set(this.#files.filter((file) => file.projectId !== projectId || isUnderWay(file)));
  }

  #set(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }

  #update(id: number, change: Partial<QueuedFile>): void {
    this.#set(this.#files.map((file) => (file.id === id ? { ...file, ...change } : file)));
  }

  #sendNext(): void {
    const free = sentAtOnce - this.#controllers.size;
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

export function isUnderWay({ state }: QueuedFile): boolean {
  return state === 'waiting' || state === 'sending';
}
