import { type Static, Type } from '@sinclair/typebox';
import type { ApiRequest, CallApi, Json } from '../api.ts';
import { invalidParameter, missingField, type ToolError } from '../errors.ts';
import { closed, Confirm, ItemId, LocaleCode, oneOf, TypeName } from '../protocol/arguments.ts';
import {
  asDryRun,
  atRevision,
  isLive,
  type ItemResource,
  itemState,
  readDraft,
  resourceOf,
  revisionOf,
} from '../item-resource.ts';
import { confirmedTargets, requestConfirmation, requirePermission, tool } from '../protocol/tool.ts';

const Input = Type.Object(
  {
    action: oneOf('publish', 'schedule', 'unpublish', 'archive'),
    type: TypeName,
    id: Type.Optional(ItemId),
    published_at: Type.Optional(Type.String({ description: 'a time, RFC 3339' })),
    locale: LocaleCode,
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
  async run(context, args) {
    const { callApi } = context;
    requirePermission(context, 'publish');
    const resource = resourceOf(args.type);
    if (resource.kind === 'named') throw alwaysLive(args.type);
    checkDates(args);
    const targets = confirmedTargets(context, { tool: 'publish', args });
    if (targets !== null) {
      const [target] = targets;
      const request = requestOf(resource, args, target?.how === scheduledChange);
      const item = await callApi(atRevision(request, target?.revision ?? null));
      return { done: true, ...itemState(args.type, item) };
    }
    return requestConfirmation(
      context,
      { tool: 'publish', args },
      await previewChange(callApi, resource, args),
    );
  },
});

/** `how` of a live item whose draft replaces it at a date. */
const scheduledChange = 'scheduled change';

async function previewChange(callApi: CallApi, resource: ItemResource, args: Input) {
  const item = await readDraft(callApi, resource, args);
  const isChange = args.action === 'schedule' && isLive(resource, item);
  const changedItem = await callApi(asDryRun(requestOf(resource, args, isChange)));
  return {
    would: {
      action: args.action,
      ...(isChange ? { until_then: 'readers see the version that is live now' } : {}),
      now: item['status'],
      after: itemState(args.type, changedItem),
    },
    targets: [
      {
        id: String(item['id']),
        revision: revisionOf(item),
        ...(isChange ? { how: scheduledChange } : {}),
      },
    ],
  };
}

function requestOf(resource: ItemResource, args: Input, isChange: boolean): ApiRequest {
  const change = changeOf(args, isChange);
  const body = resource.kind === 'entry' ? { ...resource.emptyBody, ...change } : change;
  return { method: 'PATCH', path: resource.one(args.id), query: { locale: args.locale }, body };
}

function changeOf({ action, published_at }: Input, isChange: boolean): Json {
  if (action === 'unpublish') return { publish: false };
  if (action === 'archive') return { archived: true };
  if (isChange) return { publish_at: published_at };
  return { publish: true, ...(published_at === undefined ? {} : { published_at }) };
}

/** @throws invalid_parameter, missing_required_field */
function checkDates({ action, type, published_at }: Input): void {
  if (action === 'archive' && type !== 'kb_article') {
    const why = 'can be archive only for the type kb_article. To hide other items, use "unpublish"';
    throw invalidParameter('action', why, { expected: 'one of publish, schedule, unpublish' });
  }
  if (action === 'schedule' && published_at === undefined) throw missingField('published_at');
  if (published_at === undefined || action === 'publish' || action === 'schedule') return;
  throw invalidParameter('published_at', `cannot be combined with the action ${action}; omit it`);
}

function alwaysLive(type: string): ToolError {
  const why = `cannot be ${type}: items of this type have no draft and are always live. Use write or delete`;
  return invalidParameter('type', why);
}
