import { type Static, Type } from '@sinclair/typebox';
import { type ApiRequest, type CallApi, type Json, path } from '../api.ts';
import type { Target } from '../confirmation.ts';
import { invalidParameter } from '../errors.ts';
import { AnyValues, closed, Confirm, ItemId, TypeName } from '../protocol/arguments.ts';
import {
  asDryRun,
  atRevision,
  contentTypeSlug,
  draftQuery,
  isLive,
  type ItemResource,
  itemState,
  readDraft,
  resourceOf,
} from '../item-resource.ts';
import { confirmedTargets, requestConfirmation, tool } from '../protocol/tool.ts';
import { eachItem, makeIdempotent } from './support/items.ts';

const Item = Type.Object({ type: TypeName, id: Type.Optional(ItemId), values: AnyValues }, closed);
type Item = Static<typeof Item>;

export const write = tool({
  name: 'write',
  isReading: false,
  needs: 'draft',
  input: Type.Object({ items: Type.Array(Item, { minItems: 1, maxItems: 10 }), confirm: Confirm }, closed),
  async run(context, args) {
    const { callApi } = context;
    args.items.forEach(rejectPublishing);
    const targets = confirmedTargets(context, { tool: 'write', args });
    const writes = await eachItem(args.items, (item) => planWrite(callApi, item));
    if (targets !== null) return store(callApi, writes, { targets, confirm: args.confirm });
    const states = await eachItem(writes, (one) => readState(callApi, one));
    if (states.some(({ isLive: live }) => live))
      return requestConfirmation(
        context,
        { tool: 'write', args },
        await previewWrites(callApi, writes, states),
      );
    return store(callApi, writes, { targets: states.map(({ target }) => target) });
  },
});

/** The request of one item. */
interface PlannedWrite {
  type: string;
  id: string | undefined;
  resource: ItemResource;
  /** Whether the request creates an item. */
  isNew: boolean;
  request: ApiRequest;
}

async function planWrite(callApi: CallApi, { type, id, values }: Item): Promise<PlannedWrite> {
  const resource = resourceOf(type);
  const isNew = id === undefined && !(await isSingleton(callApi, type));
  const body = resource.body(values);
  const request: ApiRequest = isNew
    ? { method: 'POST', path: resource.create, body }
    : { method: 'PATCH', path: resource.one(id), query: draftQuery(resource), body };
  return { type, id, resource, isNew, request };
}

/** Whether a type without an id in the call is a singleton. @throws ApiRejection for an unknown type */
async function isSingleton(callApi: CallApi, type: string): Promise<boolean> {
  const slug = contentTypeSlug(type);
  if (slug === null) return false;
  return (
    (await callApi({ method: 'GET', path: path`/v1/schema/content-types/${slug}` }))['kind'] === 'singleton'
  );
}

/** The state of an item before the write. */
interface State {
  /** Requires a confirmation: readers see named items immediately, and publishing the draft of a live item is one call. */
  isLive: boolean;
  target: Target;
}

async function readState(callApi: CallApi, { resource, id, isNew }: PlannedWrite): Promise<State> {
  if (isNew) return { isLive: resource.kind === 'named', target: { id: '', revision: null } };
  const item = await readDraft(callApi, resource, id);
  return {
    isLive: isLive(resource, item),
    target: { id: String(item['id']), revision: Number(item['revision']) },
  };
}

/** What the items would become. All requests are dry runs. */
async function previewWrites(callApi: CallApi, writes: readonly PlannedWrite[], states: readonly State[]) {
  const would = await eachItem(writes, async ({ type, resource, isNew, request }, i) => ({
    change: isNew
      ? resource.kind === 'named'
        ? 'create, visible to readers immediately'
        : 'create'
      : resource.kind === 'named'
        ? 'change, visible to readers immediately'
        : 'change the draft',
    is_live: states[i]?.isLive === true,
    ...itemState(type, await callApi(asDryRun(request))),
  }));
  return { would: { items: would }, targets: states.map(({ target }) => target) };
}

/** Stores one item after another. A confirmed creation happens once, however often the confirmation is sent. */
async function store(
  callApi: CallApi,
  writes: readonly PlannedWrite[],
  { targets, confirm }: { targets: readonly Target[]; confirm?: string | undefined },
): Promise<Json> {
  const items = await eachItem(writes, async ({ type, request }, i) => {
    const final = confirm === undefined ? request : makeIdempotent(request, `${confirm}.${i}`);
    return itemState(type, await callApi(atRevision(final, targets[i]?.revision ?? null)));
  });
  return { done: true, items };
}

/** Rejects keys of articles that would publish or hide them. @throws invalid_parameter */
function rejectPublishing({ type, values }: Item, at: number): void {
  if (contentTypeSlug(type) !== null) return;
  const key = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'].find(
    (one) => one in values,
  );
  if (key === undefined) return;
  const param = `items[${at}].values.${key}`;
  throw invalidParameter(param, 'cannot be written here. Omit it, and call the tool publish afterwards');
}
