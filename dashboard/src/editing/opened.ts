import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useProjectApi, useRefresh } from '../api/project.ts';
import { toast } from '../components/toast.tsx';
import { DraftCopies } from './draft-copies.ts';
import { DraftStore } from './draft-store.ts';
import type { EditedItem, EditedService, ServiceOf } from './item.ts';

/** An item with its editor's machinery. */
export interface Opened<Item extends EditedItem = EditedItem> {
  store: DraftStore<Item>;
  service: EditedService<Item>;
}

interface Saved {
  place: string;
  revision: number;
}

/**
 * Opens an item: what is stored, with what was typed here and never got there. `place` names it in this browser, by
 * project, release, kind and id; the service is made anew when the place is another one.
 */
export function useOpened<Item extends EditedItem>(
  place: string,
  serviceOf: ServiceOf<Item>,
): { opened: Opened<Item> | null; problem: unknown; retry: () => void } {
  const api = useProjectApi();
  const refresh = useRef(useRefresh());
  const make = useRef(serviceOf);
  useLayoutEffect(() => {
    make.current = serviceOf;
  });
  const [opened, setOpened] = useState<Opened<Item> | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const service = make.current(api);
    const tabs = new BroadcastChannel('galley:saved');
    let store: DraftStore<Item> | null = null;
    let isOver = false;
    const open = async () => {
      const [item, copies] = [await service.read(), new DraftCopies(place)];
      if (isOver) return;
      const made = new DraftStore(item, service, copies);
      let last = item.revision;
      made.subscribe(() => {
        const { revision } = made.state().item;
        if (revision === last) return;
        last = revision;
        tabs.postMessage({ place, revision } satisfies Saved);
        void refresh.current(service.module);
      });
      if (made.adopt(await copies.takeLeft())) toast('Restored your unsaved changes');
      store = made;
      setOpened({ store: made, service });
    };
    setProblem(null);
    open().catch((thrown: unknown) => (isOver ? undefined : setProblem(thrown)));

    tabs.onmessage = ({ data }: MessageEvent<Saved>) => {
      if (data.place === place && data.revision > (store?.state().item.revision ?? 0)) void store?.pull();
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
  }, [api, place, attempt]);

  return { opened, problem, retry: () => setAttempt((before) => before + 1) };
}
