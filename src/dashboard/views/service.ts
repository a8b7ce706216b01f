import { loadTypes, presentKeys } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { changedKeys } from '../../contract/events/audit-actions.ts';
import { newId } from '../../contract/ids.ts';
import { limitReached, apiError } from '../../contract/errors/api-error.ts';
import {
  fitItems,
  type RouteResponse,
  respond,
  type MemberContext,
  checkNeed,
} from '../../core/http/index.ts';
import { countViews, deleteView, findView, findViews, insertView, replaceView } from './repository.ts';
import type { ChangeView, CreateView, SavedView, SavedViewList, ViewRecord } from './schema.ts';

/**
 * The person's own views of a list and shared ones, as many as fit in a response. Filters, sort order and columns have
 * the present keys of the release, also if fields were renamed since a view was saved.
 */
export async function listViews(
  context: MemberContext & ReleaseContext,
  list: string,
): Promise<SavedViewList> {
  checkListAccess(context, list);
  const rows = await findViews(context.db, list, context.person.id, context.bounds.viewsMax);
  const [, slug] = list.split('/');
  const type = slug === undefined ? undefined : (await loadTypes(context)).get(slug);
  const keys = new Map(Object.entries(type === undefined ? {} : presentKeys(type.fields)));
  const views = rows.map((view) => serialize(context, withPresentKeys(view, keys)));
  return { data: await fitItems(context, views) };
}

function withPresentKeys(view: ViewRecord, keys: ReadonlyMap<string, string>): ViewRecord {
  if (keys.size === 0) return view;
  const presentKey = (key: string) => keys.get(key) ?? key;
  const search = Object.entries(view.search).map(([name, value]) => [
    name.replace(/^where\[([^\]]*)/, (_, key: string) => `where[${presentKey(key)}`),
    name === 'sort'
      ? value.replace(/^(-?)(.*)$/, (_, sign: string, key: string) => sign + presentKey(key))
      : value,
  ]);
  const columns = view.columns?.map(presentKey) ?? null;
  return { ...view, search: Object.fromEntries(search) as ViewRecord['search'], columns };
}

/** Saves a view of a list. @throws limit_reached, role_required for a list outside the membership */
export async function createView(context: MemberContext, input: CreateView): Promise<SavedView> {
  checkListAccess(context, input.list);
  const { person, now, bounds } = context;
  const owner = { id: person.id, name: person.name || person.email };
  const view: ViewRecord = { ...input, _id: newId('view', now), owner, created_at: now };
  await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const max = bounds.viewsMax;
    if ((await countViews(tx.db, max)) >= max) throw limitReached('views_per_project_max', max);
    await insertView(tx.db, view);
    return tx.stored({ action: 'view.created', ...auditedView(view) });
  });
  return serialize(context, view);
}

/**
 * Renames, shares or changes a view. @throws unknown_view, role_required for a view that another person shares,
 * nothing_to_update
 */
export async function changeView(context: MemberContext, id: string, change: ChangeView): Promise<SavedView> {
  if (Object.keys(change).length === 0) throw apiError('nothing_to_update', {});
  return writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const before = await loadChangeableView(tx, id);
    const view = { ...before, ...change };
    const changedNames = changedKeys(before, view);
    if (changedNames.length === 0) return tx.unchanged(serialize(context, view));
    await replaceView(tx.db, view);
    return tx.stored(
      { action: 'view.changed', ...auditedView(view), changed: changedNames },
      serialize(context, view),
    );
  });
}

/** @throws unknown_view, role_required for a view that another person shares */
export async function removeView(context: MemberContext, id: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const view = await loadChangeableView(tx, id);
    await deleteView(tx.db, view._id);
    return tx.stored({ action: 'view.deleted', ...auditedView(view) });
  });
  return respond(null, { status: 204 });
}

function auditedView({ _id: id, name: title }: ViewRecord) {
  return { subject: { kind: 'view', id, title } } as const;
}

/** @throws role_required for a list outside the membership */
function checkListAccess({ caller }: Pick<MemberContext, 'caller'>, list: string): void {
  const [part, type] = list.split('/');
  if (part === 'blog' || part === 'kb') checkNeed(caller, { permission: 'read', area: part });
  else checkNeed(caller, { permission: 'read', area: 'content', ...(type === undefined ? {} : { type }) });
}

type ViewContext = Pick<MemberContext, 'caller' | 'db' | 'person' | 'role'>;

/** A view that the person may change. Other people's private views are reported as unknown. */
async function loadChangeableView(context: ViewContext, id: string): Promise<ViewRecord> {
  const view = await findView(context.db, id);
  const isVisible = view !== null && (view.shared || view.owner.id === context.person.id);
  if (!isVisible) throw apiError('unknown_view', {}, { param: 'viewId' });
  checkListAccess(context, view.list);
  if (!mayChange(context, view)) throw apiError('role_required', { role: 'owner' });
  return view;
}

function mayChange({ person, role }: Pick<ViewContext, 'person' | 'role'>, { owner }: ViewRecord): boolean {
  return owner.id === person.id || role === 'owner';
}

function serialize(context: MemberContext, view: ViewRecord): SavedView {
  const { _id: id, list, name, search, columns, shared, owner, created_at } = view;
  const access = { may_change: mayChange(context, view) };
  return { id, list, name, search, columns, shared, owner, ...access, created_at: created_at.toISOString() };
}
