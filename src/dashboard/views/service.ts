import { changedKeys } from '../../contract/events/audit-actions.ts';
import { newId } from '../../contract/ids.ts';
import { limitReached, problem } from '../../contract/errors/problem.ts';
import { type Answer, answer, type MemberCall, refuseOutside } from '../../core/http/index.ts';
import { fittingItems } from '../../core/util/index.ts';
import { transact } from '../../core/context/index.ts';
import { countViews, deleteView, findView, findViews, insertView, replaceView } from './repository.ts';
import type { ChangeView, CreateView, SavedView, SavedViewList, ViewRecord } from './schema.ts';

/** The person's own views of a list and those that others share, as far as an answer has room. */
export async function listViews(call: MemberCall, list: string): Promise<SavedViewList> {
  refuseList(call, list);
  const found = await findViews(call.db, list, call.person.id, call.bounds.viewsMax);
  const views = found.map((view) => serialize(call, view));
  return { data: await fittingItems(call, views) };
}

/** Saves how a list is looked at. @throws limit_reached, role_required for a list outside of the membership */
export async function createView(call: MemberCall, input: CreateView): Promise<SavedView> {
  refuseList(call, input.list);
  const { person, now, bounds } = call;
  const owner = { id: person.id, name: person.name || person.email };
  const view: ViewRecord = { ...input, _id: newId('view', now), owner, created_at: now };
  await transact(call, async (inside) => {
    const most = bounds.viewsMax;
    if ((await countViews(inside.db, most)) >= most) throw limitReached('views_per_project_max', most);
    await insertView(inside.db, view);
    return inside.stored({ action: 'view.created', ...auditedView(view) });
  });
  return serialize(call, view);
}

/**
 * Renames, shares or changes a view. @throws unknown_view, role_required for a view that another person shares,
 * nothing_to_update
 */
export async function changeView(call: MemberCall, id: string, change: ChangeView): Promise<SavedView> {
  if (Object.keys(change).length === 0) throw problem('nothing_to_update', {});
  return transact(call, async (inside) => {
    const before = await loadOwn(inside, id);
    const view = { ...before, ...change };
    const changed = changedKeys(before, view);
    if (changed.length === 0) return inside.unchanged(serialize(call, view));
    await replaceView(inside.db, view);
    return inside.stored({ action: 'view.changed', ...auditedView(view), changed }, serialize(call, view));
  });
}

/** @throws unknown_view, role_required for a view that another person shares */
export async function removeView(call: MemberCall, id: string): Promise<Answer<null>> {
  await transact(call, async (inside) => {
    const view = await loadOwn(inside, id);
    await deleteView(inside.db, view._id);
    return inside.stored({ action: 'view.deleted', ...auditedView(view) });
  });
  return answer(null, { status: 204 });
}

function auditedView({ _id: id, name: title }: ViewRecord) {
  return { subject: { kind: 'view', id, title } } as const;
}

/** @throws role_required for a list of what the membership leaves out */
function refuseList({ caller }: Pick<MemberCall, 'caller'>, list: string): void {
  const [part, type] = list.split('/');
  if (part === 'blog' || part === 'kb') refuseOutside(caller, { permission: 'read', area: part });
  else
    refuseOutside(caller, { permission: 'read', area: 'content', ...(type === undefined ? {} : { type }) });
}

type Asking = Pick<MemberCall, 'caller' | 'db' | 'person' | 'role'>;

/** A view that the person may change; of others' private ones nothing is said. */
async function loadOwn(call: Asking, id: string): Promise<ViewRecord> {
  const view = await findView(call.db, id);
  const isSeen = view !== null && (view.shared || view.owner.id === call.person.id);
  if (!isSeen) throw problem('unknown_view', {}, { param: 'viewId' });
  refuseList(call, view.list);
  if (!mayChange(call, view)) throw problem('role_required', { role: 'owner' });
  return view;
}

function mayChange({ person, role }: Pick<Asking, 'person' | 'role'>, { owner }: ViewRecord): boolean {
  return owner.id === person.id || role === 'owner';
}

function serialize(call: MemberCall, view: ViewRecord): SavedView {
  const { _id: id, list, name, search, columns, shared, owner, created_at } = view;
  const mayDo = { may_change: mayChange(call, view) };
  return { id, list, name, search, columns, shared, owner, ...mayDo, created_at: created_at.toISOString() };
}
