import { type Static, Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ApiRequest, Ask, Json } from '../api.ts';
import { closed, Confirm, ItemId, oneOf, TypeName } from '../protocol/arguments.ts';
import {
  atRevision,
  isLive,
  type ItemResource,
  resourceOf,
  readDraft,
  standing,
  tried,
} from '../item-resource.ts';
import { confirmedTargets, requirePermission, toConfirm, tool } from '../protocol/tool.ts';

const Input = Type.Object(
  {
    action: oneOf('publish', 'schedule', 'unpublish', 'archive'),
    type: TypeName,
    id: Type.Optional(ItemId),
    published_at: Type.Optional(Type.String({ description: 'a time, RFC 3339' })),
    confirm: Confirm,
  },
  closed,
);
type Input = Static<typeof Input>;

export const publish = tool({
  name: 'publish',
  isReading: false,
  needs: 'publish',
  isDestructive: true,
  input: Input,
  async run(call, args) {
    const { ask } = call;
    requirePermission(call, 'publish');
    const place = resourceOf(args.type);
    if (place.kind === 'named') throw alwaysLive(args.type);
    refuseOddDates(args);
    const targets = confirmedTargets(call, { tool: 'publish', args });
    if (targets !== null) {
      const [target] = targets;
      const request = requestOf(place, args, target?.how === ofChange);
      const answered = await ask(atRevision(request, target?.revision ?? null));
      return { done: true, ...standing(args.type, answered) };
    }
    return toConfirm(call, { tool: 'publish', args }, await look(ask, place, args));
  },
});

/** What is live stays until the date, and the draft replaces it then. */
const ofChange = 'scheduled change';

async function look(ask: Ask, place: ItemResource, args: Input) {
  const state = await readDraft(ask, place, args.id);
  const isChange = args.action === 'schedule' && isLive(place, state);
  const tried_ = await ask(tried(requestOf(place, args, isChange)));
  return {
    would: {
      action: args.action,
      ...(isChange ? { until_then: 'readers keep what is live now' } : {}),
      now: state['status'],
      after: standing(args.type, tried_),
    },
    targets: [
      {
        id: String(state['id']),
        revision: Number(state['revision']),
        ...(isChange ? { how: ofChange } : {}),
      },
    ],
  };
}

function requestOf(place: ItemResource, args: Input, isChange: boolean): ApiRequest {
  const { nothing } = place;
  const says = sayingOf(args, isChange);
  const body = place.kind === 'entry' ? { ...nothing, ...says } : says;
  return { method: 'PATCH', path: place.one(args.id), body };
}

function sayingOf({ action, published_at }: Input, isChange: boolean): Json {
  if (action === 'unpublish') return { publish: false };
  if (action === 'archive') return { archived: true };
  if (isChange) return { publish_at: published_at };
  return { publish: true, ...(published_at === undefined ? {} : { published_at }) };
}

/** @throws invalid_parameter, missing_required_field */
function refuseOddDates({ action, type, published_at }: Input): void {
  if (action === 'archive' && type !== 'kb_article') {
    const hints = { param: 'action', expected: 'one of publish, schedule, unpublish' };
    throw apiError(
      'invalid_parameter',
      { name: 'action', why: 'archives articles of type kb_article alone; "unpublish" hides others' },
      hints,
    );
  }
  if (action === 'schedule' && published_at === undefined)
    throw apiError('missing_required_field', { name: 'published_at' }, { param: 'published_at' });
  if (published_at === undefined || action === 'publish' || action === 'schedule') return;
  throw apiError(
    'invalid_parameter',
    { name: 'published_at', why: `cannot stand beside the action ${action}; leave it out` },
    { param: 'published_at' },
  );
}

function alwaysLive(type: string): Error {
  const why = `names things of type ${type}, which have no draft: readers see them as they are; use write or delete`;
  return apiError('invalid_parameter', { name: 'type', why }, { param: 'type' });
}
