import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Module, type ProjectApi, useProjectApi, useRefresh } from '../../api/project.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useSession } from '../../api/session.ts';
import { toast } from '../../components/overlay/toast.tsx';
import { DraftCopies, type DraftCopy } from './draft/draft-copies.ts';
import { DraftStore } from './draft/draft-store.ts';
import { leaveEditor, reopened } from './draft/left-editors.ts';
import type { EditedItem, EditedService, ServiceOf } from './item.ts';

/** An item with its editor's machinery. */
export interface Opened<Item extends EditedItem = EditedItem> {
  store: DraftStore<Item>;
  service: EditedService<Item>;
  /** It began with text that was typed in another release. */
  isMoved?: boolean;
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
  /** What was typed in another release, to be merged into this one. */
  typed: DraftCopy | null;
  onSaved: (module: Module) => void;
}

/** Opens an item in the release in which unsaved changes of it were typed, which may no longer be the default. */
async function openItem<Item extends EditedItem>(
  api: ProjectApi,
  serviceOf: ServiceOf<Item>,
  { place, person, typed, onSaved }: OpeningOptions,
): Promise<Opened<Item>> {
  const copies = new DraftCopies(place, person);
  const release = await copies.releaseOfLeft();
  const reading = readItem(serviceOf(release === undefined ? api : api.inRelease(release)));
  const { service, item } = await reading.catch((error: unknown) => {
    const isDeleted = error instanceof ApiError && error.code === 'unknown_release';
    if (release !== undefined && isDeleted) return readItem(serviceOf(api));
    throw error;
  });
  const store = new DraftStore(item, service, copies);
  let last = item.revision;
  store.subscribe(() => {
    const { revision } = store.state().item;
    if (revision === last) return;
    last = revision;
    tell({ place, revision });
    onSaved(service.module);
  });
  if (store.adopt(await copies.takeLeft())) toast('Restored your unsaved changes');
  if (typed === null) return { store, service };
  store.adopt([typed]);
  return { store, service, isMoved: true };
}

/** Saves, reads and keeps copies as the browser hides, reconnects or saves the item in another tab; returns the end of it. */
function followBrowser(place: string, storeOf: () => DraftStore | undefined): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const tabs = new BroadcastChannel(channel);
  tabs.onmessage = ({ data }: MessageEvent<Saved>) => {
    const known = storeOf()?.state().item.revision ?? 0;
    if (data.place === place && data.revision > known) void storeOf()?.pull();
  };
  const keep = () => storeOf()?.keepCopy();
  const look = () => (document.hidden ? keep() : void storeOf()?.pull());
  window.addEventListener('pagehide', keep, { signal });
  window.addEventListener('online', () => void storeOf()?.flush(), { signal });
  document.addEventListener('visibilitychange', look, { signal });
  return () => {
    ending.abort();
    tabs.close();
  };
}

async function readItem<Item extends EditedItem>(service: EditedService<Item>) {
  return { service, item: await service.read() };
}

/**
 * Opens an item: what is stored, with what was typed here and never got there. `place` names it in this browser, by
 * project, release, kind and id; the service is made again when the place is another one.
 */
export function useOpened<Item extends EditedItem>(
  place: string,
  serviceOf: ServiceOf<Item>,
): {
  opened: Opened<Item> | null;
  error: unknown;
  retry: () => void;
  /** Opens the item of the release that is the default now, with what was typed in the previous one. */
  reopen: (typed: DraftCopy | null) => void;
} {
  const api = useProjectApi();
  const refresh = useRef(useRefresh());
  const person = useSession()?.user?.id;
  const make = useRef(serviceOf);
  useLayoutEffect(() => {
    make.current = serviceOf;
  });
  const [opened, setOpened] = useState<Opened<Item> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const arriving = useRef<{ place: string; typed: DraftCopy | null } | null>(null);

  useEffect(() => {
    const key = `${place}:${person ?? ''}`;
    let shown: Opened<Item> | null = null;
    let isOver = false;
    const onSaved = (module: Module) => void refresh.current(module);
    const open = async () => {
      const left = reopened<Opened<Item>>(key);
      const arrival = arriving.current?.place === place ? arriving.current : null;
      const options = { place, person, typed: arrival?.typed ?? null, onSaved };
      const found =
        left !== undefined && arrival === null ? left : await openItem(api, make.current, options);
      arriving.current = null;
      if (isOver) return leaveEditor(key, found); // left while it was read
      setOpened((shown = found));
      await found.store.flush();
    };
    setError(null);
    open().catch((thrown: unknown) => (isOver ? undefined : setError(thrown)));

    const unfollow = followBrowser(place, () => shown?.store);
    return () => {
      isOver = true;
      unfollow();
      if (shown !== null) void leaveEditor(key, shown);
      setOpened(null);
    };
  }, [api, place, person, attempt]);

  const retry = () => setAttempt((before) => before + 1);
  const reopen = (typed: DraftCopy | null) => {
    arriving.current = { place, typed };
    retry();
  };
  return { opened, error, retry, reopen };
}
