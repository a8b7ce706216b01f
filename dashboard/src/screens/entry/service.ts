import type { EditorEntry } from '../../../../src/content/editor-schema.ts';
import type { VersionWithValues } from '../../../../src/versions/schema.ts';
import { publication } from '../../articles/service.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { ProjectApi } from '../../api/project.ts';
import { blocksTogether, flat, flatEntry, written } from '../../blocks/flat-entry.ts';
import type { EditedService } from '../../editing/item.ts';

/** A singleton stands in the address under this. */
export const single = 'single';

/** What a singleton is before its first save. */
function unsaved(type: string): EditorEntry {
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
    targets: {},
  };
}

/** Everything that an editor does with one entry. */
export function entryService(api: ProjectApi, type: string, entryId: string): EditedService<EditorEntry> {
  const isSingle = entryId === single;
  const path = isSingle ? `/content/${type}/singleton` : `/content/${type}/entries/${entryId}`;
  const address = isSingle ? `/v1/content/${type}` : `/v1/content/${type}/${entryId}`;
  const seen = (revision: number) => (revision === 0 ? {} : { ifMatch: `"${revision}"` });
  const taken = flatEntry();
  const read = async (): Promise<EditorEntry> => {
    try {
      return taken(await api.get<EditorEntry>(path));
    } catch (problem) {
      if (isSingle && problem instanceof ApiProblem && problem.code === 'content_not_published')
        return unsaved(type);
      throw problem;
    }
  };
  const save: EditedService<EditorEntry>['save'] = async (values, revision, stored) =>
    taken(await api.patch<EditorEntry>(path, { values: written(values, stored) }, seen(revision)));
  const move = async ({ revision }: EditorEntry, body: object): Promise<EditorEntry> => {
    // The API's own If-Match passes on the live revision too; an empty step on the draft makes sure of the newest.
    await save({}, revision, {});
    await api.patch(address, body, seen(revision));
    return read();
  };
  const versions = async () => `/versions/${isSingle ? (await read()).id : entryId}`;
  return {
    address,
    module: 'content',
    noun: 'entry',
    read,
    save,
    together: blocksTogether,
    publish: (entry, at, until) => move(entry, publication(at, until)),
    unpublish: (entry) => move(entry, { publish: false }),
    scheduleChange: (entry, at) => move(entry, { values: {}, publish_at: at }),
    setEnd: (entry, at) => move(entry, { values: {}, unpublish_at: at }),
    remove: () => api.remove(address),
    version: async (id) => flat((await api.get<VersionWithValues>(`${await versions()}/${id}`)).values),
    restore: async (id) => taken(await api.post<EditorEntry>(`${await versions()}/${id}/restore`)),
  };
}
