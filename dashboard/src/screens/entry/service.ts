import type { EditorEntry } from '../../../../src/content/editor-schema.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { ProjectApi } from '../../api/project.ts';
import type { DraftService } from './draft-state.ts';

/** A singleton stands in the address under this. */
export const single = 'single';

/** Everything that an editor does with one entry. */
export interface EntryService extends DraftService {
  /** The path at which the API serves it. */
  readonly address: string;
  publish(revision: number, at: string | null): Promise<EditorEntry>;
  unpublish(revision: number): Promise<EditorEntry>;
  remove(): Promise<void>;
}

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

export function entryService(api: ProjectApi, type: string, entryId: string): EntryService {
  const isSingle = entryId === single;
  const path = isSingle ? `/content/${type}/singleton` : `/content/${type}/entries/${entryId}`;
  const address = isSingle ? `/v1/content/${type}` : `/v1/content/${type}/${entryId}`;
  const seen = (revision: number) => (revision === 0 ? {} : { ifMatch: `"${revision}"` });
  const read = async (): Promise<EditorEntry> => {
    try {
      return await api.get<EditorEntry>(path);
    } catch (problem) {
      if (isSingle && problem instanceof ApiProblem && problem.code === 'content_not_published')
        return unsaved(type);
      throw problem;
    }
  };
  const save: EntryService['save'] = (values, revision) =>
    api.patch<EditorEntry>(path, { values }, seen(revision));
  const move = async (revision: number, body: object): Promise<EditorEntry> => {
    // The API's own If-Match passes on the live revision too; an empty step on the draft makes sure of the newest.
    await save({}, revision);
    await api.patch(address, body, seen(revision));
    return read();
  };
  return {
    address,
    read,
    save,
    publish: (revision, at) =>
      move(revision, { publish: true, ...(at === null ? {} : { published_at: at }) }),
    unpublish: (revision) => move(revision, { publish: false }),
    remove: () => api.remove(address),
  };
}
