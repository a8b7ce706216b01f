import { useEffect, useRef, useState } from 'react';
import { type OpenedProject, useProject, useProjectApi, useRefresh } from '../../api/project.ts';
import { toast } from '../../components/toast.tsx';
import { DraftCopies } from './draft-copies.ts';
import { DraftStore } from './draft-store.ts';
import { type EntryService, entryService } from './service.ts';

/** An entry with its editor's machinery. */
export interface Opened {
  store: DraftStore;
  service: EntryService;
}

interface Saved {
  place: string;
  revision: number;
}

function placeOf({ id, releaseId }: OpenedProject, type: string, entryId: string): string {
  return [id, releaseId ?? 'default', type, entryId].join(':');
}

/** Opens an entry: what is stored, with what was typed here and never got there. */
export function useOpened(
  type: string,
  entryId: string,
): { opened: Opened | null; problem: unknown; retry: () => void } {
  const api = useProjectApi();
  const project = useProject();
  const refresh = useRef(useRefresh());
  const place = placeOf(project, type, entryId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const service = entryService(api, type, entryId);
    const tabs = new BroadcastChannel('galley:saved');
    let store: DraftStore | null = null;
    let isOver = false;
    const open = async () => {
      const [entry, copies] = [await service.read(), new DraftCopies(place)];
      if (isOver) return;
      const made = new DraftStore(entry, service, copies);
      let last = entry.revision;
      made.subscribe(() => {
        const { revision } = made.state().entry;
        if (revision === last) return;
        last = revision;
        tabs.postMessage({ place, revision } satisfies Saved);
        void refresh.current('content');
      });
      if (made.adopt(await copies.takeLeft())) toast('What you typed before and was not saved is back');
      store = made;
      setOpened({ store: made, service });
    };
    setProblem(null);
    open().catch((thrown: unknown) => (isOver ? undefined : setProblem(thrown)));

    tabs.onmessage = ({ data }: MessageEvent<Saved>) => {
      if (data.place === place && data.revision > (store?.state().entry.revision ?? 0)) void store?.pull();
    };
    const keep = () => store?.keepCopy();
    const look = () => (document.hidden ? keep() : void store?.pull());
    const again = () => void store?.flush();
    window.addEventListener('pagehide', keep);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', look);
      tabs.onmessage = null;
      void store?.flush().finally(() => (store?.close(), tabs.close()));
      setOpened(null);
    };
  }, [api, place, type, entryId, attempt]);

  return { opened, problem, retry: () => setAttempt((before) => before + 1) };
}
