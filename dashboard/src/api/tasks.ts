import { useSyncExternalStore } from 'react';
import { useProject } from './project.ts';

/** Items of one request, so that progress is visible and a stop takes effect soon. */
const batchSize = 10;
/** Shorter tasks are not shown, because the screen would only flash. */
const showAfterMs = 300;

/** What the page does with many items, in several requests. The status bar shows it. */
export interface Task {
  id: number;
  projectId: string;
  /** `Restoring`, and the name of the items, singular and plural. */
  verb: string;
  noun: readonly [string, string];
  /** The API path of the list that the task changes; null if it changes no list of content. */
  listPath: string | null;
  done: number;
  total: number;
  isVisible: boolean;
  isStopped: boolean;
}

type NewTask = Pick<Task, 'verb' | 'noun' | 'listPath'>;

let tasks: readonly Task[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

window.addEventListener('beforeunload', (event) => {
  if (tasks.length > 0) event.preventDefault();
});

/** All running tasks of the page. */
export function runningTasks(): readonly Task[] {
  return tasks;
}

/** The visible tasks of the open project. */
export function useTasks(): Task[] {
  const { id } = useProject();
  const all = useSyncExternalStore(subscribe, runningTasks);
  return all.filter(({ projectId, isVisible }) => isVisible && projectId === id);
}

/** Ends a task before its next request. */
export function stopTask(id: number): void {
  update(id, { isStopped: true });
}

/**
 * Returns a function that sends ids in batches, one request after another, until the person stops it. It resolves to the
 * number of sent ids. A request that fails ends the task with its error.
 */
export function useRunTask() {
  const { id: projectId } = useProject();
  return async (task: NewTask, ids: Iterable<string>, send: (batch: string[]) => Promise<unknown>) => {
    const all = [...ids];
    let sent = 0;
    const id = nextId++;
    const state = { id, projectId, done: 0, total: all.length, isVisible: false, isStopped: false };
    set([...tasks, { ...task, ...state }]);
    const timer = setTimeout(() => update(id, { isVisible: true }), showAfterMs);
    try {
      while (sent < all.length && !isStopped(id)) {
        const batch = all.slice(sent, sent + batchSize);
        await send(batch);
        sent += batch.length;
        update(id, { done: sent });
      }
      return sent;
    } finally {
      clearTimeout(timer);
      set(tasks.filter((other) => other.id !== id));
    }
  };
}

function isStopped(id: number): boolean {
  return tasks.some((task) => task.id === id && task.isStopped);
}

function update(id: number, change: Partial<Task>): void {
  set(tasks.map((task) => (task.id === id ? { ...task, ...change } : task)));
}

function set(newTasks: readonly Task[]): void {
  tasks = newTasks;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
