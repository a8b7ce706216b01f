import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Module, type ProjectApi, useProject, useProjectApi, useRefresh } from '../../api/project.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useSession } from '../../api/session.ts';
import { toast } from '../../components/overlay/toast.tsx';
import { DraftCopies, type DraftCopy } from './draft/draft-copies.ts';
import { DraftStore } from './draft/draft-store.ts';
import { leaveEditor, takeClosingEditor } from './draft/closing-editors.ts';
import type { EditedItem, EditedService, ServiceOf } from './item.ts';

/** The store and the service of an item that is being edited. */
export interface ItemEditor<Item extends EditedItem = EditedItem> {
  store: DraftStore<Item>;
  service: EditedService<Item>;
  /** The changes were made in another release. */
  isMoved?: boolean;
}

interface SaveMessage {
  itemKey: string;
  revision: number;
}

const channel = 'galley:saved';

/** Notifies other editors in this browser, also after this editor was left. */
function notifyTabs(message: SaveMessage): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage(message);
  tabs.close();
}

interface OpeningOptions {
  itemKey: string;
  person: string | undefined;
  /** The name of the project. */
  project: string;
  /** Changes of another release, to merge into this one. */
  copy: DraftCopy | null;
  onSaved: (module: Module) => void;
}

/** Opens an item in the release of its unsaved changes, which may no longer be the default release. */
async function openItem<Item extends EditedItem>(
  api: ProjectApi,
  serviceOf: ServiceOf<Item>,
  { itemKey, person, project, copy, onSaved }: OpeningOptions,
): Promise<ItemEditor<Item>> {
  const page = `${location.pathname}${location.search}`;
  let title = '';
  const copies = new DraftCopies(itemKey, person, () => ({ page, project, title }));
  const release = await copies.releaseOfAbandoned();
  const reading = readItem(serviceOf(release === undefined ? api : api.inRelease(release)));
  const { service, item } = await reading.catch((error: unknown) => {
    const isDeleted = error instanceof ApiError && error.code === 'unknown_release';
    if (release !== undefined && isDeleted) return readItem(serviceOf(api));
    throw error;
  });
  const store = new DraftStore(item, service, copies);
  title = item.title;
  let lastRevision = item.revision;
  store.subscribe(() => {
    const { revision } = store.state().item;
    title = store.state().item.title;
    if (revision === lastRevision) return;
    lastRevision = revision;
    notifyTabs({ itemKey, revision });
    onSaved(service.module);
  });
  if (store.adopt(await copies.takeAbandoned())) toast('Restored your unsaved changes');
  void store.storeCopy().then(() => copies.dropTaken());
  if (copy === null) return { store, service };
  store.adopt([copy]);
  return { store, service, isMoved: true };
}

/**
 * Saves, reads and stores copies when the browser hides, reconnects or saves the item in another tab. Returns a
 * function that stops it.
 */
function followBrowser(itemKey: string, storeOf: () => DraftStore | undefined): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const tabs = new BroadcastChannel(channel);
  tabs.onmessage = ({ data }: MessageEvent<SaveMessage>) => {
    const currentRevision = storeOf()?.state().item.revision ?? 0;
    if (data.itemKey === itemKey && data.revision > currentRevision) void storeOf()?.pull();
  };
  const storeCopy = () => void storeOf()?.storeCopy();
  const handleVisibility = () => (document.hidden ? storeCopy() : void storeOf()?.pull());
  window.addEventListener('pagehide', () => storeOf()?.saveOnClose(), { signal });
  window.addEventListener('online', () => void storeOf()?.flush(), { signal });
  document.addEventListener('visibilitychange', handleVisibility, { signal });
  return () => {
    controller.abort();
    tabs.close();
  };
}

/** The user, and the name of the project. Renaming the project doesn't open the item again. */
function useWriter() {
  const project = useRef(useProject().name);
  return { person: useSession()?.user?.id, project };
}

async function readItem<Item extends EditedItem>(service: EditedService<Item>) {
  return { service, item: await service.read() };
}

/**
 * Opens an item with its unsaved changes. `itemKey` identifies it in this browser by project, release, kind and id.
 * Another key creates another service.
 */
export function useItemEditor<Item extends EditedItem>(
  itemKey: string,
  serviceOf: ServiceOf<Item>,
): {
  editor: ItemEditor<Item> | null;
  error: unknown;
  retry: () => void;
  /** Opens the item in the current default release, with the changes of the previous one. */
  reopen: (copy: DraftCopy | null) => void;
} {
  const api = useProjectApi();
  const refresh = useRef(useRefresh());
  const { person, project } = useWriter();
  const serviceRef = useRef(serviceOf);
  useLayoutEffect(() => {
    serviceRef.current = serviceOf;
  });
  const [editor, setEditor] = useState<ItemEditor<Item> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const pendingReopen = useRef<{ itemKey: string; copy: DraftCopy | null } | null>(null);

  useEffect(() => {
    const key = `${itemKey}:${person ?? ''}`;
    let shownEditor: ItemEditor<Item> | null = null;
    let isClosed = false;
    const onSaved = (module: Module) => void refresh.current(module);
    const open = async () => {
      const closingEditor = takeClosingEditor<ItemEditor<Item>>(key);
      const reopenRequest = pendingReopen.current?.itemKey === itemKey ? pendingReopen.current : null;
      const copy = reopenRequest?.copy ?? null;
      const options = { itemKey, person, project: project.current, copy, onSaved };
      const itemEditor =
        closingEditor !== undefined && reopenRequest === null
          ? closingEditor
          : await openItem(api, serviceRef.current, options);
      pendingReopen.current = null;
      if (isClosed) return leaveEditor(key, itemEditor); // left before it was read
      setEditor((shownEditor = itemEditor));
      await itemEditor.store.flush();
    };
    setError(null);
    open().catch((reason: unknown) => (isClosed ? undefined : setError(reason)));

    const unfollow = followBrowser(itemKey, () => shownEditor?.store);
    return () => {
      isClosed = true;
      unfollow();
      if (shownEditor !== null) void leaveEditor(key, shownEditor);
      setEditor(null);
    };
  }, [api, itemKey, person, attempt]);

  const retry = () => setAttempt((before) => before + 1);
  const reopen = (copy: DraftCopy | null) => {
    pendingReopen.current = { itemKey, copy };
    retry();
  };
  return { editor, error, retry, reopen };
}
