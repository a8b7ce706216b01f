import { type Static, Type } from '@sinclair/typebox';
import { ApiRejection, type ApiRequest, type CallApi, type Json, path } from '../api.ts';
import type { Target } from '../confirmation.ts';
import { invalidParameter } from '../errors.ts';
import { AnyValues, closed, Confirm, ItemId, LocaleCode, TypeName } from '../protocol/arguments.ts';
import {
  asDryRun,
  atRevision,
  contentTypeSlug,
  draftPath,
  draftQuery,
  isLive,
  type ItemResource,
  itemState,
  readDraft,
  resourceOf,
  revisionOf,
} from '../item-resource.ts';
import { confirmedTargets, requestConfirmation, tool } from '../protocol/tool.ts';
import { eachItem, makeIdempotent, StoppedAt } from './support/items.ts';

const Item = Type.Object({ type: TypeName, id: Type.Optional(ItemId), values: AnyValues }, closed);
type Item = Static<typeof Item>;

export const write = tool({
  name: 'write',
  isReading: false,
  needs: 'draft',
  input: Type.Object(
    {
      items: Type.Array(Item, { minItems: 1, maxItems: 10 }),
      locale: LocaleCode,
      confirm: Confirm,
    },
    closed,
  ),
  async run(context, args) {
    const { callApi } = context;
    args.items.forEach(rejectPublishing);
    if (args.locale !== undefined && args.items.length > 1)
      throw invalidParameter('items', 'must contain one item if locale is sent');
    const targets = confirmedTargets(context, { tool: 'write', args });
    const writes = await eachItem(args.items, (item) => planWrite(callApi, item, args.locale));
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

async function planWrite(
  callApi: CallApi,
  { type, id, values }: Item,
  locale: string | undefined,
): Promise<PlannedWrite> {
  const resource = resourceOf(type);
  const isNew = id === undefined && !(await isSingleton(callApi, type));
  const body = resource.body(values);
  const request: ApiRequest = isNew
    ? { method: 'POST', path: resource.create, query: { locale }, body }
    : { method: 'PATCH', path: resource.one(id), query: { ...draftQuery(resource), locale }, body };
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

async function readState(callApi: CallApi, { resource, id, isNew, request }: PlannedWrite): Promise<State> {
  if (isNew) return { isLive: resource.kind === 'named', target: { id: '', revision: null } };
  const item = await readDraft(callApi, resource, { id, locale: request.query?.['locale'] });
  return {
    isLive: isLive(resource, item),
    target: { id: String(item['id']), revision: revisionOf(item) },
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

interface StoreOptions {
  targets: readonly Target[];
  confirm?: string | undefined;
}

/** Stores all items, several in one request. A confirmed creation happens once, however often the confirmation is sent. */
async function store(
  callApi: CallApi,
  writes: readonly PlannedWrite[],
  options: StoreOptions,
): Promise<Json> {
  const [write, ...others] = writes;
  if (write === undefined || others.length > 0) return storeTogether(callApi, writes, options);
  const { targets, confirm } = options;
  const final = confirm === undefined ? write.request : makeIdempotent(write.request, `${confirm}.0`);
  const item = await callApi(atRevision(final, targets[0]?.revision ?? null));
  return { done: true, items: [itemState(write.type, item)] };
}

interface BulkResult {
  status: number;
  id?: string;
  slug?: string;
  revision?: number;
  warnings?: unknown;
  error?: Json;
}

/**
 * Stores several items with one bulk request, which spends one request of the rate budget, and reads their states. With a
 * confirmation all are stored or none, so that a repeated confirmation that finds another revision creates nothing.
 * @throws StoppedAt with the first rejected item, and the stored ones before and after it
 */
async function storeTogether(
  callApi: CallApi,
  writes: readonly PlannedWrite[],
  { targets, confirm }: StoreOptions,
): Promise<Json> {
  const operations = writes.map(({ request: { method, path: at, body } }, i) => {
    const revision = targets[i]?.revision ?? null;
    return { method, path: at, body, ...(revision === null ? {} : { if_match: String(revision) }) };
  });
  const body = { mode: confirm === undefined ? 'each' : 'all', operations };
  // Creations and items without a draft ignore the parameter.
  const request: ApiRequest = { method: 'POST', path: '/v1/bulk', query: { draft: 'true' }, body };
  const isRepeatable = confirm !== undefined && writes.every(({ isNew }) => isNew);
  const response = await callApi(isRepeatable ? makeIdempotent(request, confirm) : request).catch(
    (error: unknown) => {
      throw firstRejection(error);
    },
  );
  const results = response['results'] as BulkResult[];
  const items = await Promise.all(
    results.map(async (result, i) => {
      const write = writes[i];
      return write === undefined || result.error !== undefined ? null : readStored(callApi, write, result);
    }),
  );
  const first = results.findIndex(({ error }) => error !== undefined);
  const firstFailure = results[first];
  if (firstFailure?.error === undefined) return { done: true, items };
  const isStored = (item: Json | null) => item !== null;
  const rejection = new ApiRejection({
    status: firstFailure.status,
    body: { error: firstFailure.error },
    retryAfter: null,
  });
  const [before, after] = [items.slice(0, first).filter(isStored), items.slice(first + 1).filter(isStored)];
  throw new StoppedAt(rejection, { item: first, before, after });
}

/** The first error of a bulk request that was rejected as a whole; other errors are returned unchanged. */
function firstRejection(error: unknown): unknown {
  if (!(error instanceof ApiRejection)) return error;
  const { error: envelope } = error.response.body as { error?: { code: string; errors?: Json[] } };
  const [first] = envelope?.code === 'bulk_rejected' ? (envelope.errors ?? []) : [];
  if (first === undefined) return error;
  const { index, status, ...keys } = first;
  const response = { status: Number(status), body: { error: keys }, retryAfter: null };
  return new StoppedAt(new ApiRejection(response), { item: index, before: [] });
}

/** The state of an item that a bulk request has stored. */
async function readStored(
  callApi: CallApi,
  { type, id, resource, isNew }: PlannedWrite,
  { id: storedId, slug, revision, warnings }: BulkResult,
): Promise<Json> {
  const readPath = draftPath(resource.kind !== 'named', resource.one(isNew ? storedId : id));
  const item = await callApi({ method: 'GET', path: readPath });
  const state = (item['state'] ?? {}) as Json;
  const summary = { id: storedId, slug, revision, ...(warnings === undefined ? {} : { meta: { warnings } }) };
  return itemState(type, { ...item, ...state, ...summary });
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
