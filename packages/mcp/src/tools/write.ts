import { type Static, Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type ApiRequest, type Ask, type Json, path } from '../api.ts';
import { AnyValues, closed, Confirm, ItemId, TypeName } from '../protocol/arguments.ts';
import type { Target } from '../confirmation.ts';
import {
  atRevision,
  draftOf,
  isLive,
  ownSlugOf,
  type ItemResource,
  resourceOf,
  readDraft,
  standing,
  tried,
} from '../item-resource.ts';
import { confirmedTargets, toConfirm, tool } from '../protocol/tool.ts';
import { eachItem, once } from './support/items.ts';

const Item = Type.Object({ type: TypeName, id: Type.Optional(ItemId), values: AnyValues }, closed);
type Item = Static<typeof Item>;

export const write = tool({
  name: 'write',
  isReading: false,
  needs: 'draft',
  input: Type.Object({ items: Type.Array(Item, { minItems: 1, maxItems: 10 }), confirm: Confirm }, closed),
  async run(call, args) {
    const { ask } = call;
    args.items.forEach(refusePublishing);
    const targets = confirmedTargets(call, { tool: 'write', args });
    const planned = await eachItem(args.items, (item) => plan(ask, item));
    if (targets !== null) return store(ask, planned, { targets, confirm: args.confirm });
    const states = await eachItem(planned, (one) => lookAt(ask, one));
    if (states.some(({ isLive: live }) => live))
      return toConfirm(call, { tool: 'write', args }, await trial(ask, planned, states));
    return store(ask, planned, { targets: states.map(({ target }) => target) });
  },
});

/** One item on its way: its request, and whether it makes something new. */
interface Planned {
  type: string;
  id: string | undefined;
  place: ItemResource;
  isNew: boolean;
  request: ApiRequest;
}

async function plan(ask: Ask, { type, id, values }: Item): Promise<Planned> {
  const place = resourceOf(type);
  const isNew = id === undefined && !(await isSingleton(ask, type));
  const body = place.body(values);
  const request: ApiRequest = isNew
    ? { method: 'POST', path: place.create, body }
    : { method: 'PATCH', path: place.one(id), query: draftOf(place), body };
  return { type, id, place, isNew, request };
}

/** Whether a type that is named without an id has one entry alone. @throws ApiRefusal for an unknown type */
async function isSingleton(ask: Ask, type: string): Promise<boolean> {
  const slug = ownSlugOf(type);
  if (slug === null) return false;
  return (await ask({ method: 'GET', path: path`/v1/schema/content-types/${slug}` }))['kind'] === 'singleton';
}

/** What an item is before the write. */
interface State {
  /** Readers see what is named at once; a draft of what is live is one step from them. */
  isLive: boolean;
  target: Target;
}

async function lookAt(ask: Ask, { place, id, isNew }: Planned): Promise<State> {
  if (isNew) return { isLive: place.kind === 'named', target: { id: '', revision: null } };
  const state = await readDraft(ask, place, id);
  return {
    isLive: isLive(place, state),
    target: { id: String(state['id']), revision: Number(state['revision']) },
  };
}

/** What all of the items would become; nothing of them is stored, the new ones neither. */
async function trial(ask: Ask, planned: readonly Planned[], states: readonly State[]) {
  const would = await eachItem(planned, async ({ type, place, isNew, request }, i) => ({
    change: isNew
      ? place.kind === 'named'
        ? 'create, which readers see at once'
        : 'create'
      : place.kind === 'named'
        ? 'change, which readers see at once'
        : 'change the draft',
    is_live: states[i]?.isLive === true,
    ...standing(type, await ask(tried(request))),
  }));
  return { would: { items: would }, targets: states.map(({ target }) => target) };
}

/** Stores one item after another; a creation that was confirmed is made once, however often that is sent. */
async function store(
  ask: Ask,
  planned: readonly Planned[],
  { targets, confirm }: { targets: readonly Target[]; confirm?: string | undefined },
): Promise<Json> {
  const items = await eachItem(planned, async ({ type, request }, i) => {
    const sent = confirm === undefined ? request : once(request, `${confirm}.${i}`);
    return standing(type, await ask(atRevision(sent, targets[i]?.revision ?? null)));
  });
  return { done: true, items };
}

/** What articles take beside their values would publish or hide them. */
function refusePublishing({ type, values }: Item, at: number): void {
  if (ownSlugOf(type) !== null) return;
  const key = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'].find(
    (one) => one in values,
  );
  if (key === undefined) return;
  const param = `items[${at}].values.${key}`;
  const why = 'cannot be written here: leave it out, and call the tool publish afterwards';
  throw apiError('invalid_parameter', { name: param, why }, { param });
}
