import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useProjectApi, useRefresh } from '../api/project.ts';
import { useSession } from '../api/session.ts';
import { toast } from '../components/toast.tsx';
import { DraftCopies } from './draft-copies.ts';
import { DraftStore } from './draft-store.ts';
import { leaveEditor, reopened } from './left-editors.ts';
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

const channel = 'galley:saved';

/** Tells other editors of this browser; an editor that was left may still save, as for Undo. */
function tell(saved: Saved): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage(saved);
  tabs.close();
}

interface OpeningOptions {
  place: string;
  person: string | undefined;
  onSaved: () => void;
}

async function openItem<Item extends EditedItem>(
  service: EditedService<Item>,
  { place, person, onSaved }: OpeningOptions,
): Promise<Opened<Item>> {
  const item = await service.read();
  const copies = new DraftCopies(place, person);
  const store = new DraftStore(item, service, copies);
  let last = item.revision;
  store.subscribe(() => {
    const { revision } = store.state().item;
    if (revision === last) return;
    last = revision;
    tell({ place, revision });
    onSaved();
  });
  if (store.adopt(await copies.takeLeft())) toast('Restored your unsaved changes');
  return { store, service };
}

/**
 * Opens an item: what is stored, with what was typed here and never got there. `place` names it in this browser, by
 * project, release, kind and id; the service is made again when the place is another one.
 */
export function useOpened<Item extends EditedItem>(
  place: string,
  serviceOf: ServiceOf<Item>,
): { opened: Opened<Item> | null; problem: unknown; retry: () => void } {
  const api = useProjectApi();
  const refresh = useRef(useRefresh());
  const person = useSession()?.user?.id;
  const make = useRef(serviceOf);
  useLayoutEffect(() => {
    make.current = serviceOf;
  });
  const [opened, setOpened] = useState<Opened<Item> | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const service = make.current(api);
    const tabs = new BroadcastChannel(channel);
    const key = `${place}:${person ?? ''}`;
    let shown: Opened<Item> | null = null;
    let isOver = false;
    const onSaved = () => void refresh.current(service.module);
    const open = async () => {
      const found = reopened<Opened<Item>>(key) ?? (await openItem(service, { place, person, onSaved }));
      if (isOver) return leaveEditor(key, found); // left while it was read
      setOpened((shown = found));
      await found.store.flush();
    };
    setProblem(null);
    open().catch((thrown: unknown) => (isOver ? undefined : setProblem(thrown)));

    tabs.onmessage = ({ data }: MessageEvent<Saved>) => {
      const known = shown?.store.state().item.revision ?? 0;
      if (data.place === place && data.revision > known) void shown?.store.pull();
    };
    const keep = () => shown?.store.keepCopy();
    const look = () => (document.hidden ? keep() : void shown?.store.pull());
    const again = () => void shown?.store.flush();
    window.addEventListener('pagehide', keep);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', look);
      tabs.close();
      if (shown !== null) void leaveEditor(key, shown);
      setOpened(null);
    };
  }, [api, place, person, attempt]);

  return { opened, problem, retry: () => setAttempt((before) => before + 1) };
}
