import { type Static, Type } from '@sinclair/typebox';
import { type ApiRequest, ApiRejection, type CallApi, type Json, path } from '../api.ts';
import { missingField } from '../errors.ts';
import { closed, Confirm, oneOf, TypeName } from '../protocol/arguments.ts';
import { fitResult } from '../protocol/fitting.ts';
import { asDryRun, atRevision, contentTypeSlug } from '../item-resource.ts';
import { confirmedTargets, requestConfirmation, tool } from '../protocol/tool.ts';

const Input = Type.Object(
  {
    action: oneOf('read', 'read_block', 'define_collection', 'define_singleton', 'define_block'),
    type: Type.Optional(TypeName),
    fields: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 200 })),
    groups: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 20 })),
    confirm: Confirm,
  },
  closed,
);
type Input = Static<typeof Input>;

export const schema = tool({
  name: 'schema',
  isReading: false,
  isDestructive: true,
  input: Input,
  async run(context, args) {
    const { callApi } = context;
    const { action, type } = args;
    if (action.startsWith('read'))
      return { ...fitResult(await callApi({ method: 'GET', path: pathOf(action, type) })) };
    if (type === undefined) throw missingField('type');
    if (args.fields === undefined) throw missingField('fields');
    const targets = confirmedTargets(context, { tool: 'schema', args });
    const before = await findDefinition(callApi, pathOf(action, type));
    const removedKeys = removedFields(before, args.fields);
    const query = { remove_fields: removedKeys.join(',') };
    const request: ApiRequest = {
      method: 'PUT',
      path: pathOf(action, type),
      query,
      body: bodyOf(args, before),
    };
    if (targets !== null) return toResult(await callApi(atRevision(request, targets[0]?.revision ?? null)));
    if (removedKeys.length === 0) return toResult(await callApi(atRevision(request, revisionOf(before))));
    const preview = await callApi(asDryRun(request));
    return requestConfirmation(
      context,
      { tool: 'schema', args },
      {
        would: {
          define: type,
          remove_fields: removedKeys.map((field) => countsOf(preview, field)),
          with_them: 'the values of these fields in every entry and draft. They can be restored for 7 days',
        },
        targets: [{ id: type, revision: revisionOf(before) }],
      },
    );
  },
});

function pathOf(action: Input['action'], type: string | undefined): string {
  const list = action.endsWith('block') ? '/v1/schema/blocks' : '/v1/schema/content-types';
  return type === undefined ? list : list + path`/${contentTypeSlug(type) ?? type}`;
}

/** The definition; null if there is none yet. */
async function findDefinition(callApi: CallApi, at: string): Promise<Json | null> {
  try {
    return await callApi({ method: 'GET', path: at });
  } catch (error) {
    if (error instanceof ApiRejection && error.response.status === 404) return null;
    throw error;
  }
}

/** The definition with other fields. Properties that the tool doesn't take keep their values, unless they name a removed field. */
function bodyOf({ action, fields = [], groups }: Input, before: Json | null): Json {
  const keys = new Set(fields.map(({ key }) => key));
  const labels = ['display_field', 'subtitle_field'].filter((name) => keys.has(before?.[name]));
  const unchanged = [...['name', 'description'].filter((name) => before?.[name] !== undefined), ...labels];
  const kind = { define_collection: { kind: 'collection' }, define_singleton: { kind: 'singleton' } };
  return {
    ...Object.fromEntries(unchanged.map((name) => [name, before?.[name]])),
    ...(kind as Record<string, Json>)[action],
    ...(groups === undefined ? {} : { groups }),
    fields,
  };
}

/** The keys that the request doesn't list or rename. */
function removedFields(before: Json | null, fields: readonly Json[]): string[] {
  const keys = ((before?.['fields'] ?? []) as Json[]).map(({ key }) => String(key));
  const remaining = fields.map(({ key, renamed_from: formerKeys }) =>
    keys.includes(String(key)) ? key : [formerKeys].flat().find((former) => keys.includes(String(former))),
  );
  return keys.filter((key) => !remaining.includes(key));
}

/** How many entries have a value in a field that a preview removes. */
function countsOf({ meta }: Json, field: string): Json {
  const { warnings = [] } = (meta ?? {}) as { warnings?: Json[] };
  const warning = warnings.find((one) => one['code'] === 'field_removed' && one['field'] === field);
  const { entries = 0, live = 0, entries_is_capped: isCapped } = warning ?? {};
  return { field, entries, live, ...(isCapped === true ? { entries_is_capped: true } : {}) };
}

function revisionOf(before: Json | null): number | null {
  return before === null ? null : Number(before['revision']);
}

function toResult({ slug, kind, groups, fields, revision }: Json): Json {
  return { done: true, ...(fitResult({ slug, kind, groups, fields, revision }) as Json) };
}
