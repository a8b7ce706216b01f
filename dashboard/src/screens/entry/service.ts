import type { EditorEntry } from '../../../../src/content/entries/editor/editor-schema.ts';
import type { VersionWithValues } from '../../../../src/lifecycle/versions/schema.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import type { ProjectApi } from '../../api/project.ts';
import {
  mergedBlocks,
  flattenBlocks,
  createEntryFlattener,
  buildBaseBody,
  buildSaveBody,
} from '../../features/blocks/outline/flatten-entry.ts';
import type { Values } from '../../features/editing/conflict/merge.ts';
import {
  type EditedItem,
  type EditedService,
  ifMatchOf,
  localeOf,
  type SaveMerge,
} from '../../features/editing/item.ts';
import { publication, publicationOf } from '../../features/editing/publish/publication.ts';
import { sendOnClose } from '../../features/editing/leave/send-on-close.ts';
import { single } from '../../features/lists/items.ts';

/** A singleton before its first save. */
function unsaved(type: string): Omit<EditorEntry, 'release'> {
  const now = new Date().toISOString();
  return {
    id: '',
    type,
    title: '',
    status: 'draft',
    published_at: null,
    scheduled_for: null,
    created_at: now,
    updated_at: now,
    revision: 0,
    live_revision: null,
    has_unpublished_changes: true,
    draft: {},
    live: null,
    review: null,
    open_comments: 0,
    targets: {},
  };
}

/** An entry in its editor. A singleton belongs to no release before its first save. */
export type EditedEntry = Omit<EditorEntry, 'release'> & Pick<EditedItem, 'release'>;

/** The paths of the drafts of an entry, and of the entry in the API; the id is null for a singleton. */
function pathsOf(type: string, entryId: string | null): { path: string; apiPath: string } {
  return entryId === null
    ? { path: `/content/${type}/singleton`, apiPath: `/v1/content/${type}` }
    : { path: `/content/${type}/entries/${entryId}`, apiPath: `/v1/content/${type}/${entryId}` };
}

const flattenOnce = (entry: EditorEntry) => createEntryFlattener()(entry);

const bodyOf = (values: Values, stored: Values, merge?: SaveMerge) => ({
  values: buildSaveBody(values, stored),
  ...(merge && { merge: { ...merge, base: buildBaseBody(values, merge.base, stored) } }),
});

/**
 * Everything that an editor does with one entry. All requests after the first response go to the release of that
 * response, so that a promotion in the meantime doesn't send what is typed to another release.
 */
export function entryService(
  openedApi: ProjectApi,
  type: string,
  entryId: string,
  chosenLocale: string | null,
): EditedService<EditedEntry> {
  let api = openedApi;
  // The service ignores the locale of entries whose type has no translated fields, and names it in no response.
  let query: { locale?: string } = chosenLocale === null ? {} : { locale: chosenLocale };
  const isSingle = entryId === single;
  const { path, apiPath } = pathsOf(type, isSingle ? null : entryId);
  const flattened = createEntryFlattener();
  const receive = (entry: EditorEntry): EditedEntry => {
    api = openedApi.inRelease(entry.release.id);
    query = localeOf(entry);
    return flattened(entry);
  };
  const read = async (): Promise<EditedEntry> => {
    try {
      return receive(await api.get<EditorEntry>(path, query));
    } catch (error) {
      if (isSingle && error instanceof ApiError && error.code === 'content_not_published') {
        query = {}; // its first save creates it in the default locale
        return unsaved(type);
      }
      throw error;
    }
  };
  const save: EditedService<EditedEntry>['save'] = async (values, revision, stored, merge) =>
    receive(
      await api.patch<EditorEntry>(path, bodyOf(values, stored, merge), { ...ifMatchOf(revision), query }),
    );
  const changePublication = async ({ revision }: EditedEntry, body: object): Promise<EditedEntry> => {
    // The API's `If-Match` also accepts the live revision. A save without changes checks the newest one.
    await save({}, revision, {});
    await api.patch(apiPath, body, { ...ifMatchOf(revision), query });
    return read();
  };
  const versions = async () => `/versions/${isSingle ? (await read()).id : entryId}`;
  return {
    path: apiPath,
    module: 'content',
    noun: 'entry',
    read,
    readIn: async (locale, signal) => flattenOnce(await api.get<EditorEntry>(path, { locale }, signal)),
    save,
    saveOnClose: (values, stored, base) =>
      sendOnClose(api, path, bodyOf(values, stored, { base, resolve: 'theirs' }), query),
    mergedFields: mergedBlocks,
    publish: (entry, at, until, others) =>
      changePublication(entry, { ...publication(at, until), ...publicationOf(others) }),
    unpublish: (entry) => changePublication(entry, { publish: false }),
    scheduleChange: (entry, at) => changePublication(entry, { values: {}, publish_at: at }),
    setEnd: (entry, at) => changePublication(entry, { values: {}, unpublish_at: at }),
    remove: () => api.remove(apiPath),
    ...(isSingle ? {} : { removeLocale: () => api.remove(apiPath, { query }) }),
    version: async (id) =>
      flattenBlocks((await api.get<VersionWithValues>(`${await versions()}/${id}`, query)).values),
    restore: async (id) =>
      receive(await api.post<EditorEntry>(`${await versions()}/${id}/restore`, undefined, { query })),
  };
}
